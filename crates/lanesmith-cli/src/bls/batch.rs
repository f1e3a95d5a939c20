//! `lanesmith bls batch-verify`: a verdict for each line, at the price of a batch.

use lanesmith::bls::signature::{Entry, PublicKey, Signature, SignatureError, Variant, expand_seed};

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

/// Lines of a batch: one final exponentiation for all of them, and half a batch is not much to wait for.
const BATCH: usize = 256;

/// Longest line: messages of up to 8 MiB.
const LONGEST: usize = 1 << 24;

/// A line that has been read.
struct Triple<V: Variant> {
    key: PublicKey<V>,
    message: Vec<u8>,
    signature: Signature<V>,
}

impl<V: Variant> Triple<V> {
    fn entry(&self) -> Entry<'_, V> {
        Entry { key: self.key, message: &self.message, signature: self.signature }
    }
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.scheme.group, run_for(args, context))
}

fn run_for<V: Variant>(args: &Args, context: &mut Context<'_>) -> Outcome {
    let suite = args.scheme.suite::<V>()?;
    let answers = Answers { batch: BATCH, longest: LONGEST, quiet: args.quiet };
    answers.give(&args.lines, context, |lines| verdicts(&suite, lines))
}

fn verdicts<V: Variant>(suite: &Suite<'_, V>, lines: &[&[u8]]) -> Vec<Answer> {
    let read: Vec<Result<Triple<V>, String>> = lines.iter().map(|line| triple(suite, line)).collect();
    // Seeded now that the signatures are in hand.
    let mut seed = [0; 32];
    let verdicts = secret::random(&mut seed).map_err(|e| e.to_string()).and_then(|()| {
        let rows = read.iter().map(|row| row.as_ref().map(Triple::entry));
        suite.scheme.verify_each(rows, &mut expand_seed(seed)).map_err(|e| e.to_string())
    });
    let answer = |verdict| match verdict {
        Ok(true) => Ok(String::new()),
        Ok(false) => Err(SignatureError::Mismatch.to_string()),
        Err(error) => Err(String::clone(error)),
    };
    match verdicts {
        Ok(verdicts) => verdicts.into_iter().map(answer).collect(),
        Err(error) => read.iter().map(|row| answer(Err(row.as_ref().err().unwrap_or(&error)))).collect(),
    }
}

fn triple<V: Variant>(suite: &Suite<'_, V>, line: &[u8]) -> Result<Triple<V>, String> {
    let [key, message, signature] = fields(line, "pubkey,message,signature")?;
    Ok(Triple {
        key: suite.key(key)?,
        message: input::decode(message).map_err(|e| format!("message: {e}"))?,
        signature: suite.signature(signature)?,
    })
}
