//! Functions written from the declarations of `bindings/face`.

#[cfg(feature = "bls")]
mod bls;
#[cfg(feature = "curl")]
mod curl;
#[cfg(feature = "hmac")]
mod hmac;
#[cfg(feature = "merkle")]
mod merkle;
#[cfg(feature = "pwhash")]
mod pwhash;
