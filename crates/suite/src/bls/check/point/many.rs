//! Sums of many products.

use lanesmith_bls::curve::{Affine, Projective};
use lanesmith_bls::hazmat::{Fp, Fp2, MsmKernel, Scalar};
use lanesmith_bls::{CountError, Fr};
use lanesmith_isa::Choice;
use lanesmith_testkit::vectors::bls::{self as vectors, Precompile};

use super::{Published, point, point_bytes, uncompressed};
use crate::Tally;
use crate::bls::check::{Outcome, refused};

/// How sums of products are made in a group.
type Sum<F, K> = fn(&[Affine<F>], &[K]) -> Result<Projective<F>, CountError>;

fn check<F: Published>(sum: Sum<F, Fr>, list: &[Precompile], tally: &mut Tally<'_>) -> Outcome {
    // The larger ones are the last ones.
    let quick = tally.up_to(12);
    for v in list.iter().take(quick) {
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        for pair in v.input.0.chunks_exact(point_bytes::<F>() + 32) {
            let (a, k) = pair.split_at(point_bytes::<F>());
            points.push(point::<F>(&v.name, a)?);
            scalars.push(Fr::from_bytes_reduced(k));
        }
        let expected = v.expected.as_ref().map(|e| uncompressed::<F>(&e.0)).unwrap_or_default();
        let got = sum(&points, &scalars).map_err(|e| refused(&v.name, e))?;
        let got = got.to_affine::<Scalar>().to_uncompressed::<Scalar>();
        tally.bytes(|| v.name.clone(), &expected, got.as_ref())?;
    }
    Ok(())
}

pub fn published(engine: Choice<MsmKernel>, tally: &mut Tally<'_>) -> Outcome {
    let kernel = engine.one().kernel();
    check::<Fp>(kernel.g1, vectors::g1_msm(), tally)?;
    check::<Fp2>(kernel.g2, vectors::g2_msm(), tally)
}

/// `0 + 1 + ... + (n - 1)` times the generator, in three ways.
fn triangle<F: Published>(
    products: Sum<F, Fr>,
    any: Sum<F, [u64; 4]>,
    plain: fn(&[Affine<F>]) -> Projective<F>,
    tally: &mut Tally<'_>,
) -> Outcome {
    let published: Vec<&[u8]> = F::multiples().chunks_exact(F::COORDINATE_BYTES).collect();
    for n in [0_usize, 1, 2, 3, 5, 8, 20, 44] {
        let id = |way: &str| format!("0 + 1 + ... + {n} of the generator, {way}");
        let expected = published[n * (n + 1) / 2];
        let numbers: Vec<u64> = (0..=n as u64).collect();
        let scalars: Vec<Fr> = numbers.iter().map(|k| Fr::from_u64(*k)).collect();
        let limbs: Vec<[u64; 4]> = numbers.iter().map(|k| [*k, 0, 0, 0]).collect();
        let same = vec![F::GENERATOR; n + 1];
        let mut each = Vec::new();
        for bytes in &published[..=n] {
            each.push(Affine::from_compressed::<Scalar>(bytes).map_err(|e| refused(&id("points"), e))?);
        }
        let sums = [
            ("scalars", products(&same, &scalars).map_err(|e| refused(&id("scalars"), e))?),
            (
                "scalars of any points",
                any(&same, &limbs).map_err(|e| refused(&id("scalars of any points"), e))?,
            ),
            ("points", plain(&each)),
        ];
        for (way, sum) in sums {
            let got = sum.to_affine::<Scalar>().to_compressed::<Scalar>();
            tally.bytes(|| id(way), expected, got.as_ref())?;
        }
    }
    Ok(())
}

pub fn multiples(engine: Choice<MsmKernel>, tally: &mut Tally<'_>) -> Outcome {
    let kernel = engine.one().kernel();
    triangle::<Fp>(kernel.g1, kernel.g1_any, kernel.g1_sum, tally)?;
    triangle::<Fp2>(kernel.g2, kernel.g2_any, kernel.g2_sum, tally)
}
