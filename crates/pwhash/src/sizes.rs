//! Numbers of bytes as messages tell them.

use core::fmt;

/// A number of bytes, in words.
pub(crate) struct Bytes(pub(crate) usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 byte"),
            count => write!(f, "{count} bytes"),
        }
    }
}

/// A number of bytes in the unit in which it is short: a whole number, or one with a decimal.
pub(crate) struct Size(pub(crate) u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["EiB", "PiB", "TiB", "GiB", "MiB", "KiB"];
        let value = u128::from(self.0);
        let units = || UNITS.into_iter().zip([60, 50, 40, 30, 20, 10].map(|bits| 1_u128 << bits));
        if value < 1024 {
            return Bytes(self.0 as usize).fmt(f);
        }
        let whole =
            |(_, one): &(&str, u128)| value.is_multiple_of(*one) && (1..10_000).contains(&(value / one));
        if let Some((unit, one)) = units().find(whole) {
            return write!(f, "{} {unit}", value / one);
        }
        match units().find(|(_, one)| value >= *one) {
            Some((unit, one)) => {
                let tenths = (value * 10 + one / 2) / one;
                match tenths % 10 {
                    0 => write!(f, "{} {unit}", tenths / 10),
                    rest => write!(f, "{}.{rest} {unit}", tenths / 10),
                }
            }
            None => Bytes(self.0 as usize).fmt(f),
        }
    }
}
