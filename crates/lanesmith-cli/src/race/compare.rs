//! `lanesmith race compare`: an earlier program run in turn with this one, or recorded races of two moments.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use lanesmith_race::compare::{Change, Rule, compare, failures, notes, paired, too_few};
use lanesmith_race::{Record, text};
use serde::Serialize;

use super::in_turn::{self, LARGEST};
use crate::failure::{Failure, Outcome};
use crate::{Context, interrupt, terminal};

const AFTER_HELP: &str = "\
With --with, both programs race in turn, old new, new old and so on; only what
differs from one run to the next counts, by a signed-rank test that is
corrected for the number of engines compared (Holm): the chance that a program
is found to differ from itself is 1 in 200. Differences below 1 % are ignored.
An engine is 'same' only where 5 % would have shown, and 'cannot tell: noisy'
otherwise, which fails nothing. By default all cases of every race take part.

With --time the comparison ends by then, measured by the clock on the wall from
its first moment. Where too few rounds fit into it for a verdict, all that it
says is 'cannot tell', and how much time is likely to be enough. Without it the
comparison takes 12 seconds for each case, 300 at most, or as much longer as
the rounds need that a verdict takes.

Recorded races are weaker evidence: drift of the machine between two runs looks
like a difference between the programs. Give at least three records a side;
with one a side, only the intervals within it can be judged.

'Change' is how many times as fast the later program is.

Exit status: 0 unless an engine fails --fail-below (1), or nothing could be
compared (2).

Examples:
  lanesmith race compare --with ./lanesmith-before --fail-below 0.97
  lanesmith race compare --with ./lanesmith-before --op sha256.nodes --time 60
  lanesmith race compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json";

/// Compare this program with an earlier one, or recorded races (made by --json)
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Records of the earlier program: files, separated by commas
    #[arg(required_unless_present = "with", value_parser = files)]
    a: Option<Files>,
    /// Records of the later program
    #[arg(required_unless_present = "with", value_parser = files)]
    b: Option<Files>,
    /// Race in turn with this program, an earlier build of lanesmith
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["a", "b"])]
    with: Option<PathBuf>,
    #[command(flatten)]
    asked: in_turn::Asked,
    /// Exit with status 1 if an engine is slower and its change is below this, or an engine of the earlier program is missing
    #[arg(long, value_name = "RATIO", value_parser = positive)]
    fail_below: Option<f64>,
    /// Show every contender, not only those that differ
    #[arg(long)]
    all: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Files of one side.
#[derive(Clone, Debug)]
struct Files(Vec<PathBuf>);

fn files(text: &str) -> Result<Files, String> {
    if text.split(',').any(str::is_empty) {
        return Err("a file without a name".into());
    }
    Ok(Files(text.split(',').map(PathBuf::from).collect()))
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        Ok(_) => Err("not a positive number".into()),
        Err(e) => Err(e.to_string()),
    }
}

/// Reads a record.
pub(super) fn read_one(path: &PathBuf) -> anyhow::Result<Record> {
    let mut text = Vec::new();
    let file = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut text));
    file.with_context(|| format!("cannot read {}", path.display()))?;
    if text.len() as u64 > LARGEST {
        bail!("{} is not a record of a race: it is larger than {} MiB", path.display(), LARGEST >> 20);
    }
    serde_json::from_slice(&text).map_err(|e| {
        anyhow!("{} is not a record of a race: {}", path.display(), terminal::plain(&e.to_string()))
    })
}

fn read(files: Option<&Files>) -> anyhow::Result<Vec<Record>> {
    files.map_or(&[][..], |files| &files.0).iter().map(read_one).collect()
}

#[derive(Serialize)]
struct Output<'a> {
    records: [usize; 2],
    notes: &'a [String],
    changes: &'a [Change],
    /// What both programs took that raced in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// Runs the command.
///
/// # Errors
/// A record that cannot be read, a program that does not race, output that cannot be written, an engine that got worse than
/// `--fail-below`.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let rule = Rule::default();
    let mut seconds = None;
    let (records, changes, mut notes) = match &args.with {
        None => {
            let (a, b) = (read(args.a.as_ref())?, read(args.b.as_ref())?);
            ([a.len(), b.len()], compare(&a, &b, &rule), notes(&a, &b))
        }
        Some(program) => {
            let raced = in_turn::race(program, &args.asked, context, &rule)?;
            let changes = paired(&raced.a, &raced.b, &rule);
            let mut notes = notes(&raced.a, &raced.b);
            // Noise is in the verdicts.
            notes.retain(|note| !note.contains("--with") && !note.contains("noisy"));
            let few = too_few(raced.rounds, changes.len(), &rule);
            notes.extend(few.map(|few| match raced.likely {
                Some(likely) => format!("{few}; {} seconds are likely to be enough", likely.as_secs() + 1),
                None => few,
            }));
            seconds = Some(raced.seconds);
            ([raced.rounds; 2], changes, notes)
        }
    };
    if args.json {
        let output = Output { records, notes: &notes, changes: &changes, seconds };
        serde_json::to_writer_pretty(&mut context.out, &output)?;
        writeln!(context.out)?;
    } else {
        notes.iter_mut().for_each(|note| *note = terminal::plain(note));
        let shown: Vec<Change> = changes.iter().map(shown).collect();
        text::comparison(&shown, &notes, args.all, terminal::width(), context.out)?;
        if let Some(seconds) = seconds {
            writeln!(context.out, "{} rounds of both programs, {seconds:.1} s in all", records[0])?;
        }
    }
    if interrupt::asked() {
        context.out.flush()?;
        return Err(Failure::Interrupted);
    }
    let failed = args.fail_below.map_or(Vec::new(), |limit| failures(&changes, limit));
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::input(format!("worse than before: {}", terminal::plain(&failed.join("; ")))))
}

/// With names that may be shown: those of a record are whatever its maker wrote.
fn shown(change: &Change) -> Change {
    let plain = |name: &String| terminal::plain(name).replace('\n', "\\n");
    Change {
        op: plain(&change.op),
        case: plain(&change.case),
        contender: plain(&change.contender),
        ..change.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_up_to_a_size_and_refused_beyond() {
        let endless = Files(vec!["/dev/zero".into()]);
        if cfg!(unix) {
            let refused = read(Some(&endless)).unwrap_err().to_string();
            assert_eq!(refused, "/dev/zero is not a record of a race: it is larger than 64 MiB");
        }
    }
}
