//! Twice a number.

use serde::Deserialize;

use super::files;

/// A number and its double.
#[derive(Debug, Deserialize)]
pub struct Double {
    /// The number.
    pub x: u32,
    /// Its double.
    pub double: u32,
}

files! {
    /// The only vector.
    doubles: Vec<Double> = "toy/double.json";
}
