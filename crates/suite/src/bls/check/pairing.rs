//! Products of pairings.

use lanesmith_bls::Pairing;
use lanesmith_bls::hazmat::{Fp, Fp2, PairingKernel, Scalar};
use lanesmith_isa::Choice;
use lanesmith_testkit::vectors::bls as vectors;

use super::point::{point, point_bytes};
use super::{Outcome, holds};
use crate::Tally;

/// The products of EIP-2537: whether they are one, by each of the ways to a product.
pub fn products(engine: Choice<PairingKernel>, tally: &mut Tally<'_>) -> Outcome {
    let pairing = Pairing::with_engine(engine);
    let (first, pair) = (point_bytes::<Fp>(), point_bytes::<Fp>() + point_bytes::<Fp2>());
    for v in vectors::pairing_check() {
        let mut pairs = Vec::new();
        for bytes in v.input.0.chunks_exact(pair) {
            let (a, b) = bytes.split_at(first);
            pairs.push((point::<Fp>(&v.name, a)?, point::<Fp2>(&v.name, b)?));
        }
        let one = v.expected.as_ref().is_some_and(|e| e.0.last() == Some(&1));
        holds(tally, || v.name.clone(), one, pairing.product_is_one(&pairs))?;
        holds(tally, || format!("{}, the product", v.name), one, pairing.product(&pairs).is_one::<Scalar>())?;
        let prepared: Vec<_> = pairs.iter().map(|(_, b)| pairing.prepare(b)).collect();
        let pairs: Vec<_> = pairs.iter().zip(&prepared).map(|((a, _), b)| (*a, b)).collect();
        let product = pairing.final_exponentiation(&pairing.miller_loop_prepared(&pairs));
        holds(tally, || format!("{}, prepared", v.name), one, product.is_one::<Scalar>())?;
    }
    Ok(())
}
