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

/// Who made the CPU and which it is, as MIDR_EL1 has it (Arm Architecture Reference Manual, D24.2.122). A program may not read the
/// register; Linux and Android show it in a file. Of several kinds of cores the last is taken, which is the largest on phones.
pub(crate) fn identity() -> Option<super::Told> {
    // Apple's systems run on Apple's CPUs, and tell no more than that.
    let midr = if cfg!(target_vendor = "apple") { 0x61 << 24 } else { midr()? };
    let implementer = midr >> 24 & 0xff;
    let name: &[u8] = match implementer {
        0x41 => b"Arm",
        0x51 => b"Qualcomm",
        0x61 => b"Apple",
        0xc0 => b"Ampere",
        _ => b"other",
    };
    let mut vendor = [0; 12];
    vendor[..name.len()].copy_from_slice(name);
    Some((vendor, [0; 48], implementer, midr >> 4 & 0xfff, (midr >> 20 & 15) << 4 | midr & 15))
}

#[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
fn midr() -> Option<u32> {
    let read = |core: usize| {
        let path = std::format!("/sys/devices/system/cpu/cpu{core}/regs/identification/midr_el1");
        parse(&std::fs::read_to_string(path).ok()?)
    };
    // A core that is off shows nothing; the first one always does.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    (0..cores).rev().find_map(read)
}

#[cfg(not(all(feature = "std", any(target_os = "linux", target_os = "android"))))]
fn midr() -> Option<u32> {
    None
}

/// `0x00000000410fd0c1` and the end of a line.
#[cfg(any(test, all(feature = "std", any(target_os = "linux", target_os = "android"))))]
fn parse(text: &str) -> Option<u32> {
    let digits = text.trim().strip_prefix("0x")?;
    u64::from_str_radix(digits, 16).ok().map(|midr| midr as u32)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_register_is_read_as_linux_writes_it() {
        assert_eq!(super::parse("0x00000000413fd0c1\n"), Some(0x413f_d0c1));
        assert_eq!([super::parse(""), super::parse("0x"), super::parse("413fd0c1")], [None; 3]);
    }
}
