//! TwoCats.
