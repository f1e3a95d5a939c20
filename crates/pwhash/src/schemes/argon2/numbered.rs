//! Versions that no specification has.

use lanesmith_isa::Choice;

use super::{Input, Params, Version, compute};
use crate::Error;
use crate::mem::Arena;

/// The hash of a version by its number, which no specification needs to know: libargon2 hashes whatever number it is given, and of all but
/// 0x10 the passes are combined as those of 0x13 are. The version of the parameters is not looked at.
///
/// ```
/// use lanesmith_pwhash::argon2::{Input, Params, hash};
/// use lanesmith_pwhash::hazmat::argon2_of_version;
/// use lanesmith_pwhash::mem::Arena;
/// let (params, input, mut arena) = (Params::default().memory_kib(64), Input::new(b"password", b"somesalt"), Arena::new());
/// let (mut known, mut numbered, mut other) = ([0; 16], [0; 16], [0; 16]);
/// hash(&params, &input, &mut known, &mut arena)?;
/// argon2_of_version(0x13, &params, &input, &mut numbered, &mut arena)?;
/// argon2_of_version(0x14, &params, &input, &mut other, &mut arena)?;
/// assert!(known == numbered && known != other);
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
///
/// # Errors
/// As [`hash`](super::hash).
pub fn argon2_of_version(
    version: u32,
    params: &Params,
    input: &Input<'_>,
    tag: &mut [u8],
    arena: &mut Arena<'_>,
) -> Result<(), Error> {
    let passes = if version == Version::V0x10 as u32 { Version::V0x10 } else { Version::V0x13 };
    compute(Choice::AUTO, &params.version(passes), version, input, tag, arena)
}
