//! Functions written from the declarations of `bindings/face`.

mod bls;
mod curl;
mod hmac;
mod merkle;
mod pwhash;
mod sha256;
