//! Generic text of the kernels, compiled once per instruction set.
