//! `lanesmith bls g1`, `g2` and `pairing-check`: the precompiled contracts of EIP-2537, a call on each line.

use clap::Subcommand;
use lanesmith::bls::eip2537::{PrecompileError, Precompiles};
use lanesmith::isa::Choice;

use super::answers::{Answers, LineArgs};
use super::input;
use crate::Context;
use crate::failure::Outcome;

/// Calls of EIP-2537 on one group: the input of a call in hexadecimal on each line
#[derive(Debug, Subcommand)]
#[command(after_long_help = HELP)]
pub enum Command {
    /// The sum of two points of the curve
    Add(Args),
    /// A point of the group times a scalar
    Mul(Args),
    /// The sum of points of the group times scalars
    Msm(Args),
    /// The map of a field element into the group
    Map(Args),
    /// Whether a product of pairings is one (the same for both groups)
    PairingCheck(Args),
}

const HELP: &str = "\
Examples:
  lanesmith bls g1 add calls.txt
      256 bytes a line, 128 bytes of result
  lanesmith bls g2 msm --json - < calls.txt
  lanesmith bls pairing-check calls.txt
      384 bytes a pair, 32 bytes of result

A field element has 64 bytes, most significant first; the point at infinity is
all zeros. A malformed line is answered with 'line N: BAD:' and what is wrong
at which byte; the others are still computed, and the exit status is 1.";

/// Calls of EIP-2537: the input of a call in hexadecimal on each line
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(flatten)]
    lines: LineArgs,
    /// Engine (see `lanesmith list bls.signature`); by default the best
    #[arg(long)]
    engine: Option<String>,
}

/// Longest line: a sum of 50 000 points.
const LONGEST: usize = 1 << 24;

type Function = fn(Precompiles, &[u8]) -> Result<Vec<u8>, PrecompileError>;

pub fn g1(command: &Command, context: &mut Context<'_>) -> Outcome {
    match command {
        Command::Add(args) => call(args, context, Precompiles::g1_add),
        Command::Mul(args) => call(args, context, Precompiles::g1_mul),
        Command::Msm(args) => call(args, context, Precompiles::g1_msm),
        Command::Map(args) => call(args, context, Precompiles::map_fp_to_g1),
        Command::PairingCheck(args) => pairing_check(args, context),
    }
}

pub fn g2(command: &Command, context: &mut Context<'_>) -> Outcome {
    match command {
        Command::Add(args) => call(args, context, Precompiles::g2_add),
        Command::Mul(args) => call(args, context, Precompiles::g2_mul),
        Command::Msm(args) => call(args, context, Precompiles::g2_msm),
        Command::Map(args) => call(args, context, Precompiles::map_fp2_to_g2),
        Command::PairingCheck(args) => pairing_check(args, context),
    }
}

pub fn pairing_check(args: &Args, context: &mut Context<'_>) -> Outcome {
    call(args, context, Precompiles::pairing_check)
}

fn call(args: &Args, context: &mut Context<'_>, function: Function) -> Outcome {
    let precompiles = match &args.engine {
        Some(name) => Precompiles::with_engine(Choice::by_name(name)?),
        None => Precompiles::new(),
    };
    let answers = Answers { batch: 16, longest: LONGEST, quiet: false };
    answers.give_each(&args.lines, context, |line| {
        let output = function(precompiles, &input::decode(line)?);
        output.map(hex::encode).map_err(|e| e.to_string())
    })
}
