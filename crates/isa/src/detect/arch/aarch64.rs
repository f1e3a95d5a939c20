//! On Arm only the operating system can tell what there is (HWCAP, sysctl); the standard library asks it. Without
//! `std` the features that the program was compiled for are all that is known.

use super::midr;
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

/// Who made the CPU and which it is. A program may not read MIDR_EL1; Linux and Android show it in a file of
/// each core, and kernels and sandboxes without that file tell its parts in another. Of several kinds of
/// cores the last is taken, which is the largest on phones.
pub(crate) fn identity() -> Option<super::Told> {
    // Apple's systems run on Apple's CPUs, and tell no more than that.
    let midr = if cfg!(target_vendor = "apple") { 0x61 << 24 } else { midr()? };
    Some(midr::told(midr))
}

#[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
fn midr() -> Option<u32> {
    let read = |core: usize| {
        let path = std::format!("/sys/devices/system/cpu/cpu{core}/regs/identification/midr_el1");
        midr::of_register(&std::fs::read_to_string(path).ok()?)
    };
    // A core that is off shows nothing; the first one always does.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let of_cpuinfo = || midr::of_cpuinfo(&std::fs::read_to_string("/proc/cpuinfo").ok()?);
    (0..cores).rev().find_map(read).or_else(of_cpuinfo)
}

#[cfg(not(all(feature = "std", any(target_os = "linux", target_os = "android"))))]
fn midr() -> Option<u32> {
    None
}
