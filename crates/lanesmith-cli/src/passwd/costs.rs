//! Options that several commands have: costs, what is hashed besides the password, limits, the stored string.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanesmith::pwhash::crypt::Limits;
use lanesmith::pwhash::password::{Context, PasswordHash, Policy, Scheme};
use lanesmith::pwhash::{Error, password, scrypt, yescrypt};
use zeroize::Zeroizing;

use super::units;
use crate::failure::{Failure, Outcome};

/// The schemes as values of an option.
pub fn schemes() -> impl TypedValueParser<Value = Scheme> {
    PossibleValuesParser::new(Scheme::ALL.map(Scheme::name)).try_map(|name| name.parse::<Scheme>())
}

/// A string, parameters or limits that cannot be used: status 2.
pub fn unusable(error: Error) -> Failure {
    match error {
        Error::OverLimit { .. } => Failure::usage(format!("{error}; --max-memory and --max-work raise it")),
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
    /// Associated data, such as the user's number, which is not in the string either
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    data: String,
}

/// The same, read.
pub struct Loaded<'a> {
    secret: Zeroizing<Vec<u8>>,
    data: &'a str,
}

impl Besides {
    /// Reads the secret.
    pub fn load(&self) -> Outcome<Loaded<'_>> {
        let mut secret = Zeroizing::new(Vec::new());
        if let Some(path) = &self.secret_file {
            // With room for all of it, so that no copies are left where it grew.
            secret.reserve_exact(SECRET + 1);
            let file =
                File::open(path).and_then(|file| file.take(SECRET as u64 + 1).read_to_end(&mut secret));
            file.with_context(|| format!("cannot read {}", path.display()))?;
            if secret.is_empty() || secret.len() > SECRET {
                return Err(Failure::usage("--secret-file: empty or longer than 64 KiB"));
            }
        }
        Ok(Loaded { secret, data: &self.data })
    }
}

impl Loaded<'_> {
    /// As the library takes it.
    pub fn context(&self) -> Context<'_> {
        Context::new().secret(&self.secret).data(self.data.as_bytes())
    }
}

/// What a stored string may ask for.
#[derive(Debug, clap::Args)]
pub struct Bounds {
    /// Most memory that a stored string may ask for
    #[arg(long, value_name = "SIZE", default_value = "1025MiB", value_parser = units::size)]
    max_memory: u64,
    /// Most work that a stored string may ask for: bytes that are filled or mixed, each time counted
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = units::size)]
    max_work: u64,
}

impl Bounds {
    /// As the library takes it.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.max_memory, traffic: self.max_work }
    }
}

/// The stored string.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct Source {
    /// The stored string, in single quotes because of its dollars
    string: Option<String>,
    /// A file whose first line is the stored string
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

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
}

fn first_line(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(text).map_err(|_| anyhow!("{name}: not text in UTF-8"))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
