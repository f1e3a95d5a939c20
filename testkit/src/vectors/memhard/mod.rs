//! Memory-hard password hashing: Argon2, scrypt, Lyra2, yescrypt, TwoCats.
//!
//! ```
//! use lanesmith_testkit::vectors::memhard::argon2;
//! assert_eq!(argon2::cases()[0].tag[..4], [0x51, 0x2b, 0x39, 0x1b]);
//! ```

pub mod argon2;
pub mod lyra2;
pub mod mail;
pub mod scrypt;
pub mod twocats;
pub mod yescrypt;

use serde::Deserialize;

/// Parses a file of one record a line.
///
/// # Panics
/// As [`parse`](super::parse).
fn parse_lines<T: Deserialize<'static>>(name: &str, text: &'static str) -> Vec<T> {
    text.lines().map(|line| super::parse(name, line)).collect()
}

macro_rules! line_files {
    ($($(#[$doc:meta])* $function:ident: $type:ty = $path:literal;)*) => {$(
        $(#[$doc])*
        pub fn $function() -> &'static [$type] {
            static PARSED: std::sync::LazyLock<Vec<$type>> = std::sync::LazyLock::new(|| {
                let text = $crate::vectors::some::some!(concat!("../../../vectors/", $path), 1);
                $crate::vectors::memhard::parse_lines($path, text)
            });
            &PARSED
        }
    )*};
}
use line_files;

#[cfg(test)]
mod tests {
    #[test]
    fn every_file_is_whole() {
        assert_eq!(super::argon2::cases().len(), 35);
        assert_eq!(super::argon2::h_prime().len(), 16);
        assert_eq!(super::argon2::valid_strings().len(), 20);
        assert_eq!(super::argon2::invalid_strings().len(), 34);
        assert_eq!(super::scrypt::cases().len(), 30);
        assert_eq!(super::scrypt::generated().len(), 33);
        assert_eq!(super::scrypt::valid_strings().len(), 5);
        assert_eq!(super::scrypt::invalid_strings().len(), 12);
        assert_eq!(super::lyra2::v1().len(), 205);
        assert_eq!(super::lyra2::v3_generated().len(), 319);
        assert_eq!(super::lyra2::v3_published().len(), 272);
        assert_eq!(super::yescrypt::today().len(), 14 + 129 + 110);
        assert_eq!(super::yescrypt::of_2014().count(), 60);
        assert_eq!(super::yescrypt::with_rom().len(), 21);
        assert_eq!(super::twocats::published().len(), 589);
        assert_eq!(super::twocats::generated().len(), 218);
        assert_eq!(super::twocats::phs_2014().len(), 155);
        assert_eq!(super::twocats::skinny_cat().len(), 1210);
        let mail = [super::mail::lyra2(), super::mail::yescrypt_reduced(), super::mail::yescrypt()];
        assert!(mail.iter().chain([&super::mail::twocats()]).all(|hash| hash.len() == 32));
    }
}
