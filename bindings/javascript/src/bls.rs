//! Keys and signatures of BLS12-381.

use alloc::vec::Vec;

use lanesmith::bls::keys::PathError;
use lanesmith::bls::signature::{
    Entry, Mode, PublicKey, Scheme, Signature, SignatureError, SignatureErrorKind, Variant, expand_seed,
};

use crate::Fault;
use crate::fault::faults;

faults! { PathError => "KEY" }

impl From<SignatureError> for Fault {
    fn from(error: SignatureError) -> Self {
        let code = match error.kind() {
            SignatureErrorKind::Key => "KEY",
            SignatureErrorKind::Count => "LENGTH",
            _ => "SIGNATURE",
        };
        Fault::new(code, error)
    }
}

/// Runs an expression with the variant as a type: that of a number, 0 for small keys and 1 for small signatures.
#[macro_export]
macro_rules! of_variant {
    ($number:expr, $variant:ident => $body:expr) => {
        match $number {
            0 => {
                type $variant = ::lanesmith::bls::signature::MinPk;
                $body
            }
            1 => {
                type $variant = ::lanesmith::bls::signature::MinSig;
                $body
            }
            other => Err($crate::Fault::new("RANGE", format_args!("variant is {other}: it must be 0 or 1"))),
        }
    };
}

/// Yes, or no where it is only another signature.
pub fn verdict(done: Result<(), SignatureError>) -> Result<bool, Fault> {
    match done {
        Ok(()) => Ok(true),
        Err(SignatureError::Mismatch) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// A scheme of a mode, and of a tag where it is not empty.
pub fn scheme<V: Variant>(mode: u32, tag: &[u8]) -> Result<Scheme<'_, V>, Fault> {
    let mode = match mode {
        0 => Mode::Basic,
        1 => Mode::Augmented,
        2 => Mode::Possession,
        other => return Err(Fault::new("RANGE", format_args!("mode is {other}: it must be 0, 1 or 2"))),
    };
    Ok(if tag.is_empty() { Scheme::new(mode) } else { Scheme::with_tag(mode, tag) })
}

fn all<T>(rows: &[&[u8]], read: impl Fn(&[u8]) -> Result<T, SignatureError>) -> Result<Vec<T>, Fault> {
    let read = |(index, bytes): (usize, &&[u8])| read(bytes).map_err(|error| Fault::from(error).at(index));
    rows.iter().enumerate().map(read).collect()
}

/// Keys in rows; a fault names its row.
pub fn keys<V: Variant>(rows: &[&[u8]]) -> Result<Vec<PublicKey<V>>, Fault> {
    all(rows, PublicKey::from_bytes)
}

/// Signatures in rows; a fault names its row.
pub fn signatures<V: Variant>(rows: &[&[u8]]) -> Result<Vec<Signature<V>>, Fault> {
    all(rows, Signature::from_bytes)
}

/// Writes a byte for each row: 1 where key, message and signature belong together.
pub fn verify_rows<V: Variant>(
    scheme: &Scheme<'_, V>,
    seed: [u8; 32],
    [keys, messages, signatures]: [&[&[u8]]; 3],
    out: &mut [u8],
) -> Result<(), Fault> {
    let rows = keys.iter().zip(messages).zip(signatures);
    let entries = rows.map(|((key, message), signature)| Entry::from_bytes(key, message, signature));
    let verdicts = scheme.verify_each(entries, &mut expand_seed(seed))?;
    for (out, verdict) in out.iter_mut().zip(verdicts) {
        *out = u8::from(verdict == Ok(true));
    }
    Ok(())
}
