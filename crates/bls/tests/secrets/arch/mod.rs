//! What depends on the architecture: requests to valgrind's memcheck, and the backends.

mod requests;

use lanesmith_bls::hazmat;

use crate::cases::{Backend, field, products};
pub use requests::{REQUESTS, public, secret, under_valgrind};

/// The backends: each with what says whether this CPU has it, and with its cases.
pub const BACKENDS: &[Backend] = &[
    Backend {
        name: "scalar",
        runs_here: || true,
        field: field::<hazmat::Scalar>,
        products: products::<hazmat::Scalar>,
    },
    #[cfg(target_arch = "x86_64")]
    Backend {
        name: "bmi2",
        runs_here: || std::arch::is_x86_feature_detected!("bmi2"),
        field: field::<hazmat::Bmi2>,
        products: products::<hazmat::Bmi2>,
    },
    #[cfg(target_arch = "x86_64")]
    Backend {
        name: "adx",
        runs_here: || {
            std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("adx")
        },
        field: field::<hazmat::Adx>,
        products: products::<hazmat::Adx>,
    },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Backend {
        name: "armv8",
        runs_here: || true,
        field: field::<hazmat::Armv8>,
        products: products::<hazmat::Armv8>,
    },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Backend {
        name: "armv8_adk",
        runs_here: || true,
        field: field::<hazmat::Armv8Adk>,
        products: products::<hazmat::Armv8Adk>,
    },
];
