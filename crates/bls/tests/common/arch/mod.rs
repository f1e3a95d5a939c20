//! The backends of each architecture.

/// Defines one test a backend for each generic function `name::<B>()`. A backend that this CPU cannot run passes with a
/// line that says so.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! for_backends {
    ($($name:ident),* $(,)?) => {
        mod scalar {
            $(#[test] fn $name() { super::$name::<lanesmith_bls::hazmat::Scalar>() })*
        }
        mod bmi2 {
            $(#[test] fn $name() {
                if std::arch::is_x86_feature_detected!("bmi2") {
                    super::$name::<lanesmith_bls::hazmat::Bmi2>();
                } else {
                    println!("skipped: this CPU has no bmi2");
                }
            })*
        }
        mod adx {
            $(#[test] fn $name() {
                if std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("adx") {
                    super::$name::<lanesmith_bls::hazmat::Adx>();
                } else {
                    println!("skipped: this CPU has no adx");
                }
            })*
        }
    };
}

/// The portable backend only.
#[cfg(not(target_arch = "x86_64"))]
#[macro_export]
macro_rules! for_backends {
    ($($name:ident),* $(,)?) => {
        mod scalar {
            $(#[test] fn $name() { super::$name::<lanesmith_bls::hazmat::Scalar>() })*
        }
    };
}
