//! The `lanesmith` command as a library, so that tests can drive it: one module for each subcommand. What is checked and
//! raced is in [`lanesmith_suite`].

pub mod bls;
pub mod check;
pub mod circuits;
pub mod completions;
pub mod cpu;
pub mod curl;
mod dumps;
pub mod failure;
#[allow(unsafe_code)]
mod ffi;
pub mod files;
pub mod lines;
pub mod list;
pub mod machine;
pub mod measure;
pub mod merkle;
pub mod passwd;
pub mod pow;
pub mod race;
pub mod sha256;
pub mod terminal;
pub mod torrent;
pub mod tree;
pub mod tune;
pub mod watch;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use failure::{Failure, Outcome};
use lanesmith::profile::{self, Profile};
pub use lanesmith_parallel::interrupt;
use lanesmith_suite::{Family, families};

const AFTER_HELP: &str = "\
Examples:
  lanesmith race                # what you get here, and how much faster it is
  lanesmith race --all          # every engine, in under 4 minutes
  lanesmith check sha256.nodes  # published vectors on each of its engines
  lanesmith cpu --measure       # what SHA-NI, AVX2, AVX-512 ... are worth here
  lanesmith tune -o here.toml   # which engines are best; then --profile
  lanesmith list                # all engines, and which of them are chosen
  lanesmith sha256 --check SHA256SUMS
  lanesmith merkle root leaves.txt
  lanesmith tree root --format fsverity app.apk
  lanesmith bls batch-verify signatures.csv
  lanesmith passwd hash         # a string to store for a password
  lanesmith curl hash transactions.txt
  LANESMITH_ENGINE='*=scalar' lanesmith cpu

Environment:
  LANESMITH_ENGINE   engines for callers that name none,
                     e.g. 'sha256.nodes=avx2,*=scalar'
  LANESMITH_PROFILE  a profile that 'lanesmith tune' wrote on this machine;
                     --profile takes precedence
  NO_COLOR           no colour

What chooses an engine, in order of precedence: --engine, LANESMITH_ENGINE, a
profile, the built-in order. A profile that is damaged or of another CPU is
refused with a warning, and the built-in order stands.

Exit status:
  0    done; where the command answers a question: yes
  1    no: a wrong signature, password, proof or digest; or bad input
  2    could not look: wrong usage, an engine that cannot be had here, a file
       that cannot be read or written, memory that is refused
  130  interrupted by Ctrl-C
A reader that leaves early (a closed pipe) ends a command with 0, but with 2
where the status is an answer and not all was looked at.";

/// The fastest cryptographic kernels that this CPU can run: race them, check them, use them.
#[derive(Debug, Parser)]
#[command(name = "lanesmith", version, after_long_help = AFTER_HELP, max_term_width = 100)]
struct Cli {
    /// A profile that 'lanesmith tune' wrote on this machine
    #[arg(long, global = true, value_name = "FILE", display_order = 900)]
    profile: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Race(race::Args),
    Check(check::Args),
    List(list::Args),
    Cpu(cpu::Args),
    Tune(tune::Args),
    Sha256(sha256::Args),
    Merkle(merkle::Args),
    Tree(tree::Args),
    Torrent(torrent::Args),
    Bls(bls::Args),
    Passwd(passwd::Args),
    Curl(curl::Args),
    Pow(pow::Args),
    Circuits(circuits::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
}

/// What a command works with.
pub struct Context<'a> {
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// The families compiled in.
    pub families: &'a [&'static dyn Family],
    /// The profile in force.
    pub profile: Option<Applied>,
}

/// A profile in force.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its file.
    pub path: PathBuf,
    /// What it says.
    pub profile: Profile,
}

impl Context<'_> {
    /// The families and their operations that match what the user named: all, one family (`curl`, `curl.*`) or
    /// one operation (`curl.hash`).
    ///
    /// # Errors
    /// Says which operations there are where none matches.
    pub fn operations(&self, op: Option<&str>) -> Outcome<Vec<Operation>> {
        let all = self.operations_and_studies();
        let Some(op) = op else { return Ok(all.into_iter().filter(|o| !o.study).collect()) };
        let wanted = |o: &Operation| match o.study {
            true => op == o.table.op(),
            false => names(op, o.table.op(), o.family.name()),
        };
        let (found, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(wanted);
        if found.is_empty() {
            let known: Vec<_> = rest.iter().map(|o| o.table.op()).collect();
            return Err(Failure::usage(format!("no operation {op:?}; there are {}", known.join(", "))));
        }
        Ok(found)
    }
}

impl Context<'_> {
    /// All operations of the families, and those that are only studied.
    pub fn operations_and_studies(&self) -> Vec<Operation> {
        let of = |family: &'static dyn Family| {
            let tables = family.tables().into_iter().map(|table| (table, false));
            let studies = family.studies().into_iter().map(|table| (table, true));
            let all: Vec<_> = tables.chain(studies).collect();
            all.into_iter().map(move |(table, study)| Operation { family, table, study })
        };
        self.families.iter().flat_map(|family| of(*family)).collect()
    }
}

/// Whether what the user named is the operation (`curl.hash`) or all of its family (`curl`, `curl.*`).
fn names(name: &str, op: &str, family: &str) -> bool {
    name == op || name.trim_end_matches('*').trim_end_matches('.') == family
}

/// An operation and the family that it belongs to.
#[derive(Clone, Copy)]
pub struct Operation {
    /// The family.
    pub family: &'static dyn Family,
    /// The engines.
    pub table: &'static dyn lanesmith::isa::AnyTable,
    /// Whether it takes part only when it is asked for by name.
    pub study: bool,
}

/// Runs the command line on standard output and gives the exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut out: Box<dyn Write> = match ffi::stdout::was_closed() {
        true => Box::new(ffi::stdout::Closed),
        false => Box::new(BufWriter::new(io::stdout().lock())),
    };
    match run(args, &families(), &mut *out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Runs a command line, its output into `out`.
///
/// # Errors
/// How it failed; the caller reports it.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    families: &[&'static dyn Family],
    out: &mut dyn Write,
) -> Outcome {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) if !e.use_stderr() => {
            write!(out, "{}", e.render())?;
            return Ok(out.flush()?);
        }
        Err(e) => {
            let text = e.render().to_string();
            return Err(Failure::usage(text.trim_end().trim_start_matches("error: ")));
        }
    };
    lanesmith::configure_from_env()
        .map_err(|e| Failure::usage(format!("{}: {e}", lanesmith::ENGINE_VARIABLE)))?;
    // One that is refused is not replaced by another: the user was told that the built-in choice stands.
    let profile = cli.profile.or_else(profile::path_from_env);
    let profile =
        profile.and_then(|path| profile::apply_or_warn(&path).map(|profile| Applied { path, profile }));
    if matches!(cli.command, Command::Bls(_) | Command::Passwd(_)) {
        dumps::forbid();
    }
    let mut context = Context { out, families, profile };
    let result = match &cli.command {
        Command::Check(args) => at_once(|| check::run(args, &mut context)).map_err(Failure::of_answers),
        Command::Race(args) => race::run(args, &mut context),
        Command::List(args) => list::run(args, &mut context),
        Command::Cpu(args) => at_once(|| cpu::run(args, &mut context)),
        Command::Tune(args) => tune::run(args, &mut context),
        Command::Circuits(args) => circuits::run(args, &mut context),
        Command::Curl(args) => curl::run(args, &mut context),
        Command::Pow(args) => pow::run(args, &mut context),
        Command::Sha256(args) => at_once(|| sha256::run(args, &mut context)),
        Command::Merkle(args) => merkle::run(args, &mut context),
        Command::Tree(args) => tree::run(args, &mut context),
        Command::Torrent(args) => torrent::run(args, &mut context),
        Command::Bls(args) => bls::run(args, &mut context),
        Command::Passwd(args) => passwd::run(args, &mut context),
        Command::Completions(args) => completions::run(args, Cli::command(), &mut context),
        Command::Man(args) => completions::man(args, Cli::command(), &mut context),
    };
    // What was written before a failure is not lost.
    match (result, out.flush()) {
        (Ok(()), flushed) => Ok(flushed?),
        // That it could not be written is told too, unless that is the failure.
        (Err(failure), Err(error))
            if !failure.is_of(error.kind()) && error.kind() != io::ErrorKind::BrokenPipe =>
        {
            failure.report();
            Err(error.into())
        }
        (Err(failure), _) => Err(failure),
    }
}

/// Does work that Ctrl-C ends at once, for nothing of it must be put right: the status is that of every other command.
fn at_once<T>(work: impl FnOnce() -> T) -> T {
    interrupt::catch();
    interrupt::idle(work)
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    mod examples;

    use super::*;

    /// All commands with their names, the lowest too.
    fn commands(command: &clap::Command, name: &str, all: &mut Vec<(String, clap::Command)>) {
        all.push((name.into(), command.clone()));
        for below in command.get_subcommands() {
            commands(below, &format!("{name} {}", below.get_name()), all);
        }
    }

    fn all() -> Vec<(String, clap::Command)> {
        let mut all = Vec::new();
        commands(&Cli::command(), "lanesmith", &mut all);
        all
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn text_of_the_help_is_wrapped_once_by_nobody_but_us() {
        for (name, command) in all() {
            let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            for line in text.lines() {
                assert!(line.chars().count() <= 79, "{name}: {line}");
            }
        }
    }

    #[test]
    fn the_short_help_is_short_and_says_where_the_long_one_is() {
        for (name, mut command) in all() {
            assert!(command.get_after_help().is_none(), "{name}: examples belong to --help");
            let (short, long) = (command.render_help().to_string(), command.render_long_help().to_string());
            assert!(short.lines().count() <= 60, "{name}: {}", short.lines().count());
            if command.get_subcommands().next().is_none() {
                assert!(long.contains("Examples:\n"), "{name} shows how it is used");
            }
            if command.get_after_long_help().is_some() {
                assert!(short.contains("--help") && long.len() > short.len(), "{name}");
            }
        }
    }

    #[test]
    fn options_that_all_commands_have_stand_below_their_own() {
        for (name, _) in all() {
            let mut out = Vec::new();
            run(name.split(' ').chain(["-h"]).map(Into::into), &[], &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let below = text.lines().skip_while(|line| !line.contains("--profile <FILE>")).skip(1);
            let next = below.map(str::trim).find(|line| line.starts_with('-'));
            assert!(next.is_some_and(|line| line.starts_with("-h, --help")), "{name}: {text}");
        }
    }

    #[test]
    fn completions_and_manual_pages_know_every_command() {
        for shell in <clap_complete::Shell as clap::ValueEnum>::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "lanesmith", &mut script);
            let script = String::from_utf8(script).unwrap();
            for command in ["sha256", "verify", "completions"] {
                assert!(script.contains(command), "{shell}: {command}");
            }
        }
        let dir = tempfile::tempdir().unwrap();
        let mut out = Vec::new();
        let args = ["lanesmith", "man", "--output", dir.path().to_str().unwrap()];
        run(args.map(Into::into), &[], &mut out).unwrap();
        for (name, _) in all() {
            let page =
                std::fs::read_to_string(dir.path().join(format!("{}.1", name.replace(' ', "-")))).unwrap();
            assert!(page.contains(".TH") && page.contains(".SH SYNOPSIS"), "{name}");
        }
    }
}
