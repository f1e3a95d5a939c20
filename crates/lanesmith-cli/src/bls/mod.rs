//! `lanesmith bls`: keys, signatures, batches, keystores, beacons and precompiled contracts on BLS12-381.
//!
//! A command is a module with its arguments and a function that runs them, and two lines here. What commands share is in
//! `options` (scheme, engine), `input` (hexadecimal, messages), `secret` (keys and passwords in and out) and `answers` (one
//! answer for each line).

mod aggregate;
mod answers;
mod batch;
mod drand;
mod hash;
pub mod input;
mod keys;
mod keystore;
mod options;
mod pop;
mod precompile;
mod secret;
mod sign;

use clap::Subcommand;

use crate::Context;
use crate::failure::{Failure, Outcome};

const AFTER_HELP: &str = "\
Examples:
  lanesmith bls keygen --out secret.key
  lanesmith bls sign --key secret.key --text 'hello'
  lanesmith bls verify --pubkey $KEY --signature $SIGNATURE --text 'hello'
  lanesmith bls batch-verify signatures.csv
      # lines of pubkey,message,signature in hexadecimal
  curl -s https://api.drand.sh/public/latest |
      lanesmith bls drand verify --network default
  lanesmith bls g1 msm calls.txt
      # EIP-2537: the input of a call on each line

Bytes are written in hexadecimal, with 0x or without. Secrets are read from
files, standard input or the terminal, never from the command line; files with
secrets get mode 0600.

Exit status:
  0    done, and every signature is right
  1    bad input, or a signature is wrong
  2    could not look: wrong usage, an engine that cannot be had here, a file
       that cannot be read or written
  130  interrupted by Ctrl-C";

/// BLS12-381: keys, signatures, batches, keystores, beacons, precompiled contracts
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Keygen(keys::KeygenArgs),
    Derive(keys::DeriveArgs),
    Pubkey(keys::PubkeyArgs),
    Sign(sign::SignArgs),
    Verify(sign::VerifyArgs),
    Aggregate(aggregate::Args),
    AggregateVerify(aggregate::VerifyArgs),
    BatchVerify(batch::Args),
    #[command(subcommand)]
    Pop(pop::Command),
    #[command(subcommand)]
    Keystore(keystore::Command),
    #[command(subcommand)]
    Drand(drand::Command),
    #[command(subcommand)]
    G1(precompile::G1),
    #[command(subcommand)]
    G2(precompile::G2),
    /// Whether a product of pairings is one (EIP-2537): the input of a call in hexadecimal on each line
    #[command(after_long_help = precompile::help::PAIRING_CHECK)]
    PairingCheck(precompile::Args),
    HashToCurve(hash::Args),
}

/// Runs the command.
///
/// # Errors
/// Bad input, a signature that is wrong, an engine that cannot be had, input or output that fails, Ctrl-C.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    match &args.command {
        Command::Keygen(args) => keys::keygen(args, context),
        Command::Derive(args) => keys::derive(args, context),
        Command::Pubkey(args) => keys::pubkey(args, context),
        Command::Sign(args) => sign::sign(args, context),
        Command::Verify(args) => sign::verify(args, context),
        Command::Aggregate(args) => aggregate::run(args, context),
        Command::AggregateVerify(args) => aggregate::verify(args, context),
        Command::BatchVerify(args) => batch::run(args, context).map_err(Failure::of_answers),
        Command::Pop(command) => pop::run(command, context),
        Command::Keystore(command) => keystore::run(command, context),
        Command::Drand(command) => drand::run(command, context).map_err(Failure::of_answers),
        Command::G1(command) => precompile::g1(command, context),
        Command::G2(command) => precompile::g2(command, context),
        Command::PairingCheck(args) => precompile::pairing_check(args, context),
        Command::HashToCurve(args) => hash::run(args, context),
    }
}
