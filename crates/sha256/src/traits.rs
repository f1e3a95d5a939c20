//! The `digest` traits of RustCrypto, so that `hmac`, `hkdf`, `pbkdf2` and whatever else is generic over a hash work
//! with [`Sha256`].

use core::fmt;

use digest::array::Array;
use digest::block_api::{
    AlgorithmName, Block, BlockSizeUser, Buffer, BufferKindUser, CoreProxy, Eager, FixedOutputCore,
    UpdateCore,
};
use digest::const_oid::{AssociatedOid, ObjectIdentifier};
use digest::consts::{U28, U32, U64};
use digest::{FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update};

use crate::Sha224;
use crate::digest::{Midstate, Sha256};
use crate::engines::STREAM;
use crate::kernel::padding::{finish_wiped, write_digest};
use crate::wipe::wipe_words;

/// The part of [`Sha256`] that sees whole blocks only, for wrappers that keep a buffer of their own.
#[derive(Clone, Debug)]
pub struct Sha256Core(Midstate);

#[cfg(feature = "zeroize")]
impl Drop for Sha256Core {
    // It is what `Hmac<Sha256>` keeps of a key.
    fn drop(&mut self) {
        self.0.wipe();
    }
}

#[cfg(feature = "zeroize")]
impl digest::zeroize::ZeroizeOnDrop for Sha256Core {}

impl Default for Sha256Core {
    fn default() -> Self {
        Sha256Core(Midstate::INITIAL)
    }
}

impl HashMarker for Sha256Core {}

impl BlockSizeUser for Sha256Core {
    type BlockSize = U64;
}

impl BufferKindUser for Sha256Core {
    type BufferKind = Eager;
}

impl OutputSizeUser for Sha256Core {
    type OutputSize = U32;
}

impl UpdateCore for Sha256Core {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.0 = self.0.advanced(Array::cast_slice_to_core(blocks));
    }
}

impl FixedOutputCore for Sha256Core {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        let rest = buffer.get_data();
        let length = self.0.length().wrapping_add(rest.len() as u64);
        let compress = STREAM.auto().kernel().compress;
        let mut state = self.0.state();
        finish_wiped(compress, &mut state, rest, length);
        write_digest(&state, &mut out.0);
        wipe_words(&mut state);
    }
}

impl AlgorithmName for Sha256Core {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sha256")
    }
}

impl Reset for Sha256Core {
    fn reset(&mut self) {
        *self = Self::default();
    }
}

/// The traits of a hash of that many bytes, registered with NIST under that number (Computer Security Objects Register: hash
/// algorithms, what signatures say that they were made over).
macro_rules! hash {
    ($hash:ident, $size:ident, $oid:literal) => {
        impl HashMarker for $hash {}

        impl BlockSizeUser for $hash {
            type BlockSize = U64;
        }

        impl OutputSizeUser for $hash {
            type OutputSize = $size;
        }

        impl AlgorithmName for $hash {
            fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($hash))
            }
        }

        impl Update for $hash {
            #[inline]
            fn update(&mut self, data: &[u8]) {
                $hash::update(self, data);
            }
        }

        impl FixedOutput for $hash {
            #[inline]
            fn finalize_into(self, out: &mut Output<Self>) {
                out.copy_from_slice(&self.finalize());
            }
        }

        impl Reset for $hash {
            #[inline]
            fn reset(&mut self) {
                $hash::reset(self);
            }
        }

        impl FixedOutputReset for $hash {
            #[inline]
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                out.copy_from_slice(&self.digest());
                $hash::reset(self);
            }
        }

        #[cfg(feature = "zeroize")]
        impl digest::zeroize::ZeroizeOnDrop for $hash {}

        impl AssociatedOid for $hash {
            const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap($oid);
        }
    };
}

hash!(Sha256, U32, "2.16.840.1.101.3.4.2.1");
hash!(Sha224, U28, "2.16.840.1.101.3.4.2.4");

impl CoreProxy for Sha256 {
    type Core = Sha256Core;

    fn compose(core: Self::Core, buffer: Buffer<Self::Core>) -> Self {
        let mut hasher = Sha256::from_midstate(core.0);
        hasher.update(buffer.get_data());
        hasher
    }

    fn decompose(self) -> (Self::Core, Buffer<Self::Core>) {
        let (midstate, rest) = self.parts();
        (Sha256Core(midstate), Buffer::<Self::Core>::new(rest))
    }
}

impl AssociatedOid for Sha256Core {
    const OID: ObjectIdentifier = Sha256::OID;
}
