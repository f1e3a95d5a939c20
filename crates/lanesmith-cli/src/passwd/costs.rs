//! Options that several commands have: costs, what is hashed besides the password, limits, the stored string.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::password::{Context, PasswordHash, Pepper, Policy, Scheme};
use lanesmith::pwhash::{Error, password, scrypt, yescrypt};
use zeroize::Zeroizing;

use super::{secrets, units};
use crate::bls::input::{is_dash, shown};
use crate::failure::{Failure, Outcome};

/// The schemes as values of an option.
pub fn schemes() -> impl TypedValueParser<Value = Scheme> {
    PossibleValuesParser::new(Scheme::ALL.map(Scheme::name)).try_map(|name| name.parse::<Scheme>())
}

/// A string, parameters or limits that cannot be used: status 2.
pub fn unusable(error: Error) -> Failure {
    match error {
        // Other limits are fixed.
        Error::OverLimit { what, .. } if what.starts_with("memory") || what.starts_with("work") => {
            Failure::usage(format!("{error}; --max-memory and --max-work raise it"))
        }
        Error::UnknownKey { .. } => Failure::usage(format!("{error}; --old-secret gives it")),
        Error::Malformed { at: 0, .. } => {
            Failure::usage(format!("{error}; `lanesmith passwd inspect --help` lists what is known"))
        }
        error => Failure::Usage(error.into()),
    }
}

/// What new hashes cost.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Costs")]
pub struct Costs {
    /// How passwords are stored
    #[arg(long, default_value = "argon2id", value_parser = schemes(), hide_possible_values = false)]
    scheme: Scheme,
    /// Memory of a hash, such as 64MiB; scrypt, yescrypt and TwoCats round it down to a power of two [default: what is
    /// usual for the scheme]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory: Option<u64>,
    /// Passes over the memory (argon2, lyra2), t (yescrypt, from 0), p (scrypt)
    #[arg(long, value_name = "N")]
    time_cost: Option<u32>,
    /// Parts that can be computed at the same time: lanes of argon2, threads of lyra2, p of yescrypt and twocats
    #[arg(long, value_name = "N")]
    parallelism: Option<u32>,
    /// Size of a block of scrypt and yescrypt in units of 128 bytes (r)
    #[arg(long, value_name = "R")]
    block: Option<u32>,
}

impl Costs {
    /// The policy.
    pub fn policy(&self) -> Outcome<Policy> {
        self.build().map_err(|error| match error {
            Error::Parameter { .. } => Failure::usage(format!("{}: {error}", self.scheme)),
            error => Failure::Usage(error.into()),
        })
    }

    /// Whether nothing was asked for.
    pub fn is_usual(&self) -> bool {
        let Costs { scheme, memory, time_cost, parallelism, block } = self;
        *scheme == Scheme::Argon2id && (memory, time_cost, parallelism, block) == (&None, &None, &None, &None)
    }

    /// Says on standard error what should be known of new hashes that cost so little.
    pub fn warn(policy: &Policy) {
        for remark in policy.remarks() {
            // Nobody is left to tell if it is gone.
            let _ = writeln!(std::io::stderr(), "lanesmith: warning: {}: {remark}", policy.scheme());
        }
    }

    fn build(&self) -> Result<Policy, Error> {
        let mut policy = Policy::new(self.scheme);
        if let Some(r) = self.block {
            // The memory stays, as far as powers of two can.
            let memory = policy.memory();
            policy = match policy {
                Policy::Scrypt(params) => Policy::Scrypt(scrypt::Params::new(4, r, params.p())),
                Policy::Yescrypt(params) => Policy::Yescrypt(yescrypt::Params::new(params.mode(), 4, r)?),
                _ => {
                    let need = "given for scrypt and yescrypt only";
                    return Err(Error::Parameter { name: "--block", value: r.into(), need });
                }
            };
            policy.check()?;
            policy = policy.with_memory(memory)?;
        }
        let (memory, time, parallelism) = (self.memory, self.time_cost, self.parallelism);
        policy.with_costs(password::Costs { memory, time, parallelism })
    }
}

/// The longest secret, in bytes.
const SECRET: usize = 64 << 10;

/// What is hashed besides password and salt.
#[derive(Debug, clap::Args)]
pub struct Besides {
    /// A file with a secret of the service ("pepper"): all its bytes go into the hash, none into the string
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,
    /// The name of that secret, at most 8 bytes, which strings of argon2 hold (keyid), so that it can be replaced
    #[arg(long, value_name = "ID", default_value = "", hide_default_value = true, requires = "secret_file")]
    key_id: String,
    /// Associated data, such as the user's number, which is not in the string either
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    data: String,
}

/// Secrets of before.
#[derive(Debug, clap::Args)]
pub struct Older {
    /// A secret that older strings were made with; 'none' for strings without one, as those of other libraries are; may be
    /// repeated
    #[arg(long, value_name = "ID=FILE")]
    old_secret: Vec<String>,
}

/// The same, read.
pub struct Loaded<'a> {
    secret: Zeroizing<Vec<u8>>,
    key_id: &'a str,
    older: Vec<(&'a str, Zeroizing<Vec<u8>>)>,
    data: &'a str,
}

/// All of a file with a secret.
pub fn secret(path: &Path, option: &str) -> Outcome<Zeroizing<Vec<u8>>> {
    // With room for all of it, so that no copies are left where it grew.
    let mut secret = Zeroizing::new(Vec::new());
    secret.reserve_exact(SECRET + 1);
    let file = File::open(path).and_then(|file| file.take(SECRET as u64 + 1).read_to_end(&mut secret));
    file.with_context(|| format!("cannot read {}", path.display())).map_err(Failure::Usage)?;
    if secret.is_empty() || secret.len() > SECRET {
        return Err(Failure::usage(format!("{option}: empty or longer than 64 KiB")));
    }
    Ok(secret)
}

impl Besides {
    /// Reads the secret.
    pub fn load(&self) -> Outcome<Loaded<'_>> {
        self.read(&[])
    }

    /// Reads the secret and those of before.
    pub fn load_with<'a>(&'a self, older: &'a Older) -> Outcome<Loaded<'a>> {
        self.read(&older.old_secret)
    }

    fn read<'a>(&'a self, older: &'a [String]) -> Outcome<Loaded<'a>> {
        let current = match &self.secret_file {
            Some(path) => secret(path, "--secret-file")?,
            None => Zeroizing::new(Vec::new()),
        };
        let one = |text: &'a String| match text.split_once('=') {
            _ if text == "none" => Ok(("", Zeroizing::new(Vec::new()))),
            Some((id, path)) => Ok((id, secret(Path::new(path), "--old-secret")?)),
            None => {
                Err(Failure::usage("--old-secret: neither ID=FILE nor none (=FILE for one without a name)"))
            }
        };
        let older = older.iter().map(one).collect::<Outcome<_>>()?;
        Ok(Loaded { secret: current, key_id: &self.key_id, older, data: &self.data })
    }
}

impl Loaded<'_> {
    /// The secrets of before, as the library takes them.
    pub fn older(&self) -> Vec<Pepper<'_>> {
        self.older.iter().map(|(id, secret)| Pepper { id: id.as_bytes(), secret }).collect()
    }

    /// As the library takes it.
    pub fn context<'c>(&'c self, older: &'c [Pepper<'c>]) -> Context<'c> {
        let context = Context::new().secret(&self.secret).key_id(self.key_id.as_bytes());
        context.data(self.data.as_bytes()).older(older)
    }
}

/// What a stored string may ask for.
#[derive(Debug, clap::Args)]
pub struct Bounds {
    /// Most memory that a stored string may ask for
    #[arg(long, value_name = "SIZE", default_value = "1025MiB", value_parser = units::size)]
    max_memory: u64,
    /// Most work that a stored string may ask for: the time in which Argon2id fills so many bytes
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = units::size)]
    max_work: u64,
    /// Accept hashes that are shorter than programs write them and may have been cut off (16 to 31 bytes)
    #[arg(long)]
    short_hashes: bool,
}

impl Bounds {
    /// As the library takes it.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.max_memory, work: self.max_work, short_hashes: self.short_hashes }
    }
}

/// The stored string.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct Source {
    /// The stored string, in single quotes because of its dollars
    string: Option<String>,
    /// A file whose first line is the stored string; - for standard input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The longest line that is looked at for a stored string, in bytes.
const LINE: u64 = 64 << 10;

impl Source {
    /// Reads the string: whatever is wrong with it is status 2.
    pub fn load(&self) -> Outcome<PasswordHash> {
        let text = match (&self.string, &self.file) {
            (Some(text), _) => text.clone(),
            (None, Some(path)) => first_line(path).map_err(Failure::Usage)?,
            (None, None) => return Err(Failure::usage("no stored string: give one or --file")),
        };
        text.parse().map_err(unusable)
    }

    /// The same where the password comes from standard input.
    pub fn load_beside_password(&self) -> Outcome<PasswordHash> {
        if self.file.as_deref().is_some_and(is_dash) {
            let why =
                "standard input has the password: --file - cannot be read from it too (--lines takes both)";
            return Err(Failure::usage(why));
        }
        self.load()
    }
}

fn first_line(path: &Path) -> anyhow::Result<String> {
    let name = shown(path);
    let file: Box<dyn Read> = match is_dash(path) {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(File::open(path).with_context(|| format!("cannot read {name}"))?),
    };
    let mut line = Vec::new();
    BufReader::new(file.take(LINE + 1))
        .read_until(b'\n', &mut line)
        .with_context(|| format!("cannot read {name}"))?;
    if line.len() as u64 > LINE {
        return Err(anyhow!("{name}: the first line is longer than 64 KiB"));
    }
    let line = str::from_utf8(secrets::first_line(&line));
    Ok(line.map_err(|_| anyhow!("{name}: the first line is not text in UTF-8"))?.to_owned())
}
