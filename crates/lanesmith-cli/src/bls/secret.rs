//! Secret keys and passwords, in and out: from files, standard input or the terminal, never from the command line.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use lanesmith::bls::keys::keystore::{Keystore, KeystoreError, Limits, Password};
use lanesmith::bls::signature::{SecretKey, Variant};
use serde::Serialize;
use zeroize::Zeroizing;

use super::input;
use super::options::Suite;
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::passwd::secrets;
use crate::{files, interrupt, terminal};

/// Longest file with a key, a keystore or a password.
pub const LONGEST: usize = 1 << 16;

/// Fills bytes from the operating system.
pub fn random(bytes: &mut [u8]) -> anyhow::Result<()> {
    getrandom::fill(bytes).map_err(|e| anyhow!("the operating system gives no random bytes: {e}"))
}

/// A password.
#[derive(Debug, clap::Args)]
pub struct PasswordArgs {
    /// File whose first line is the password of the keystore; - for standard input; by default the terminal is asked
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
}

impl PasswordArgs {
    /// The password; a new one is asked for twice.
    pub fn read(&self, new: bool) -> Outcome<Zeroizing<String>> {
        let Some(path) = &self.password_file else { return ask(new) };
        let bytes = input::read_secret(path, LONGEST)?;
        // A carriage return at its end makes no difference: control characters are left out of passwords of keystores.
        let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let text = str::from_utf8(line).map_err(|e| anyhow!("{}: {e}", input::shown(path)))?;
        Ok(Zeroizing::new(text.to_owned()))
    }

    /// A new keystore that could not be made: a password that cannot be used is named by where it came from.
    pub fn failed(&self, error: KeystoreError) -> Failure {
        let from = self.password_file.as_deref().filter(|_| error == KeystoreError::EmptyPassword);
        let error = anyhow::Error::from(error);
        Failure::Input(match from {
            Some(path) => error.context(input::shown(path)),
            None => error,
        })
    }
}

fn ask(new: bool) -> Outcome<Zeroizing<String>> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::input("no terminal to ask for the password on: --password-file FILE is needed"));
    }
    let password = secrets::ask("Password")?;
    if new && *secrets::ask("Again")? != *password {
        return Err(Failure::input("the passwords are not the same"));
    }
    let text = str::from_utf8(&password).map_err(|e| anyhow!("the password: {e}"))?;
    Ok(Zeroizing::new(text.to_owned()))
}

/// A secret key that is read.
#[derive(Debug, clap::Args)]
pub struct KeyArgs {
    /// File with the secret key: 32 bytes in hexadecimal, or a keystore (EIP-2335); - for standard input
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    #[command(flatten)]
    pub password: PasswordArgs,
}

impl KeyArgs {
    /// The key; `others` may be standard input too.
    pub fn read(&self, others: &[Option<&Path>]) -> Outcome<SecretKey> {
        let own = [Some(self.key.as_path()), self.password.password_file.as_deref()];
        input::once(&[&own, others].concat())?;
        let bytes = input::read_secret(&self.key, LONGEST)?;
        let named = |e: anyhow::Error| Failure::Input(e.context(input::shown(&self.key)));
        if bytes.trim_ascii_start().first() == Some(&b'{') {
            let keystore = Keystore::from_json(&bytes).map_err(|e| named(e.into()))?;
            let password = self.password.read(false)?;
            return open(&keystore, &password, &self.key);
        }
        let decoded = input::decode_secret(&**bytes).map_err(|e| named(anyhow!(e)))?;
        SecretKey::from_bytes(&decoded).map_err(|e| named(e.into()))
    }
}

/// The key of a keystore that was read from a file.
pub fn open(keystore: &Keystore, password: &str, file: &Path) -> Outcome<SecretKey> {
    let password = Password::new(password);
    let key = deriving(|| keystore.decrypt_key_until(&password, &Limits::default(), interrupt::asked))?;
    key.map_err(|e| Failure::Input(anyhow::Error::from(e).context(input::shown(file))))
}

/// Does work that takes a second or more, and that stops when [`interrupt::asked`] says so.
pub fn deriving<R>(work: impl FnOnce() -> R) -> Outcome<R> {
    interrupt::catch();
    let result = terminal::with_spinner("deriving the key of the keystore".into(), work);
    if interrupt::asked() { Err(Failure::Interrupted) } else { Ok(result) }
}

/// Where a secret key goes.
#[derive(Debug, clap::Args)]
pub struct OutArgs {
    /// File that the secret key goes to, mode 0600; - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    pub force: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret_key: Option<&'a str>,
    public_key: String,
}

impl OutArgs {
    /// Writes the key, and prints the public key if the secret key went elsewhere.
    pub fn write<V: Variant>(
        &self,
        key: &SecretKey,
        suite: &Suite<'_, V>,
        context: &mut Context<'_>,
    ) -> Outcome {
        let public_key = suite.scheme.public_key(key).to_string();
        let secret = hexadecimal(key);
        let here = input::is_dash(&self.out);
        if !here {
            files::write_secret(&self.out, format_line(&secret).as_bytes(), self.force)?;
        }
        if self.json {
            let written = Written {
                file: (!here).then(|| self.out.display().to_string()),
                secret_key: here.then_some(secret.trim_end()),
                public_key,
            };
            serde_json::to_writer_pretty(&mut *context.out, &written)?;
            return Ok(writeln!(context.out)?);
        }
        Ok(writeln!(context.out, "{}", if here { secret.as_str() } else { &public_key })?)
    }
}

/// A key in hexadecimal.
pub fn hexadecimal(key: &SecretKey) -> Zeroizing<String> {
    Zeroizing::new(hex::encode(key.to_bytes().as_slice()))
}

fn format_line(text: &str) -> Zeroizing<String> {
    Zeroizing::new([text, "\n"].concat())
}
