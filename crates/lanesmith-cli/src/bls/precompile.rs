//! `lanesmith bls g1`, `g2` and `pairing-check`: the precompiled contracts of EIP-2537, a call on each line.

use clap::Subcommand;
use lanesmith::bls::eip2537::{PrecompileError, Precompiles};
use lanesmith::isa::Choice;

use super::answers::{Answers, LineArgs};
use super::input;
use crate::Context;
use crate::failure::Outcome;

/// Calls of EIP-2537 on G1: the input of a call in hexadecimal on each line
#[derive(Debug, Subcommand)]
#[command(after_long_help = help::G1)]
pub enum G1 {
    /// The sum of two points of the curve
    #[command(after_long_help = help::G1_ADD)]
    Add(Args),
    /// A point of the group times a scalar
    #[command(after_long_help = help::G1_MUL)]
    Mul(Args),
    /// The sum of points of the group times scalars
    #[command(after_long_help = help::G1_MSM)]
    Msm(Args),
    /// The map of a field element into the group
    #[command(after_long_help = help::G1_MAP)]
    Map(Args),
    /// Whether a product of pairings is one (the same for both groups)
    #[command(after_long_help = help::PAIRING_CHECK)]
    PairingCheck(Args),
}

/// Calls of EIP-2537 on G2: the input of a call in hexadecimal on each line
#[derive(Debug, Subcommand)]
#[command(after_long_help = help::G2)]
pub enum G2 {
    /// The sum of two points of the curve
    #[command(after_long_help = help::G2_ADD)]
    Add(Args),
    /// A point of the group times a scalar
    #[command(after_long_help = help::G2_MUL)]
    Mul(Args),
    /// The sum of points of the group times scalars
    #[command(after_long_help = help::G2_MSM)]
    Msm(Args),
    /// The map of a field element into the group
    #[command(after_long_help = help::G2_MAP)]
    Map(Args),
    /// Whether a product of pairings is one (the same for both groups)
    #[command(after_long_help = help::PAIRING_CHECK)]
    PairingCheck(Args),
}

/// Calls of EIP-2537: the input of a call in hexadecimal on each line
#[derive(Debug, clap::Args)]
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

pub fn g1(command: &G1, context: &mut Context<'_>) -> Outcome {
    match command {
        G1::Add(args) => call(args, context, Precompiles::g1_add),
        G1::Mul(args) => call(args, context, Precompiles::g1_mul),
        G1::Msm(args) => call(args, context, Precompiles::g1_msm),
        G1::Map(args) => call(args, context, Precompiles::map_fp_to_g1),
        G1::PairingCheck(args) => pairing_check(args, context),
    }
}

pub fn g2(command: &G2, context: &mut Context<'_>) -> Outcome {
    match command {
        G2::Add(args) => call(args, context, Precompiles::g2_add),
        G2::Mul(args) => call(args, context, Precompiles::g2_mul),
        G2::Msm(args) => call(args, context, Precompiles::g2_msm),
        G2::Map(args) => call(args, context, Precompiles::map_fp2_to_g2),
        G2::PairingCheck(args) => pairing_check(args, context),
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

/// Examples of each command, which tests run; values come from the program itself, as a point fills more than a line.
pub mod help {
    macro_rules! help {
        ($examples:literal) => {
            concat!(
                // Here, as a line that is continued loses what it begins with.
                "Examples:\n  ",
                $examples,
                "

A field element has 64 bytes, most significant first; the point at infinity is
all zeros. A malformed line is answered with 'line N: BAD:' and what is wrong
at which byte; the others are still computed, and the exit status is 1."
            )
        };
    }

    pub const G1: &str = help!(
        "\
  printf '%0128x\\n' 2 3 | lanesmith bls g1 map > points.txt
      # two points, made from the numbers 2 and 3
  tr -d '\\n' < points.txt | lanesmith bls g1 add
      # their sum; the other commands have examples of their own"
    );
    pub const G1_ADD: &str = help!(
        "\
  printf '%0128x\\n' 2 3 | lanesmith bls g1 map | tr -d '\\n' > calls.txt
      # one call: two points of 128 bytes, made from the numbers 2 and 3
  lanesmith bls g1 add calls.txt
      # their sum, 128 bytes
  lanesmith bls g1 add --json calls.txt"
    );
    pub const G1_MUL: &str = help!(
        "\
  point=$(printf '%0128x' 2 | lanesmith bls g1 map)
  printf '%s%064x' $point 5 | lanesmith bls g1 mul
      # five times a point: 128 bytes of point and 32 of scalar in a call"
    );
    pub const G1_MSM: &str = help!(
        "\
  point=$(printf '%0128x' 2 | lanesmith bls g1 map)
  other=$(printf '%0128x' 3 | lanesmith bls g1 map)
  printf '%s%064x' $point 5 $other 7 | lanesmith bls g1 msm
      # five times one point and seven times another: 160 bytes for each"
    );
    pub const G1_MAP: &str = help!(
        "\
  printf '%0128x\\n' 2 3 | lanesmith bls g1 map
      # the points for the numbers 2 and 3: calls of 64 bytes,
      # answers of 128"
    );
    pub const G2: &str = help!(
        "\
  printf '%0256x\\n' 2 3 | lanesmith bls g2 map > points.txt
      # two points, made from the numbers 2 and 3
  tr -d '\\n' < points.txt | lanesmith bls g2 add
      # their sum; the other commands have examples of their own"
    );
    pub const G2_ADD: &str = help!(
        "\
  printf '%0256x\\n' 2 3 | lanesmith bls g2 map | tr -d '\\n' > calls.txt
      # one call: two points of 256 bytes, made from the numbers 2 and 3
  lanesmith bls g2 add calls.txt
      # their sum, 256 bytes
  lanesmith bls g2 add --json calls.txt"
    );
    pub const G2_MUL: &str = help!(
        "\
  point=$(printf '%0256x' 2 | lanesmith bls g2 map)
  printf '%s%064x' $point 5 | lanesmith bls g2 mul
      # five times a point: 256 bytes of point and 32 of scalar in a call"
    );
    pub const G2_MSM: &str = help!(
        "\
  point=$(printf '%0256x' 2 | lanesmith bls g2 map)
  other=$(printf '%0256x' 3 | lanesmith bls g2 map)
  printf '%s%064x' $point 5 $other 7 | lanesmith bls g2 msm
      # five times one point and seven times another: 288 bytes for each"
    );
    pub const G2_MAP: &str = help!(
        "\
  printf '%0256x\\n' 2 3 | lanesmith bls g2 map
      # the points for the numbers 2 and 3: calls of 128 bytes,
      # answers of 256"
    );
    pub const PAIRING_CHECK: &str = help!(
        "\
  p=$(printf '%0128x' 2 | lanesmith bls g1 map)
  q=$(printf '%0256x' 3 | lanesmith bls g2 map)
  minus=73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000
      # minus one: the order of the groups, less one
  other=$(echo $p$minus | lanesmith bls g1 mul)
  echo $p$q$other$q | lanesmith bls pairing-check
      # 1, as e(p, q) e(-p, q) is one: 384 bytes a pair, 32 of answer"
    );
}
