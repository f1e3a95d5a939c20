//! Figures as people write them.

/// Three significant digits.
pub fn significant(x: f64) -> String {
    match x {
        _ if !x.is_finite() => "-".into(),
        _ if x >= 100.0 => format!("{x:.0}"),
        _ if x >= 10.0 => format!("{x:.1}"),
        _ if x >= 1.0 => format!("{x:.2}"),
        _ => format!("{x:.3}"),
    }
}

/// Nanoseconds as people write them.
pub fn duration(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{} ns", significant(ns)),
        _ if ns < 1e6 => format!("{} µs", significant(ns / 1e3)),
        _ if ns < 1e9 => format!("{} ms", significant(ns / 1e6)),
        _ => format!("{} s", significant(ns / 1e9)),
    }
}

/// A number with an SI prefix.
pub fn quantity(x: f64) -> String {
    match x {
        _ if x < 1e3 => significant(x),
        _ if x < 1e6 => format!("{} k", significant(x / 1e3)),
        _ if x < 1e9 => format!("{} M", significant(x / 1e6)),
        _ => format!("{} G", significant(x / 1e9)),
    }
}

/// A ratio.
pub fn times(x: f64) -> String {
    if x < 10.0 { format!("{x:.2}x") } else { format!("{x:.1}x") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(duration(0.1234), "0.123 ns");
        assert_eq!(duration(12_345.0), "12.3 µs");
        assert_eq!(duration(2.5e9), "2.50 s");
        assert_eq!(quantity(301_900.0), "302 k");
    }
}
