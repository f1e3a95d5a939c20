//! `lanesmith passwd inspect`.

use std::time::Instant;

use lanesmith::pwhash::Error;
use lanesmith::pwhash::mem::Arena;
use serde_json::{Map, json};

use super::costs::{Bounds, Source, unusable};
use super::{Work, units};
use crate::Context;
use crate::failure::Outcome;

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd inspect \\
    '$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D'
  lanesmith passwd inspect --file stored.txt --measure --json

Work is how many bytes a hash fills or mixes, each time counted; --max-work of
`verify` bounds it. --measure hashes something at these costs and says how long
it takes here, in one thread.

Known strings: $argon2id$ $argon2i$ $argon2d$ $scrypt$ $y$ $7$ $lyra2$
$twocats$. Read too, to be replaced: bcrypt ($2a$ $2b$ $2y$), $5$, $6$, $gy$,
$pbkdf2-sha256$ and its like, and what passlib, Django, Werkzeug, LDAP, Dovecot
and libsodium write. Known by name only: $1$, $2x$, $apr1$, phpass, {SSHA} ...";

/// Say what a stored string means and what it costs to verify
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Measure how long one hash takes on this machine
    #[arg(long)]
    measure: bool,
    #[command(flatten)]
    bounds: Bounds,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let stored = args.source.load()?;
    let report = stored.report();
    let limits = args.bounds.limits();
    let mut seconds = None;
    if args.measure {
        let (mut arena, mut work) = (Arena::new(), Work::new());
        // The first one brings the memory.
        for _ in 0..2 {
            let start = Instant::now();
            match work.one(|| stored.verify(b"", &limits, &mut arena))? {
                Ok(()) | Err(Error::WrongPassword) => seconds = Some(start.elapsed().as_secs_f64()),
                Err(error) => return Err(unusable(error)),
            }
        }
    }
    let within = report.memory <= limits.memory && report.work <= limits.work;
    let out = &mut *context.out;
    if args.json {
        let parameters: Map<_, _> =
            report.parameters.iter().map(|p| (p.name.to_owned(), p.value.into())).collect();
        let mut object = json!({
            "scheme": report.scheme.name(),
            "parameters": parameters,
            "salt_bytes": report.salt_bytes,
            "hash_bytes": report.hash_bytes,
            "memory": report.memory,
            "work": report.work,
            "within_limits": within,
            "remarks": report.remarks,
        });
        let optional = [
            ("version", report.version.map(Into::into)),
            ("function", report.function.map(Into::into)),
            ("seconds", seconds.map(Into::into)),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                object[name] = value;
            }
        }
        serde_json::to_writer(&mut *out, &object)?;
        return Ok(writeln!(out)?);
    }
    write!(out, "{}", report.scheme)?;
    if let Some(version) = report.version {
        write!(out, ", version {version}")?;
    }
    if let Some(function) = report.function {
        write!(out, ", {function}")?;
    }
    writeln!(out)?;
    for parameter in &report.parameters {
        writeln!(out, "  {:<6}{:>12}  {}", parameter.name, parameter.value, parameter.meaning)?;
    }
    writeln!(out, "salt     {} bytes", report.salt_bytes)?;
    writeln!(out, "hash     {} bytes", report.hash_bytes)?;
    let over = if within { "" } else { ", above the limits of verify" };
    writeln!(out, "memory   {}", units::rough(report.memory))?;
    writeln!(out, "work     {}{over}", units::rough(report.work))?;
    if let Some(seconds) = seconds {
        writeln!(out, "time     {:.1} ms for one hash here", seconds * 1e3)?;
    }
    for remark in &report.remarks {
        writeln!(out, "note: {remark}")?;
    }
    Ok(())
}
