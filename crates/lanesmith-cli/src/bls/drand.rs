//! `lanesmith bls drand verify`: rounds of public randomness.

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Subcommand, ValueEnum};
use lanesmith::bls::drand::{BeaconScheme, Network};
use lanesmith::bls::signature::SignatureError;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::answers::{Answer, Answers, LineArgs};
use super::input;
use crate::Context;
use crate::failure::{Failure, Outcome};

/// Beacons of drand
#[derive(Debug, Subcommand)]
pub enum Command {
    Verify(VerifyArgs),
}

const HELP: &str = "\
Examples:
  curl -s https://api.drand.sh/public/latest |
      lanesmith bls drand verify --network default
  lanesmith bls drand verify rounds.csv
  lanesmith bls drand verify rounds.csv \\
      --scheme bls-unchained-on-g1 --pubkey $KEY

A line is a JSON object as drand's servers give it (on one line: jq -c, not
jq), or round,signature (chained networks: and the previous signature) with the
signature in hexadecimal. The randomness of each round is printed; a round that
is wrong is named by the number of its line, and the exit status is 1.";

/// Verify rounds of a network, one on each line, and print their randomness
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct VerifyArgs {
    #[command(flatten)]
    lines: LineArgs,
    /// A network of the League of Entropy
    #[arg(long, value_enum, default_value = "quicknet", conflicts_with = "pubkey")]
    network: NetworkName,
    /// Scheme of another network
    #[arg(long, value_name = "NAME", requires = "pubkey", value_parser = scheme())]
    scheme: Option<BeaconScheme>,
    /// Public key of another network
    #[arg(long, value_name = "HEX", requires = "scheme")]
    pubkey: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NetworkName {
    /// A round every 3 s, unchained, small signatures
    Quicknet,
    /// A round every 30 s, chained
    Default,
}

impl NetworkName {
    /// How many bytes its signatures have, and its name.
    fn signatures(self) -> (usize, &'static str) {
        match self {
            NetworkName::Quicknet => (48, "quicknet"),
            NetworkName::Default => (96, "default"),
        }
    }
}

fn scheme() -> impl clap::builder::TypedValueParser<Value = BeaconScheme> {
    let names = PossibleValuesParser::new(BeaconScheme::ALL.map(BeaconScheme::name));
    names.try_map(|name| BeaconScheme::by_name(&name).ok_or("no such scheme"))
}

/// A round as drand's servers give it; they say more than this.
#[derive(Deserialize)]
struct Round {
    #[serde(deserialize_with = "number")]
    round: u64,
    signature: String,
    previous_signature: Option<String>,
    randomness: Option<String>,
}

/// Rounds that there can be.
const ROUNDS: &str = "it must be a number from 0 to 18446744073709551615, without sign and leading zeros";

fn number<'de, D: Deserializer<'de>>(reader: D) -> Result<u64, D::Error> {
    let value = serde_json::Value::deserialize(reader)?;
    value.as_u64().ok_or_else(|| D::Error::custom(format!("round {value}: {ROUNDS}")))
}

pub fn run(command: &Command, context: &mut Context<'_>) -> Outcome {
    let Command::Verify(args) = command;
    let network = match (args.scheme, &args.pubkey) {
        (Some(scheme), Some(key)) => {
            let key = input::decode(key).map_err(|e| Failure::usage(format!("--pubkey: {e}")))?;
            Network::new(scheme, &key).map_err(|e| Failure::usage(format!("--pubkey: {e}")))?
        }
        _ => match args.network {
            NetworkName::Quicknet => Network::quicknet(),
            NetworkName::Default => Network::default_chain(),
        }
        .map_err(super::options::failed)?,
    };
    let answers = Answers { batch: 16, longest: 1 << 16, quiet: false };
    let named = args.scheme.is_none().then_some(args.network);
    answers.give_each(&args.lines, context, |line| verify(&network, named, line))
}

/// What is wrong with a signature, and which network has such signatures.
fn hint(error: &SignatureError, named: Option<NetworkName>) -> String {
    let others = NetworkName::value_variants().iter().filter(|other| named.is_some_and(|own| own != **other));
    let other = others.map(|other| other.signatures()).find(|(length, _)| {
        matches!(error, SignatureError::Length { what: "signature", found, .. } if found == length)
    });
    match other {
        Some((_, name)) => format!("{error}: those of the network {name} are so long (--network {name})"),
        None => error.to_string(),
    }
}

fn verify(network: &Network, named: Option<NetworkName>, line: &[u8]) -> Answer {
    let round = read(line)?;
    let signature = input::decode_field("signature", &round.signature)?;
    let previous =
        round.previous_signature.as_ref().map(|text| input::decode_field("previous signature", text));
    let previous = previous.transpose()?;
    let randomness = network.verify(round.round, previous.as_deref(), &signature);
    let randomness = hex::encode(randomness.map_err(|e| hint(&e, named))?);
    match round.randomness {
        Some(told) if !told.eq_ignore_ascii_case(&randomness) => {
            Err(format!("the signature is right, but its randomness is {randomness}, not {told}"))
        }
        _ => Ok(randomness),
    }
}

fn read(line: &[u8]) -> Result<Round, String> {
    match line.trim_ascii().first() {
        Some(b'{') => return serde_json::from_slice(line).map_err(|e| json_reason(&e)),
        Some(b'"' | b'}' | b']' | b'[') => return Err(ONE_LINE.into()),
        _ => {}
    }
    let text = str::from_utf8(line).map_err(|e| e.to_string())?;
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let (number, signature, previous) = match fields[..] {
        [number, signature] => (number, signature, None),
        [number, signature, previous] => (number, signature, Some(previous.to_owned())),
        _ => {
            let word = if fields.len() == 1 { "field" } else { "fields" };
            return Err(format!(
                "{} {word}, a line is round,signature or round,signature,previous signature",
                fields.len()
            ));
        }
    };
    let plain = number.bytes().all(|c| c.is_ascii_digit()) && (number == "0" || !number.starts_with('0'));
    let round = number.parse().ok().filter(|_| plain);
    let round = round.ok_or_else(|| format!("round {number:?}: {ROUNDS}"))?;
    Ok(Round { round, signature: signature.to_owned(), previous_signature: previous, randomness: None })
}

const ONE_LINE: &str = "part of JSON: a round is an object on one line, as jq -c prints it";

/// Without the number of the line, which would be that of the text of this line.
fn json_reason(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return ONE_LINE.into();
    }
    let text = error.to_string();
    match text.rsplit_once(" at line 1 column ") {
        Some((what, column)) => format!("JSON, character {column}: {what}"),
        None => text,
    }
}
