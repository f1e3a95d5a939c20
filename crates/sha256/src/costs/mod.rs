//! What engines cost, a file for each kind of CPU: picoseconds of a node, of a block of each of several streams, of half a round of PBKDF2.
//! [`lanesmith_isa::costs`] says how they are used, `lanesmith tune --builtin NAME` writes them.

lanesmith_isa::cpu_costs! {
    "x86_64" { intel sapphire_rapids zen3 zen4 zen5 }
    "aarch64" { ampere1 apple neoverse_v1 neoverse_v2 }
    "arm" { armv7 }
    "wasm32" { webassembly }
}
