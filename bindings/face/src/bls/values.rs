//! Keys and signatures that were decoded once, schemes: values of either variant.

use lanesmith::bls::signature::{MinPk, MinSig, Mode, PublicKey, Scheme as Of, Signature, Variant};

use crate::{Fault, Outcome, Status};

/// A public key that was decoded and checked: a point of the group of prime order, not at infinity.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// 48 bytes.
    MinPk(PublicKey<MinPk>),
    /// 96 bytes.
    MinSig(PublicKey<MinSig>),
}

/// A signature that was decoded and checked: a point of the group of prime order.
#[derive(Clone, Copy, Debug)]
pub enum Sig {
    /// 96 bytes.
    MinPk(Signature<MinPk>),
    /// 48 bytes.
    MinSig(Signature<MinSig>),
}

/// A scheme of draft-irtf-cfrg-bls-signature.
#[derive(Clone, Copy, Debug)]
pub struct Scheme<'t> {
    /// 0 for small keys (48 bytes, signatures 96), 1 for small signatures (48 bytes, keys 96).
    pub variant: u32,
    /// How rogue keys are kept out: 0 basic, 1 message augmentation, 2 proofs of possession.
    pub mode: u32,
    /// The domain separation tag; empty for that of variant and mode.
    pub tag: &'t [u8],
}

impl Scheme<'_> {
    /// That of Ethereum: small keys, proofs of possession.
    pub const ETHEREUM: Scheme<'static> = Scheme { variant: 0, mode: 2, tag: &[] };
}

/// A variant, and which of the values are of it.
pub(super) trait Held: Variant {
    const NAME: &str;
    fn key(key: &Key) -> Option<&PublicKey<Self>>;
    fn signature(signature: &Sig) -> Option<&Signature<Self>>;
    fn keep(key: PublicKey<Self>) -> Key;
    fn keep_signature(signature: Signature<Self>) -> Sig;
}

macro_rules! held {
    ($($variant:ident: $name:literal),*) => {$(
        impl Held for $variant {
            const NAME: &str = $name;
            fn key(key: &Key) -> Option<&PublicKey<Self>> {
                if let Key::$variant(key) = key { Some(key) } else { None }
            }
            fn signature(signature: &Sig) -> Option<&Signature<Self>> {
                if let Sig::$variant(signature) = signature { Some(signature) } else { None }
            }
            fn keep(key: PublicKey<Self>) -> Key {
                Key::$variant(key)
            }
            fn keep_signature(signature: Signature<Self>) -> Sig {
                Sig::$variant(signature)
            }
        }
    )*};
}

held! { MinPk: "small keys", MinSig: "small signatures" }

/// Runs an expression with the variant of a number as a type.
macro_rules! of_variant {
    ($number:expr, $variant:ident => $body:expr) => {
        match $number {
            0 => {
                type $variant = lanesmith::bls::signature::MinPk;
                $body
            }
            1 => {
                type $variant = lanesmith::bls::signature::MinSig;
                $body
            }
            other => Err($crate::Fault::range("variant", other, "0 (small keys) or 1 (small signatures)")),
        }
    };
}
pub(super) use of_variant;

/// A scheme of a variant.
pub(super) fn of<'t, V: Variant>(scheme: &Scheme<'t>) -> Outcome<Of<'t, V>> {
    let mode = match scheme.mode {
        0 => Mode::Basic,
        1 => Mode::Augmented,
        2 => Mode::Possession,
        other => return Err(Fault::range("mode", other, "0, 1 or 2")),
    };
    Ok(if scheme.tag.is_empty() { Of::new(mode) } else { Of::with_tag(mode, scheme.tag) })
}

/// A key of the variant.
pub(super) fn key<V: Held>(key: &Key) -> Outcome<&PublicKey<V>> {
    V::key(key).ok_or_else(|| {
        Fault::new(
            Status::Key,
            format_args!("the key is of the other variant: the scheme is one of {}", V::NAME),
        )
    })
}

/// A signature of the variant.
pub(super) fn signature<V: Held>(signature: &Sig) -> Outcome<&Signature<V>> {
    V::signature(signature).ok_or_else(|| {
        let words = format_args!("the signature is of the other variant: the scheme is one of {}", V::NAME);
        Fault::new(Status::Signature, words)
    })
}
