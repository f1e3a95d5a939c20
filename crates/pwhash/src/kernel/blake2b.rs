//! BLAKE2b (RFC 7693) without a key, for what surrounds the memory-hard loops: a few kilobytes per hash, so one portable
//! implementation serves every engine.

use crate::mem::Secret;

/// The initial chaining value, which is SHA-512's.
pub(crate) const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// Which message word goes where, by round.
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

const BLOCK: usize = 128;

crate::mem::plain!(State { chain: [u64; 8], buffer: [u8; BLOCK] });

/// A hash under way. The state is wiped when dropped.
pub(crate) struct Blake2b {
    state: Secret<State>,
    /// Bytes hashed before the buffer.
    before: u128,
    /// Bytes in the buffer: a full one waits, as it may be the last.
    filled: usize,
    digest: usize,
}

impl Blake2b {
    /// For a digest of `digest` bytes, 1 to 64. The length is a parameter of the function, not a truncation.
    pub(crate) fn new(digest: usize) -> Self {
        debug_assert!((1..=64).contains(&digest));
        let mut chain = IV;
        chain[0] ^= 0x0101_0000 ^ digest as u64;
        Blake2b { state: Secret::new(State { chain, buffer: [0; BLOCK] }), before: 0, filled: 0, digest }
    }

    /// More of the message.
    pub(crate) fn update(&mut self, mut bytes: &[u8]) -> &mut Self {
        while !bytes.is_empty() {
            if self.filled == BLOCK {
                self.before += BLOCK as u128;
                let State { chain, buffer } = &mut *self.state;
                compress(chain, buffer, self.before, false);
                self.filled = 0;
            }
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.state.buffer[self.filled..][..now.len()].copy_from_slice(now);
            self.filled += now.len();
            bytes = later;
        }
        self
    }

    /// A number as four bytes, least significant first.
    pub(crate) fn number(&mut self, number: u32) -> &mut Self {
        self.update(&number.to_le_bytes())
    }

    /// Writes the digest: as many bytes as were asked for by `new`, or as many as fit. The hash is at its end then; it isn't taken by value,
    /// because that may copy the state, and nobody would wipe the one left behind.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        self.state.buffer[self.filled..].fill(0);
        let length = self.before + self.filled as u128;
        let State { chain, buffer } = &mut *self.state;
        compress(chain, buffer, length, true);
        let mut bytes = Secret::new([0u8; 64]);
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(chain) {
            *bytes = word.to_le_bytes();
        }
        let len = self.digest.min(out.len());
        out[..len].copy_from_slice(&bytes[..len]);
    }
}

/// The digest of `parts`, one after the other; its length is that of `out`, 1 to 64.
pub(crate) fn blake2b(parts: &[&[u8]], out: &mut [u8]) {
    let mut hash = Blake2b::new(out.len());
    for part in parts {
        hash.update(part);
    }
    hash.finish(out);
}

fn compress(chain: &mut [u64; 8], block: &[u8; BLOCK], length: u128, last: bool) {
    let mut message = Secret::new([0u64; 16]);
    for (word, bytes) in message.iter_mut().zip(block.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let mut v = Secret::new([0u64; 16]);
    v[..8].copy_from_slice(chain);
    v[8..].copy_from_slice(&IV);
    v[12] ^= length as u64;
    v[13] ^= (length >> 64) as u64;
    if last {
        v[14] = !v[14];
    }
    for round in 0..12 {
        let s = &SIGMA[round % 10];
        let m = |i: usize| message[s[i]];
        g(&mut v, [0, 4, 8, 12], m(0), m(1));
        g(&mut v, [1, 5, 9, 13], m(2), m(3));
        g(&mut v, [2, 6, 10, 14], m(4), m(5));
        g(&mut v, [3, 7, 11, 15], m(6), m(7));
        g(&mut v, [0, 5, 10, 15], m(8), m(9));
        g(&mut v, [1, 6, 11, 12], m(10), m(11));
        g(&mut v, [2, 7, 8, 13], m(12), m(13));
        g(&mut v, [3, 4, 9, 14], m(14), m(15));
    }
    for (i, word) in chain.iter_mut().enumerate() {
        *word ^= v[i] ^ v[i + 8];
    }
}

#[inline(always)]
fn g(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(len: usize, message: &[u8]) -> alloc::string::String {
        let mut out = alloc::vec![0; len];
        blake2b(&[message], &mut out);
        hex::encode(out)
    }

    #[test]
    fn the_example_of_rfc_7693_comes_out() {
        assert_eq!(
            digest(64, b"abc"),
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
             7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
        );
    }

    #[test]
    fn pieces_equal_the_whole() {
        let message: alloc::vec::Vec<u8> = (0..1024u32).map(|i| (i * 7) as u8).collect();
        for len in [0, 1, 127, 128, 129, 255, 256, 257, 1024] {
            for piece in [1, 37, 128, 200] {
                let mut hash = Blake2b::new(32);
                for piece in message[..len].chunks(piece) {
                    hash.update(piece);
                }
                let mut out = [0; 32];
                hash.finish(&mut out);
                assert_eq!(hex::encode(out), digest(32, &message[..len]), "{len} bytes by {piece}");
            }
        }
    }

    #[test]
    fn the_empty_message_has_its_published_digest() {
        let published = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8";
        assert_eq!(digest(32, &[]), published);
    }
}
