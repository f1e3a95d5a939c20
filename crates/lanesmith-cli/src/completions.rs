//! `lanesmith completions` and `lanesmith man`: what shells and `man` want to know of the command line.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ValueHint};
use clap_complete::Shell;

use crate::failure::Outcome;
use crate::{Context, files, list};

const AFTER_HELP: &str = "\
Examples:
  lanesmith completions bash > \\
    ~/.local/share/bash-completion/completions/lanesmith
  # in a folder that $fpath names
  lanesmith completions zsh > ~/.zfunc/_lanesmith
  lanesmith completions fish > ~/.config/fish/completions/lanesmith.fish";

/// Print a script by which a shell completes commands and options
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Print the manual page, or write one for each command
#[derive(Debug, clap::Args)]
#[command(
    after_long_help = "Examples:\n  lanesmith man | man -l -\n  lanesmith man -o /usr/local/share/man/man1  # as root"
)]
pub struct ManArgs {
    /// Folder for a page of each command, such as /usr/local/share/man/man1
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Runs `completions`.
///
/// # Errors
/// Output that cannot be written.
pub fn run(args: &Args, command: clap::Command, context: &mut Context<'_>) -> Outcome {
    let mut script = Vec::new();
    let mut command = Names::of(context).offer(command);
    clap_complete::generate(args.shell, &mut command, "lanesmith", &mut script);
    Ok(context.out.write_all(&script)?)
}

/// Names that can be completed, which the command line itself only knows when it is run.
struct Names {
    operations: Vec<&'static str>,
    /// And what is raced under a name of its own.
    races: Vec<&'static str>,
    engines: Vec<&'static str>,
    peers: Vec<&'static str>,
}

impl Names {
    fn of(context: &Context<'_>) -> Self {
        let all = context.operations_and_studies();
        let operations: BTreeSet<_> = all.iter().flat_map(|o| [o.family.name(), o.table.op()]).collect();
        let races = context.families.iter().flat_map(|family| family.races()).map(|race| race.op);
        // Of studies there are hundreds, and engines of other architectures are refused.
        let rows = all.iter().filter(|o| !o.study).flat_map(|o| list::rows(o.table));
        let engines: BTreeSet<_> = rows.filter(|row| row.elsewhere.is_none()).map(|row| row.name).collect();
        let peers = lanesmith_suite::VERSIONS.iter().map(|(peer, ..)| *peer);
        Names {
            races: operations.iter().copied().chain(races).collect::<BTreeSet<_>>().into_iter().collect(),
            operations: operations.into_iter().collect(),
            engines: engines.into_iter().collect(),
            peers: peers.chain(["none"]).collect(),
        }
    }

    /// The command with these names, and with files only where one is wanted.
    fn offer(&self, command: clap::Command) -> clap::Command {
        // `help` is every command once more, which doubles the script.
        let command = command.disable_help_subcommand(true);
        let operations = match command.get_name() {
            "race" | "compare" | "cpu" => &self.races,
            _ => &self.operations,
        };
        command.mut_args(|arg| self.complete(arg, operations)).mut_subcommands(|command| self.offer(command))
    }

    fn complete(&self, arg: Arg, operations: &[&'static str]) -> Arg {
        let names = match arg.get_id().as_str() {
            "op" | "ops" => operations,
            "engine" | "engines" => self.engines.as_slice(),
            "peers" => self.peers.as_slice(),
            // Names of any bytes: files.
            "files" => return arg.value_hint(ValueHint::FilePath),
            _ if !arg.get_action().takes_values() || !arg.get_possible_values().is_empty() => return arg,
            _ if arg.get_value_hint() != ValueHint::Unknown => return arg,
            _ => return arg.value_hint(ValueHint::Other),
        };
        arg.value_parser(PossibleValuesParser::new(names))
    }
}

/// Runs `man`.
///
/// # Errors
/// Output that cannot be written.
pub fn man(args: &ManArgs, command: clap::Command, context: &mut Context<'_>) -> Outcome {
    let Some(folder) = &args.output else {
        return Ok(clap_mangen::Man::new(command).render(context.out)?);
    };
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut rest = vec![command];
    while let Some(command) = rest.pop() {
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        // Names of pages have no blanks: `lanesmith-merkle-root`.
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        files::write(&folder.join(format!("{name}.1")), &page)?;
        rest.extend(command.get_subcommands().cloned());
    }
    Ok(())
}
