//! A module is validated as a whole, so what it was compiled with is what it has.

use crate::feature::{Feature, FeatureSet, Found};

pub(crate) fn detect() -> Found {
    let usable = if cfg!(target_feature = "simd128") {
        FeatureSet::of(&[Feature::Simd128])
    } else {
        FeatureSet::EMPTY
    };
    Found { usable, present: usable }
}
