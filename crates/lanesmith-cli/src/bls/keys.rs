//! `lanesmith bls keygen`, `derive` and `pubkey`.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::ValueEnum;
use lanesmith::bls::keys::{Draft, KeyPath};
use lanesmith::bls::signature::{SecretKey, Variant};
use serde::Serialize;
use zeroize::Zeroizing;

use super::input;
use super::options::{GroupArgs, by_variant, failed};
use super::secret::{self, KeyArgs, OutArgs};
use crate::Context;
use crate::failure::{Failure, Outcome};

const KEYGEN_HELP: &str = "\
Examples:
  lanesmith bls keygen --out secret.key
      # from random bytes of the operating system
  lanesmith bls keygen --ikm-file material.bin --out secret.key
  lanesmith bls keygen --out - | lanesmith bls pubkey --key -

The file gets mode 0600, and one that is there already is not replaced without
--force. The public key is printed, unless the secret key is.";

/// Make a secret key
#[derive(Debug, clap::Args)]
#[command(after_long_help = KEYGEN_HELP)]
pub struct KeygenArgs {
    #[command(flatten)]
    out: OutArgs,
    /// File with at least 32 bytes of key material that nobody can guess, taken byte for byte; - for standard input; by
    /// default the operating system gives 32 random bytes
    #[arg(long, value_name = "FILE")]
    ikm_file: Option<PathBuf>,
    /// Public context of the key
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    info: String,
    /// Which draft of KeyGen turns the key material into a key
    #[arg(long, value_enum, default_value = "v4")]
    draft: DraftName,
    /// Salt of draft v5
    #[arg(long, value_name = "TEXT", required_if_eq("draft", "v5"))]
    salt: Option<String>,
    #[command(flatten)]
    group: GroupArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DraftName {
    /// draft-irtf-cfrg-bls-signature-03
    V3,
    /// draft-irtf-cfrg-bls-signature-04, and EIP-2333
    V4,
    /// draft-irtf-cfrg-bls-signature-05, with a salt
    V5,
}

pub fn keygen(args: &KeygenArgs, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.group, keygen_for(args, context))
}

fn keygen_for<V: Variant>(args: &KeygenArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.group.suite::<V>()?;
    let draft = match (args.draft, &args.salt) {
        (DraftName::V5, Some(salt)) => Draft::V5 { salt: salt.as_bytes() },
        (_, Some(_)) => return Err(Failure::usage("--salt belongs to --draft v5")),
        (DraftName::V3, None) => Draft::V3,
        (_, None) => Draft::V4,
    };
    let material = match &args.ikm_file {
        Some(path) => input::read_secret(path, secret::LONGEST)?,
        None => {
            let mut material = Zeroizing::new(vec![0; 32]);
            secret::random(&mut material)?;
            material
        }
    };
    let key = SecretKey::generate_by(draft, &material, args.info.as_bytes()).map_err(failed)?;
    args.out.write(&key, &suite, context)
}

const DERIVE_HELP: &str = "\
Examples:
  lanesmith bls derive --seed seed.hex --path m/12381/3600/0/0/0 \\
      --out signing.key
  lanesmith bls derive --seed - --path m/12381/3600/0/0 \\
      --out withdrawal.key < seed.hex

EIP-2334 has m/12381/3600/INDEX/0 for withdrawing and m/12381/3600/INDEX/0/0
for signing.";

/// Derive the key at a path from a seed (EIP-2333, EIP-2334)
#[derive(Debug, clap::Args)]
#[command(after_long_help = DERIVE_HELP)]
pub struct DeriveArgs {
    /// File with the seed in hexadecimal, at least 32 bytes (that of a BIP-39 mnemonic has 64); - for standard input
    #[arg(long, value_name = "FILE")]
    seed: PathBuf,
    /// Path of the key from the master key m
    #[arg(long, value_name = "PATH", value_parser = |text: &str| KeyPath::parse(text))]
    path: KeyPath,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    group: GroupArgs,
}

pub fn derive(args: &DeriveArgs, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.group, derive_for(args, context))
}

fn derive_for<V: Variant>(args: &DeriveArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.group.suite::<V>()?;
    let text = input::read_secret(&args.seed, secret::LONGEST)?;
    let named = |e: anyhow::Error| Failure::Input(e.context(input::shown(&args.seed)));
    let seed = input::decode_secret(&**text).map_err(|e| named(anyhow!(e)))?;
    let key = SecretKey::derive_master(&seed).and_then(|master| master.derive_path(&args.path));
    args.out.write(&key.map_err(|e| named(e.into()))?, &suite, context)
}

const PUBKEY_HELP: &str = "\
Examples:
  lanesmith bls pubkey --key secret.key
  lanesmith bls pubkey --key keystore.json --password-file password.txt \\
      --variant min-sig";

/// Print the public key of a secret key
#[derive(Debug, clap::Args)]
#[command(after_long_help = PUBKEY_HELP)]
pub struct PubkeyArgs {
    #[command(flatten)]
    key: KeyArgs,
    #[command(flatten)]
    group: GroupArgs,
    /// Print the uncompressed encoding
    #[arg(long)]
    uncompressed: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Public {
    public_key: String,
}

pub fn pubkey(args: &PubkeyArgs, context: &mut Context<'_>) -> Outcome {
    by_variant!(args.group, pubkey_for(args, context))
}

fn pubkey_for<V: Variant>(args: &PubkeyArgs, context: &mut Context<'_>) -> Outcome {
    let suite = args.group.suite::<V>()?;
    let key = suite.scheme.public_key(&args.key.read(&[])?);
    let public_key = if args.uncompressed { hex::encode(key.to_uncompressed()) } else { key.to_string() };
    if args.json {
        serde_json::to_writer(&mut *context.out, &Public { public_key })?;
        return Ok(writeln!(context.out)?);
    }
    Ok(writeln!(context.out, "{public_key}")?)
}
