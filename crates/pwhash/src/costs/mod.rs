//! What engines cost, a file for each kind of CPU: picoseconds of one block mix of 64 bytes of each input of scrypt, of a hash of the others.
//! [`lanesmith_isa::costs`] says how they are used, `lanesmith tune --builtin NAME` writes them.

lanesmith_isa::cpu_costs! {
    "x86_64" { intel zen3 zen4 zen5 }
    "aarch64" { neoverse_v2 }
}
