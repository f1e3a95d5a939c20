//! The functions that have borne the name yescrypt, as the kernel is compiled for them.

/// One of the functions that have borne the name.
pub(crate) trait Form {
    /// Rounds of pwxform.
    const ROUNDS: usize;
    /// Double rounds of Salsa20 at the end of a block mix.
    const DOUBLE: usize;
    /// Whether the results of inner rounds go to a third table, and the tables change places.
    const WRITES: bool;
    /// Whether two hashes may run in lock step: what nobody hashes with any more need not be fast.
    const PAIRS: bool;
}

/// yescrypt 1.0 and later.
pub(crate) struct V1;

impl Form for V1 {
    const ROUNDS: usize = 6;
    const DOUBLE: usize = 1;
    const WRITES: bool = true;
    const PAIRS: bool = true;
}

/// yescrypt 0.5, as submitted to the Password Hashing Competition in 2014.
pub(crate) struct V05;

impl Form for V05 {
    const ROUNDS: usize = 6;
    const DOUBLE: usize = 4;
    const WRITES: bool = false;
    const PAIRS: bool = false;
}

/// yescrypt 0.5 with one round of pwxform and one double round of Salsa20.
pub(crate) struct V05Reduced;

impl Form for V05Reduced {
    const ROUNDS: usize = 1;
    const DOUBLE: usize = 1;
    const WRITES: bool = false;
    const PAIRS: bool = false;
}
