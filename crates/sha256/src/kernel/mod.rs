//! The generic text of the kernels, by mathematics: written once, compiled once per instruction set.

pub(crate) mod compress;
pub(crate) mod consts;
pub(crate) mod fixed;
pub(crate) mod padding;
mod rolled;
pub(crate) mod rounds;
pub(crate) mod rows;
#[cfg(test)]
mod tests;
