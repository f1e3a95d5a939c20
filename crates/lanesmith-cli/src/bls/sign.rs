//! `lanesmith bls sign` and `verify`.

use lanesmith::bls::signature::Variant;
use serde::Serialize;

use super::input::MessageArgs;
use super::options::{SchemeArgs, by_variant, failed};
use super::secret::KeyArgs;
use crate::Context;
use crate::failure::{Failure, Outcome};

const SIGN_HELP: &str = "\
Examples:
  lanesmith bls sign --key secret.key --text 'hello'
  lanesmith bls sign --key keystore.json --message 0x5656
  lanesmith bls sign --key secret.key --message-file - < document";

/// Sign a message
#[derive(Debug, clap::Args)]
#[command(after_long_help = SIGN_HELP)]
pub struct SignArgs {
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    message: MessageArgs,
    #[command(flatten)]
    scheme: SchemeArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Signed {
    public_key: String,
    message: String,
    signature: String,
}

pub fn sign(args: &SignArgs, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.scheme.group, sign_for(args, context))
}

fn sign_for<V: Variant>(args: &SignArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.scheme.suite::<V>()?;
    let key = args.key.read(&[args.message.path()])?;
    let message = args.message.needed()?;
    let signature = suite.scheme.sign(&key, &message).map_err(failed)?.to_string();
    if args.json {
        let public_key = suite.scheme.public_key(&key).to_string();
        let signed = Signed { public_key, message: hex::encode(message), signature };
        serde_json::to_writer_pretty(&mut *context.out, &signed)?;
        return Ok(writeln!(context.out)?);
    }
    Ok(writeln!(context.out, "{signature}")?)
}

const VERIFY_HELP: &str = "\
Examples:
  lanesmith bls verify --pubkey $KEY --signature $SIGNATURE --text 'hello'
  lanesmith bls verify --variant min-sig --pubkey $KEY --signature $SIGNATURE \\
      --message 0x5656 --json

Prints 'valid' (exit status 0), or 'INVALID:' and why (exit status 1).";

/// Verify a signature: exit status 0 if it is right, 1 if not
#[derive(Debug, clap::Args)]
#[command(after_long_help = VERIFY_HELP)]
pub struct VerifyArgs {
    /// The public key
    #[arg(long, value_name = "HEX")]
    pubkey: String,
    /// The signature
    #[arg(long, value_name = "HEX")]
    signature: String,
    #[command(flatten)]
    message: MessageArgs,
    #[command(flatten)]
    scheme: SchemeArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn verify(args: &VerifyArgs, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.scheme.group, verify_for(args, context))
}

fn verify_for<V: Variant>(args: &VerifyArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.scheme.suite::<V>()?;
    let message = args.message.needed()?;
    let verified = suite.key(&args.pubkey).and_then(|key| {
        let signature = suite.signature(&args.signature)?;
        suite.scheme.verify(&key, &message, &signature).map_err(|e| e.to_string())
    });
    tell(verified, args.json, context)
}

#[derive(Serialize)]
struct Verdict {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Prints whether something is valid; what is not makes the command fail.
pub fn tell(verified: Result<(), String>, json: bool, context: &mut Context<'_>) -> Outcome {
    let valid = verified.is_ok();
    let reason = verified.err();
    if json {
        serde_json::to_writer(&mut *context.out, &Verdict { valid, reason })?;
        writeln!(context.out)?;
    } else {
        match reason {
            None => writeln!(context.out, "valid")?,
            Some(reason) => writeln!(context.out, "INVALID: {reason}")?,
        }
    }
    if valid { Ok(()) } else { Err(Failure::Told) }
}
