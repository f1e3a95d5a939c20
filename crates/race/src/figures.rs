//! Figures as people write them.

use serde::{Deserialize, Serialize};

/// How people say a speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// Bytes per second, of units that are bytes.
    Bytes,
    /// The time of something that is made of so many units.
    Time {
        /// Units.
        units: f64,
        /// What they make, in short: `msg`.
        of: String,
    },
    /// How many of these units there are in a second.
    Rate {
        /// The units, in the plural: `hashes`.
        of: String,
    },
}

impl Figure {
    /// The time of something that is made of so many units.
    pub fn time(units: f64, of: &str) -> Self {
        Figure::Time { units, of: of.into() }
    }

    /// So many per second.
    pub fn rate(of: &str) -> Self {
        Figure::Rate { of: of.into() }
    }

    /// What is usual for a unit.
    pub fn of_unit(unit: &str) -> Self {
        if unit == "byte" { Figure::Bytes } else { Figure::time(1.0, unit) }
    }

    /// The speed at so many nanoseconds per unit.
    pub fn tell(&self, ns: f64) -> String {
        match self {
            Figure::Bytes if ns < 1.0 => format!("{} GB/s", significant(1.0 / ns)),
            Figure::Bytes => format!("{} MB/s", significant(1000.0 / ns)),
            Figure::Time { units, of } => format!("{}/{of}", duration(ns * units)),
            Figure::Rate { of } => format!("{} {of}/s", quantity(1e9 / ns)),
        }
    }
}

/// Three significant digits.
pub fn significant(x: f64) -> String {
    match x {
        _ if !x.is_finite() => "-".into(),
        0.0 => "0".into(),
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

/// A ratio that stands beside its [interval]: with the digits of that.
pub fn ratio(x: f64) -> String {
    format!("{x:.0$}x", digits(x))
}

/// The interval of a ratio, with the digits of [that](ratio).
pub fn interval(x: f64, [low, high]: [f64; 2]) -> String {
    format!("{low:.0$}-{high:.0$}", digits(x))
}

/// Digits behind the point: so many that what is known to half a per cent is not rounded to less.
fn digits(x: f64) -> usize {
    match x {
        _ if x < 10.0 => 3,
        _ if x < 100.0 => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_in_units_that_people_say() {
        assert_eq!(Figure::Bytes.tell(0.557), "1.80 GB/s");
        assert_eq!(Figure::Bytes.tell(2.0), "500 MB/s");
        assert_eq!(Figure::time(32.0, "msg").tell(0.89), "28.5 ns/msg");
        assert_eq!(Figure::time(65_536.0, "root").tell(25.0), "1.64 ms/root");
        assert_eq!(Figure::rate("hashes").tell(16e6), "62.5 hashes/s");
        assert_eq!(Figure::of_unit("tx").tell(3700.0), "3.70 µs/tx");
    }

    #[test]
    fn a_ratio_has_the_digits_of_its_interval() {
        let told = |x, of| (ratio(x), interval(x, of));
        assert_eq!(told(0.2049, [0.2021, 0.2108]), ("0.205x".into(), "0.202-0.211".into()));
        assert_eq!(told(9.99, [9.9, 10.1]), ("9.990x".into(), "9.900-10.100".into()));
        assert_eq!(told(14.3, [14.21, 14.38]), ("14.30x".into(), "14.21-14.38".into()));
        assert_eq!(told(123.4, [120.0, 130.0]), ("123.4x".into(), "120.0-130.0".into()));
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(duration(0.0), "0 ns");
        assert_eq!(duration(0.1234), "0.123 ns");
        assert_eq!(duration(12_345.0), "12.3 µs");
        assert_eq!(duration(2.5e9), "2.50 s");
        assert_eq!(quantity(301_900.0), "302 k");
    }
}
