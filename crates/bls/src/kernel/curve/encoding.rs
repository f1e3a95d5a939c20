//! The encodings of points that ZCash defined and Ethereum uses: the top three bits of the first byte say compressed,
//! infinity, and (compressed only) which of the two `y` it is.

use super::endomorphism::Curve;
use super::point::Affine;
use crate::error::DecodeError;
use crate::field::{Backend, Fp};
use crate::tower::Fp2;

const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER: u8 = 0x20;

/// A field whose points have an encoding.
pub trait Encoded: Curve {
    /// The compressed form, `[u8; 48]` or `[u8; 96]`.
    type Compressed: AsRef<[u8]> + AsMut<[u8]> + Copy;
    /// The uncompressed form, `[u8; 96]` or `[u8; 192]`.
    type Uncompressed: AsRef<[u8]> + AsMut<[u8]> + Copy;
    /// A compressed form to be filled.
    const COMPRESSED_ZERO: Self::Compressed;
    /// An uncompressed form to be filled.
    const UNCOMPRESSED_ZERO: Self::Uncompressed;

    /// Writes the canonical integers of the element, most significant coefficient first.
    fn write<B: Backend>(&self, out: &mut [u8]);

    /// Reads what [`Encoded::write`] writes; the index of an integer that is not below the modulus is the error.
    ///
    /// # Errors
    /// The index of the first integer that is not canonical.
    fn read<B: Backend>(bytes: &[u8]) -> Result<Self, usize>;
}

fn read_fp<B: Backend>(bytes: &[u8], index: usize) -> Result<Fp, usize> {
    let mut padded = [0; 48];
    let part = bytes.get(index * 48..index * 48 + 48).ok_or(index)?;
    padded.copy_from_slice(part);
    Fp::from_bytes::<B>(&padded).ok_or(index)
}

impl Encoded for Fp {
    type Compressed = [u8; 48];
    type Uncompressed = [u8; 96];
    const COMPRESSED_ZERO: [u8; 48] = [0; 48];
    const UNCOMPRESSED_ZERO: [u8; 96] = [0; 96];

    fn write<B: Backend>(&self, out: &mut [u8]) {
        out[..48].copy_from_slice(&self.to_bytes::<B>());
    }
    fn read<B: Backend>(bytes: &[u8]) -> Result<Self, usize> {
        read_fp::<B>(bytes, 0)
    }
}

impl Encoded for Fp2 {
    type Compressed = [u8; 96];
    type Uncompressed = [u8; 192];
    const COMPRESSED_ZERO: [u8; 96] = [0; 96];
    const UNCOMPRESSED_ZERO: [u8; 192] = [0; 192];

    fn write<B: Backend>(&self, out: &mut [u8]) {
        out[..48].copy_from_slice(&self.c1.to_bytes::<B>());
        out[48..96].copy_from_slice(&self.c0.to_bytes::<B>());
    }
    fn read<B: Backend>(bytes: &[u8]) -> Result<Self, usize> {
        let c1 = read_fp::<B>(bytes, 0)?;
        Ok(Self { c0: read_fp::<B>(bytes, 1)?, c1 })
    }
}

impl<F: Encoded> Affine<F> {
    /// The compressed encoding: 48 bytes in G1, 96 in G2.
    pub fn to_compressed<B: Backend>(&self) -> F::Compressed {
        let mut out = F::COMPRESSED_ZERO;
        let bytes = out.as_mut();
        if self.infinity {
            bytes[0] = COMPRESSED | INFINITY;
        } else {
            self.x.write::<B>(bytes);
            bytes[0] |= COMPRESSED | if self.y.is_larger::<B>() { LARGER } else { 0 };
        }
        out
    }

    /// The uncompressed encoding: 96 bytes in G1, 192 in G2.
    pub fn to_uncompressed<B: Backend>(&self) -> F::Uncompressed {
        let mut out = F::UNCOMPRESSED_ZERO;
        let bytes = out.as_mut();
        if self.infinity {
            bytes[0] = INFINITY;
        } else {
            self.x.write::<B>(bytes);
            self.y.write::<B>(&mut bytes[F::COORDINATE_BYTES..]);
        }
        out
    }

    /// Decodes a compressed point with every check, membership in the group included.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_compressed<B: Backend>(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::from_compressed_unchecked::<B>(bytes)?.checked::<B>()
    }

    /// Decodes an uncompressed point with every check, membership in the group included.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_uncompressed<B: Backend>(bytes: &[u8]) -> Result<Self, DecodeError> {
        let point = Self::from_uncompressed_unchecked::<B>(bytes)?;
        if !point.is_on_curve::<B>() {
            return Err(DecodeError::NotOnCurve);
        }
        point.checked::<B>()
    }

    /// Decodes a compressed point of the curve that need *not* be in the group: everything is checked but that.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_compressed_unchecked<B: Backend>(bytes: &[u8]) -> Result<Self, DecodeError> {
        let Some((x, larger)) = Self::read_compressed::<B>(bytes)? else {
            return Ok(Self::INFINITY);
        };
        let y = x.sqr::<B>().mul::<B>(&x).add::<B>(&F::CURVE_B).sqrt::<B>().ok_or(DecodeError::NotOnCurve)?;
        let y = if y.is_larger::<B>() == larger { y } else { y.neg::<B>() };
        Ok(Self { x, y, infinity: false })
    }

    /// The abscissa of a compressed point and its sign flag; `None` at infinity.
    pub(crate) fn read_compressed<B: Backend>(bytes: &[u8]) -> Result<Option<(F, bool)>, DecodeError> {
        let Some(larger) = header(bytes, F::COORDINATE_BYTES, true)? else {
            return Ok(None);
        };
        let mut plain = F::COMPRESSED_ZERO;
        let out = plain.as_mut();
        out.copy_from_slice(bytes);
        out[0] &= !(COMPRESSED | INFINITY | LARGER);
        let x = F::read::<B>(out).map_err(|index| DecodeError::NotCanonical { index })?;
        Ok(Some((x, larger)))
    }

    /// Decodes coordinates that need *not* be on the curve, nor in the group: only the form is checked.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_uncompressed_unchecked<B: Backend>(bytes: &[u8]) -> Result<Self, DecodeError> {
        if header(bytes, 2 * F::COORDINATE_BYTES, false)?.is_none() {
            return Ok(Self::INFINITY);
        }
        let (x, y) = bytes.split_at(F::COORDINATE_BYTES);
        let x = F::read::<B>(x).map_err(|index| DecodeError::NotCanonical { index })?;
        let y = F::read::<B>(y)
            .map_err(|index| DecodeError::NotCanonical { index: index + F::COORDINATE_BYTES / 48 })?;
        Ok(Self { x, y, infinity: false })
    }

    /// The point, if it is in the group.
    fn checked<B: Backend>(self) -> Result<Self, DecodeError> {
        if F::in_subgroup::<B>(&self) { Ok(self) } else { Err(DecodeError::NotInSubgroup) }
    }
}

/// Length and flags: the sign flag, or `None` for the point at infinity.
fn header(bytes: &[u8], expected: usize, compressed: bool) -> Result<Option<bool>, DecodeError> {
    let (Some(first), true) = (bytes.first(), bytes.len() == expected) else {
        return Err(DecodeError::Length { found: bytes.len(), expected });
    };
    let found = first & COMPRESSED != 0;
    if found != compressed {
        return Err(DecodeError::CompressionFlag { found });
    }
    if first & INFINITY != 0 {
        let rest = bytes[1..].iter().fold(first & !(COMPRESSED | INFINITY), |any, byte| any | byte);
        return if rest == 0 { Ok(None) } else { Err(DecodeError::InfinityNotZero) };
    }
    let larger = first & LARGER != 0;
    if larger && !compressed {
        return Err(DecodeError::SignFlag);
    }
    Ok(Some(larger))
}
