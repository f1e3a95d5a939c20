//! aarch64: NEON vectors.

pub mod neon;
