//! The backends that are tested, each with every test of the parent.

use lanesmith_isa::detect;
use lanesmith_isa::token::{self, Token};

/// Whether this CPU has what a backend needs; says so where it has not.
fn usable(backend: &str) -> bool {
    let need = match backend {
        "Bmi2" => token::Bmi2::FEATURES,
        "Adx" => token::Adx::FEATURES,
        _ => token::Portable::FEATURES,
    };
    let usable = detect::features().covers(need);
    if !usable {
        println!("skipped: the CPU lacks {}", detect::features().missing_from(need));
    }
    usable
}

macro_rules! tests {
    ($($module:ident: $backend:ident;)*) => {$(
        mod $module {
            use lanesmith_bls::hazmat::$backend;

            tests!(@ $backend:
                fp_products_are_loose_and_congruent
                fp_squares_are_loose_and_congruent
                chains_of_squares_equal_single_ones
                fp_linear_operations_are_loose_and_congruent
                scalar_products_and_sums_are_canonical_and_congruent
                wide_products_and_squares_are_exact
                reductions_are_loose_or_tight_and_congruent
                fp2_products_and_squares_are_loose_and_congruent
                fp2_wide_products_and_squares_are_exact
                fp6_layers_are_exact
                fp6_wide_products_are_exact
                fp6_sparse_products_are_exact
                fp12_last_layers_are_tight_and_congruent
                fp12_products_and_squares_are_tight_and_congruent
            );

            #[test]
            #[ignore = "deep: a million of each kernel"]
            fn a_million_of_each() {
                if super::usable(stringify!($backend)) {
                    super::super::a_million_of_each::<$backend>();
                }
            }
        }
    )*};
    (@ $backend:ident: $($test:ident)*) => {$(
        #[test]
        fn $test() {
            if super::usable(stringify!($backend)) {
                super::super::$test::<$backend>();
            }
        }
    )*};
}

tests! {
    scalar: Scalar;
}

#[cfg(target_arch = "x86_64")]
tests! {
    bmi2: Bmi2;
    adx: Adx;
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
tests! {
    armv8: Armv8;
    armv8_adk: Armv8Adk;
}
