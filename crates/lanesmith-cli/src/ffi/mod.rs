//! Unsafe code: what must be known before Rust's own beginning of a program.

pub mod stdout;
