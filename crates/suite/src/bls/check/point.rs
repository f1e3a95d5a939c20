//! Points of both groups: published multiples, encodings, sums and products, and sums of many products.

pub mod many;

use lanesmith_bls::Fr;
use lanesmith_bls::curve::{Affine, Encoded, Projective};
use lanesmith_bls::hazmat::{Fp, Fp2, PointKernel, Scalar};
use lanesmith_isa::{Choice, Tabled};
use lanesmith_testkit::vectors::bls::{self as vectors, Case, EncodingInput, Precompile};

use super::{Outcome, holds, refused};
use crate::{CheckFailure, Tally};

/// What is published of the points of a group.
pub trait Published: Encoded {
    /// Compressed multiples of the generator, from the zeroth.
    fn multiples() -> &'static [u8];
    /// Encodings and whether they are right.
    fn encodings() -> &'static [Case<EncodingInput, bool>];
    /// Sums.
    fn sums() -> &'static [Precompile];
    /// Products.
    fn products() -> &'static [Precompile];
    /// Products with points that are none of the group.
    fn wrong() -> &'static [Precompile];
}

impl Published for Fp {
    fn multiples() -> &'static [u8] {
        vectors::multiples_in_g1()
    }
    fn encodings() -> &'static [Case<EncodingInput, bool>] {
        vectors::deserialization_g1()
    }
    fn sums() -> &'static [Precompile] {
        vectors::g1_add()
    }
    fn products() -> &'static [Precompile] {
        vectors::g1_mul()
    }
    fn wrong() -> &'static [Precompile] {
        vectors::g1_mul_fails()
    }
}

impl Published for Fp2 {
    fn multiples() -> &'static [u8] {
        vectors::multiples_in_g2()
    }
    fn encodings() -> &'static [Case<EncodingInput, bool>] {
        vectors::deserialization_g2()
    }
    fn sums() -> &'static [Precompile] {
        vectors::g2_add()
    }
    fn products() -> &'static [Precompile] {
        vectors::g2_mul()
    }
    fn wrong() -> &'static [Precompile] {
        vectors::g2_mul_fails()
    }
}

/// The uncompressed encoding of a point that EIP-2537 writes: elements there have 64 bytes, the constant coefficient first,
/// and infinity is all zeros.
pub fn uncompressed<F: Encoded>(point: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 * F::COORDINATE_BYTES);
    for coordinate in point.chunks(F::COORDINATE_BYTES / 48 * 64) {
        for element in coordinate.chunks(64).rev() {
            out.extend_from_slice(&element[element.len().min(16)..]);
        }
    }
    if out.iter().all(|byte| *byte == 0) {
        out[0] = 0x40;
    }
    out
}

/// How many bytes EIP-2537 has for a point.
pub fn point_bytes<F: Encoded>() -> usize {
    F::COORDINATE_BYTES / 48 * 128
}

/// The point that EIP-2537 writes.
pub fn point<F: Encoded>(id: &str, bytes: &[u8]) -> Result<Affine<F>, CheckFailure> {
    Affine::from_uncompressed_unchecked::<Scalar>(&uncompressed::<F>(bytes)).map_err(|e| refused(id, e))
}

/// How many multiples are decoded in a quick check.
const FEW: usize = 24;

pub fn multiples<F: Published>(engine: Choice<PointKernel<F>>, tally: &mut Tally<'_>) -> Outcome
where
    PointKernel<F>: Tabled,
{
    let kernel = engine.one().kernel();
    let published: Vec<&[u8]> = F::multiples().chunks_exact(F::COORDINATE_BYTES).collect();
    let generator = F::GENERATOR.to_projective();
    let mut sum = Projective::INFINITY;
    let mut all = Vec::new();
    for (i, expected) in published.iter().take(tally.up_to(FEW)).enumerate() {
        let id = format!("{i} times the generator");
        let bytes =
            |point: &Projective<F>| (kernel.to_compressed)(&(kernel.to_affine)(point)).as_ref().to_vec();
        tally.bytes(|| id.clone(), expected, &bytes(&sum))?;
        let decoded = (kernel.from_compressed)(expected).map_err(|e| refused(&id, e))?;
        let long = (kernel.to_uncompressed)(&decoded);
        let again = (kernel.from_uncompressed)(long.as_ref()).map_err(|e| refused(&id, e))?;
        tally.bytes(|| format!("{id}, decoded"), expected, (kernel.to_compressed)(&again).as_ref())?;
        let in_group = (kernel.is_on_curve)(&again) && (kernel.in_subgroup)(&again);
        holds(tally, || format!("{id}, in the group"), true, in_group)?;
        holds(tally, || format!("{id}, equality"), true, (kernel.equals)(&sum, &again.to_projective()))?;
        if let Some(double) = published.get(2 * i) {
            tally.bytes(|| format!("{id}, doubled"), double, &bytes(&(kernel.dbl)(&sum)))?;
            tally.bytes(|| format!("{id}, to itself"), double, &bytes(&(kernel.add)(&sum, &sum)))?;
        }
        if i % 8 == 3 {
            let k = i as u64;
            let scalar = Fr::from_u64(k);
            let products = [
                (kernel.mul)(&F::GENERATOR, &scalar),
                (kernel.mul_vartime)(&generator, &scalar),
                (kernel.mul_u64_vartime)(&generator, k),
                (kernel.mul_wide_vartime)(&generator, &k.to_be_bytes()),
            ];
            for (way, product) in products.iter().enumerate() {
                tally.bytes(|| format!("{id}, product {way}"), expected, &bytes(product))?;
            }
        }
        all.push(sum);
        sum = (kernel.add_affine)(&sum, &F::GENERATOR);
    }
    let mut affine = vec![Affine::INFINITY; all.len()];
    (kernel.batch_to_affine)(&all, &mut affine);
    for (i, (point, expected)) in affine.iter().zip(&published).enumerate() {
        let id = || format!("{i} times the generator, in a batch");
        tally.bytes(id, expected, (kernel.to_compressed)(point).as_ref())?;
    }
    Ok(())
}

pub fn encodings<F: Published>(engine: Choice<PointKernel<F>>, tally: &mut Tally<'_>) -> Outcome
where
    PointKernel<F>: Tabled,
{
    let kernel = engine.one().kernel();
    for case in F::encodings() {
        let bytes = &case.input.bytes.0;
        let right = (kernel.from_compressed)(bytes).is_ok();
        holds(tally, || case.name.clone(), case.output, right)?;
    }
    for v in F::wrong().iter().filter(|v| v.input.0.len() == point_bytes::<F>() + 32) {
        let bytes = uncompressed::<F>(&v.input.0[..point_bytes::<F>()]);
        holds(tally, || v.name.clone(), false, (kernel.from_uncompressed)(&bytes).is_ok())?;
    }
    Ok(())
}

pub fn sums_and_products<F: Published>(engine: Choice<PointKernel<F>>, tally: &mut Tally<'_>) -> Outcome
where
    PointKernel<F>: Tabled,
{
    let kernel = engine.one().kernel();
    let bytes =
        |point: &Projective<F>| (kernel.to_uncompressed)(&(kernel.to_affine)(point)).as_ref().to_vec();
    let expected = |v: &Precompile| v.expected.as_ref().map(|e| uncompressed::<F>(&e.0)).unwrap_or_default();
    for v in F::sums() {
        let (a, b) = v.input.0.split_at(point_bytes::<F>());
        let (a, b) = (point::<F>(&v.name, a)?, point::<F>(&v.name, b)?);
        let (pa, pb) = (a.to_projective(), b.to_projective());
        tally.bytes(|| v.name.clone(), &expected(v), &bytes(&(kernel.add)(&pa, &pb)))?;
        tally.bytes(|| format!("{}, affine", v.name), &expected(v), &bytes(&(kernel.add_affine)(&pa, &b)))?;
    }
    for v in F::products() {
        let (a, k) = v.input.0.split_at(point_bytes::<F>());
        let a = point::<F>(&v.name, a)?;
        let scalar = Fr::from_bytes_reduced(k);
        let ways = [
            ("any scalar", (kernel.mul_wide_vartime)(&a.to_projective(), k)),
            ("public", (kernel.mul_vartime)(&a.to_projective(), &scalar)),
            ("secret", (kernel.mul)(&a, &scalar)),
        ];
        for (way, product) in ways {
            tally.bytes(|| format!("{}, {way}", v.name), &expected(v), &bytes(&product))?;
        }
    }
    Ok(())
}
