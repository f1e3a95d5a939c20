//! `lanesmith passwd verify` and `needs-rehash`.

use lanesmith::pwhash::Error;
use lanesmith::pwhash::password::PasswordHash;
use serde_json::json;

use super::Work;
use super::costs::{Besides, Bounds, Costs, Source, unusable};
use super::secrets;
use crate::Context;
use crate::failure::{Failure, Outcome};

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd verify '$argon2id$v=19$m=65536,t=3,p=4$...'
      asks for the password
  lanesmith passwd verify --file stored.txt < password.txt
  lanesmith passwd verify --lines < pairs.txt
      a string, a tab and a password on each line

Prints 'right' or 'wrong'; with --lines one verdict for each line, which may
also be 'unusable: ' and why.

Exit status: 0 right, 1 wrong, 2 a string that cannot be used (with --lines:
the worst of all lines).

A stored string says what verifying it costs, so whoever can write one could
take the machine down. Strings above --max-memory or --max-work are unusable.";

/// Say whether a password is the one that was stored: exit status 0 if it is, 1 if not, 2 if the string cannot be used
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Take a stored string, a tab and a password from each line of standard input
    #[arg(long, conflicts_with = "Source")]
    lines: bool,
    #[command(flatten)]
    besides: Besides,
    #[command(flatten)]
    bounds: Bounds,
    /// Print a JSON object for each password
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let loaded = args.besides.load()?;
    let limits = args.bounds.limits();
    let mut arena = Work::arena();
    let mut work = Work::new();
    let mut verify = |stored: &PasswordHash, password: &[u8]| {
        work.one(|| stored.verify_with(&loaded.context(), password, &limits, &mut arena))
    };
    if !args.lines {
        let stored = match args.source.load() {
            Err(Failure::Usage(why)) if args.json => {
                print("unusable", Some(&format!("{why:#}")), context)?;
                return Err(Failure::Usage(why));
            }
            stored => stored?,
        };
        let password = secrets::password("Password")?;
        let result = verify(&stored, &password)?;
        tell(&result, args.json, context)?;
        return match result {
            Ok(()) => Ok(()),
            Err(Error::WrongPassword) => Err(Failure::Told),
            Err(error) => Err(unusable(error)),
        };
    }
    let mut lines = secrets::Lines::new();
    let (mut wrong, mut bad) = (0, 0);
    while let Some(line) = lines.read()? {
        let result = match line.iter().position(|&c| c == b'\t') {
            None => Err(Error::Malformed { at: line.len(), what: "no tab between string and password" }),
            Some(tab) => match str::from_utf8(&line[..tab]) {
                Err(error) => Err(Error::Malformed { at: error.valid_up_to(), what: "not text in UTF-8" }),
                Ok(text) => match text.parse::<PasswordHash>() {
                    Ok(stored) => verify(&stored, &line[tab + 1..])?,
                    Err(error) => Err(error),
                },
            },
        };
        match result {
            Ok(()) => {}
            Err(Error::WrongPassword) => wrong += 1,
            Err(_) => bad += 1,
        }
        if let (Err(error), false, false) = (&result, args.json, result == Err(Error::WrongPassword)) {
            writeln!(context.out, "unusable: {error}")?;
        } else {
            tell(&result, args.json, context)?;
        }
        context.out.flush()?;
    }
    match (lines.number(), bad, wrong) {
        (0, ..) => Err(Failure::usage("no lines: standard input is empty")),
        (_, 0, 0) => Ok(()),
        (_, 0, _) => Err(Failure::Told),
        (all, bad, _) => Err(Failure::usage(format!("{bad} of {all} lines cannot be used"))),
    }
}

/// Prints a result; without JSON, one that is an error is left to who reports it.
fn tell(result: &Result<(), Error>, json: bool, context: &mut Context<'_>) -> Outcome {
    let (word, why) = match result {
        Ok(()) => ("right", None),
        Err(Error::WrongPassword) => ("wrong", None),
        Err(error) => ("unusable", Some(error.to_string())),
    };
    match (json, why) {
        (true, why) => print(word, why.as_deref(), context)?,
        (false, None) => writeln!(context.out, "{word}")?,
        (false, Some(_)) => {}
    }
    Ok(())
}

/// The object of one verdict.
fn print(word: &str, why: Option<&str>, context: &mut Context<'_>) -> Outcome {
    let mut object = json!({ "result": word });
    if let Some(why) = why {
        object["reason"] = why.into();
    }
    serde_json::to_writer(&mut *context.out, &object)?;
    Ok(writeln!(context.out)?)
}

const REHASH_HELP: &str = "\
Examples:
  if lanesmith passwd needs-rehash --file stored.txt --memory 64MiB; then ...
  lanesmith passwd needs-rehash --raise \"$STRING\" \\
      --scheme twocats --memory 256MiB

Exit status: 0 the string needs to be made anew, 1 it does not, 2 it cannot be
used. With --raise: 0 the raised string is printed, 1 there is nothing to
raise, 2 the password is needed.";

/// Say whether a stored string is of another scheme or has other costs than new ones get: exit status 0 if so, 1 if not
#[derive(Debug, clap::Args)]
#[command(after_long_help = REHASH_HELP)]
pub struct RehashArgs {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    costs: Costs,
    /// Print the string at the new memory, made without the password (twocats)
    #[arg(long)]
    raise: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn needs_rehash(args: &RehashArgs, context: &mut Context<'_>) -> Outcome {
    let policy = args.costs.policy()?;
    let stored = args.source.load()?;
    let needed = stored.needs_rehash(&policy);
    let raised = match needed && args.raise {
        false => None,
        true => {
            let raised = Work::new().one(|| stored.upgraded(&policy, &mut Work::arena()))?;
            let raised = raised.map_err(unusable)?;
            let why = "cannot be raised without the password: twocats with o=0 can, if all but its memory is the same";
            Some(raised.ok_or_else(|| Failure::usage(why))?)
        }
    };
    if args.json {
        let mut object = json!({ "needs_rehash": needed });
        if let Some(raised) = &raised {
            object["raised"] = raised.to_string().into();
        }
        serde_json::to_writer(&mut *context.out, &object)?;
        writeln!(context.out)?;
    } else if let Some(raised) = &raised {
        writeln!(context.out, "{raised}")?;
    } else {
        writeln!(context.out, "{}", if needed { "yes" } else { "no" })?;
    }
    if needed { Ok(()) } else { Err(Failure::Told) }
}
