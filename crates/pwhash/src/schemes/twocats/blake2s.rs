//! BLAKE2s (RFC 7693) in general registers. The next block waits for it, so its rounds are written out: with the words of the
//! message looked up it takes half as long again.

use crate::mem::Secret;

const IV: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Which word of the message each half of a mixing step takes, round by round.
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

/// G on a column or diagonal. The word of the message is added first: it is known long before `b`.
#[inline(always)]
fn mix(mut a: u32, mut b: u32, mut c: u32, mut d: u32, words: [u32; 2]) -> [u32; 4] {
    a = a.wrapping_add(words[0]).wrapping_add(b);
    d = (d ^ a).rotate_right(16);
    c = c.wrapping_add(d);
    b = (b ^ c).rotate_right(12);
    a = a.wrapping_add(words[1]).wrapping_add(b);
    d = (d ^ a).rotate_right(8);
    c = c.wrapping_add(d);
    b = (b ^ c).rotate_right(7);
    [a, b, c, d]
}

fn compress(state: &mut [u32; 8], block: &[u8; 64], count: u64, last: bool) {
    let words = block.as_chunks::<4>().0;
    let m: Secret<[u32; 16]> = Secret::new(core::array::from_fn(|i| u32::from_le_bytes(words[i])));
    let [mut a0, mut a1, mut a2, mut a3, mut b0, mut b1, mut b2, mut b3] = *state;
    let [mut c0, mut c1, mut c2, mut c3, mut d0, mut d1, mut d2, mut d3] = IV;
    d0 ^= count as u32;
    d1 ^= (count >> 32) as u32;
    if last {
        d2 = !d2;
    }
    macro_rules! rounds {
        ($($number:literal)+) => {$(
            let word = |i: usize| [m[SIGMA[$number][2 * i]], m[SIGMA[$number][2 * i + 1]]];
            [a0, b0, c0, d0] = mix(a0, b0, c0, d0, word(0));
            [a1, b1, c1, d1] = mix(a1, b1, c1, d1, word(1));
            [a2, b2, c2, d2] = mix(a2, b2, c2, d2, word(2));
            [a3, b3, c3, d3] = mix(a3, b3, c3, d3, word(3));
            [a0, b1, c2, d3] = mix(a0, b1, c2, d3, word(4));
            [a1, b2, c3, d0] = mix(a1, b2, c3, d0, word(5));
            [a2, b3, c0, d1] = mix(a2, b3, c0, d1, word(6));
            [a3, b0, c1, d2] = mix(a3, b0, c1, d2, word(7));
        )+};
    }
    rounds!(0 1 2 3 4 5 6 7 8 9);
    let (low, high) = ([a0, a1, a2, a3, b0, b1, b2, b3], [c0, c1, c2, c3, d0, d1, d2, d3]);
    for (state, (low, high)) in state.iter_mut().zip(low.into_iter().zip(high)) {
        *state ^= low ^ high;
    }
}

/// The 32-byte digest of the parts, one behind the other, without a key.
pub(super) fn blake2s(parts: &[&[u8]]) -> Secret<[u8; 32]> {
    let mut state = Secret::new(IV);
    // A digest of 32 bytes, no key, sequential.
    state[0] ^= 0x0101_0020;
    let mut block = Secret::new([0; 64]);
    let (mut filled, mut count) = (0, 0);
    for part in parts {
        let mut rest = *part;
        while !rest.is_empty() {
            // The last block is compressed as such, even if it is full.
            if filled == 64 {
                count += 64;
                compress(&mut state, &block, count, false);
                filled = 0;
            }
            let (now, after) = rest.split_at(rest.len().min(64 - filled));
            block[filled..filled + now.len()].copy_from_slice(now);
            filled += now.len();
            rest = after;
        }
    }
    block[filled..].fill(0);
    compress(&mut state, &block, count + filled as u64, true);
    let mut digest = Secret::new([0; 32]);
    for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(state.iter()) {
        *bytes = word.to_le_bytes();
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::blake2s;

    #[test]
    fn published_digests_come_out() {
        // RFC 7693, appendix B, and the reference implementation's table of known answers.
        let digest = |parts: &[&[u8]]| hex::encode(*blake2s(parts));
        assert_eq!(digest(&[b"abc"]), "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
        assert_eq!(digest(&[]), "69217a3079908094e11121d042354a7c1f55b6482ca1a51e1b250dfd1ed0eef9");
    }

    #[test]
    fn how_a_message_is_cut_does_not_matter() {
        let message: [u8; 200] = core::array::from_fn(|i| i as u8);
        for cut in 0..200 {
            let (a, b) = message.split_at(cut);
            assert_eq!(*blake2s(&[a, b]), *blake2s(&[&message]));
        }
    }
}
