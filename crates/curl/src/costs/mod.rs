//! What engines cost, a file for each kind of CPU: picoseconds of one transform of a message alone, and of packing a block of every lane and transforming them; of an attempt of every lane at a nonce.
//! [`lanesmith_isa::costs`] says how they are used, `lanesmith tune --builtin NAME` writes them.

lanesmith_isa::cpu_costs! {
    "x86_64" { intel zen3 zen4 zen5 }
    "aarch64" { apple neoverse_v2 }
    "arm" { armv7 }
    "wasm32" { webassembly }
}
