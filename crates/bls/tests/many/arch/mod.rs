//! The backends in lanes, each with every test of the parent.

use lanesmith_isa::token::Token;

/// Whether this CPU has what a token proves; says so where it has not.
fn usable<T: Token>() -> bool {
    let usable = T::detect().is_some();
    if !usable {
        println!("skipped: needs {}", T::FEATURES);
    }
    usable
}

macro_rules! tests {
    ($($module:ident: $lanes:ident, $token:ident;)*) => {$(
        mod $module {
            use lanesmith_bls::hazmat::$lanes;
            use lanesmith_isa::token::$token;

            tests!(@ $lanes, $token:
                elements_survive_their_way_through_lanes
                linear_operations_equal_those_of_one_element
                products_equal_those_of_one_element
                products_hold_at_their_bounds
                products_in_fp2_equal_those_of_one_element
                sums_of_products_equal_their_terms
                zeros_and_parities_are_found_in_each_lane
                roots_equal_those_of_one_element
                sums_of_points_are_right_in_every_exceptional_lane
                members_are_told_from_other_points
                hashes_equal_those_of_one_message
                factors_multiply_as_those_of_one_point
                sums_of_factors_equal_those_of_one_point
                sums_by_buckets_equal_those_of_one_point
                secret_products_equal_those_of_one_point
                chords_equal_those_of_one_element
                miller_loops_equal_those_of_one_pair
                encodings_decode_as_one_by_one
            );
        }
    )*};
    (@ $lanes:ident, $token:ident: $($test:ident)*) => {$(
        #[test]
        fn $test() {
            if super::usable::<$token>() {
                super::super::$test::<$lanes>();
            }
        }
    )*};
}

tests! {
    words8: Words8, Portable;
}

#[cfg(target_arch = "x86_64")]
tests! {
    ifma8: Ifma8, Ifma;
}

#[cfg(target_arch = "x86_64")]
fn on_vectors(checks: usize) {
    if usable::<lanesmith_isa::token::Ifma>() {
        super::lanes_are_those_of_one_and_of_blst::<lanesmith_bls::hazmat::Ifma8>(checks);
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn lanes_are_those_of_one_and_of_blst() {
    on_vectors(3000);
}

#[cfg(target_arch = "x86_64")]
#[test]
#[ignore = "slow: a hundred thousand checks"]
fn lanes_are_those_of_one_and_of_blst_many_times() {
    on_vectors(100_000);
}

#[cfg(target_arch = "x86_64")]
#[test]
#[ignore = "deep: a million checks, five minutes"]
fn lanes_are_those_of_one_and_of_blst_a_million_times() {
    on_vectors(1_000_000);
}
