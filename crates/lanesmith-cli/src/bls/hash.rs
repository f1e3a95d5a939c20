//! `lanesmith bls hash-to-curve`: RFC 9380.

use clap::ValueEnum;
use lanesmith::bls::{ExpandError, G1, G2, HashToCurve};

use super::answers::{Answers, LineArgs};
use super::input::{self, MessageArgs};
use crate::Context;
use crate::failure::{Failure, Outcome};

const HELP: &str = "\
Examples:
  lanesmith bls hash-to-curve --group g2 --text abc \\
      --dst QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_
  lanesmith bls hash-to-curve --group g1 --dst MY-TAG messages.txt
      # a message in hexadecimal on each line

Points are printed in the compressed encoding unless --uncompressed is given. A
malformed line is answered with 'line N: BAD:' and why; the others are still
hashed, and the exit status is 1.";

/// Hash messages to a group (RFC 9380): one message, or one on each line
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    message: MessageArgs,
    /// Which group
    #[arg(long, value_enum, default_value = "g2")]
    group: Group,
    /// Uniformly distributed (ro), or cheaper and not uniform (nu)
    #[arg(long, value_enum, default_value = "ro")]
    encoding: Encoding,
    /// Domain separation tag
    #[arg(long, value_name = "TEXT")]
    dst: String,
    /// Print the uncompressed encoding
    #[arg(long)]
    uncompressed: bool,
    /// Engine (see `lanesmith list bls.hash`); by default the best
    #[arg(long)]
    engine: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Group {
    /// 48 bytes
    G1,
    /// 96 bytes
    G2,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Encoding {
    /// hash_to_curve
    Ro,
    /// encode_to_curve
    Nu,
}

/// Longest line: messages of up to 8 MiB.
const LONGEST: usize = 1 << 24;

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let hash = match &args.engine {
        Some(name) => HashToCurve::by_name(name)?,
        None => HashToCurve::auto(),
    };
    let point = |message: &[u8]| args.point(hash, message);
    if let Some(message) = args.message.read()? {
        let point = point(&message).map_err(|e| Failure::usage(format!("--dst: {e}")))?;
        return Ok(writeln!(context.out, "{point}")?);
    }
    let answers = Answers { batch: 16, longest: LONGEST, quiet: false };
    answers.give_each(&args.lines, context, |line| point(&input::decode(line)?).map_err(|e| e.to_string()))
}

impl Args {
    fn point(&self, hash: HashToCurve, message: &[u8]) -> Result<String, ExpandError> {
        let tag = self.dst.as_bytes();
        Ok(match self.group {
            Group::G1 => {
                let point = match self.encoding {
                    Encoding::Ro => hash.to_g1(message, tag)?,
                    Encoding::Nu => hash.encode_to_g1(message, tag)?,
                };
                let point = G1::auto().to_affine(&point);
                match self.uncompressed {
                    true => hex::encode(G1::auto().to_uncompressed(&point)),
                    false => hex::encode(G1::auto().to_compressed(&point)),
                }
            }
            Group::G2 => {
                let point = match self.encoding {
                    Encoding::Ro => hash.to_g2(message, tag)?,
                    Encoding::Nu => hash.encode_to_g2(message, tag)?,
                };
                let point = G2::auto().to_affine(&point);
                match self.uncompressed {
                    true => hex::encode(G2::auto().to_uncompressed(&point)),
                    false => hex::encode(G2::auto().to_compressed(&point)),
                }
            }
        })
    }
}
