//! Codes of errors.

use core::ffi::CStr;

macro_rules! codes {
    ($($name:ident $value:literal $words:literal;)*) => {
        /// What a function gives: zero, or what was wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum Code {
            $(
                #[doc = $words]
                $name = $value,
            )*
        }

        impl Code {
            /// All of them.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// What programs show for a code.
            pub fn words(code: i32) -> &'static CStr {
                const fn c(text: &'static str) -> &'static CStr {
                    match CStr::from_bytes_with_nul(text.as_bytes()) {
                        Ok(text) => text,
                        Err(_) => c"",
                    }
                }
                match code {
                    $($value => const { c(concat!($words, "\0")) },)*
                    _ => c"Unknown error code",
                }
            }
        }
    };
}

codes! {
    Ok 0 "OK";
    OutputPtrNull -1 "Output pointer is NULL";
    OutputTooShort -2 "Output is too short: at least 4 bytes";
    OutputTooLong -3 "Output is too long";
    PwdTooShort -4 "Password is too short";
    PwdTooLong -5 "Password is too long";
    SaltTooShort -6 "Salt is too short: at least 8 bytes";
    SaltTooLong -7 "Salt is too long";
    AdTooShort -8 "Associated data is too short";
    AdTooLong -9 "Associated data is too long";
    SecretTooShort -10 "Secret is too short";
    SecretTooLong -11 "Secret is too long";
    TimeTooSmall -12 "Time cost is too small: at least 1 pass";
    TimeTooLarge -13 "Time cost is too large";
    MemoryTooLittle -14 "Memory cost is too small: at least 8 KiB for each lane";
    MemoryTooMuch -15 "Memory cost is too large";
    LanesTooFew -16 "Too few lanes: at least 1";
    LanesTooMany -17 "Too many lanes: at most 2^24 - 1";
    PwdPtrMismatch -18 "Password pointer is NULL, but its length is not 0";
    SaltPtrMismatch -19 "Salt pointer is NULL, but its length is not 0";
    SecretPtrMismatch -20 "Secret pointer is NULL, but its length is not 0";
    AdPtrMismatch -21 "Associated data pointer is NULL, but its length is not 0";
    MemoryAllocationError -22 "Memory allocation error";
    FreeMemoryCbkNull -23 "The callback that frees memory is NULL, the other is not";
    AllocateMemoryCbkNull -24 "The callback that allocates memory is NULL, the other is not";
    IncorrectParameter -25 "Context is NULL or wrong";
    IncorrectType -26 "There is no such type of Argon2";
    OutPtrMismatch -27 "Output pointer mismatch";
    ThreadsTooFew -28 "Too few threads: at least 1";
    ThreadsTooMany -29 "Too many threads: at most 2^24 - 1";
    MissingArgs -30 "Arguments are missing";
    EncodingFail -31 "Encoding failed";
    DecodingFail -32 "Decoding failed";
    ThreadFail -33 "Threading failure";
    DecodingLengthFail -34 "A part of the encoded hash has a wrong length";
    VerifyMismatch -35 "The password does not match the supplied hash";
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn every_code_has_words_of_its_own_and_others_are_unknown() {
        let mut seen: Vec<_> = (-35..=0).map(Code::words).collect();
        seen.sort();
        seen.dedup();
        assert_eq!((seen.len(), Code::ALL.len()), (36, 36));
        assert!(Code::ALL.iter().all(|code| !Code::words(*code as i32).is_empty()));
        for other in [1, -36, i32::MAX, i32::MIN] {
            assert_eq!(Code::words(other), c"Unknown error code");
        }
    }
}
