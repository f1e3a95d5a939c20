//! One file per instruction set: the functions of its engines, which carry `#[target_feature]` and nothing else.

pub(crate) mod scalar;
