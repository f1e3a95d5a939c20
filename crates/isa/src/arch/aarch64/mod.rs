//! aarch64: detection through the standard library, NEON vectors.

pub(crate) mod detect;
pub mod neon;
