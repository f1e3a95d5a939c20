//! scrypt.
