//! `lanesmith bls aggregate` and `aggregate-verify`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use lanesmith::bls::signature::{SignatureError, Variant};
use serde::Serialize;

use super::answers::fields;
use super::input::{self, MessageArgs};
use super::options::{SchemeArgs, by_variant, failed};
use super::sign::tell;
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::lines::{self, Done, Empty, Job};

const HELP: &str = "\
Examples:
  lanesmith bls aggregate signatures.txt
  lanesmith bls aggregate --what keys keys.txt

A sum of keys stands for all of them only where each has proved possession of
its secret (bls pop). Errors on standard error name malformed lines by number;
then no sum is printed, and the exit status is 1.";

/// Sum signatures or public keys, one in hexadecimal on each line
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// The lines; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// What is summed
    #[arg(long, value_enum, default_value = "signatures")]
    what: What,
    #[command(flatten)]
    scheme: SchemeArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Signatures
    Signatures,
    /// Public keys
    Keys,
}

#[derive(Serialize)]
struct Sum {
    count: usize,
    aggregate: String,
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.scheme.group, run_for(args, context))
}

fn run_for<V: Variant>(args: &Args, context: &mut Context<'_>) -> Outcome {
    let suite = args.scheme.suite::<V>()?;
    let (count, aggregate) = match args.what {
        What::Signatures => {
            let all = read_all(&args.file, |line| suite.signature(line))?;
            (all.len(), suite.scheme.aggregate(&all).map(|sum| sum.to_string()))
        }
        What::Keys => {
            let all = read_all(&args.file, |line| suite.key(line))?;
            (all.len(), suite.scheme.aggregate_keys(&all).map(|sum| sum.to_string()))
        }
    };
    let aggregate = aggregate.map_err(failed)?;
    if args.json {
        serde_json::to_writer(&mut *context.out, &Sum { count, aggregate })?;
        return Ok(writeln!(context.out)?);
    }
    Ok(writeln!(context.out, "{aggregate}")?)
}

/// Longest line.
const LONGEST: usize = 1 << 24;

/// What all lines hold. Each that is wrong is named.
fn read_all<T: Send>(
    file: &std::path::Path,
    read: impl Fn(&[u8]) -> Result<T, String> + Sync,
) -> Outcome<Vec<T>> {
    let (all, bad) = (std::sync::Mutex::new(Vec::new()), std::sync::atomic::AtomicU64::new(0));
    let job = Job { input: file, batch: 64, threads: 1, longest: LONGEST };
    lines::run(&job, Empty::Refused, &mut io::sink(), |first, batch| {
        for (number, line) in (first..).zip(batch) {
            match read(line) {
                Ok(value) => all.lock().unwrap_or_else(|e| e.into_inner()).push(value),
                Err(reason) => {
                    let reason = lines::explained(number, line, reason);
                    bad.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    // Nobody is left to tell if standard error is gone.
                    let _ = writeln!(io::stderr(), "lanesmith: line {number}: {reason}");
                }
            }
        }
        Done { text: Vec::new(), bad: None }
    })?;
    match bad.into_inner() {
        0 => Ok(all.into_inner().unwrap_or_else(|e| e.into_inner())),
        _ => Err(Failure::Told),
    }
}

const VERIFY_HELP: &str = "\
Examples:
  lanesmith bls aggregate-verify --signature $SIGNATURE pairs.csv
      # lines of pubkey,message
  lanesmith bls aggregate-verify --signature $SIGNATURE --text hi keys.txt
      # one message, a key on each line

Prints 'valid' (exit status 0), or 'INVALID:' and why (exit status 1). One
message of many keys needs --scheme pop, where each key has proved possession
of its secret.";

/// Verify an aggregate: lines of pubkey,message, or one message and a key on each line
#[derive(Debug, clap::Args)]
#[command(after_long_help = VERIFY_HELP)]
pub struct VerifyArgs {
    /// The lines; - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The aggregate
    #[arg(long, value_name = "HEX")]
    signature: String,
    #[command(flatten)]
    message: MessageArgs,
    #[command(flatten)]
    scheme: SchemeArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn verify(args: &VerifyArgs, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.scheme.group, verify_for(args, context))
}

fn verify_for<V: Variant>(args: &VerifyArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.scheme.suite::<V>()?;
    input::once(&[Some(&args.file), args.message.path()])?;
    let signature = suite.signature(&args.signature);
    let verified = match args.message.read()? {
        Some(message) => {
            let keys = read_all(&args.file, |line| suite.key(line))?;
            signature.map(|signature| suite.scheme.fast_aggregate_verify(&keys, &message, &signature))
        }
        None => {
            let pairs = read_all(&args.file, |line| {
                let [key, message] = fields(line, "pubkey,message")?;
                Ok((suite.key(key)?, input::decode_field("message", message)?))
            })?;
            let (keys, messages): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            signature.map(|signature| suite.scheme.aggregate_verify(&keys, &messages, &signature))
        }
    };
    tell(verified.and_then(|verified| verified.map_err(|e| by_line(&e))), args.json, context)
}

/// What is wrong, with messages named by their lines.
fn by_line(error: &SignatureError) -> String {
    match error {
        SignatureError::RepeatedMessage { first, second } => {
            let (first, second) = (first + 1, second + 1);
            format!("lines {first} and {second} have the same message, which the basic scheme forbids")
        }
        error => error.to_string(),
    }
}
