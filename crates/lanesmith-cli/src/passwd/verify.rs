//! `lanesmith passwd verify` and `needs-rehash`.

use lanesmith::pwhash::password::{PasswordHash, Policy};
use lanesmith::pwhash::{Error, Workers};
use serde_json::json;

use super::costs::{Besides, Bounds, Costs, Older, Source, unusable};
use super::units::count;
use super::{Threads, Work, new_salt, secrets};
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::lines::encoded;

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd verify '$argon2id$v=19$m=65536,t=3,p=4$...'
      # asks for the password
  lanesmith passwd verify --file stored.txt < password.txt
  lanesmith passwd verify --lines < pairs.txt
      # a string, a tab and a password on each line
  lanesmith passwd verify --rehash --file stored.txt < password.txt
      # the string to store from now on
  lanesmith passwd verify --rehash --secret-file 2026.key --key-id 2026 \\
      --old-secret 2025=2025.key --old-secret none --lines < pairs.txt

Prints 'right' or 'wrong'; with --lines one verdict for each line, which may
also be 'unusable: ' and why.

With --rehash, in place of 'right' it prints the string to store from now on:
a new one where the old one is of another scheme or library, cheaper than the
costs given, or of an older secret; else the old one as it is.

Exit status: 0 right, 1 wrong, 2 no answer: a string that cannot be used, a
file that cannot be read, output that cannot be written (with --lines: the
worst of all lines).

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
    /// Print the string to store from now on, made anew where it should be
    #[arg(long)]
    rehash: bool,
    #[command(flatten)]
    besides: Besides,
    #[command(flatten)]
    older: Older,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    threads: Threads,
    /// Print a JSON object for each password
    #[arg(long)]
    json: bool,
    // Last: what follows would be under its heading.
    #[command(flatten)]
    costs: Costs,
}

/// What is known of a password and its string: the string to store from now on, if that was asked for.
type Verdict = Result<Option<String>, Error>;

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    if !args.rehash && !args.costs.is_usual() {
        return Err(Failure::usage("costs are those of new strings: --rehash makes them"));
    }
    let policy = args.costs.policy()?;
    let loaded = args.besides.load_with(&args.older)?;
    if args.rehash {
        Costs::warn(&policy);
    }
    let older = loaded.older();
    let service = loaded.context(&older);
    let limits = args.bounds.limits();
    let mut arena = Work::arena(args.threads.workers()?);
    let mut work = Work::new();
    let mut verify = |stored: &PasswordHash, password: &[u8]| -> Outcome<Verdict> {
        if !args.rehash {
            let verified = work.one(|| stored.verify_in(&service, password, &limits, &mut arena))?;
            return Ok(verified.map(|()| None));
        }
        let salt = new_salt()?;
        let upgrade = || policy.verify_and_upgrade(stored, &service, password, &salt, &limits, &mut arena);
        Ok(work.one(upgrade)?.map(|new| Some(new.as_ref().unwrap_or(stored).to_string())))
    };
    if !args.lines {
        let stored = match args.source.load_beside_password() {
            Err(Failure::Usage(why)) if args.json => {
                print(None, "unusable", Some(&format!("{why:#}")), None, context)?;
                return Err(Failure::Usage(why));
            }
            stored => stored?,
        };
        let password = secrets::password("Password")?;
        let result = verify(&stored, &password)?;
        let why = result.as_ref().err().map(Error::to_string);
        tell(None, &result, why, args.json, context)?;
        return match result {
            Ok(_) => Ok(()),
            Err(Error::WrongPassword) => Err(Failure::Told),
            Err(error) => Err(unusable(error)),
        };
    }
    let mut lines = secrets::Lines::new();
    let (mut wrong, mut bad, mut number) = (0, 0, 0);
    while let Some(line) = lines.read()? {
        number += 1;
        let encoded = encoded(number, line);
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
            Ok(_) => {}
            Err(Error::WrongPassword) => wrong += 1,
            Err(_) => bad += 1,
        }
        let why = match &result {
            Ok(_) | Err(Error::WrongPassword) => None,
            Err(error) => Some(encoded.unwrap_or_else(|| error.to_string())),
        };
        if let (Some(why), false) = (&why, args.json) {
            writeln!(context.out, "unusable: {why}")?;
        } else {
            tell(Some(number), &result, why, args.json, context)?;
        }
        context.out.flush()?;
    }
    match (number, bad, wrong) {
        (0, ..) => Err(Failure::usage("no lines: standard input is empty")),
        (_, 0, 0) => Ok(()),
        (_, 0, _) => Err(Failure::Told),
        (all, bad, _) => Err(Failure::usage(format!("{bad} of {} cannot be used", count(all, "line")))),
    }
}

/// Prints a result; without JSON, one that is an error is left to who reports it.
fn tell(
    line: Option<u64>,
    result: &Verdict,
    why: Option<String>,
    json: bool,
    context: &mut Context<'_>,
) -> Outcome {
    let (word, why, new) = match result {
        Ok(new) => ("right", None, new.as_deref()),
        Err(Error::WrongPassword) => ("wrong", None, None),
        Err(_) => ("unusable", why, None),
    };
    match (json, why) {
        (true, why) => print(line, word, why.as_deref(), new, context)?,
        (false, None) => writeln!(context.out, "{}", new.unwrap_or(word))?,
        (false, Some(_)) => {}
    }
    Ok(())
}

/// The object of one verdict.
fn print(
    line: Option<u64>,
    word: &str,
    why: Option<&str>,
    string: Option<&str>,
    context: &mut Context<'_>,
) -> Outcome {
    let mut object = json!({ "result": word });
    if let Some(line) = line {
        object["line"] = line.into();
    }
    for (name, text) in [("reason", why), ("string", string)] {
        if let Some(text) = text {
            object[name] = text.into();
        }
    }
    serde_json::to_writer(&mut *context.out, &object)?;
    Ok(writeln!(context.out)?)
}

const REHASH_HELP: &str = "\
Examples:
  lanesmith passwd needs-rehash --file stored.txt --memory 64MiB && echo yes
  lanesmith passwd needs-rehash --raise \"$STRING\" \\
      --scheme twocats --memory 256MiB

A string of another library (bcrypt, /etc/shadow, Django ...) always needs it.
One that costs more than asked for does not, as it would only be made cheaper:
--exact says yes to it too.

Exit status: 0 the string needs to be made anew, 1 it does not, 2 no answer: it
cannot be used, a file cannot be read, output cannot be written. With --raise:
0 the raised string is printed, 1 there is nothing to raise, 2 the password is
needed.";

/// Say whether a stored string is of another scheme or cheaper than new ones: exit status 0 if so, 1 if not
#[derive(Debug, clap::Args)]
#[command(after_long_help = REHASH_HELP)]
pub struct RehashArgs {
    #[command(flatten)]
    source: Source,
    /// Say yes to whatever differs from a new string, to a dearer one too
    #[arg(long)]
    exact: bool,
    /// Say yes to a string of argon2 that names another secret than this one
    #[arg(long, value_name = "ID")]
    key_id: Option<String>,
    /// Print the string at the new memory, made without the password (twocats)
    #[arg(long)]
    raise: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    // Last: what follows would be under its heading.
    #[command(flatten)]
    costs: Costs,
}

pub fn needs_rehash(args: &RehashArgs, context: &mut Context<'_>) -> Outcome {
    let policy = args.costs.policy()?;
    let stored = args.source.load()?;
    let other_key = args
        .key_id
        .as_ref()
        .is_some_and(|id| matches!(policy, Policy::Argon2(_)) && stored.key_id() != id.as_bytes());
    let other = if args.exact { stored.differs(&policy) } else { stored.needs_rehash(&policy) };
    let needed = other || other_key;
    let raised = match needed && args.raise {
        false => None,
        true => {
            let raised = Work::new().one(|| stored.upgraded(&policy, &mut Work::arena(Workers::cores())))?;
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
