//! CPUID leaves and the XCR0 register (Intel SDM volume 1, chapters 13 to 15: a program may use AVX only if the
//! system saves the registers, which XCR0 tells).

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

use crate::feature::{Feature, FeatureSet, Found};

#[derive(Clone, Copy)]
struct Leaf {
    eax: u32,
    ebx: u32,
    ecx: u32,
    edx: u32,
}

#[allow(unused_unsafe, reason = "safe since Rust 1.92, unsafe in the minimum version")]
fn cpuid(leaf: u32, sub: u32) -> Leaf {
    // SAFETY: CPUID exists on every x86-64.
    let r = unsafe { __cpuid_count(leaf, sub) };
    Leaf { eax: r.eax, ebx: r.ebx, ecx: r.ecx, edx: r.edx }
}

#[allow(unused_unsafe, reason = "safe since Rust 1.92, unsafe in the minimum version")]
fn highest(base: u32) -> u32 {
    // SAFETY: CPUID exists on every x86-64.
    unsafe { __cpuid(base) }.eax
}

#[target_feature(enable = "xsave")]
fn xcr0() -> u64 {
    // SAFETY: XCR0 is readable when OSXSAVE is set, which the caller has checked.
    unsafe { _xgetbv(0) }
}

/// Whether CPUID can be asked: Miri does not know it, and inside an SGX enclave it faults.
const CPUID: bool = cfg!(not(any(target_env = "sgx", miri)));

/// Whether engines of x86-64 are compiled for this target. Kernels and firmware have no vector registers (soft floats), which CPUID
/// does not tell; and our assembly adds 64-bit addresses, of which the x32 ABI leaves the upper halves undefined.
const ENGINES: bool = cfg!(all(target_feature = "sse2", target_pointer_width = "64"));

pub(crate) fn detect() -> Found {
    if !ENGINES {
        return Found { usable: FeatureSet::EMPTY, present: FeatureSet::EMPTY };
    }
    if !CPUID {
        return compiled_for();
    }
    let one = cpuid(1, 0);
    let seven = if highest(0) >= 7 { cpuid(7, 0) } else { Leaf { eax: 0, ebx: 0, ecx: 0, edx: 0 } };
    let os_xsave = one.ecx >> 27 & 1 == 1;
    // SAFETY: OSXSAVE says that the CPU has XSAVE and that the system has enabled XGETBV.
    let xcr0 = if os_xsave { unsafe { xcr0() } } else { 0 };
    decode(one, seven, xcr0)
}

fn decode(one: Leaf, seven: Leaf, xcr0: u64) -> Found {
    use Feature::*;
    let bits = [
        (Sse2, one.edx, 26),
        (Ssse3, one.ecx, 9),
        (Sse41, one.ecx, 19),
        (Aes, one.ecx, 25),
        (Avx, one.ecx, 28),
        (Bmi1, seven.ebx, 3),
        (Avx2, seven.ebx, 5),
        (Bmi2, seven.ebx, 8),
        (Avx512F, seven.ebx, 16),
        (Avx512Dq, seven.ebx, 17),
        (Adx, seven.ebx, 19),
        (Avx512Ifma, seven.ebx, 21),
        (Sha, seven.ebx, 29),
        (Avx512Bw, seven.ebx, 30),
        (Avx512Vl, seven.ebx, 31),
        (Avx512Vbmi, seven.ecx, 1),
        (Avx512Vbmi2, seven.ecx, 6),
        (Gfni, seven.ecx, 8),
    ];
    let mut found = Found { usable: FeatureSet::EMPTY, present: FeatureSet::EMPTY };
    for (feature, word, bit) in bits {
        if word >> bit & 1 == 1 {
            found.present = found.present.with(feature);
            let state = state_needed(feature);
            if xcr0 & state == state {
                found.usable = found.usable.with(feature);
            }
        }
    }
    found
}

/// The features that every CPU has for which this program was compiled.
fn compiled_for() -> Found {
    let mut usable = FeatureSet::EMPTY;
    macro_rules! look {
        ($($feature:ident $name:tt),*) => {$(
            if cfg!(target_feature = $name) {
                usable = usable.with(Feature::$feature);
            }
        )*};
    }
    look!(Sse2 "sse2", Ssse3 "ssse3", Sse41 "sse4.1", Avx "avx", Avx2 "avx2", Bmi1 "bmi1", Bmi2 "bmi2", Adx "adx",
          Aes "aes", Sha "sha", Avx512F "avx512f", Avx512Bw "avx512bw", Avx512Dq "avx512dq", Avx512Vl "avx512vl",
          Avx512Ifma "avx512ifma", Avx512Vbmi "avx512vbmi", Avx512Vbmi2 "avx512vbmi2", Gfni "gfni");
    Found { usable, present: usable }
}

/// The register state (bits of XCR0) that the system must save for a feature.
fn state_needed(feature: Feature) -> u64 {
    use Feature::*;
    match feature {
        // SSE and upper halves of ymm.
        Avx | Avx2 => 0b110,
        // These, masks, and both parts of zmm.
        Avx512F | Avx512Dq | Avx512Ifma | Avx512Bw | Avx512Vl | Avx512Vbmi | Avx512Vbmi2 => 0b1110_0110,
        // Legacy encodings and general registers: every 64-bit system saves those.
        _ => 0,
    }
}

/// The vendor string of CPUID leaf 0, such as `GenuineIntel`.
fn vendor() -> [u8; 12] {
    let r = cpuid(0, 0);
    let mut out = [0; 12];
    for (chunk, word) in out.chunks_exact_mut(4).zip([r.ebx, r.edx, r.ecx]) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    out
}

/// What CPUID tells of the CPU.
pub(crate) fn identity() -> Option<super::Told> {
    if !CPUID {
        return None;
    }
    let mut brand = [0; 48];
    if highest(0x8000_0000) >= 0x8000_0004 {
        for (chunk, leaf) in brand.chunks_exact_mut(16).zip(0x8000_0002u32..) {
            let r = cpuid(leaf, 0);
            for (part, word) in chunk.chunks_exact_mut(4).zip([r.eax, r.ebx, r.ecx, r.edx]) {
                part.copy_from_slice(&word.to_le_bytes());
            }
        }
    }
    let (family, model, stepping) = version(cpuid(1, 0).eax);
    Some((vendor(), brand, family, model, stepping))
}

/// Display family, display model and stepping, as EAX of leaf 1 has them.
fn version(eax: u32) -> (u32, u32, u32) {
    let (base, extended) = (eax >> 8 & 15, eax >> 20 & 255);
    let family = if base == 15 { base + extended } else { base };
    let model = if base == 6 || base == 15 { eax >> 12 & 0xf0 | eax >> 4 & 15 } else { eax >> 4 & 15 };
    (family, model, eax & 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Identity, Kind};

    #[test]
    fn agrees_with_the_standard_library() {
        let found = detect().usable;
        macro_rules! same {
            ($($feature:ident $name:tt),*) => {$(
                assert_eq!(found.has(Feature::$feature), std::is_x86_feature_detected!($name), $name);
            )*};
        }
        same!(Sse2 "sse2", Ssse3 "ssse3", Sse41 "sse4.1", Avx "avx", Avx2 "avx2", Bmi1 "bmi1", Bmi2 "bmi2",
              Adx "adx", Aes "aes", Sha "sha", Avx512F "avx512f", Avx512Bw "avx512bw", Avx512Dq "avx512dq",
              Avx512Vl "avx512vl", Avx512Ifma "avx512ifma", Avx512Vbmi "avx512vbmi",
              Avx512Vbmi2 "avx512vbmi2", Gfni "gfni");
    }

    #[test]
    fn kinds_are_told_by_leaf_1() {
        for (vendor, eax, version_is, kind) in [
            (b"GenuineIntel", 0x000c_06f2, (6, 207, 2), Kind::SapphireRapids),
            (b"GenuineIntel", 0x0008_06f8, (6, 0x8f, 8), Kind::SapphireRapids),
            (b"GenuineIntel", 0x000a_06d1, (6, 0xad, 1), Kind::GraniteRapids),
            (b"GenuineIntel", 0x000a_06f3, (6, 0xaf, 3), Kind::SierraForest),
            (b"GenuineIntel", 0x0009_0672, (6, 0x97, 2), Kind::AlderLake),
            (b"GenuineIntel", 0x000b_0671, (6, 0xb7, 1), Kind::AlderLake),
            (b"GenuineIntel", 0x000a_06a4, (6, 0xaa, 4), Kind::MeteorLake),
            (b"GenuineIntel", 0x000c_0662, (6, 0xc6, 2), Kind::ArrowLake),
            (b"GenuineIntel", 0x000b_06d1, (6, 0xbd, 1), Kind::ArrowLake),
            (b"AuthenticAMD", 0x00b4_0f40, (0x1a, 0x44, 0), Kind::Zen5),
            (b"AuthenticAMD", 0x00a1_0f11, (0x19, 0x11, 1), Kind::Zen4),
            (b"AuthenticAMD", 0x00a2_0f12, (0x19, 0x21, 2), Kind::Zen3),
            (b"AuthenticAMD", 0x0083_0f10, (0x17, 0x31, 0), Kind::Zen2),
            (b"AuthenticAMD", 0x0080_0f12, (0x17, 0x01, 2), Kind::Zen1),
        ] {
            assert_eq!(version(eax), version_is, "{eax:#x}");
            let (family, model, stepping) = version(eax);
            let told = Identity::of((*vendor, [0; 48], family, model, stepping));
            assert_eq!(told.kind(), kind, "{eax:#x}");
        }
    }

    #[test]
    fn a_feature_whose_registers_the_system_does_not_save_is_present_but_not_usable() {
        let all = Leaf { eax: !0, ebx: !0, ecx: !0, edx: !0 };
        let only_sse = decode(all, all, 0b10);
        assert!(only_sse.present.has(Feature::Avx512F) && only_sse.present.has(Feature::Avx2));
        assert!(!only_sse.usable.has(Feature::Avx512F) && !only_sse.usable.has(Feature::Avx2));
        assert!(only_sse.usable.has(Feature::Sha) && only_sse.usable.has(Feature::Adx));
        let no_zmm = decode(all, all, 0b110);
        assert!(no_zmm.usable.has(Feature::Avx2) && !no_zmm.usable.has(Feature::Avx512Vl));
        assert!(decode(all, all, 0b1110_0110).usable.has(Feature::Avx512Vl));
    }
}
