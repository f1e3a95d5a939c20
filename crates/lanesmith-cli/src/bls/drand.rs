//! `lanesmith bls drand verify`: rounds of public randomness.

use clap::{Subcommand, ValueEnum};
use lanesmith::bls::drand::{BeaconScheme, Network};
use serde::Deserialize;

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

A line is a JSON object as drand's servers give it, or round,signature (chained
networks: and the previous signature) with the signature in hexadecimal. The
randomness of each round is printed; a round that is wrong is named by the
number of its line, and the exit status is 1.";

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
    #[arg(long, value_name = "NAME", requires = "pubkey", value_parser = scheme)]
    scheme: Option<BeaconScheme>,
    /// Public key of another network
    #[arg(long, value_name = "HEX", requires = "scheme")]
    pubkey: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NetworkName {
    /// A round every 3 s, unchained, small signatures
    Quicknet,
    /// A round every 30 s, chained
    Default,
}

fn scheme(name: &str) -> Result<BeaconScheme, String> {
    let known = || BeaconScheme::ALL.map(BeaconScheme::name).join(", ");
    BeaconScheme::by_name(name).ok_or_else(|| format!("no such scheme; there are {}", known()))
}

/// A round as drand's servers give it; they say more than this.
#[derive(Deserialize)]
struct Round {
    round: u64,
    signature: String,
    previous_signature: Option<String>,
    randomness: Option<String>,
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
    answers.give_each(&args.lines, context, |line| verify(&network, line))
}

fn verify(network: &Network, line: &[u8]) -> Answer {
    let round = read(line)?;
    let signature = input::decode(&round.signature).map_err(|e| format!("signature: {e}"))?;
    let previous = round.previous_signature.as_ref().map(|text| {
        let previous = input::decode(text);
        previous.map_err(|e| format!("previous signature: {e}"))
    });
    let previous = previous.transpose()?;
    let randomness = network.verify(round.round, previous.as_deref(), &signature);
    let randomness = hex::encode(randomness.map_err(|e| e.to_string())?);
    match round.randomness {
        Some(told) if !told.eq_ignore_ascii_case(&randomness) => {
            Err(format!("the signature is right, but its randomness is {randomness}, not {told}"))
        }
        _ => Ok(randomness),
    }
}

fn read(line: &[u8]) -> Result<Round, String> {
    if line.trim_ascii_start().first() == Some(&b'{') {
        return serde_json::from_slice(line).map_err(|e| e.to_string());
    }
    let text = str::from_utf8(line).map_err(|e| e.to_string())?;
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let (number, signature, previous) = match fields[..] {
        [number, signature] => (number, signature, None),
        [number, signature, previous] => (number, signature, Some(previous.to_owned())),
        _ => {
            return Err(format!(
                "{} fields, a line is round,signature or round,signature,previous signature",
                fields.len()
            ));
        }
    };
    let round = number.parse().map_err(|_| format!("round {number:?} is not a number"))?;
    Ok(Round { round, signature: signature.to_owned(), previous_signature: previous, randomness: None })
}
