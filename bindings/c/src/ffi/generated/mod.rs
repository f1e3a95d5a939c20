//! Functions that only look at pointers and lengths: xtask writes them (cargo xtask generate) from the declarations of bindings/face.

#[cfg(feature = "bls")]
pub mod bls;
pub mod curl;
pub mod merkle;
#[cfg(feature = "pwhash")]
pub mod pwhash;
pub mod sha256;
