//! The backends that this CPU runs.

use crate::Race;
use crate::contenders::add;
use crate::ffi::blst_races;

/// Every race whose name contains the filter.
pub fn races(filter: &str) -> Vec<Race> {
    let mut races = blst_races();
    races.retain(|race| race.name.contains(filter));
    add::<lanesmith_bls::hazmat::Scalar>("scalar", &mut races);
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        add::<lanesmith_bls::hazmat::Bmi2>("bmi2", &mut races);
        if std::arch::is_x86_feature_detected!("adx") {
            add::<lanesmith_bls::hazmat::Adx>("adx", &mut races);
        }
    }
    races
}
