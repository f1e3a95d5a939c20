//! Commands that answer each line: in order, by number where something is wrong, to the end whatever is wrong.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use lanesmith::parallel::Workers;
use serde::Serialize;

use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::lines::{self, AllowEmpty, Done, Empty, Job};

/// What is to be done with which lines.
#[derive(Debug, clap::Args)]
pub struct LineArgs {
    /// The lines; - for standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// Threads; all cores by default
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print a JSON object for each line: its number, ok, and a result or an error
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    empty: AllowEmpty,
}

/// The answer to a line: what it gives, or what is wrong with it.
pub type Answer = Result<String, String>;

/// How answers are given.
pub struct Answers {
    /// Lines that are worked on together.
    pub batch: usize,
    /// Longest line, in bytes.
    pub longest: usize,
    /// Only what is wrong is told.
    pub quiet: bool,
}

#[derive(Serialize)]
struct Record<'a> {
    line: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Answers {
    /// Gives `work`'s answers to all lines. A result is printed as it is; where there is none, `line N: ok`.
    ///
    /// # Errors
    /// If a line is wrong, after all have been answered; input or output that fails; Ctrl-C.
    pub fn give(
        &self,
        args: &LineArgs,
        context: &mut Context<'_>,
        work: impl Fn(&[&[u8]]) -> Vec<Answer> + Sync,
    ) -> Outcome {
        self.give_by(lines::threads(args.threads)?, args, context, work)
    }

    /// [`Answers::give`] where one batch after the other is answered, each by all threads: the lines of a batch share work, which is the
    /// less the fewer batches there are.
    ///
    /// # Errors
    /// As there.
    pub fn give_together(
        &self,
        args: &LineArgs,
        context: &mut Context<'_>,
        work: impl Fn(Workers<'_>, &[&[u8]]) -> Vec<Answer> + Sync,
    ) -> Outcome {
        let workers = Workers::threads(lines::threads(args.threads)?);
        self.give_by(1, args, context, |lines| work(workers, lines))
    }

    /// Gives `work`'s answers to all lines, on so many threads.
    fn give_by(
        &self,
        threads: usize,
        args: &LineArgs,
        context: &mut Context<'_>,
        work: impl Fn(&[&[u8]]) -> Vec<Answer> + Sync,
    ) -> Outcome {
        let job = Job { input: &args.file, batch: self.batch, threads, longest: self.longest };
        let (all, bad) = (AtomicU64::new(0), AtomicU64::new(0));
        let refuses_empty = Empty::from(args.empty) == Empty::Refused;
        // An empty line is answered like any other that is wrong: the run goes on.
        lines::run(&job, Empty::Taken, context.out, |first, lines| {
            // A line of blanks looks like an empty one, and would be read as one.
            let worked_on = |line: &[u8]| !(refuses_empty && line.trim_ascii().is_empty());
            let whole: Vec<&[u8]> = lines.iter().copied().filter(|line| worked_on(line)).collect();
            let mut worked = work(&whole).into_iter();
            let answers: Vec<Answer> = lines
                .iter()
                .map(|line| {
                    if worked_on(line) { worked.next() } else { None }.unwrap_or_else(|| Err("empty".into()))
                })
                .collect();
            all.fetch_add(answers.len() as u64, Ordering::Relaxed);
            let mut text = String::new();
            for ((line, answer), bytes) in (first..).zip(answers).zip(lines) {
                let answer = answer.map_err(|reason| lines::explained(line, bytes, reason));
                bad.fetch_add(answer.is_err().into(), Ordering::Relaxed);
                if answer.is_err() || !self.quiet {
                    print(&mut text, line, &answer, args.json);
                }
            }
            Done { text: text.into_bytes(), bad: None }
        })?;
        let all = all.into_inner();
        match bad.into_inner() {
            0 if all == 0 && refuses_empty => {
                Err(Failure::input(format!("no lines in {}", lines::name(&args.file))))
            }
            0 => Ok(()),
            bad => {
                context.out.flush()?;
                Err(Failure::input(format!(
                    "{bad} of {all} {} bad",
                    if all == 1 { "line is" } else { "lines are" }
                )))
            }
        }
    }

    /// [`Answers::give`] where each line is answered for itself.
    ///
    /// # Errors
    /// As there.
    pub fn give_each(
        &self,
        args: &LineArgs,
        context: &mut Context<'_>,
        work: impl Fn(&[u8]) -> Answer + Sync,
    ) -> Outcome {
        self.give(args, context, |lines| lines.iter().map(|line| work(line)).collect())
    }
}

fn print(text: &mut String, line: u64, answer: &Answer, json: bool) {
    let (result, error) = match answer {
        Ok(result) => (Some(result.as_str()).filter(|result| !result.is_empty()), None),
        Err(error) => (None, Some(error.as_str())),
    };
    // Neither a string nor numbers and text as JSON can fail.
    let _ = if json {
        let record = Record { line, ok: error.is_none(), result, error };
        writeln!(text, "{}", serde_json::to_string(&record).unwrap_or_default())
    } else {
        match (result, error) {
            (_, Some(error)) => writeln!(text, "line {line}: BAD: {error}"),
            (Some(result), None) => writeln!(text, "{result}"),
            (None, None) => writeln!(text, "line {line}: ok"),
        }
    };
}

/// The fields of a line with commas.
pub fn fields<'l, const N: usize>(line: &'l [u8], names: &str) -> Result<[&'l [u8]; N], String> {
    let all: Vec<&[u8]> = line.split(|byte| *byte == b',').collect();
    let found = all.len();
    let word = if found == 1 { "field" } else { "fields" };
    all.try_into().map_err(|_| format!("{found} {word}, a line has {N}: {names}"))
}
