//! One case of `lanesmith passwd kdf`: the fields of our vector files, as options and as JSON.

use std::fmt;

use anyhow::{Context as _, anyhow, bail};
use lanesmith::pwhash::argon2::{self, Variant, Version};
use lanesmith::pwhash::mem::Arena;
use lanesmith::pwhash::yescrypt::{self, Mode, Yescrypt, Yescrypt05};
use lanesmith::pwhash::{lyra2, scrypt, twocats};
use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use serde_json::error::Category;
use zeroize::Zeroizing;

/// Bytes that are written in hexadecimal, and wiped.
#[derive(Clone, Default)]
pub struct Hex(pub Zeroizing<Vec<u8>>);

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({} bytes)", self.0.len())
    }
}

/// Bytes as an option gives them. What is wrong is told without a character of it: it may be secret.
fn hex(text: &str) -> Result<Hex, String> {
    // Before the digits are counted: what is none of them is what is wrong.
    if let Some(at) = text.chars().position(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("not hexadecimal at character {}", at + 1));
    }
    let bytes = hex::decode(text).map_err(|_| "hexadecimal with half a byte at its end")?;
    Ok(Hex(Zeroizing::new(bytes)))
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Hex;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes in hexadecimal")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Hex, E> {
                hex(text).map_err(E::custom)
            }
            fn visit_unit<E: de::Error>(self) -> Result<Hex, E> {
                Ok(Hex::default())
            }
            // The reader's own words would show the number, which is a password without its quotes.
            fn visit_u64<E: de::Error>(self, _: u64) -> Result<Hex, E> {
                Err(E::custom("hexadecimal without quotes"))
            }
            fn visit_i64<E: de::Error>(self, _: i64) -> Result<Hex, E> {
                Err(E::custom("hexadecimal without quotes"))
            }
            fn visit_f64<E: de::Error>(self, _: f64) -> Result<Hex, E> {
                Err(E::custom("hexadecimal without quotes"))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

/// Text, or a number as text: the version of Argon2 is a number, that of Lyra2 text.
fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    struct Either;
    impl Visitor<'_> for Either {
        type Value = Option<String>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("text or a number")
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(text.to_owned()))
        }
        fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
            Ok(Some(number.to_string()))
        }
    }
    deserializer.deserialize_any(Either)
}

/// Parameters of a function. What a function does not know is passed over.
#[derive(Clone, Debug, Default, Deserialize, clap::Args)]
#[serde(default)]
#[command(next_help_heading = "Parameters")]
pub struct Case {
    /// The function: argon2d, argon2i, argon2id, scrypt, yescrypt, lyra2, twocats, skinnycat
    #[arg(long)]
    pub alg: Option<String>,
    /// Version: 16 or 19 (argon2), v3 or v1-2014-04 (lyra2), 2015-final or 2014-phc (twocats), 1.x, 0.5 or 0.5-reduced
    /// (yescrypt) [default: the newest]
    #[arg(long)]
    #[serde(deserialize_with = "text_or_number")]
    pub version: Option<String>,
    /// Argon2 without a letter in its name: d, i, id
    #[arg(skip)]
    #[serde(rename = "type")]
    variant: Option<String>,
    /// The password, which is no option
    #[arg(skip)]
    pub password: Hex,
    /// Salt in hexadecimal
    #[arg(long, value_name = "HEX", value_parser = hex, default_value = "", hide_default_value = true)]
    salt: Hex,
    /// Secret key (argon2), which is no option either
    #[arg(skip)]
    pub secret: Hex,
    /// Associated data in hexadecimal (argon2, twocats)
    #[arg(long, value_name = "HEX", value_parser = hex, default_value = "", hide_default_value = true)]
    #[serde(alias = "ad")]
    data: Hex,
    /// Bytes of the key; part of the function in argon2 and lyra2
    #[arg(long, value_name = "BYTES")]
    #[serde(alias = "dk_len", alias = "tag_len")]
    outlen: Option<usize>,
    /// The key that is expected, in hexadecimal
    #[arg(skip)]
    #[serde(alias = "dk", alias = "tag")]
    pub out: Option<Hex>,
    /// Memory in KiB (argon2)
    #[arg(long, value_name = "KIB")]
    m_kib: Option<u32>,
    /// Passes (argon2, lyra2), time (yescrypt)
    #[arg(long)]
    t: Option<u32>,
    /// Lanes (argon2), parts (scrypt, yescrypt)
    #[arg(long)]
    p: Option<u32>,
    /// Entries or blocks (scrypt, yescrypt)
    #[arg(long)]
    #[serde(rename = "N")]
    n: Option<u64>,
    /// Units of 128 bytes in a block (scrypt, yescrypt)
    #[arg(long)]
    r: Option<u32>,
    /// Mode of yescrypt: 0 scrypt, 1 write once, 182 read-write [default: 182]
    #[arg(long, hide_short_help = true)]
    flags: Option<u32>,
    /// Permutation of lyra2: blake2b, blamka, half-round-blamka [default: blamka]
    #[arg(long, hide_short_help = true)]
    sponge: Option<String>,
    /// Columns (lyra2) [default: 256]
    #[arg(long, hide_short_help = true)]
    ncols: Option<u32>,
    /// Rows (lyra2)
    #[arg(long, hide_short_help = true)]
    rows: Option<u32>,
    /// Threads (lyra2)
    #[arg(long, hide_short_help = true)]
    threads: Option<u32>,
    /// Rounds of the reduced permutation (lyra2)
    #[arg(long, hide_short_help = true)]
    rounds: Option<u32>,
    /// Words of a column: 8, 10 or 12 (lyra2)
    #[arg(long, hide_short_help = true)]
    bitrate_words: Option<u32>,
    /// Hash function: blake2s, blake2b, sha256, sha512 (twocats)
    #[arg(long, hide_short_help = true)]
    hash: Option<String>,
    /// What is computed: full, client, server, update (twocats)
    #[arg(skip)]
    op: Option<String>,
    /// What `server` and `update` begin with
    #[arg(skip)]
    in_hash: Hex,
    /// First level that counts (twocats) [default: the last]
    #[arg(long, hide_short_help = true)]
    start_mem_cost: Option<u8>,
    /// Last level: log2 of the memory in KiB (twocats, skinnycat)
    #[arg(long, hide_short_help = true)]
    #[serde(alias = "mem_cost")]
    stop_mem_cost: Option<u8>,
    /// Log2 of the passes over a block (twocats of 2014)
    #[arg(long, hide_short_help = true)]
    time_cost: Option<u8>,
    /// Multiplications (twocats)
    #[arg(long, hide_short_help = true)]
    multiplies: Option<u8>,
    /// Lanes of 32 bits (twocats)
    #[arg(long, hide_short_help = true)]
    lanes: Option<u8>,
    /// Parts (twocats)
    #[arg(long, hide_short_help = true)]
    parallelism: Option<u8>,
    /// Bytes of a block (twocats)
    #[arg(long, hide_short_help = true)]
    block_size: Option<u32>,
    /// Bytes of a sub-block (twocats)
    #[arg(long, hide_short_help = true)]
    sub_block_size: Option<u32>,
    /// Levels that are overwritten (twocats)
    #[arg(long, hide_short_help = true)]
    overwrite_cost: Option<u8>,
    /// No address depends on the password (twocats)
    #[arg(long, hide_short_help = true)]
    side_channel_resistant: bool,
}

fn need<T>(value: Option<T>, name: &str) -> anyhow::Result<T> {
    value.ok_or_else(|| anyhow!("{name} is missing"))
}

/// What is wrong with a line, in words of ours, and nothing of the line itself: a password may be anywhere in it.
fn explain(error: &serde_json::Error) -> String {
    let column = error.column();
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    match error.classify() {
        Category::Io | Category::Eof => "not JSON: it ends too soon".into(),
        Category::Syntax => format!("not JSON at character {column}"),
        Category::Data => match text.rsplit_once(", expected ") {
            Some((_, expected)) => {
                let expected = match expected {
                    "u8" => "a whole number below 256",
                    "u32" => "a whole number below 2^32",
                    "u64" | "usize" => "a whole number below 2^64",
                    "a string" => "text in quotes",
                    "a boolean" => "true or false",
                    "struct Case" => "an object in braces",
                    // Our own words.
                    other => other,
                };
                format!("at character {column} there must be {expected}")
            }
            None => format!("{text} (at character {column})"),
        },
    }
}

impl Case {
    /// Reads a line.
    ///
    /// # Errors
    /// Says where and what is wrong, without the values that are there.
    pub fn read(line: &[u8]) -> anyhow::Result<Self> {
        serde_json::from_slice(line).map_err(|error| anyhow!(explain(&error)))
    }

    /// Derives the key.
    pub fn derive(&self, arena: &mut Arena<'_>) -> anyhow::Result<Zeroizing<Vec<u8>>> {
        let wanted = self.out.as_ref().map(|out| out.0.len());
        let length = self.outlen.or(wanted).unwrap_or(32);
        if length > 1 << 30 {
            bail!("outlen is {length}: it must be at most 2^30");
        }
        let mut out = Zeroizing::new(vec![0; length]);
        // The vectors of Argon2 say what they are by its variant alone.
        let by_variant = self.variant.as_ref().map(|variant| format!("argon2{variant}"));
        let alg = self.alg.clone().filter(|alg| alg != "argon2").or(by_variant);
        match need(alg, "alg")?.as_str() {
            "argon2d" => self.argon2(Variant::D, &mut out, arena)?,
            "argon2i" => self.argon2(Variant::I, &mut out, arena)?,
            "argon2id" => self.argon2(Variant::Id, &mut out, arena)?,
            "scrypt" => {
                let params = scrypt::Params::new(need(self.n, "N")?, need(self.r, "r")?, self.p.unwrap_or(1));
                scrypt::derive(&params, &self.password.0, &self.salt.0, &mut out, arena)?;
            }
            "yescrypt" | "yescrypt-phs" => self.yescrypt(&mut out, arena)?,
            "lyra2" => self.lyra2(&mut out, arena)?,
            "twocats" => self.twocats(&mut out, arena)?,
            "skinnycat" => {
                let params = twocats::Params::skinny_cat(self.hash()?, need(self.stop_mem_cost, "mem_cost")?);
                out.resize(params.hash().bytes(), 0);
                let twocats = twocats::TwoCats::new(params)?;
                twocats.hash(&self.password.0, &self.salt.0, &[], &mut out, arena)?;
            }
            other => bail!(
                "no function {other:?}: there are argon2d, argon2i, argon2id, scrypt, yescrypt, lyra2, twocats, skinnycat"
            ),
        }
        Ok(out)
    }

    fn argon2(&self, variant: Variant, out: &mut [u8], arena: &mut Arena<'_>) -> anyhow::Result<()> {
        let version = match self.version.as_deref() {
            None | Some("19") => Version::V0x13,
            Some("16") => Version::V0x10,
            Some(other) => bail!("version is {other:?}: it must be 16 or 19"),
        };
        let params = argon2::Params::default()
            .variant(variant)
            .version(version)
            .memory_kib(need(self.m_kib, "m_kib")?)
            .passes(need(self.t, "t")?)
            .lanes(self.p.unwrap_or(1));
        let input = argon2::Input {
            password: &self.password.0,
            salt: &self.salt.0,
            secret: &self.secret.0,
            data: &self.data.0,
        };
        Ok(argon2::hash(&params, &input, out, arena)?)
    }

    fn yescrypt(&self, out: &mut [u8], arena: &mut Arena<'_>) -> anyhow::Result<()> {
        let (n, r, t) = (need(self.n, "N")?, need(self.r, "r")?, self.t.unwrap_or(0));
        let version = self.version.as_deref().unwrap_or("1.x");
        if version.starts_with("0.5") {
            let yescrypt = Yescrypt05::new(n, r, t)?;
            let yescrypt = if version.starts_with("0.5-reduced") { yescrypt.reduced() } else { yescrypt };
            let key = yescrypt.derive(&self.password.0, &self.salt.0, arena)?;
            let key = Zeroizing::new(key);
            out.copy_from_slice(key.get(..out.len()).context("outlen: at most 32 bytes")?);
            return Ok(());
        }
        if version != "1.x" {
            bail!("version is {version:?}: it must be 1.x, 0.5 or 0.5-reduced");
        }
        let mode = match self.flags.unwrap_or(182) {
            0 => Mode::Scrypt,
            1 => Mode::WriteOnce,
            182 => Mode::ReadWrite,
            flags => bail!("flags is {flags}: it must be 0, 1 or 182"),
        };
        let params = yescrypt::Params::new(mode, n, r)?.parallelism(self.p.unwrap_or(1))?.time(t)?;
        Ok(Yescrypt::new(params).derive(&self.password.0, &self.salt.0, out, arena)?)
    }

    fn lyra2(&self, out: &mut [u8], arena: &mut Arena<'_>) -> anyhow::Result<()> {
        let first = match self.version.as_deref() {
            None | Some("v3") => false,
            Some("v1-2014-04") => true,
            Some(other) => bail!("version is {other:?}: it must be v3 or v1-2014-04"),
        };
        let sponge = match self.sponge.as_deref() {
            None if first => lyra2::Sponge::Blake2b,
            None | Some("blamka") => lyra2::Sponge::BlaMka,
            Some("blake2b") => lyra2::Sponge::Blake2b,
            Some("half-round-blamka") => lyra2::Sponge::HalfRoundBlaMka,
            Some(other) => bail!("sponge is {other:?}: it must be blake2b, blamka or half-round-blamka"),
        };
        let bitrate = match self.bitrate_words.unwrap_or(12) {
            8 => lyra2::Bitrate::Words8,
            10 => lyra2::Bitrate::Words10,
            12 => lyra2::Bitrate::Words12,
            other => bail!("bitrate_words is {other}: it must be 8, 10 or 12"),
        };
        let params = lyra2::Params::default()
            .edition(if first { lyra2::Edition::April2014 } else { lyra2::Edition::Final })
            .sponge(sponge)
            .bitrate(bitrate)
            .rounds(self.rounds.unwrap_or(1))
            .columns(self.ncols.unwrap_or(256))
            .rows(need(self.rows, "rows")?)
            .passes(self.t.unwrap_or(1))
            .threads(self.threads.unwrap_or(1));
        Ok(lyra2::hash(&params, &self.password.0, &self.salt.0, out, arena)?)
    }

    fn hash(&self) -> anyhow::Result<twocats::Hash> {
        let name = self.hash.as_deref().unwrap_or("blake2s");
        let found = twocats::Hash::ALL.into_iter().find(|hash| hash.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| anyhow!("hash is {name:?}: it must be blake2s, blake2b, sha256 or sha512"))
    }

    fn twocats(&self, out: &mut Vec<u8>, arena: &mut Arena<'_>) -> anyhow::Result<()> {
        let edition = match self.version.as_deref() {
            None | Some("2015-final") => twocats::Edition::Final2015,
            Some("2014-phc") => twocats::Edition::Phc2014,
            Some(other) => bail!("version is {other:?}: it must be 2015-final or 2014-phc"),
        };
        let op = self.op.as_deref().unwrap_or("full");
        // The server's part is a digest of what it is given, whatever the memory was.
        let least = (op == "server").then_some(0);
        let stop = need(self.stop_mem_cost.or(least), "stop_mem_cost")?;
        let start = self.start_mem_cost.unwrap_or(stop);
        let params = twocats::Params::new(edition, self.hash()?, stop)
            .start_mem_cost(start)
            .time_cost(self.time_cost.unwrap_or(0))
            .multiplies(self.multiplies.unwrap_or(2))
            .lanes(self.lanes.unwrap_or(8))
            .parallelism(self.parallelism.unwrap_or(1))
            .block_size(self.block_size.unwrap_or(16384), self.sub_block_size.unwrap_or(64))
            .overwrite_cost(self.overwrite_cost.unwrap_or(6))
            .side_channel_resistant(self.side_channel_resistant);
        let twocats = twocats::TwoCats::new(params)?;
        out.clear();
        out.resize(params.hash().bytes(), 0);
        let (password, salt, data) = (&self.password.0, &self.salt.0, &self.data.0);
        if matches!(op, "server" | "update") {
            if self.in_hash.0.len() != out.len() {
                bail!("in_hash has {} bytes: it must have {}", self.in_hash.0.len(), out.len());
            }
            out.copy_from_slice(&self.in_hash.0);
        }
        match op {
            "full" => twocats.hash(password, salt, data, out, arena)?,
            "client" => twocats.client(password, salt, data, out, arena)?,
            "server" => twocats.server(out)?,
            // The vectors name the first level that is new.
            "update" => twocats.upgrade(start.checked_sub(1).context("start_mem_cost is 0")?, out, arena)?,
            other => bail!("op is {other:?}: it must be full, client, server or update"),
        }
        Ok(())
    }
}
