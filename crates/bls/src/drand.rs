//! Beacons of drand: rounds of public randomness, each the signature of the network's key.

use lanesmith_sha256::{Sha256, sha256};

use crate::signature::{MinPk, MinSig, Mode, PublicKey, Scheme, Signature, SignatureError};

/// How a network signs.
///
/// ```
/// use lanesmith_bls::drand::BeaconScheme;
/// assert_eq!(BeaconScheme::by_name("bls-unchained-g1-rfc9380"), Some(BeaconScheme::UnchainedG1Rfc9380));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BeaconScheme {
    /// `pedersen-bls-chained`: signatures in G2 over the previous signature and the round (the network `default`).
    Chained,
    /// `pedersen-bls-unchained`: signatures in G2 over the round.
    Unchained,
    /// `bls-unchained-on-g1`: signatures in G1, hashed with the tag of G2 by a slip that stands.
    UnchainedOnG1,
    /// `bls-unchained-g1-rfc9380`: signatures in G1 (the network `quicknet`).
    UnchainedG1Rfc9380,
}

const G2_TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_";
const G1_TAG: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

impl BeaconScheme {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Chained, Self::Unchained, Self::UnchainedOnG1, Self::UnchainedG1Rfc9380];

    /// drand's name of it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chained => "pedersen-bls-chained",
            Self::Unchained => "pedersen-bls-unchained",
            Self::UnchainedOnG1 => "bls-unchained-on-g1",
            Self::UnchainedG1Rfc9380 => "bls-unchained-g1-rfc9380",
        }
    }

    /// The scheme of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }
}

/// A network: its scheme and its public key.
///
/// ```
/// use lanesmith_bls::drand::Network;
/// use lanesmith_bls::signature::SignatureError;
/// // The first round of quicknet: what the network answers, without JSON and hexadecimal.
/// let signature = [
///     0xb5, 0x5e, 0x7c, 0xb2, 0xd5, 0xc6, 0x13, 0xee, 0x0b, 0x2e, 0x28, 0xd6, 0x75, 0x0a, 0xab, 0xbb,
///     0x78, 0xc3, 0x9d, 0xcc, 0x96, 0xbd, 0x9d, 0x38, 0xc2, 0xc2, 0xe1, 0x21, 0x98, 0xdf, 0x95, 0x57,
///     0x1d, 0xe8, 0xe8, 0xe4, 0x02, 0xa0, 0xcc, 0x48, 0x87, 0x1c, 0x70, 0x89, 0xa2, 0xb3, 0xaf, 0x4b,
/// ];
/// let quicknet = Network::quicknet()?;
/// assert_eq!(quicknet.verify(1, None, &signature)?[..4], [0x14, 0x66, 0xa6, 0xcd]);
/// assert_eq!(quicknet.verify(2, None, &signature), Err(SignatureError::Mismatch));
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Network {
    scheme: BeaconScheme,
    key: NetworkKey,
}

#[derive(Clone, Copy, Debug)]
enum NetworkKey {
    G1(PublicKey<MinPk>),
    G2(PublicKey<MinSig>),
}

/// The key of the network `default` (League of Entropy, chained, a round every 30 s).
pub const DEFAULT_KEY: [u8; 48] = [
    0x86, 0x8f, 0x00, 0x5e, 0xb8, 0xe6, 0xe4, 0xca, 0x0a, 0x47, 0xc8, 0xa7, 0x7c, 0xea, 0xa5, 0x30, 0x9a,
    0x47, 0x97, 0x8a, 0x7c, 0x71, 0xbc, 0x5c, 0xce, 0x96, 0x36, 0x6b, 0x5d, 0x7a, 0x56, 0x99, 0x37, 0xc5,
    0x29, 0xee, 0xda, 0x66, 0xc7, 0x29, 0x37, 0x84, 0xa9, 0x40, 0x28, 0x01, 0xaf, 0x31,
];

/// The key of the network `quicknet` (League of Entropy, unchained, a round every 3 s).
pub const QUICKNET_KEY: [u8; 96] = [
    0x83, 0xcf, 0x0f, 0x28, 0x96, 0xad, 0xee, 0x7e, 0xb8, 0xb5, 0xf0, 0x1f, 0xca, 0xd3, 0x91, 0x22, 0x12,
    0xc4, 0x37, 0xe0, 0x07, 0x3e, 0x91, 0x1f, 0xb9, 0x00, 0x22, 0xd3, 0xe7, 0x60, 0x18, 0x3c, 0x8c, 0x4b,
    0x45, 0x0b, 0x6a, 0x0a, 0x6c, 0x3a, 0xc6, 0xa5, 0x77, 0x6a, 0x2d, 0x10, 0x64, 0x51, 0x0d, 0x1f, 0xec,
    0x75, 0x8c, 0x92, 0x1c, 0xc2, 0x2b, 0x0e, 0x17, 0xe6, 0x3a, 0xaf, 0x4b, 0xcb, 0x5e, 0xd6, 0x63, 0x04,
    0xde, 0x9c, 0xf8, 0x09, 0xbd, 0x27, 0x4c, 0xa7, 0x3b, 0xab, 0x4a, 0xf5, 0xa6, 0xe9, 0xc7, 0x6a, 0x4b,
    0xc0, 0x9e, 0x76, 0xea, 0xe8, 0x99, 0x1e, 0xf5, 0xec, 0xe4, 0x5a,
];

impl Network {
    /// A network from its scheme and its public key.
    ///
    /// # Errors
    /// What is wrong with the key.
    pub fn new(scheme: BeaconScheme, key: &[u8]) -> Result<Self, SignatureError> {
        let key = match scheme {
            BeaconScheme::Chained | BeaconScheme::Unchained => NetworkKey::G1(PublicKey::from_bytes(key)?),
            _ => NetworkKey::G2(PublicKey::from_bytes(key)?),
        };
        Ok(Self { scheme, key })
    }

    /// The network `default`.
    ///
    /// # Errors
    /// None: its key is right.
    pub fn default_chain() -> Result<Self, SignatureError> {
        Self::new(BeaconScheme::Chained, &DEFAULT_KEY)
    }

    /// The network `quicknet`.
    ///
    /// # Errors
    /// None: its key is right.
    pub fn quicknet() -> Result<Self, SignatureError> {
        Self::new(BeaconScheme::UnchainedG1Rfc9380, &QUICKNET_KEY)
    }

    /// Verifies a round and gives its randomness. `previous` is the signature of the round before; only chained networks
    /// read it.
    ///
    /// # Errors
    /// What is wrong with the bytes of the signature; [`SignatureError::Mismatch`] if it is not of the round;
    /// [`SignatureError::Empty`] if a chained network is not told the previous signature.
    pub fn verify(
        &self,
        round: u64,
        previous: Option<&[u8]>,
        signature: &[u8],
    ) -> Result<[u8; 32], SignatureError> {
        // Randomness is the hash of the bytes: only one encoding may pass.
        let expected = match self.key {
            NetworkKey::G1(_) => 96,
            NetworkKey::G2(_) => 48,
        };
        if signature.len() != expected {
            return Err(SignatureError::Length { what: "signature", found: signature.len(), expected });
        }
        let mut hasher = Sha256::new();
        if self.scheme == BeaconScheme::Chained {
            hasher.update(previous.ok_or(SignatureError::Empty { what: "previous signature" })?);
        }
        hasher.update(round.to_be_bytes());
        let message = hasher.finalize();
        // What is hashed is what was verified, encoded anew: whoever changes the bytes meanwhile changes nothing.
        match &self.key {
            NetworkKey::G1(key) => {
                let scheme = Scheme::with_tag(Mode::Basic, G2_TAG);
                let signature = Signature::<MinPk>::from_bytes(signature)?;
                scheme.verify(key, &message, &signature)?;
                Ok(sha256(&signature.to_bytes()))
            }
            NetworkKey::G2(key) => {
                let tag = if self.scheme == BeaconScheme::UnchainedOnG1 { G2_TAG } else { G1_TAG };
                let scheme = Scheme::with_tag(Mode::Basic, tag);
                let signature = Signature::<MinSig>::from_bytes(signature)?;
                scheme.verify(key, &message, &signature)?;
                Ok(sha256(&signature.to_bytes()))
            }
        }
    }
}
