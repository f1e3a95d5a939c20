//! Bytes in flat memory.

use core::ops::Deref;

use crate::{Fault, Outcome};

/// A result of one of a few lengths: an encoded point.
#[derive(Clone, Copy, Debug)]
pub struct Encoded {
    bytes: [u8; 192],
    len: u8,
}

impl Encoded {
    /// At most 192 bytes.
    #[cfg_attr(not(feature = "bls"), allow(dead_code))]
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let mut all = [0; 192];
        let len = bytes.len().min(192);
        all[..len].copy_from_slice(&bytes[..len]);
        Encoded { bytes: all, len: len as u8 }
    }
}

impl Deref for Encoded {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// Rows of `N` bytes, one after the other.
///
/// # Errors
/// If the bytes are no whole number of rows.
pub fn rows_of<'a, const N: usize>(what: &str, flat: &'a [u8]) -> Outcome<&'a [[u8; N]]> {
    match flat.as_chunks::<N>() {
        (rows, []) => Ok(rows),
        _ => Err(Fault::length(what, flat.len(), format_args!("a multiple of {N}"))),
    }
}

/// Just `N` bytes.
///
/// # Errors
/// If there are not so many.
pub fn fixed<'a, const N: usize>(what: &str, bytes: &'a [u8]) -> Outcome<&'a [u8; N]> {
    bytes.try_into().map_err(|_| Fault::length(what, bytes.len(), N))
}

/// A result for which the caller brings memory, in rows of `N` bytes.
///
/// # Errors
/// If it has not just so many.
pub fn sized<'a, const N: usize>(what: &str, out: &'a mut [u8], rows: usize) -> Outcome<&'a mut [[u8; N]]> {
    let found = out.len();
    match out.as_chunks_mut::<N>() {
        (out, []) if out.len() == rows => Ok(out),
        _ => Err(Fault::length(what, found, format_args!("{rows} times {N}"))),
    }
}
