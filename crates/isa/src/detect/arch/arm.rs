//! On Arm only the operating system can tell what there is. Stable Rust has no question for it on 32 bits, so Linux and Android
//! are asked by their C library, which the standard library links anyway. Elsewhere, and without `std`, nothing is known.

use crate::feature::{Feature, FeatureSet, Found};

pub(crate) fn detect() -> Found {
    let usable = if neon() { FeatureSet::of(&[Feature::Neon]) } else { FeatureSet::EMPTY };
    Found { usable, present: usable }
}

/// Linux gives NEON in its list of capabilities where the CPU has it and the kernel saves its registers. No engine is compiled
/// for big-endian memory.
#[cfg(all(feature = "std", target_endian = "little", any(target_os = "linux", target_os = "android")))]
fn neon() -> bool {
    /// Entry of the auxiliary vector (`linux/auxvec.h`), and bit of it (`asm/hwcap.h`).
    const AT_HWCAP: core::ffi::c_ulong = 16;
    const HWCAP_NEON: core::ffi::c_ulong = 1 << 12;
    unsafe extern "C" {
        safe fn getauxval(entry: core::ffi::c_ulong) -> core::ffi::c_ulong;
    }
    // An entry that is missing is 0.
    getauxval(AT_HWCAP) & HWCAP_NEON != 0
}

#[cfg(not(all(feature = "std", target_endian = "little", any(target_os = "linux", target_os = "android"))))]
fn neon() -> bool {
    false
}

#[cfg(all(test, feature = "std", target_os = "linux"))]
mod tests {
    #[test]
    fn agrees_with_what_the_kernel_writes_for_people() {
        let text = std::fs::read_to_string("/proc/cpuinfo").expect("the kernel's list");
        let Some(features) = text.lines().find(|line| line.starts_with("Features")) else {
            return println!("not run: the list is that of another architecture, which emulates this one");
        };
        assert_eq!(super::neon(), features.split_whitespace().any(|word| word == "neon"), "{features}");
    }
}
