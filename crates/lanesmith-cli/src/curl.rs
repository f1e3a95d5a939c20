//! `lanesmith curl`: hashes by Curl-P.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use lanesmith::curl::{BatchError, ManyHasher, Message, Rounds};

use crate::Context;
use crate::failure::Outcome;
use crate::lines::{self, AllowEmpty, BadLine, Done, Job};

/// Hash by Curl-P (broken as a general hash; for legacy IOTA data)
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hash(HashArgs),
}

const EXAMPLES: &str = "\
Examples:
  # 81 trytes for each line
  lanesmith curl hash transactions.txt
  zcat dump.gz | lanesmith curl hash --threads 2
  # Curl-P-27, 162 trytes a line
  lanesmith curl hash --rounds 27 --squeeze 2 transactions.txt
  # hexadecimal, 5 trits a byte
  lanesmith curl hash --input t5b1-hex packed.txt

A malformed line ends the work: the hashes of all lines before it are written,
an error on standard error names the line by its number, and the exit status
is 1. An empty line and an input without lines are errors too, unless
--allow-empty is given. Hashes are written within 0.1 s of reading their lines.";

/// Hash each line of a file: one message per line in, one hash per line out
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
struct HashArgs {
    /// The messages; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Rounds of the hash: 27 or 81
    #[arg(long, default_value = "81", value_parser = rounds)]
    rounds: Rounds,
    /// Engine for everything (see `lanesmith list curl`); by default the best for each batch
    #[arg(long)]
    engine: Option<String>,
    /// How a message is written
    #[arg(long, value_enum, default_value = "trytes")]
    input: Input,
    /// Blocks of 81 trytes to squeeze from each message
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    squeeze: u16,
    /// Threads; all cores by default
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    empty: AllowEmpty,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Input {
    /// Characters 9 and A to Z
    Trytes,
    /// Bytes in hexadecimal, five trits each
    T5b1Hex,
}

fn rounds(text: &str) -> Result<Rounds, String> {
    text.parse().ok().and_then(Rounds::of).ok_or_else(|| "27 or 81".into())
}

/// Runs the command.
///
/// # Errors
/// A line that is no message, an engine that cannot be had, input or output that fails, Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    match &args.command {
        Command::Hash(args) => hash(args, context),
    }
}

/// Longest message, in bytes of a line: far beyond any transaction, and a batch of them still fits into memory.
const LONGEST: usize = 1 << 20;

fn hash(args: &HashArgs, context: &mut Context<'_>) -> Outcome {
    let mut hasher = ManyHasher::new(args.rounds).squeezing(args.squeeze.into());
    if let Some(name) = &args.engine {
        hasher = hasher.with_engine(lanesmith::isa::Choice::by_name(name)?);
    }
    let job = Job {
        input: &args.file,
        batch: hasher.lanes(),
        threads: lines::threads(args.threads)?,
        longest: LONGEST,
    };
    let per_message = usize::from(args.squeeze);
    let write = |messages: &[Message<'_>]| {
        let mut text = Vec::new();
        let (digests, bad) = match hasher.hash_to_vec(messages) {
            Ok(digests) => (digests, None),
            Err(BatchError::Message { index, error }) => {
                // What came before the bad line is not lost.
                let digests = hasher.hash_to_vec(&messages[..index]).unwrap_or_default();
                (digests, Some(BadLine { index, reason: error.to_string() }))
            }
            Err(e) => (Vec::new(), Some(BadLine { index: 0, reason: e.to_string() })),
        };
        for blocks in digests.chunks(per_message) {
            text.extend(blocks.as_flattened());
            text.push(b'\n');
        }
        Done { text, bad }
    };
    lines::run(&job, args.empty.into(), context.out, |_, lines| match args.input {
        Input::Trytes => write(&lines.iter().map(|line| Message::Trytes(line)).collect::<Vec<_>>()),
        Input::T5b1Hex => {
            let decoded: Vec<Result<Vec<u8>, String>> =
                lines.iter().map(|line| hex::decode(line).map_err(|e| e.to_string())).collect();
            let good = decoded.iter().map_while(|bytes| bytes.as_ref().ok());
            let messages: Vec<_> = good.map(|bytes| Message::T5b1(bytes, 5 * bytes.len())).collect();
            let mut done = write(&messages);
            let bad = decoded.iter().enumerate().find_map(|(i, bytes)| Some((i, bytes.as_ref().err()?)));
            if let (None, Some((index, reason))) = (&done.bad, bad) {
                done.bad = Some(BadLine { index, reason: reason.clone() });
            }
            done
        }
    })
}
