//! Beacons of drand.

use lanesmith::bls::drand::{BeaconScheme, DEFAULT_KEY, Network, QUICKNET_KEY};

use crate::{Fault, Outcome};

// JavaScript: bls.drandVerify. Python: bls.DrandNetwork.randomness.
/// Verifies a round of drand and gives its randomness, 32 bytes. The network is "default" or "quicknet", whose keys are known (`key`
/// is empty), or drand's name of a scheme with the key of the network. `previous` is the signature of the round before, which only
/// chained networks read. Another round's signature is a mismatch.
pub fn drand_verify(
    network: &str,
    key: &[u8],
    round: u64,
    previous: &[u8],
    signature: &[u8],
) -> Outcome<[u8; 32]> {
    let (scheme, key) = match network {
        "default" => (Some(BeaconScheme::Chained), known(key, &DEFAULT_KEY)),
        "quicknet" => (Some(BeaconScheme::UnchainedG1Rfc9380), known(key, &QUICKNET_KEY)),
        name => (BeaconScheme::by_name(name), key),
    };
    let unknown = || {
        let known = BeaconScheme::ALL.map(BeaconScheme::name).join(", ");
        Fault::range("network", network, format_args!("default, quicknet, {known}"))
    };
    let network = Network::new(scheme.ok_or_else(unknown)?, key)?;
    Ok(network.verify(round, (!previous.is_empty()).then_some(previous), signature)?)
}

fn known<'k>(given: &'k [u8], own: &'k [u8]) -> &'k [u8] {
    if given.is_empty() { own } else { given }
}
