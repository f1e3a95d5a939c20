//! The names of the races: those of operations, and of what is made of signatures.

use lanesmith_bls::hazmat::{
    Fp, Fp2, Fp2Kernel, Fp6Kernel, Fp12Kernel, FpKernel, HashKernel, MsmKernel, PairingKernel, PointKernel,
};
use lanesmith_isa::Operation;

pub const FP: &str = FpKernel::NAME;
pub const FP2: &str = Fp2Kernel::NAME;
pub const FP6: &str = Fp6Kernel::NAME;
pub const FP12: &str = Fp12Kernel::NAME;
pub const G1: &str = PointKernel::<Fp>::NAME;
pub const G2: &str = PointKernel::<Fp2>::NAME;
pub const PAIRING: &str = PairingKernel::NAME;
pub const HASH: &str = HashKernel::NAME;
pub const MSM: &str = MsmKernel::NAME;
/// Compressed keys or signatures of many, checked.
pub const DECODE: &str = "bls.decode";
/// A signature.
pub const SIGN: &str = "bls.sign";
/// Those of many keys, and their public keys.
pub const SIGN_MANY: &str = "bls.sign_many";
/// The verification of one.
pub const VERIFY: &str = "bls.verify";
/// That of an aggregate of 128 signatures of one message.
pub const FAST_AGGREGATE: &str = "bls.fast_aggregate_128";
/// That of an aggregate of six signatures of a message each.
pub const AGGREGATE: &str = "bls.aggregate_6x6";
/// That of many signatures at once, blinded.
pub const BATCH: &str = "bls.batch";
