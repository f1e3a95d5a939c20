//! Arguments: rows in flat memory, numbers, schemes.

use lanesmith_face::bls::Scheme;
use napi::bindgen_prelude::{BigInt, Either, Uint8ArraySlice, Uint32ArraySlice};

use crate::fault::{Fault, Status};
use crate::ffi::{self, Span};

/// Messages one after the other.
pub fn rows<'a>(flat: &'a [u8], lengths: &[u32]) -> Result<Vec<&'a [u8]>, Fault> {
    let mut rows = Vec::new();
    rows.try_reserve_exact(lengths.len()).map_err(|error| Fault::new(Status::Memory, error))?;
    let mut rest = flat;
    for (index, length) in lengths.iter().enumerate() {
        let cut = rest.split_at_checked(*length as usize);
        let (row, after) = cut
            .ok_or_else(|| Fault::new(Status::Length, "the rows are longer than what there is").at(index))?;
        rows.push(row);
        rest = after;
    }
    match rest.is_empty() {
        true => Ok(rows),
        false => {
            Err(Fault::new(Status::Length, format_args!("{} bytes are left behind the last row", rest.len())))
        }
    }
}

/// Rows of one width.
pub fn equal_rows(flat: &[u8], width: f64) -> Result<Vec<&[u8]>, Fault> {
    let width = size("width", width)?;
    if width == 0 || !flat.len().is_multiple_of(width) {
        return Err(Fault::length("the input", flat.len(), format_args!("a multiple of {width}")));
    }
    Ok(flat.chunks_exact(width).collect())
}

/// Writes a result, which must be as long as its place, and whose place must lie apart from all inputs.
pub fn put(out: &mut Uint8ArraySlice<'_>, inputs: &[Span], bytes: &[u8]) -> Result<(), Fault> {
    ffi::output(out, bytes.len(), inputs)?.copy_from_slice(bytes);
    Ok(())
}

/// A whole number from 0.
pub fn whole(what: &str, value: f64, most: u64) -> Result<u64, Fault> {
    if value.fract() == 0.0 && value >= 0.0 && value <= most as f64 {
        Ok(value as u64)
    } else {
        Err(Fault::new(
            Status::Range,
            format_args!("{what} is {value}: it must be a whole number from 0 to {most}"),
        ))
    }
}

/// Numbers that JavaScript has without gaps.
pub const EXACT: u64 = (1 << 53) - 1;

/// A length or count.
pub fn size(what: &str, value: f64) -> Result<usize, Fault> {
    whole(what, value, EXACT.min(isize::MAX as u64)).map(|value| value as usize)
}

/// A number of 32 bits.
pub fn word(what: &str, value: f64) -> Result<u32, Fault> {
    whole(what, value, u32::MAX.into()).map(|value| value as u32)
}

/// A number of 64 bits, which is a `bigint` where it may be large.
pub fn long(what: &str, value: &Either<f64, BigInt>) -> Result<u64, Fault> {
    match value {
        Either::A(value) => whole(what, *value, EXACT),
        Either::B(value) => match value.get_u64() {
            (false, value, true) => Ok(value),
            _ => Err(Fault::new(Status::Range, format_args!("{what} is no number from 0 to 2^64 - 1"))),
        },
    }
}

/// A scheme of signatures.
pub fn scheme(variant: f64, mode: f64, tag: &[u8]) -> Result<Scheme<'_>, Fault> {
    Ok(Scheme { variant: word("variant", variant)?, mode: word("mode", mode)?, tag })
}

/// Rows as JavaScript hands them over: bytes and lengths.
pub fn given<'a>(
    flat: &'a Uint8ArraySlice<'_>,
    lengths: &'a Uint32ArraySlice<'_>,
) -> Result<Vec<&'a [u8]>, Fault> {
    rows(flat, lengths)
}
