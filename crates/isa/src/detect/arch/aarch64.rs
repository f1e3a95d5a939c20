//! On Arm only the operating system can tell what there is (HWCAP, sysctl); the standard library asks it. Without
//! `std` the features that the program was compiled for are all that is known.

use crate::feature::{Feature, FeatureSet, Found};

pub(crate) fn detect() -> Found {
    let mut usable = FeatureSet::EMPTY;
    // No engine is compiled for targets without NEON (soft floats), nor for big-endian ones: our kernels take bytes and words of
    // one register for each other in the order of little-endian memory.
    if !cfg!(all(target_feature = "neon", target_endian = "little")) {
        return Found { usable, present: usable };
    }
    macro_rules! look {
        ($($feature:ident $name:tt),*) => {$(
            #[cfg(feature = "std")]
            let there = std::arch::is_aarch64_feature_detected!($name);
            #[cfg(not(feature = "std"))]
            let there = cfg!(target_feature = $name);
            if there {
                usable = usable.with(Feature::$feature);
            }
        )*};
    }
    look!(Neon "neon", ArmAes "aes", ArmSha2 "sha2", ArmSha3 "sha3");
    Found { usable, present: usable }
}
