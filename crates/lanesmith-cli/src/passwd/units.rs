//! Sizes and times as people write them.

use std::time::Duration;

/// The number and the unit behind it.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some((number, text[end..].trim_start()))
}

/// A size such as `64MiB`. A bare number is refused: argon2 and its libraries mean KiB by it, others bytes.
pub fn size(text: &str) -> Result<u64, String> {
    if let Some((number, "")) = split(text) {
        return Err(format!(
            "no unit: write {number}KiB if the number is that of argon2 (64KiB, 64MiB, 1GiB; {number}B for bytes)"
        ));
    }
    let unit = |unit: &str| match unit {
        "B" => Some(0),
        "KiB" | "K" => Some(10),
        "MiB" | "M" => Some(20),
        "GiB" | "G" => Some(30),
        "TiB" | "T" => Some(40),
        _ => None,
    };
    let size =
        split(text).and_then(|(number, name)| Some(number * f64::from(1 << 10).powi(unit(name)? / 10)));
    match size {
        Some(size) if (1.0..9e18).contains(&size) => Ok(size as u64),
        _ => Err("not a size such as 64KiB or 64MiB (units: B, KiB, MiB, GiB, TiB)".into()),
    }
}

/// A time such as `250ms`.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = split(text).and_then(|(number, unit)| match unit {
        "s" => Some(number),
        "ms" => Some(number / 1e3),
        "us" => Some(number / 1e6),
        _ => None,
    });
    match seconds {
        Some(seconds) if (1e-6..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("not a time such as 250ms or 1.5s, up to an hour".into()),
    }
}

const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];

/// A size as [`size`] reads it, exactly.
pub fn exact(bytes: u64) -> String {
    match UNITS.into_iter().find(|(_, log)| bytes > 0 && bytes.trailing_zeros() >= *log) {
        Some((unit, log)) => format!("{}{unit}", bytes >> log),
        None => format!("{bytes}B"),
    }
}

/// A number of things: `1 line`, `2 lines`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A size for people.
pub fn rough(bytes: u64) -> String {
    match UNITS.into_iter().find(|(_, log)| bytes >= 1 << log) {
        Some((unit, log)) => {
            let text = format!("{:.1}", bytes as f64 / (1u64 << log) as f64);
            format!("{} {unit}", text.trim_end_matches(".0"))
        }
        None => count(bytes, "byte"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read_as_they_are_meant() {
        assert_eq!(size("64MiB"), Ok(64 << 20));
        assert_eq!(size("1.5 KiB"), Ok(1536));
        assert_eq!(size("77B"), Ok(77));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        let bare = size("65536").unwrap_err();
        assert!(bare.contains("65536KiB") && bare.contains("64MiB") && bare.contains("65536B"), "{bare}");
        for wrong in ["", "77", "1.5", "MiB", "64MB", "-1MiB", "0", "nan", "inf", "9999999999TiB", "1e3"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "250", "0ms", "-1s", "2h", "3601s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_exact_size_is_read_back() {
        for bytes in [1, 1023, 1024, 16_785_408, 64 << 20, 3 << 30] {
            assert_eq!(size(&exact(bytes)), Ok(bytes));
        }
        assert_eq!((rough(16 << 20), rough(1536)), ("16 MiB".into(), "1.5 KiB".into()));
        assert_eq!((rough(0), rough(1)), ("0 bytes".into(), "1 byte".into()));
    }
}
