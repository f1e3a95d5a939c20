//! crypt(3) strings.
