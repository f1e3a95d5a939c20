//! `lanesmith bls batch-verify`: a verdict for each line, at the price of a batch.

use lanesmith::bls::signature::{Row, SignatureError, Variant, expand_seed};
use lanesmith::parallel::Workers;

use super::answers::{Answer, Answers, LineArgs, fields};
use super::options::{SchemeArgs, Suite, by_variant};
use super::{input, secret};
use crate::Context;
use crate::failure::Outcome;

const HELP: &str = "\
Examples:
  lanesmith bls batch-verify signatures.csv
  lanesmith bls batch-verify --quiet --json signatures.csv | jq .line
      # only what is wrong
  lanesmith bls batch-verify --variant min-sig --dst MY-TAG --threads 2 \\
      < signatures.csv

Each line is pubkey,message,signature in hexadecimal. Signatures are verified
many at a time, blinded with random factors of 64 bits, so that errors cannot
cancel; if a batch fails, halves of it are verified until each wrong line is
found. A verdict for each line is printed in order: 'line 7: ok', or 'line 7:
BAD:' and what is wrong with it. The exit status is 1 if a line is bad.";

/// Verify many signatures: lines of pubkey,message,signature
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    scheme: SchemeArgs,
    /// Print only the lines that are bad
    #[arg(short, long)]
    quiet: bool,
}

/// Lines of a batch: one final exponentiation for all of them, and half a batch is not much to wait for. Enough for 16 threads.
const BATCH: usize = 512;

/// Longest line: messages of up to 8 MiB.
const LONGEST: usize = 1 << 24;

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.scheme.group, run_for(args, context))
}

fn run_for<V: Variant>(args: &Args, context: &mut Context<'_>) -> Outcome {
    let suite = args.scheme.suite::<V>()?;
    let answers = Answers { batch: BATCH, longest: LONGEST, quiet: args.quiet };
    answers.give_together(&args.lines, context, |workers, lines| verdicts(&suite, workers, lines))
}

/// Why a line has nothing to verify.
#[derive(Clone)]
struct Refused(String);

impl From<SignatureError> for Refused {
    fn from(error: SignatureError) -> Self {
        Refused(error.to_string())
    }
}

/// The fields of a line, of which the points are still in hexadecimal: reading them is work for all threads.
struct Fields<'l> {
    key: &'l [u8],
    message: Result<Vec<u8>, Refused>,
    signature: &'l [u8],
}

impl<'l> Fields<'l> {
    fn read(line: &'l [u8]) -> Result<Self, Refused> {
        let [key, message, signature] = fields(line, "pubkey,message,signature").map_err(Refused)?;
        let message = input::decode_field("message", message).map_err(Refused);
        Ok(Fields { key, message, signature })
    }

    fn row<V: Variant>(&self) -> Result<Row<'_, V>, Refused> {
        let read = |name, text| input::decode_field(name, text).map_err(Refused);
        let key = read("public key", self.key)?;
        let message = self.message.as_ref().map_err(Refused::clone)?;
        Ok(Row::from_bytes(key, message, read("signature", self.signature)?))
    }
}

fn verdicts<V: Variant>(suite: &Suite<'_, V>, workers: Workers<'_>, lines: &[&[u8]]) -> Vec<Answer> {
    let read: Vec<Result<Fields<'_>, Refused>> = lines.iter().map(|line| Fields::read(line)).collect();
    let row = |number: usize| read[number].as_ref().map_err(Refused::clone)?.row();
    // Seeded now that the signatures are in hand.
    let mut seed = [0; 32];
    let verdicts = secret::random(&mut seed).map_err(|e| e.to_string()).and_then(|()| {
        let mut random = expand_seed(seed);
        suite.scheme.verify_encoded_rows(workers, read.len(), row, &mut random).map_err(|e| e.to_string())
    });
    let answer = |verdict| match verdict {
        Ok(true) => Ok(String::new()),
        Ok(false) => Err(SignatureError::Mismatch.to_string()),
        Err(Refused(reason)) => Err(reason),
    };
    match verdicts {
        Ok(verdicts) => verdicts.into_iter().map(answer).collect(),
        // No line is worse than another where there is no randomness: those that cannot be read are named all the same.
        Err(error) => {
            let unread = |number| row(number).err().map(|Refused(reason)| reason);
            (0..read.len()).map(|number| Err(unread(number).unwrap_or(error.clone()))).collect()
        }
    }
}
