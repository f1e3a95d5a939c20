//! The curves.
//!
//! Written by `cargo xtask generate`; do not edit.

use crate::field::Fp;
use crate::tower::Fp2;

/// The absolute value of the parameter of the curve, which is negative.
pub const X_ABS: u64 = 0xd201000000010000;
/// `x` of the generator of G1.
pub const G1_X: Fp = Fp([
    0x5cb38790fd530c16,
    0x7817fc679976fff5,
    0x154f95c7143ba1c1,
    0xf0ae6acdf3d0e747,
    0xedce6ecc21dbf440,
    0x120177419e0bfb75,
]);
/// `y` of the generator of G1.
pub const G1_Y: Fp = Fp([
    0xbaac93d50ce72271,
    0x8c22631a7918fd8e,
    0xdd595f13570725ce,
    0x51ac582950405194,
    0x0e1c8c3fad0059c0,
    0x0bbc3efc5008a26a,
]);
/// `x` of the generator of G2.
pub const G2_X: Fp2 = Fp2 {
    c0: Fp([
        0xf5f28fa202940a10,
        0xb3f5fb2687b4961a,
        0xa1a893b53e2ae580,
        0x9894999d1a3caee9,
        0x6f67b7631863366b,
        0x058191924350bcd7,
    ]),
    c1: Fp([
        0xa5a9c0759e23f606,
        0xaaa0c59dbccd60c3,
        0x3bb17e18e2867806,
        0x1b1ab6cc8541b367,
        0xc2b6ed0ef2158547,
        0x11922a097360edf3,
    ]),
};
/// `y` of the generator of G2.
pub const G2_Y: Fp2 = Fp2 {
    c0: Fp([
        0x4c730af860494c4a,
        0x597cfa1f5e369c5a,
        0xe7e6856caa0a635a,
        0xbbefb5e96e0d495f,
        0x07d3a975f0ef25a2,
        0x0083fd8e7e80dae5,
    ]),
    c1: Fp([
        0xadc0fc92df64b05d,
        0x18aa270a2b1461dc,
        0x86adac6a3be4eba0,
        0x79495c4ec93da33a,
        0xe7175850a43ccaed,
        0x0b2bc2a163de1bf2,
    ]),
};
/// The constant of G1's equation, 4.
pub const B1: Fp = Fp([
    0xaa270000000cfff3,
    0x53cc0032fc34000a,
    0x478fe97a6b0a807f,
    0xb1d37ebee6ba24d7,
    0x8ec9733bbf78ab2f,
    0x09d645513d83de7e,
]);
/// The constant of G2's equation, `4 + 4u`.
pub const B2: Fp2 = Fp2 {
    c0: Fp([
        0xaa270000000cfff3,
        0x53cc0032fc34000a,
        0x478fe97a6b0a807f,
        0xb1d37ebee6ba24d7,
        0x8ec9733bbf78ab2f,
        0x09d645513d83de7e,
    ]),
    c1: Fp([
        0xaa270000000cfff3,
        0x53cc0032fc34000a,
        0x478fe97a6b0a807f,
        0xb1d37ebee6ba24d7,
        0x8ec9733bbf78ab2f,
        0x09d645513d83de7e,
    ]),
};
/// The cube root of unity for which `(BETA*x, y)` is `-x^2` times `(x, y)` in G1.
pub const BETA: Fp = Fp([
    0x30f1361b798a64e8,
    0xf3b8ddab7ece5a2a,
    0x16a8ca3ac61577f7,
    0xc26a2ff874fd029b,
    0x3636b76660701c6e,
    0x051ba4ab241b6160,
]);
/// `psi(x, y) = (PSI_X*conj(x), PSI_Y*conj(y))`, `1/xi^((p-1)/3)`.
pub const PSI_X: Fp2 = Fp2 {
    c0: Fp([
        0x0000000000000000,
        0x0000000000000000,
        0x0000000000000000,
        0x0000000000000000,
        0x0000000000000000,
        0x0000000000000000,
    ]),
    c1: Fp([
        0x890dc9e4867545c3,
        0x2af322533285a5d5,
        0x50880866309b7e2c,
        0xa20d1b8c7e881024,
        0x14e4f04fe2db9068,
        0x14e56d3f1564853a,
    ]),
};
/// `1/xi^((p-1)/2)`.
pub const PSI_Y: Fp2 = Fp2 {
    c0: Fp([
        0x3e2f585da55c9ad1,
        0x4294213d86c18183,
        0x382844c88b623732,
        0x92ad2afd19103e18,
        0x1d794e4fac7cf0b9,
        0x0bd592fc7d825ec8,
    ]),
    c1: Fp([
        0x7bcfa7a25aa30fda,
        0xdc17dec12a927e7c,
        0x2f088dd86b4ebef1,
        0xd1ca2087da74d4a7,
        0x2da2596696cebc1d,
        0x0e2b7eedbbfd87d2,
    ]),
};
/// `psi^2(x, y) = (PSI2_X*x, -y)`.
pub const PSI2_X: Fp = Fp([
    0xcd03c9e48671f071,
    0x5dab22461fcda5d2,
    0x587042afd3851b95,
    0x8eb60ebe01bacb9e,
    0x03f97d6e83d050d2,
    0x18f0206554638741,
]);
