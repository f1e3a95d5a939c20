//! One file per instruction set.

/// `add` and `xor` of a vector: the instruction set is what the value implies.
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
))]
macro_rules! sums {
    ($vector:ident, $add:ident, $xor:ident) => {
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: a value implies its instruction set.
            $vector(unsafe { $add(self.0, other.0) })
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: a value implies its instruction set.
            $vector(unsafe { $xor(self.0, other.0) })
        }
    };
}

/// The same, and `turn`, where words of 32 bits can be shuffled in each quarter.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
macro_rules! quarters {
    ($vector:ident, $add:ident, $xor:ident, $shuffle:ident) => {
        sums!($vector, $add, $xor);

        #[inline(always)]
        fn turn<const BY: usize>(self) -> Self {
            // SAFETY: a value implies its instruction set.
            $vector(unsafe {
                match BY {
                    1 => $shuffle::<0x39>(self.0),
                    2 => $shuffle::<0x4e>(self.0),
                    _ => $shuffle::<0x93>(self.0),
                }
            })
        }
    };
}

pub(crate) mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod sse2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))]
pub(crate) mod ssse3;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod neon;

pub(crate) mod twocats;
pub(crate) mod yescrypt;
