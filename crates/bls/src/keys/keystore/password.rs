//! Passwords as EIP-2335 takes them.

use alloc::string::String;

use unicode_normalization::UnicodeNormalization;

use crate::mem;

/// A password in normal form NFKD without control characters; wiped when dropped.
pub(super) struct Password(String);

impl Password {
    pub(super) fn new(text: &str) -> Self {
        let normal = || text.nfkd().filter(|c| !is_control(*c));
        // All at once, so that no shorter copy is left behind by one that grew.
        let mut password = String::with_capacity(normal().map(char::len_utf8).sum());
        password.extend(normal());
        Self(password)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
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
