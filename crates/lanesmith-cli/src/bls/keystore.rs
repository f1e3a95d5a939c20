//! `lanesmith bls keystore`: secret keys behind passwords (EIP-2335).

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use lanesmith::bls::keys::KeyPath;
use lanesmith::bls::keys::keystore::{Kdf, Keystore, NewKeystore, Password};
use lanesmith::bls::signature::MinPk;
use serde::Serialize;

use super::input;
use super::options::{GroupArgs, VariantName};
use super::secret::{self, KeyArgs, OutArgs, PasswordArgs};
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::terminal::{plain, plain_json};
use crate::{files, interrupt};

/// Keystores (EIP-2335): a secret key behind a password
#[derive(Debug, Subcommand)]
pub enum Command {
    Create(CreateArgs),
    Decrypt(DecryptArgs),
    Inspect(InspectArgs),
}

const CREATE_HELP: &str = "\
Examples:
  lanesmith bls keystore create --key secret.key --out keystore.json
  lanesmith bls keystore create --key secret.key --password-file password.txt \\
      --kdf pbkdf2 \\
      --path m/12381/3600/0/0/0 --out keystore.json

The password is asked for on the terminal, twice, or read from the first line
of a file. It must not be empty; control characters do not count. The file gets
mode 0600, and one that is there already is not replaced without --force.";

/// Put a secret key behind a password
#[derive(Debug, clap::Args)]
#[command(after_long_help = CREATE_HELP)]
pub struct CreateArgs {
    /// File with the secret key in hexadecimal; - for standard input
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    #[command(flatten)]
    password: PasswordArgs,
    /// How the password becomes a key
    #[arg(long, value_enum, default_value = "scrypt")]
    kdf: KdfName,
    /// Path of the key in its tree
    #[arg(long, value_name = "PATH", value_parser = |text: &str| KeyPath::parse(text))]
    path: Option<KeyPath>,
    /// What the keystore is for
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// File that the keystore goes to, mode 0600; - for standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum KdfName {
    /// n = 262144, r = 8, p = 1: 256 MiB of memory
    Scrypt,
    /// HMAC-SHA-256, 262144 times
    Pbkdf2,
}

const DECRYPT_HELP: &str = "\
Examples:
  lanesmith bls keystore decrypt keystore.json --out secret.key
  lanesmith bls keystore decrypt keystore.json --password-file password.txt \\
      --out -

A keystore that asks for more than 1 GiB of memory or 16 times the standard's
iterations is refused.";

/// Get the secret key out of a keystore
#[derive(Debug, clap::Args)]
#[command(after_long_help = DECRYPT_HELP)]
pub struct DecryptArgs {
    /// The keystore
    file: PathBuf,
    #[command(flatten)]
    password: PasswordArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// Show what a keystore says without its password
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  lanesmith bls keystore inspect --json keystore.json")]
pub struct InspectArgs {
    /// The keystore; - for standard input
    file: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(command: &Command, context: &mut Context<'_>) -> Outcome {
    match command {
        Command::Create(args) => create(args, context),
        Command::Decrypt(args) => decrypt(args, context),
        Command::Inspect(args) => inspect(args, context),
    }
}

fn create(args: &CreateArgs, context: &mut Context<'_>) -> Outcome {
    input::once(&[Some(&args.key), args.password.password_file.as_deref()])?;
    let key = KeyArgs { key: args.key.clone(), password: PasswordArgs { password_file: None } }.read(&[])?;
    let password = Password::new(&args.password.read(true)?);
    let kdf = match args.kdf {
        KdfName::Scrypt => Kdf::SCRYPT,
        KdfName::Pbkdf2 => Kdf::PBKDF2,
    };
    let mut seed = [0; 64];
    secret::random(&mut seed)?;
    let description = args.description.as_deref().unwrap_or_default();
    let new = NewKeystore { kdf, path: args.path.as_ref(), description, random: &seed };
    let keystore = secret::deriving(|| new.encrypt_until(&key, &password, interrupt::asked))?;
    let mut text = keystore.map_err(|e| args.password.failed(e))?.to_json();
    text.push('\n');
    if input::is_dash(&args.out) {
        return Ok(context.out.write_all(text.as_bytes())?);
    }
    Ok(files::write_secret(&args.out, text.as_bytes(), args.force)?)
}

fn read(path: &std::path::Path) -> Outcome<Keystore> {
    let bytes = input::read_secret(path, secret::LONGEST)?;
    Keystore::from_json(&bytes)
        .map_err(|e| Failure::Input(anyhow::Error::from(e).context(input::shown(path))))
}

fn decrypt(args: &DecryptArgs, context: &mut Context<'_>) -> Outcome {
    input::once(&[Some(&args.file), args.password.password_file.as_deref()])?;
    let keystore = read(&args.file)?;
    let password = args.password.read(false)?;
    let key = secret::open(&keystore, &password, &args.file)?;
    let group = GroupArgs { variant: VariantName::MinPk, engine: None };
    args.out.write(&key, &group.suite::<MinPk>()?, context)
}

#[derive(Serialize)]
struct Told<'a> {
    version: u64,
    uuid: &'a str,
    path: &'a str,
    pubkey: &'a str,
    description: &'a str,
    kdf: String,
}

fn inspect(args: &InspectArgs, context: &mut Context<'_>) -> Outcome {
    let keystore = read(&args.file)?;
    let told = Told {
        version: keystore.version(),
        uuid: keystore.uuid(),
        path: keystore.path(),
        pubkey: keystore.pubkey(),
        description: keystore.description(),
        kdf: keystore.kdf().to_string(),
    };
    if args.json {
        return Ok(writeln!(context.out, "{}", plain_json(&serde_json::to_string_pretty(&told)?))?);
    }
    let Told { version, uuid, path, pubkey, description, kdf } = told;
    for (name, value) in [("uuid", uuid), ("path", path), ("pubkey", pubkey), ("description", description)] {
        // On one line, so that none can be made to look like another field.
        writeln!(context.out, "{name:<12} {}", plain(value).replace('\n', "\\n"))?;
    }
    writeln!(context.out, "{:<12} {kdf}\n{:<12} {version}", "kdf", "version")?;
    Ok(())
}
