//! Argon2.
