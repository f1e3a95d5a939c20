//! The schemes, a folder each: parameters, what they cost, and the hash around the kernel. What is stored of a hash stands in
//! `password/stored`.
//!
//! All `Params` speak one way: what sets a parameter has its plain name, `get_` and that name tells it; what specifications call by a
//! letter (`n`, `r`, `p`, `t`) is told by the letter. `memory` is the bytes of memory that one hash takes, `traffic` the bytes that it
//! fills or mixes, `work` its time in the unit of `work.rs`. Whoever hashes gives parameters, password and salt in this order.

pub mod argon2;
pub mod lyra2;
pub mod scrypt;
pub mod twocats;
pub mod yescrypt;
