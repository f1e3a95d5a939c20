//! What engines cost, a file for each kind of CPU: picoseconds of what a unit of the operation is in the races; only ratios matter.
//! [`lanesmith_isa::costs`] says how they are used, `lanesmith tune --builtin NAME` writes them.

lanesmith_isa::cpu_costs! {
    "x86_64" { intel zen3 zen4 zen5 }
    "aarch64" { cortex_a72 neoverse_n1 neoverse_v2 }
}
