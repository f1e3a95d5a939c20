//! SHA-256 as FIPS 180-4 words it. The constants are computed from the primes that define them, so that they share
//! nothing with a table in a kernel.

use std::sync::LazyLock;

/// The first `n` primes.
fn primes(n: usize) -> impl Iterator<Item = u128> {
    (2u128..).filter(|p| (2..*p).all(|d| !p.is_multiple_of(d))).take(n)
}

/// Largest `r` with `r^power <= x`.
fn root(x: u128, power: u32) -> u128 {
    let (mut low, mut high) = (0u128, 1 << 42);
    while high - low > 1 {
        let mid = (low + high) / 2;
        match mid.checked_pow(power) {
            Some(value) if value <= x => low = mid,
            _ => high = mid,
        }
    }
    low
}

/// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
static K: LazyLock<[u32; 64]> = LazyLock::new(|| {
    let mut k = [0; 64];
    k.iter_mut().zip(primes(64)).for_each(|(k, p)| *k = root(p << 96, 3) as u32);
    k
});

/// First 32 bits of the fractional parts of the square roots of the first 8 primes.
static INITIAL: LazyLock<[u32; 8]> = LazyLock::new(|| {
    let mut h = [0; 8];
    h.iter_mut().zip(primes(8)).for_each(|(h, p)| *h = root(p << 64, 2) as u32);
    h
});

/// The initial hash value.
pub fn initial() -> [u32; 8] {
    *INITIAL
}

/// One application of the compression function.
pub fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..64 {
        let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
        let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for t in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let ch = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(ch).wrapping_add(K[t]).wrapping_add(w[t]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let maj = (a & b) ^ (a & c) ^ (b & c);
        (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
        (d, c, b, a) = (c, b, a, t1.wrapping_add(s0).wrapping_add(maj));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(add);
    }
}

/// Digest of a message.
///
/// ```
/// use lanesmith_testkit::{hex, reference::sha256};
/// assert_eq!(
///     hex::encode(&sha256::digest(b"abc")),
///     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
/// );
/// ```
pub fn digest(message: &[u8]) -> [u8; 32] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend_from_slice(&(8 * message.len() as u64).to_be_bytes());
    let mut state = initial();
    for block in padded.as_chunks::<64>().0 {
        compress(&mut state, block);
    }
    let mut out = [0; 32];
    for (bytes, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    out
}

/// HMAC (RFC 2104) of a message.
///
/// ```
/// use lanesmith_testkit::{hex, reference::sha256};
/// // RFC 4231, test case 2.
/// let tag = sha256::hmac(b"Jefe", b"what do ya want for nothing?");
/// assert_eq!(hex::encode(&tag[..8]), "5bdcc146bf60754e");
/// ```
pub fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let hashed = digest(key);
    let mut block = if key.len() > 64 { hashed.to_vec() } else { key.to_vec() };
    block.resize(64, 0);
    let keyed = |pad: u8, message: &[u8]| {
        let padded: Vec<u8> = block.iter().map(|b| b ^ pad).chain(message.iter().copied()).collect();
        digest(&padded)
    };
    keyed(0x5c, &keyed(0x36, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::sha256 as vectors;

    #[test]
    fn the_constants_are_those_of_fips_180_4() {
        assert_eq!((K[0], K[63]), (0x428a2f98, 0xc67178f2));
        assert_eq!((INITIAL[0], INITIAL[7]), (0x6a09e667, 0x5be0cd19));
    }

    #[test]
    fn digests_equal_the_nist_vectors() {
        for v in vectors::short_messages().iter().chain(vectors::long_messages()) {
            assert_eq!(digest(&v.message), v.digest, "{} bytes", v.message.len());
        }
    }

    #[test]
    fn digests_equal_the_length_sweep() {
        let sweep = vectors::length_sweep();
        for v in sweep.digests.iter().filter(|v| v.len < 100_000) {
            let message = vectors::generate(sweep.seed, v.len);
            assert_eq!(digest(&message), v.sha256.0, "{} bytes", v.len);
        }
    }
}
