//! Passwords as EIP-2335 takes them.

use alloc::string::String;
use core::fmt;

use unicode_normalization::UnicodeNormalization;

use crate::mem;

/// A password as the EIP takes it: in Unicode's normal form NFKD, without control characters. Wiped when dropped.
///
/// ```
/// use lanesmith_bls::keys::keystore::{Kdf, Limits, NewKeystore, Password};
/// use lanesmith_bls::signature::SecretKey;
/// let key = SecretKey::generate(&[7; 32], b"").expect("32 bytes");
/// let new = NewKeystore { kdf: Kdf::Scrypt { n: 16, r: 8, p: 1 }, path: None, description: "", random: &[42; 64] };
/// let keystore = new.encrypt_with(&key, &Password::new("caf\u{e9}"))?;
/// // The same letters in another form of Unicode.
/// assert!(keystore.decrypt_key("cafe\u{301}", &Limits::default()).is_ok());
/// # Ok::<(), lanesmith_bls::keys::keystore::KeystoreError>(())
/// ```
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

impl Password {
    /// Any text. How long it takes tells the length of a plain password, and of another more: Unicode's tables are looked up.
    pub fn new(text: &str) -> Self {
        Self::of(text, || text.nfkd())
    }

    /// A text that is in normal form NFKD already, because the caller's language has Unicode's tables: a program that uses
    /// only this does without a second copy of them. Control characters are left out here. It takes as long as [`new`](Self::new).
    ///
    /// ```
    /// use lanesmith_bls::keys::keystore::{Kdf, KeystoreError, Limits, NewKeystore, Password};
    /// use lanesmith_bls::signature::SecretKey;
    /// let key = SecretKey::generate(&[7; 32], b"").expect("32 bytes");
    /// let cheap = Kdf::Scrypt { n: 16, r: 8, p: 1 }; // Kdf::SCRYPT in production
    /// let new = NewKeystore { kdf: cheap, path: None, description: "", random: &[42; 64] };
    /// let keystore = new.encrypt_with(&key, &Password::of_nfkd("e\u{301}\n"))?;
    /// assert!(keystore.decrypt_key("\u{e9}", &Limits::default()).is_ok());
    /// # Ok::<(), KeystoreError>(())
    /// ```
    pub fn of_nfkd(text: &str) -> Self {
        Self::of(text, || text.chars())
    }

    /// A text of which `chars` is the normal form.
    fn of<C: Iterator<Item = char>>(text: &str, chars: impl Fn() -> C) -> Self {
        if is_plain(text.as_bytes()) {
            return Self(String::from(text));
        }
        let normal = || chars().filter(|c| !is_control(*c));
        // All at once, so that no shorter copy is left behind by one that grew.
        let mut password = String::with_capacity(normal().map(char::len_utf8).sum());
        password.extend(normal());
        Self(password)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Whether all is printable ASCII, which stays as it is.
fn is_plain(text: &[u8]) -> bool {
    // The highest bit: below the space, or above the tilde.
    text.iter().fold(0, |bits, &byte| bits | byte.wrapping_sub(b' ') | b'~'.wrapping_sub(byte)) < 0x80
}

/// C0, C1 and Delete.
fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}')
}

impl Drop for Password {
    fn drop(&mut self) {
        let mut bytes = core::mem::take(&mut self.0).into_bytes();
        mem::wipe_bytes(&mut bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_is_what_stays_as_it_is() {
        for c in '\0'..='\u{2ff}' {
            let text: String = ['a', c, '~'].into_iter().collect();
            let normal: String = text.nfkd().filter(|c| !is_control(*c)).collect();
            assert_eq!(Password::new(&text).as_bytes(), normal.as_bytes(), "{c:?}");
            assert_eq!(
                Password::of_nfkd(&text.nfkd().collect::<String>()).as_bytes(),
                normal.as_bytes(),
                "{c:?}"
            );
            assert_eq!(is_plain(text.as_bytes()), (' '..='~').contains(&c), "{c:?}");
        }
    }
}
