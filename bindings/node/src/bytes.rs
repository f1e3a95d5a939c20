//! Arguments: rows in flat memory, numbers.

use napi::bindgen_prelude::{BigInt, Uint8ArraySlice, Uint32ArraySlice};

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

/// Rows of `N` bytes.
pub fn arrays<'a, const N: usize>(what: &str, flat: &'a [u8]) -> Result<&'a [[u8; N]], Fault> {
    match flat.as_chunks::<N>() {
        (rows, []) => Ok(rows),
        _ => Err(Fault::length(what, flat.len(), format_args!("a multiple of {N}"))),
    }
}

/// One row of `N` bytes.
pub fn array<'a, const N: usize>(what: &str, bytes: &'a [u8]) -> Result<&'a [u8; N], Fault> {
    bytes.try_into().map_err(|_| Fault::length(what, bytes.len(), N))
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

/// A `bigint` of 64 bits.
pub fn long(what: &str, value: &BigInt) -> Result<u64, Fault> {
    match value.get_u64() {
        (false, value, true) => Ok(value),
        _ => Err(Fault::new(Status::Range, format_args!("{what} is no number from 0 to 2^64 - 1"))),
    }
}

/// Rows as JavaScript hands them over: bytes and lengths.
pub fn given<'a>(
    flat: &'a Uint8ArraySlice<'_>,
    lengths: &'a Uint32ArraySlice<'_>,
) -> Result<Vec<&'a [u8]>, Fault> {
    rows(flat, lengths)
}
