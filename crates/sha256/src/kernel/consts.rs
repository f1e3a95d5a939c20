//! The constants of FIPS 180-4, and what padding makes of them.

/// The initial chaining value (FIPS 180-4, 5.3.3).
pub(crate) const H0: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// A table of 64 words, aligned so that any vector of them can be loaded as such.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Table64(pub [u32; 64]);

/// The round constants (FIPS 180-4, 4.2.2).
pub(crate) const ROUND_CONSTANTS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// The same where they are read.
pub(crate) static K: Table64 = Table64(ROUND_CONSTANTS);

/// The block that follows a 64-byte message: nothing but padding.
pub(crate) const PADDING_AFTER_64: [u32; 16] = padding(0, 64);

/// Round constants with the message schedule of [`PADDING_AFTER_64`] already added: the second block of a 64-byte
/// message needs no schedule at all.
pub(crate) static K_PADDING_AFTER_64: Table64 = Table64(scheduled(PADDING_AFTER_64));

/// Words of a last block whose first `at` words are message (left zero) and which ends a message of `bytes` bytes.
pub(crate) const fn padding(at: usize, bytes: u64) -> [u32; 16] {
    let mut w = [0; 16];
    w[at] = 0x8000_0000;
    let bits = bytes * 8;
    w[14] = (bits >> 32) as u32;
    w[15] = bits as u32;
    w
}

/// `K[i] + W[i]` for a block known in advance.
pub(crate) const fn scheduled(block: [u32; 16]) -> [u32; 64] {
    let mut w = [0u32; 64];
    let mut i = 0;
    while i < 64 {
        w[i] = if i < 16 {
            block[i]
        } else {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1)
        };
        i += 1;
    }
    i = 0;
    while i < 64 {
        w[i] = w[i].wrapping_add(ROUND_CONSTANTS[i]);
        i += 1;
    }
    w
}
