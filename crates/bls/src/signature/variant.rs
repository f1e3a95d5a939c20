//! Which group the keys are in, and which the signatures.

use crate::curve::{Affine, G1Affine, G2Affine};
use crate::field::Fp;
use crate::kernel::many::Laned;
use crate::ops::{GroupKernel, SignatureKernel};
use crate::tower::Fp2;

/// The field of one of the two groups.
pub trait Group: Laned {
    /// What an engine does in the group.
    fn kernel(kernel: &SignatureKernel) -> &GroupKernel<Self>;
}

impl Group for Fp {
    fn kernel(kernel: &SignatureKernel) -> &GroupKernel<Self> {
        &kernel.g1
    }
}

impl Group for Fp2 {
    fn kernel(kernel: &SignatureKernel) -> &GroupKernel<Self> {
        &kernel.g2
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::MinPk {}
    impl Sealed for super::MinSig {}
}

/// Small keys or small signatures: [`MinPk`] or [`MinSig`].
///
/// ```
/// use lanesmith_bls::signature::{MinPk, MinSig, Mode, Scheme, SecretKey, SignatureError, Variant};
/// fn bytes<V: Variant>() -> Result<[usize; 2], SignatureError> {
///     let (scheme, secret) = (Scheme::<V>::new(Mode::Basic), SecretKey::generate(&[7; 32], b"")?);
///     let (key, signature) = (scheme.public_key(&secret), scheme.sign(&secret, b"message")?);
///     Ok([key.to_bytes().as_ref().len(), signature.to_bytes().as_ref().len()])
/// }
/// assert_eq!((bytes::<MinPk>()?, bytes::<MinSig>()?), ([48, 96], [96, 48]));
/// # Ok::<(), lanesmith_bls::signature::SignatureError>(())
/// ```
pub trait Variant: sealed::Sealed + Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The group of public keys.
    type Key: Group;
    /// The group of signatures.
    type Signature: Group;
    /// The tags of the basic, message-augmentation and proof-of-possession schemes.
    const TAGS: [&'static [u8]; 3];
    /// The tag of proofs of possession.
    const PROOF_TAG: &'static [u8];

    /// A pair for the pairing.
    fn pair(key: Affine<Self::Key>, signature: Affine<Self::Signature>) -> (G1Affine, G2Affine);

    /// Scales the side of each pair that is in G1, which is the cheaper one.
    fn scale(
        kernel: &SignatureKernel,
        keys: &mut [Affine<Self::Key>],
        hashes: &mut [Affine<Self::Signature>],
        factors: &[u64],
    );
}

/// Keys in G1 (48 bytes), signatures in G2 (96 bytes), as Ethereum has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinPk;

/// Signatures in G1 (48 bytes), keys in G2 (96 bytes), as drand's quicknet has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinSig;

impl Variant for MinPk {
    type Key = Fp;
    type Signature = Fp2;
    const TAGS: [&'static [u8]; 3] = [
        b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
        b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_",
        b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
    ];
    const PROOF_TAG: &'static [u8] = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

    fn pair(key: G1Affine, signature: G2Affine) -> (G1Affine, G2Affine) {
        (key, signature)
    }
    fn scale(kernel: &SignatureKernel, keys: &mut [G1Affine], _: &mut [G2Affine], factors: &[u64]) {
        (kernel.g1.scale_vartime)(keys, factors);
    }
}

impl Variant for MinSig {
    type Key = Fp2;
    type Signature = Fp;
    const TAGS: [&'static [u8]; 3] = [
        b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
        b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_",
        b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_",
    ];
    const PROOF_TAG: &'static [u8] = b"BLS_POP_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";

    fn pair(key: G2Affine, signature: G1Affine) -> (G1Affine, G2Affine) {
        (signature, key)
    }
    fn scale(kernel: &SignatureKernel, _: &mut [G2Affine], hashes: &mut [G1Affine], factors: &[u64]) {
        (kernel.g1.scale_vartime)(hashes, factors);
    }
}
