//! The interface of hashtree over Lanesmith's nodes of trees: `out[i] = SHA-256(in[i])` of 64-byte blocks, on the fastest engine of the CPU for
//! their number.
//!
//! `cargo xtask drop-in hashtree --out DIR` makes `libhashtree.a`, `hashtree.h` and `hashtree.pc` of it.
//!
//! # What is the same
//! Digests; a count of zero; no alignment; results over their inputs. `hashtree_init` takes a function to use instead, or null for the best
//! one, and need not be called. The functions of single instruction sets are there under their names.
//!
//! # What differs
//! - A function of an instruction set that this CPU lacks computes on the best engine, where the original ends the process.
//! - `hashtree_init` gives 0, as its Rust crate declares it; the header of C calls it `void`, which fits too.
//! - Nothing is written where a pointer is null or the blocks would not fit into memory.
//! - Blocks that a result overlaps in part are copied first, so that this is defined.

#[allow(unsafe_code)]
pub mod ffi;
