//! What machine this is.

use lanesmith::isa::{Feature, detect};

/// The CPU as people call it.
pub fn model() -> String {
    lanesmith::profile::Cpu::here().model
}

/// `family 26, model 2, `, where a CPU has them: many are sold under one name, such as AMD EPYC.
pub fn generation() -> String {
    let cpu = lanesmith::isa::cpu::identity();
    match cpu.family {
        0 => String::new(),
        family => format!("family {family}, model {}, ", cpu.model),
    }
}

/// A data or unified cache of the first core.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Cache {
    /// `L1d`, `L2`, `L3`.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

/// The caches that the first core loads data through, as the operating system reports them; empty where it does not.
pub fn caches() -> Vec<Cache> {
    let root = std::path::Path::new("/sys/devices/system/cpu/cpu0/cache");
    let mut caches: Vec<Cache> = (0..10)
        .filter_map(|index| {
            let dir = root.join(format!("index{index}"));
            let read = |name: &str| std::fs::read_to_string(dir.join(name)).ok();
            let level = read("level")?;
            let kind = match read("type")?.trim() {
                "Data" => "d",
                "Unified" => "",
                _ => return None,
            };
            let bytes = kibibytes(read("size")?.trim())?;
            Some(Cache { name: format!("L{}{kind}", level.trim()), bytes })
        })
        .collect();
    caches.sort_by(|a, b| a.name.cmp(&b.name));
    caches
}

fn kibibytes(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix('M') {
        Some(digits) => (digits, 1 << 20),
        None => (text.strip_suffix('K')?, 1 << 10),
    };
    Some(digits.parse::<u64>().ok()? * unit)
}

/// The memory that programs can still have without anything being swapped out, where the system tells it.
pub fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Reads a number of bytes: `4096`, `512KiB`, `64MiB`, `8GiB`.
///
/// # Errors
/// Says what a size looks like.
pub fn bytes(text: &str) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40), ("", 0)];
    units
        .iter()
        .find_map(|(unit, shift)| {
            let number: u64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
            number.checked_mul(1 << shift)
        })
        .ok_or_else(|| "not a size such as 4096, 64MiB or 8GiB".into())
}

/// Bytes as people write them.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes / 1024),
        _ => format!("{} MiB", bytes / 1_048_576),
    }
}

/// The features of this architecture with their status.
pub fn features(wanted: detect::Status) -> Vec<&'static str> {
    Feature::ALL.iter().filter(|f| detect::status(**f) == wanted).map(|f| f.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_sizes_are_read_in_kibibytes_and_mebibytes() {
        assert_eq!(kibibytes("32K"), Some(32 * 1024));
        assert_eq!(kibibytes("1M"), Some(1024 * 1024));
        assert_eq!(kibibytes("32"), None);
    }

    #[test]
    fn sizes_are_read_with_and_without_a_unit() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("64MiB"), Ok(64 << 20));
        assert_eq!(bytes("8 GiB"), Ok(8 << 30));
        for wrong in ["", "GiB", "-1", "1.5GiB", "8GB", "99999999999TiB"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
