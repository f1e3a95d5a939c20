//! A module is validated as a whole, so what it was compiled with is what it has.

use crate::feature::{Feature, FeatureSet, Found};

/// Known when a module is built: then no entry of an engine looks for it, and what would happen without it is no code.
pub(crate) const BUILT: Option<FeatureSet> = Some(HAS);

const HAS: FeatureSet =
    if cfg!(target_feature = "simd128") { FeatureSet::of(&[Feature::Simd128]) } else { FeatureSet::EMPTY };

pub(crate) fn detect() -> Found {
    Found { usable: HAS, present: HAS }
}
