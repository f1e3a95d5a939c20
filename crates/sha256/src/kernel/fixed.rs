//! Messages of fixed length on top of a compression function over whole blocks.

use super::consts::H0;
use super::padding::{digest_of, padded};

/// A [`FixedKernel`](crate::ops::FixedKernel) of a compression function.
macro_rules! of_compress {
    ($compress:path) => {
        $crate::ops::FixedKernel {
            hash32: |m| $crate::kernel::fixed::hash::<32, 1>($compress, m),
            hash33: |m| $crate::kernel::fixed::hash::<33, 1>($compress, m),
            hash64: |m| $crate::kernel::fixed::hash::<64, 2>($compress, m),
            hash65: |m| $crate::kernel::fixed::hash::<65, 2>($compress, m),
            double_hash64: |m| {
                let first = $crate::kernel::fixed::hash::<64, 2>($compress, m);
                $crate::kernel::fixed::hash::<32, 1>($compress, &first)
            },
            double_hash80: |m| {
                let first = $crate::kernel::fixed::hash::<80, 2>($compress, m);
                $crate::kernel::fixed::hash::<32, 1>($compress, &first)
            },
        }
    };
}
pub(crate) use of_compress;

/// Compiled once for each length, and not for each engine as well: a call is nothing beside one compression.
#[inline(never)]
pub(crate) fn hash<const N: usize, const B: usize>(
    compress: fn(&mut [u32; 8], &[[u8; 64]]),
    message: &[u8; N],
) -> [u8; 32] {
    let mut state = H0;
    compress(&mut state, &padded::<N, B>(message));
    digest_of(&state)
}
