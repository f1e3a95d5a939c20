//! yescrypt.
