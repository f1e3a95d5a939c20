//! The interface of blst over Lanesmith's BLS12-381: whoever links `-lblst`, or overrides Cargo's `links` key, gets the fastest engine of
//! the CPU and changes no line.
//!
//! `cargo xtask drop-in blst --out DIR` makes `libblst.a`, `libblst.so`, `blst.h`, `blst_aux.h` and `libblst.pc` of it. All 215 functions
//! of blst 0.3.17 are here, and its four data symbols.
//!
//! # What is the same
//! Types, sizes and forms: field elements in Montgomery form, canonical; points in Jacobian coordinates, infinity where `Z` is zero;
//! scalars of 32 bytes, least significant first. A result may lie over any operand. Lists end their pointers with NULL, which means
//! "the rest stands behind the last one". A context of a pairing has 3192 bytes, may be copied, and needs no end. Codes of errors, and
//! the order of checks. What handles secrets takes the same time for all of them. Nothing is allocated for a caller to free, and
//! no function keeps anything.
//!
//! # What differs
//! - Values that blst leaves open: the coordinates of a Jacobian point (the point is the same), Miller loops before the final
//!   exponentiation (they differ by factors that it removes; those of this library are equal among themselves), the lines of
//!   `blst_precompute_lines`, which root of two.
//! - `blst_p1_add` and its like are right for equal points too.
//! - `blst_miller_loop_n` counts a pair with a point at infinity as one on either side.
//! - Sums of many points allocate memory while they run; scratch memory of the caller is left alone.
//! - A context that another library made is refused: an error, or nothing happens.

#[allow(unsafe_code)]
mod ffi;
