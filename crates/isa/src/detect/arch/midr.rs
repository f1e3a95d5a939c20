//! MIDR_EL1, the register of 64-bit Arm that names the core (Arm Architecture Reference Manual, D24.2.122),
//! as systems write it.

/// What the register tells.
pub(crate) fn told(midr: u32) -> super::Told {
    let implementer = midr >> 24;
    let name: &[u8] = match implementer {
        0x41 => b"Arm",
        0x51 => b"Qualcomm",
        0x61 => b"Apple",
        0x6d => b"Microsoft",
        0xc0 => b"Ampere",
        _ => b"other",
    };
    let mut vendor = [0; 12];
    vendor[..name.len()].copy_from_slice(name);
    (vendor, [0; 48], implementer, midr >> 4 & 0xfff, (midr >> 20 & 15) << 4 | midr & 15)
}

/// A number such as `0xd0c` or `1`.
fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())
}

/// From the file of a core, `regs/identification/midr_el1`: `0x00000000410fd0c1` and the end of a line.
#[allow(dead_code, reason = "systems without that file")]
pub(crate) fn of_register(text: &str) -> Option<u32> {
    let text = text.trim();
    text.starts_with("0x").then(|| number(text)).flatten().map(|midr| midr as u32)
}

/// From `/proc/cpuinfo`, which tells the parts of the register for each core: of the last one.
#[allow(dead_code, reason = "systems without that file")]
pub(crate) fn of_cpuinfo(text: &str) -> Option<u32> {
    let last = |key: &str, bits: u32| {
        let mut fields = text.lines().rev().filter_map(|line| line.split_once(':'));
        let (_, value) = fields.find(|(name, _)| name.trim() == key)?;
        number(value).filter(|value| value >> bits == 0).map(|value| value as u32)
    };
    let (implementer, part) = (last("CPU implementer", 8)?, last("CPU part", 12)?);
    let (variant, revision) = (last("CPU variant", 4).unwrap_or(0), last("CPU revision", 4).unwrap_or(0));
    // 15: what the core has is told elsewhere, as in all of 64 bits.
    Some(implementer << 24 | variant << 20 | 15 << 16 | part << 4 | revision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Identity, Kind};

    #[test]
    fn the_register_is_read_as_linux_writes_it() {
        assert_eq!(of_register("0x00000000413fd0c1\n"), Some(0x413f_d0c1));
        assert_eq!([of_register(""), of_register("0x"), of_register("413fd0c1")], [None; 3]);
    }

    #[test]
    fn cores_are_told_by_the_register() {
        for (text, kind) in [
            ("0x00000000413fd0c1", Kind::NeoverseN1),
            ("0x00000000410fd493", Kind::NeoverseN2),
            ("0x000000006d0fd490", Kind::NeoverseN2),
            ("0x00000000410fd8e1", Kind::NeoverseN3),
            ("0x00000000411fd401", Kind::NeoverseV1),
            ("0x00000000410fd4f0", Kind::NeoverseV2),
            ("0x00000000410fd841", Kind::NeoverseV3),
            ("0x00000000410fd831", Kind::NeoverseV3),
            ("0x00000000611f0230", Kind::Apple),
            ("0x00000000c00fac30", Kind::Ampere1),
            // Cortex-A76, Cortex-A55; a core of Qualcomm's own.
            ("0x00000000414fd0b1", Kind::CortexA72),
            ("0x00000000411fd050", Kind::Arm),
            ("0x00000000512f0011", Kind::Unknown),
            ("0x0000000000000000", Kind::Unknown),
        ] {
            let midr = of_register(text).expect(text);
            assert_eq!(Identity::of(told(midr)).kind(), kind, "{text}");
        }
    }

    #[test]
    fn the_parts_in_cpuinfo_make_the_register_of_the_last_core() {
        let core = |number: u32, variant: &str, part: &str, revision: u32| {
            std::format!(
                "processor\t: {number}\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\n\
                 CPU architecture: 8\nCPU variant\t: {variant}\nCPU part\t: {part}\nCPU revision\t: {revision}\n\n"
            )
        };
        let text = std::format!("{}{}", core(0, "0x0", "0xd03", 4), core(1, "0x3", "0xd0c", 1));
        assert_eq!(of_cpuinfo(&text), Some(0x413f_d0c1));
        assert_eq!(of_cpuinfo(&core(0, "0x0", "0xd4f", 0)), of_register("0x00000000410fd4f0"));
        for wrong in
            ["", "CPU part : 0xd0c", "CPU implementer : 0x41\nCPU part : 0x1d0c", "model name : Abacus"]
        {
            assert_eq!(of_cpuinfo(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn variant_and_revision_are_the_stepping() {
        let of = Identity::of(told(0x413f_d0c1));
        assert_eq!((of.vendor(), of.family, of.model, of.stepping), ("Arm", 0x41, 0xd0c, 0x31));
    }
}
