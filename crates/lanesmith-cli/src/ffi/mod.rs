//! Unsafe code: what must be known before Rust's own beginning of a program; signals.

#[cfg(unix)]
pub mod signals;
pub mod stdout;
