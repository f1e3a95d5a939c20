//! What a hash costs in time, known before it is computed: what limits on stored strings count.
//!
//! The unit is the time in which Argon2id fills a byte (64 MiB, one lane). Bytes alone will not do: the same gigabyte takes five times
//! as long where it is read in pieces of 128 bytes, and a key of PBKDF2 twenty times. Each scheme sums up what it does with these
//! weights (`Params::work`). They were measured by CPU time on Zen 4, and are set so that no parameters take much longer than
//! they are counted; some take less. [`design::strings`](crate::design::strings) has the figures, and `tests/work.rs` measures them again.

/// A quarter of a unit: weights are multiples of it.
const QUARTERS: u128 = 4;

/// A byte that Argon2 fills: the unit.
pub(crate) const ARGON2_BYTE: u64 = 4;

/// A segment of Argon2i, which computes a block of addresses, however few it needs.
pub(crate) const ARGON2I_SEGMENT: u64 = 4 * 1024;

/// A byte that Salsa20/8 fills or mixes.
pub(crate) const SALSA_BYTE: u64 = 9;

/// A byte that pwxform fills or mixes.
pub(crate) const PWX_BYTE: u64 = 6;

/// A block of scrypt or yescrypt that is filled or mixed, whatever its size: waiting for memory.
pub(crate) const BLOCK: u64 = 4 * 384;

/// A byte of what PBKDF2 makes before the tables and reads after them.
pub(crate) const INPUT_BYTE: u64 = 4 * 24;

/// The S-boxes of a part of yescrypt.
pub(crate) const BOXES: u64 = 4 * (32 << 10);

/// A column of Lyra2 that is filled or mixed, in one round of any permutation.
pub(crate) const LYRA2_COLUMN: u64 = 4 * 100;

/// A row of Lyra2: waiting for memory.
pub(crate) const LYRA2_ROW: u64 = 4 * 128;

/// A group of lanes of TwoCats, and what each of its multiplications and lanes adds.
pub(crate) const TWOCATS_GROUP: u64 = 4 * 6;
pub(crate) const TWOCATS_MULTIPLY: u64 = 4 * 10;
pub(crate) const TWOCATS_LANE: u64 = 4;

/// A digest of TwoCats' hash functions, of 32 and of 64 bytes.
pub(crate) const TWOCATS_DIGESTS: [u64; 2] = [4 * 750, 4 * 1250];

/// The work of so much of each; saturating.
pub(crate) fn weigh(parts: &[(u128, u64)]) -> u64 {
    let quarters = parts
        .iter()
        .fold(0_u128, |sum, (count, weight)| sum.saturating_add(count.saturating_mul((*weight).into())));
    u64::try_from(quarters / QUARTERS).unwrap_or(u64::MAX)
}
