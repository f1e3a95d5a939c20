//! What machine this is.

use lanesmith::isa::{Feature, detect};

/// The CPU as people call it.
pub fn model() -> String {
    lanesmith::profile::Cpu::here().model
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
}
