//! Scheme, tag and engine: what signing and verifying have in common.

use clap::ValueEnum;
use lanesmith::bls::signature::{
    Mode, PublicKey, Scheme, Signature, SignatureError, SignatureKernel, Variant,
};
use lanesmith::isa::Choice;

use super::input;
use crate::failure::{Failure, Outcome};

/// Which group the keys are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VariantName {
    /// Keys of 48 bytes in G1, signatures of 96 bytes in G2: Ethereum
    MinPk,
    /// Keys of 96 bytes in G2, signatures of 48 bytes in G1: drand's quicknet
    MinSig,
}

/// How rogue keys are kept out of aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemeName {
    /// Messages of an aggregate must differ
    Basic,
    /// Each message is signed together with the key
    Aug,
    /// Each key has proved possession of its secret
    Pop,
}

impl From<SchemeName> for Mode {
    fn from(name: SchemeName) -> Self {
        match name {
            SchemeName::Basic => Mode::Basic,
            SchemeName::Aug => Mode::Augmented,
            SchemeName::Pop => Mode::Possession,
        }
    }
}

/// Keys small or signatures small, and on which engine.
#[derive(Debug, clap::Args)]
pub struct GroupArgs {
    /// Whether keys or signatures are small
    #[arg(long, value_enum, default_value = "min-pk")]
    pub variant: VariantName,
    /// Engine (see `lanesmith list bls.signature`); by default the best
    #[arg(long)]
    pub engine: Option<String>,
}

/// The scheme of signatures.
#[derive(Debug, clap::Args)]
pub struct SchemeArgs {
    #[command(flatten)]
    pub group: GroupArgs,
    /// How rogue keys are kept out of aggregates; by default pop with min-pk and basic with min-sig
    #[arg(long, value_enum)]
    scheme: Option<SchemeName>,
    /// Domain separation tag in place of the standard's
    #[arg(long, value_name = "TEXT")]
    dst: Option<String>,
}

/// A scheme on an engine.
#[derive(Clone, Copy)]
pub struct Suite<'a, V: Variant> {
    pub scheme: Scheme<'a, V>,
    engine: Choice<SignatureKernel>,
}

impl GroupArgs {
    fn engine(&self) -> Outcome<Choice<SignatureKernel>> {
        Ok(match &self.engine {
            Some(name) => Choice::by_name(name)?,
            None => Choice::AUTO,
        })
    }

    /// Where no mode matters: keys and proofs of possession.
    pub fn suite<V: Variant>(&self) -> Outcome<Suite<'static, V>> {
        let engine = self.engine()?;
        Ok(Suite { scheme: Scheme::new(Mode::Possession).with_engine(engine), engine })
    }
}

impl SchemeArgs {
    /// The scheme that was asked for, of the variant that was asked for.
    pub fn suite<V: Variant>(&self) -> Outcome<Suite<'_, V>> {
        let by_variant = match self.group.variant {
            VariantName::MinPk => SchemeName::Pop,
            VariantName::MinSig => SchemeName::Basic,
        };
        let mode = self.scheme.unwrap_or(by_variant).into();
        let scheme = match self.dst.as_deref() {
            Some("") => return Err(Failure::usage("--dst: a tag must not be empty")),
            Some(tag) if tag.as_bytes() == V::PROOF_TAG => {
                return Err(Failure::usage(format!("--dst: {}", SignatureError::ProofTag)));
            }
            Some(tag) => Scheme::with_tag(mode, tag.as_bytes()),
            None => Scheme::new(mode),
        };
        let engine = self.group.engine()?;
        Ok(Suite { scheme: scheme.with_engine(engine), engine })
    }
}

impl<V: Variant> Suite<'_, V> {
    /// Reads a public key.
    pub fn key(&self, text: impl AsRef<[u8]>) -> Result<PublicKey<V>, String> {
        let bytes = input::decode_field("public key", text)?;
        PublicKey::from_bytes_with(self.engine, &bytes).map_err(|e| e.to_string())
    }

    /// Reads a signature.
    pub fn signature(&self, text: impl AsRef<[u8]>) -> Result<Signature<V>, String> {
        let bytes = input::decode_field("signature", text)?;
        Signature::from_bytes_with(self.engine, &bytes).map_err(|e| e.to_string())
    }
}

/// Calls a function that is generic over the variant with the one that was asked for.
macro_rules! by_variant {
    ($group:expr, $function:ident($($argument:expr),*)) => {
        match $group.variant {
            $crate::bls::options::VariantName::MinPk => {
                $function::<lanesmith::bls::signature::MinPk>($($argument),*)
            }
            $crate::bls::options::VariantName::MinSig => {
                $function::<lanesmith::bls::signature::MinSig>($($argument),*)
            }
        }
    };
}
pub(super) use by_variant;

/// A failure that the library names: bad input, all of them.
pub fn failed(error: SignatureError) -> Failure {
    Failure::Input(error.into())
}
