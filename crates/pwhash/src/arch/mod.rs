//! One file per instruction set.
