//! Lyra2.
