//! `lanesmith passwd calibrate`.

use std::time::{Duration, Instant};

use lanesmith::parallel::Workers;
use lanesmith::pwhash::password::{Policy, Scheme, calibrate, calibrate_below_floor};
use serde_json::json;

use super::costs::{schemes, unusable};
use super::{Work, units};
use crate::failure::{Failure, Outcome};
use crate::{Context, lines};

const AFTER_HELP: &str = "\
Examples:
  lanesmith passwd calibrate --time 250ms --memory 64MiB
  lanesmith passwd calibrate --time 1s --memory 1GiB --scheme argon2id --json

A sample of at most 32 MiB is measured and the rest follows from it; then one
hash is made at the costs found, and its time is shown. As much memory as the
time allows comes first, then time. Unless --threads says otherwise, everything
is measured in one thread: on a busy server the other cores hash other
passwords. Costs below OWASP's floor for
new hashes are not told unless asked for: then a hash takes longer than --time.

Give the options of the last column to `lanesmith passwd hash`. Logins take 50
to 250 ms, keys that guard a file a second or more.";

/// Find the costs that take a given time and memory on this machine
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Time that one hash may take
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = units::time)]
    time: Duration,
    /// Memory that one hash may take
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = units::size)]
    memory: u64,
    /// Allow costs below the floor for new hashes (OWASP's for argon2 and scrypt); without this option they take longer than
    /// --time instead
    #[arg(long)]
    below_floor: bool,
    /// Only this scheme; may be repeated
    #[arg(long, value_parser = schemes())]
    scheme: Vec<Scheme>,
    /// Parts of a hash
    #[arg(long, value_name = "N", default_value = "1")]
    parallelism: u32,
    /// Threads that compute a hash, no more than it has parts
    #[arg(long, value_name = "N", default_value = "1")]
    threads: usize,
    /// Print a JSON object for each scheme
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let all = [Scheme::Argon2id, Scheme::Yescrypt, Scheme::Scrypt, Scheme::Lyra2, Scheme::TwoCats];
    let wanted = if args.scheme.is_empty() { &all[..] } else { &args.scheme[..] };
    let out = &mut *context.out;
    let mut begun = args.json;
    let mut arena = Work::arena(Workers::threads(lines::threads(Some(args.threads))?));
    let mut work = Work::new();
    for scheme in wanted {
        let like = Policy::new(*scheme).with_parallelism(args.parallelism).map_err(unusable)?;
        let found = work.one(|| match args.below_floor {
            false => calibrate(&like, args.time, args.memory, &mut arena),
            true => calibrate_below_floor(&like, args.time, args.memory, &mut arena),
        })?;
        let found = found.map_err(|error| Failure::usage(format!("{scheme}: {error}")))?;
        let policy = found.policy;
        let mut measured = Duration::ZERO;
        // The first one brings the memory.
        for _ in 0..2 {
            let start = Instant::now();
            work.one(|| policy.hash(b"password", b"somesaltsomesalt", &mut arena))?.map_err(unusable)?;
            measured = start.elapsed();
        }
        let memory = match policy {
            Policy::Scrypt(params) => params.table_bytes(),
            Policy::Yescrypt(params) => params.n() * params.block_bytes(),
            _ => policy.memory(),
        };
        let mut options = format!(
            "--scheme {scheme} --parallelism {} --memory {}",
            policy.parallelism(),
            units::exact(memory)
        );
        if let Some(cost) = policy.time_cost() {
            options += &format!(" --time-cost {cost}");
        }
        let [expected, measured] = [found.expected, measured].map(|time| time.as_secs_f64() * 1e3);
        if args.json {
            let object = json!({
                "scheme": scheme.name(),
                "memory": memory,
                "time_cost": policy.time_cost(),
                "parallelism": policy.parallelism(),
                "expected_ms": expected,
                "measured_ms": measured,
                "options": options,
            });
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)?;
        } else {
            let memory = units::rough(memory);
            // Not before there is something to stand under it.
            if !begun {
                writeln!(
                    out,
                    "{:<9} {:>9} {:>9} {:>9}  options",
                    "scheme", "memory", "expected", "measured"
                )?;
                begun = true;
            }
            writeln!(out, "{scheme:<9} {memory:>9} {expected:>6.0} ms {measured:>6.0} ms  {options}")?;
        }
        out.flush()?;
    }
    Ok(())
}
