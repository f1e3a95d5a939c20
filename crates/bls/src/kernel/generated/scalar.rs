//! The scalar field.
//!
//! Written by `cargo xtask generate`; do not edit.

/// The modulus.
pub const P: [u64; 4] = [0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48];
/// `-1/p mod 2^64`.
pub const N0: u64 = 0xfffffffeffffffff;
/// `R^1 mod p`, for `R = 2^256`.
pub const R1: [u64; 4] = [0x00000001fffffffe, 0x5884b7fa00034802, 0x998c4fefecbc4ff5, 0x1824b159acc5056f];
/// `R^2 mod p`, for `R = 2^256`.
pub const R2: [u64; 4] = [0xc999e990f3f29c6d, 0x2b6cedcb87925c23, 0x05d314967254398f, 0x0748d9d99f59ff11];
/// `R^3 mod p`, for `R = 2^256`.
pub const R3: [u64; 4] = [0xc62c1807439b73af, 0x1b3e0d188cf06990, 0x73d13c71c7b5f418, 0x6e2a5bb9c8db33e9];
