//! `lanesmith passwd kdf`.

use std::path::PathBuf;

use anyhow::anyhow;
use lanesmith::parallel::Workers;
use serde_json::json;
use zeroize::Zeroizing;

use super::case::{Case, Hex};
use super::costs::secret;
use super::units::count;
use super::{Work, secrets};
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::lines::encoded;

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd kdf --alg scrypt --n 262144 --r 8 --salt 73616c74 \\
      < password.txt
  lanesmith passwd kdf --alg argon2id --m-kib 65536 --t 3 --p 4 \\
      --salt 736f6d6573616c74
  lanesmith passwd kdf < cases.jsonl
  lanesmith passwd kdf --check < vectors/memhard/lyra2_v3_published.jsonl

Without --alg, each line of standard input is a JSON object whose keys are the
names of the options with _ for - (and N for n); password, salt, data, secret
and the expected out are hexadecimal, as in the files in vectors/memhard. One
key in hexadecimal is printed for each line. With --alg the secret key of
argon2 is in a file (--secret-file).

Exit status: 0 done, 1 a line that cannot be read or (--check) another key than
expected, 2 wrong usage.";

/// Derive keys from passwords by the bare functions, parameters as they are
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    case: Case,
    /// Compare each key with the one that its line expects, and print only the lines that differ
    #[arg(long, conflicts_with = "alg")]
    check: bool,
    /// A file with the secret key of argon2, all its bytes
    #[arg(long, value_name = "FILE", requires = "alg")]
    secret_file: Option<PathBuf>,
    /// Answer a line that cannot be read with 'line N: BAD:' and why, and go on
    #[arg(long, conflicts_with = "alg")]
    keep_going: bool,
    /// Print JSON objects with line, out and (--check) whether it is as expected
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let mut arena = Work::arena(Workers::cores());
    let mut work = Work::new();
    if args.case.alg.is_some() {
        let mut case = args.case.clone();
        if let Some(path) = &args.secret_file {
            case.secret = Hex(secret(path, "--secret-file")?);
        }
        case.password = Hex(secrets::password("Password")?);
        let key = work.one(|| case.derive(&mut arena))?.map_err(Failure::Usage)?;
        return print(1, &key, None, args, context);
    }
    let mut lines = secrets::Lines::new();
    let (mut compared, mut differ, mut bad) = (0u64, 0u64, 0u64);
    while let Some(line) = lines.read()? {
        let encoded = encoded(1, line);
        let result = match Case::read(line).map_err(|error| encoded.map_or(error, anyhow::Error::msg)) {
            Ok(case) => work.one(|| case.derive(&mut arena))?.map(|key| (case, key)),
            Err(error) => Err(error),
        };
        let number = lines.number();
        let result = result.and_then(|(case, key)| match (&case.out, args.check) {
            (Some(out), true) => Ok((Some(*out.0 == *key), key)),
            (None, true) => Err(anyhow!("out is missing")),
            (_, false) => Ok((None, key)),
        });
        let (equal, key) = match result {
            Ok(found) => found,
            Err(error) if args.keep_going => {
                bad += 1;
                work.pause(|| complain(number, &error, args.json, context))?;
                continue;
            }
            Err(error) => return Err(Failure::Input(error.context(format!("line {number}")))),
        };
        compared += u64::from(equal.is_some());
        differ += u64::from(equal == Some(false));
        if args.json || equal != Some(true) {
            let printed = work.pause(|| print(number, &key, equal, args, context));
            printed.map_err(|failure| if args.check { failure.of_answers() } else { failure })?;
        }
    }
    if lines.number() == 0 {
        return Err(Failure::usage("no cases: standard input is empty; --alg takes one from options"));
    }
    if args.check && !args.json {
        writeln!(context.out, "{} of {compared} keys are as expected", compared - differ)?;
    }
    match (bad, differ) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::Told),
        (bad, _) => Err(Failure::input(format!("{bad} of {} cannot be read", count(lines.number(), "line")))),
    }
}

/// What is wrong with a line.
fn complain(number: u64, error: &anyhow::Error, json: bool, context: &mut Context<'_>) -> Outcome {
    let out = &mut *context.out;
    if json {
        serde_json::to_writer(&mut *out, &json!({ "line": number, "error": format!("{error:#}") }))?;
        writeln!(out)?;
    } else {
        writeln!(out, "line {number}: BAD: {error:#}")?;
    }
    Ok(out.flush()?)
}

fn print(number: u64, key: &[u8], equal: Option<bool>, args: &Args, context: &mut Context<'_>) -> Outcome {
    let text = Zeroizing::new(hex::encode(key));
    let out = &mut *context.out;
    match (args.json, equal) {
        (true, None) => writeln!(out, "{{\"line\":{number},\"out\":\"{}\"}}", *text)?,
        (true, Some(equal)) => {
            writeln!(out, "{{\"line\":{number},\"out\":\"{}\",\"expected\":{equal}}}", *text)?;
        }
        (false, Some(false)) => writeln!(out, "line {number}: {} is not what is expected", *text)?,
        (false, _) => writeln!(out, "{}", *text)?,
    }
    Ok(out.flush()?)
}
