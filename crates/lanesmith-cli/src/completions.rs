//! `lanesmith completions` and `lanesmith man`: what shells and `man` want to know of the command line.

use std::path::PathBuf;

use clap_complete::Shell;

use crate::failure::Outcome;
use crate::{Context, files};

const AFTER_HELP: &str = "\
Examples:
  lanesmith completions bash > /etc/bash_completion.d/lanesmith
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
#[command(after_long_help = "Examples:\n  lanesmith man | man -l -\n  lanesmith man -o /usr/local/share/man/man1")]
pub struct ManArgs {
    /// Folder for a page of each command, such as /usr/local/share/man/man1
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Runs `completions`.
///
/// # Errors
/// Output that cannot be written.
pub fn run(args: &Args, mut command: clap::Command, context: &mut Context<'_>) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "lanesmith", &mut script);
    Ok(context.out.write_all(&script)?)
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
