//! The schemes, a folder each: parameters, what they cost, and the hash around the kernel. What is stored of a hash stands in
//! `password/stored`.

pub mod argon2;
pub mod lyra2;
pub mod scrypt;
pub mod twocats;
pub mod yescrypt;
