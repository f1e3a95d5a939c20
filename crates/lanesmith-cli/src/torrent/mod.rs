//! `lanesmith torrent`: torrents of version 2 and hybrids, made and checked.

mod check;
mod create;
mod meta;

use clap::Subcommand;

use crate::Context;
use crate::failure::{Failure, Outcome};

/// Torrents of BitTorrent v2 and hybrids: make one, check files with one
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Create(create::Args),
}

/// Runs the command.
///
/// # Errors
/// Those of the subcommand.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    match &args.command {
        Command::Check(args) => crate::at_once(|| check::run(args, context)).map_err(Failure::of_answers),
        Command::Create(args) => create::run(args, context),
    }
}
