//! The base field.
//!
//! Written by `cargo xtask generate`; do not edit.

use crate::field::FpDbl;

/// The modulus.
pub const P: [u64; 6] = [
    0xb9feffffffffaaab,
    0x1eabfffeb153ffff,
    0x6730d2a0f6b0f624,
    0x64774b84f38512bf,
    0x4b1ba7b6434bacd7,
    0x1a0111ea397fe69a,
];
/// `-1/p mod 2^64`.
pub const N0: u64 = 0x89f3fffcfffcfffd;
/// `R^1 mod p`, for `R = 2^384`.
pub const R1: [u64; 6] = [
    0x760900000002fffd,
    0xebf4000bc40c0002,
    0x5f48985753c758ba,
    0x77ce585370525745,
    0x5c071a97a256ec6d,
    0x15f65ec3fa80e493,
];
/// `R^2 mod p`, for `R = 2^384`.
pub const R2: [u64; 6] = [
    0xf4df1f341c341746,
    0x0a76e6a609d104f1,
    0x8de5476c4c95b6d5,
    0x67eb88a9939d83c0,
    0x9a793e85b519952d,
    0x11988fe592cae3aa,
];
/// `R^3 mod p`, for `R = 2^384`.
pub const R3: [u64; 6] = [
    0xed48ac6bd94ca1e0,
    0x315f831e03a7adf8,
    0x9a53352a615e29dd,
    0x34c04e5e921e1761,
    0x2512d43565724728,
    0x0aa6346091755d4d,
];
/// `(p - 1)/2`.
pub const HALF: [u64; 6] = [
    0xdcff7fffffffd555,
    0x0f55ffff58a9ffff,
    0xb39869507b587b12,
    0xb23ba5c279c2895f,
    0x258dd3db21a5d66b,
    0x0d0088f51cbff34d,
];
/// `2p`.
pub const P2: [u64; 6] = [
    0x73fdffffffff5556,
    0x3d57fffd62a7ffff,
    0xce61a541ed61ec48,
    0xc8ee9709e70a257e,
    0x96374f6c869759ae,
    0x340223d472ffcd34,
];
/// `3p`.
pub const P3: [u64; 6] = [
    0x2dfcffffffff0001,
    0x5c03fffc13fbffff,
    0x359277e2e412e26c,
    0x2d65e28eda8f383e,
    0xe152f722c9e30686,
    0x4e0335beac7fb3ce,
];
/// `4p`.
pub const P4: [u64; 6] = [
    0xe7fbfffffffeaaac,
    0x7aaffffac54ffffe,
    0x9cc34a83dac3d890,
    0x91dd2e13ce144afd,
    0x2c6e9ed90d2eb35d,
    0x680447a8e5ff9a69,
];
/// `floor(2^124 / (p's top limb + 1))`.
pub const P_TOP_INVERSE: u64 = 0x9d835d2f3cc9e458;
/// `4p^2`.
pub const P_SQUARED_4: FpDbl = FpDbl([
    0x9aa8000071c638e4,
    0xf3b5ac75d8e0baac,
    0x58b0ce0d8844f3f5,
    0x9afe47b4f9c6dd0c,
    0xa4ba16a1c2468125,
    0x75a18672186171ec,
    0xd4c524cc25e3bc04,
    0x4298b3f45b7729bb,
    0x9b967924d27a2f41,
    0x8b72439439c11ad1,
    0x2f49e3aa88bc97a7,
    0x0a90de92e30d7f1d,
]);
/// `(p - 3)/4`: the power that is the inverse of a square root.
pub const SQRT_EXPONENT: [u64; 6] = [
    0xee7fbfffffffeaaa,
    0x07aaffffac54ffff,
    0xd9cc34a83dac3d89,
    0xd91dd2e13ce144af,
    0x92c6e9ed90d2eb35,
    0x0680447a8e5ff9a6,
];
