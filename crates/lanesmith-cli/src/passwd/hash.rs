//! `lanesmith passwd hash`.

use lanesmith::pwhash::password::PasswordHash;
use serde_json::json;

use super::costs::{Besides, Costs, Loaded, unusable};
use super::secrets;
use super::{Threads, Work, new_salt};
use crate::Context;
use crate::failure::{Failure, Outcome};

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd hash
      # Argon2id, 64 MiB, 3 passes, 4 lanes
  lanesmith passwd hash --scheme yescrypt
      # what Debian stores ($y$j9T$)
  lanesmith passwd hash --memory 19MiB --time-cost 2 --parallelism 1 \\
      < passwords.txt > strings.txt
  lanesmith passwd hash --secret-file pepper.key --data 'user 4711'
  lanesmith passwd hash --secret-file 2026.key --key-id 2026

For new systems take argon2id or yescrypt, with costs from `lanesmith passwd
calibrate`. lyra2 and twocats are for strings that exist already and for
comparisons; a string of twocats can be raised to more memory without the
password.";

/// Make the strings that are stored: one for the password typed, or one for each line of standard input
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    besides: Besides,
    /// The salt in hexadecimal, 8 to 64 bytes, for one password [default: 16 random bytes for each]
    #[arg(long, value_name = "HEX")]
    salt: Option<String>,
    #[command(flatten)]
    threads: Threads,
    /// Print a JSON object for each password
    #[arg(long)]
    json: bool,
    // Last: what follows would be under its heading.
    #[command(flatten)]
    costs: Costs,
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let policy = args.costs.policy()?;
    let loaded = args.besides.load()?;
    Costs::warn(&policy);
    let given = match &args.salt {
        None => None,
        Some(text) => {
            let salt = hex::decode(text).map_err(|e| Failure::usage(format!("--salt: {e}")))?;
            Some(salt)
        }
    };
    let mut arena = Work::arena(args.threads.workers()?);
    let mut work = Work::new();
    let mut one = |line: u64, password: &[u8], loaded: &Loaded<'_>, context: &mut Context<'_>| -> Outcome {
        let random;
        let salt = match &given {
            Some(salt) => salt,
            None => {
                random = new_salt()?;
                &random[..]
            }
        };
        let stored = work.one(|| policy.hash_in(&loaded.context(&[]), password, salt, &mut arena))?;
        let stored = stored.map_err(unusable)?;
        work.pause(|| write(line, &stored, args.json, context))
    };
    if secrets::interactive() {
        let password = secrets::ask("Password")?;
        if *secrets::ask("Again")? != *password {
            return Err(Failure::usage("the two passwords differ"));
        }
        return one(1, &password, &loaded, context);
    }
    let mut lines = secrets::Lines::new();
    let mut line = 0;
    while let Some(password) = lines.read()? {
        line += 1;
        one(line, password, &loaded, context)?;
        if given.is_some() && lines.read()?.is_some() {
            return Err(Failure::usage("--salt is for one password: no two may have the same"));
        }
    }
    match lines.number() {
        0 => Err(Failure::usage("no password: standard input is empty")),
        _ => Ok(()),
    }
}

fn write(line: u64, stored: &PasswordHash, json: bool, context: &mut Context<'_>) -> Outcome {
    if json {
        let report = stored.report();
        let object = json!({
            "line": line,
            "string": stored.to_string(),
            "scheme": report.scheme.name(),
            "memory": report.memory,
            "work": report.work,
        });
        serde_json::to_writer(&mut *context.out, &object)?;
        writeln!(context.out)?;
    } else {
        writeln!(context.out, "{stored}")?;
    }
    // Each is there as soon as it can be.
    Ok(context.out.flush()?)
}
