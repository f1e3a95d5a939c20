//! What kernels in assembly read. One for all architectures, which each take what they need.

use crate::generated::field::{N0, P, P_TOP_INVERSE, P2, P3, P4};

/// What the kernels read; they know the byte offsets.
#[repr(C, align(64))]
pub(in crate::arch) struct Constants {
    /// 0: the modulus.
    p: [u64; 6],
    /// 48: closes the rows of the `adx` style.
    zero: u64,
    /// 56: `-1/p mod 2^64`.
    n0: u64,
    /// 64: `2^-64 mod p`.
    rho: [u64; 6],
    /// 112: words 5 to 11 of `m*p*2^320`, the smallest such multiple that is not below `4p^2`.
    lift: [u64; 7],
    /// 168: `2p`.
    p2: [u64; 6],
    /// 216: `floor(2^124 / (p's top word + 1))`.
    p_top_inverse: u64,
    /// 224: `3p`.
    p3: [u64; 6],
    /// 272: `4p`.
    p4: [u64; 6],
    /// 320: `2^-192 mod p`, which is `0.0896 p`.
    rho3: [u64; 6],
}

/// The only instance.
pub(in crate::arch) static CONSTANTS: Constants = Constants {
    p: P,
    zero: 0,
    n0: N0,
    rho: shifted(&ONE),
    lift: times_p(P4[5] + 1, &[0; 6]),
    p2: P2,
    p_top_inverse: P_TOP_INVERSE,
    p3: P3,
    p4: P4,
    rho3: shifted(&shifted(&shifted(&ONE))),
};

const ONE: [u64; 6] = [1, 0, 0, 0, 0, 0];

/// `k*p + low`.
const fn times_p(k: u64, low: &[u64; 6]) -> [u64; 7] {
    let mut out = [0; 7];
    let mut carry = 0;
    let mut i = 0;
    while i < 6 {
        carry += k as u128 * P[i] as u128 + low[i] as u128;
        out[i] = carry as u64;
        carry >>= 64;
        i += 1;
    }
    out[6] = carry as u64;
    out
}

/// `x * 2^-64 mod p` for `x < p`: the multiple of `p` is added that clears the lowest word.
const fn shifted(x: &[u64; 6]) -> [u64; 6] {
    let [_, a, b, c, d, e, f] = times_p(x[0].wrapping_mul(N0), x);
    [a, b, c, d, e, f]
}
