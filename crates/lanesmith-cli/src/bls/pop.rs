//! `lanesmith bls pop`: proofs of possession.

use clap::Subcommand;
use lanesmith::bls::signature::{Proof, Variant};

use super::options::{GroupArgs, by_variant, failed};
use super::secret::KeyArgs;
use super::sign::tell;
use crate::Context;
use crate::failure::Outcome;

/// Proofs that the owner of a public key holds its secret
#[derive(Debug, Subcommand)]
pub enum Command {
    Prove(ProveArgs),
    Verify(VerifyArgs),
}

/// Prove possession of a secret key
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  lanesmith bls pop prove --key secret.key")]
pub struct ProveArgs {
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    group: GroupArgs,
}

/// Verify a proof of possession: exit status 0 if it is right, 1 if not
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  lanesmith bls pop verify --pubkey $KEY --proof $PROOF")]
pub struct VerifyArgs {
    /// The public key
    #[arg(long, value_name = "HEX")]
    pubkey: String,
    /// The proof
    #[arg(long, value_name = "HEX")]
    proof: String,
    #[command(flatten)]
    group: GroupArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(command: &Command, context: &mut Context<'_>) -> Outcome {
    match command {
        Command::Prove(args) => by_variant!(args.group, prove(args, context)),
        Command::Verify(args) => by_variant!(args.group, verify(args, context)),
    }
}

fn prove<V: Variant>(args: &ProveArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.group.suite::<V>()?;
    let proof = suite.scheme.prove_possession(&args.key.read(&[])?).map_err(failed)?;
    Ok(writeln!(context.out, "{}", proof.0)?)
}

fn verify<V: Variant>(args: &VerifyArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.group.suite::<V>()?;
    let verified = suite.key(&args.pubkey).and_then(|key| {
        let proof = Proof(suite.signature(&args.proof)?);
        suite.scheme.verify_possession(&key, &proof).map_err(|e| e.to_string())
    });
    tell(verified, args.json, context)
}
