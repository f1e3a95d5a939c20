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

/// On 64-bit Arm every backend runs.
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
#[macro_export]
macro_rules! for_backends {
    ($($name:ident),* $(,)?) => {
        mod scalar {
            $(#[test] fn $name() { super::$name::<lanesmith_bls::hazmat::Scalar>() })*
        }
        mod armv8 {
            $(#[test] fn $name() { super::$name::<lanesmith_bls::hazmat::Armv8>() })*
        }
        mod armv8_adk {
            $(#[test] fn $name() { super::$name::<lanesmith_bls::hazmat::Armv8Adk>() })*
        }
    };
}

/// The portable backend only.
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
)))]
#[macro_export]
macro_rules! for_backends {
    ($($name:ident),* $(,)?) => {
        mod scalar {
            $(#[test] fn $name() { super::$name::<lanesmith_bls::hazmat::Scalar>() })*
        }
    };
}
