//! WebAssembly: a module is validated as a whole, so what it was compiled with is what it has.

pub mod simd128;

use crate::detect::Found;
use crate::feature::{Feature, FeatureSet};

pub(crate) fn detect() -> Found {
    let usable = if cfg!(target_feature = "simd128") {
        FeatureSet::of(&[Feature::Simd128])
    } else {
        FeatureSet::EMPTY
    };
    Found { usable, present: usable }
}
