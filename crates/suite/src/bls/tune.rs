//! What can be measured of BLS12-381 to choose engines on the machine at hand. The fields are measured by their races.

use std::hint::black_box;

use lanesmith_bls::Fr;
use lanesmith_bls::curve::{Affine, Encoded, G1Affine, G2Affine, Projective};
use lanesmith_bls::hazmat::{Fp, Fp2, HashKernel, MsmKernel, PairingKernel, PointKernel, Scalar};
use lanesmith_bls::signature::SignatureKernel;
use lanesmith_isa::{Operation, Tabled};
use lanesmith_race::{BoxError, Contender, Kind};

use super::race::inputs::{self, TAG};
use crate::family::written;
use crate::{Build, Steps};

/// Terms of a sum of products.
const TERMS: usize = 32;
/// Pairs of pairs that are held; more units are as many.
const MOST: usize = 64;

/// What makes contenders of single steps of an operation.
pub fn steps(op: &str) -> Option<Build> {
    match op {
        PointKernel::<Fp>::NAME => Some(point::<Fp>),
        PointKernel::<Fp2>::NAME => Some(point::<Fp2>),
        PairingKernel::NAME => Some(pairing),
        HashKernel::NAME => Some(hash),
        MsmKernel::NAME => Some(msm),
        SignatureKernel::NAME => Some(signature),
        _ => None,
    }
}

/// A contender that does the work of each step at once.
fn contender<K: Tabled>(
    steps: &Steps,
    work: impl Fn(&K, usize) -> Vec<u8> + Clone + 'static,
) -> Result<Contender, BoxError> {
    let mut kernels = Vec::new();
    for (engine, n) in steps {
        kernels.push((K::table().by_name(engine)?.kernel(), *n));
    }
    let all = move || kernels.iter().flat_map(|(kernel, n)| work(kernel, *n)).collect::<Vec<u8>>();
    let again = all.clone();
    Ok(Contender::new(written(steps), Kind::Engine, 1.0, move || drop(black_box(all())), again))
}

fn bytes<F: Encoded>(point: &Projective<F>) -> Vec<u8> {
    point.to_affine::<Scalar>().to_compressed::<Scalar>().as_ref().to_vec()
}

/// Decoding of a point, with every check.
fn point<F: Encoded>(steps: &Steps) -> Result<Contender, BoxError>
where
    PointKernel<F>: Tabled,
{
    let encoding = F::GENERATOR.to_compressed::<Scalar>();
    contender::<PointKernel<F>>(steps, move |kernel, n| {
        let points = (kernel.from_compressed_many)(black_box(&vec![encoding.as_ref(); n]));
        // An error would give an empty output.
        let bytes = |point: Affine<F>| (kernel.to_compressed)(&point).as_ref().to_vec();
        points.into_iter().flat_map(|point| point.map_or(vec![], bytes)).collect()
    })
}

/// `n` times the pairs whose pairings multiply to one.
fn pairs(n: usize) -> Vec<(G1Affine, G2Affine)> {
    let decode = |(a, b): &([u8; 48], [u8; 96])| {
        let p = Affine::from_compressed_unchecked::<Scalar>(a).ok()?;
        Some((p, Affine::from_compressed_unchecked::<Scalar>(b).ok()?))
    };
    inputs::pairs(2).iter().filter_map(decode).collect::<Vec<_>>().repeat(n)
}

fn pairing(steps: &Steps) -> Result<Contender, BoxError> {
    let pairs = pairs(MOST);
    contender::<PairingKernel>(steps, move |kernel, n| {
        vec![u8::from((kernel.product_is_one)(black_box(&pairs[..2 * n.min(MOST)]))); n]
    })
}

fn hash(steps: &Steps) -> Result<Contender, BoxError> {
    let message = inputs::message(0);
    contender::<HashKernel>(steps, move |kernel, n| {
        let fields = (kernel.fields_of_g2)(black_box(&message), TAG);
        let points = fields.map_or(vec![], |fields| (kernel.fields_to_g2)(&vec![fields; n]));
        points.iter().flat_map(|point| bytes(&point.to_projective())).collect()
    })
}

fn msm(steps: &Steps) -> Result<Contender, BoxError> {
    let points = inputs::points::<Fp>(TERMS);
    let scalars: Vec<Fr> = (0..TERMS).map(|i| Fr::from_bytes_reduced(&inputs::scalar(i))).collect();
    contender::<MsmKernel>(steps, move |kernel, n| {
        let sum = || (kernel.g1)(black_box(&points), &scalars).map_or(vec![], |sum| bytes(&sum));
        (0..n).flat_map(|_| sum()).collect()
    })
}

/// What verifications do that share a final exponentiation.
fn signature(steps: &Steps) -> Result<Contender, BoxError> {
    let (pairs, message) = (pairs(MOST), inputs::message(0));
    contender::<SignatureKernel>(steps, move |kernel, n| {
        let fields = (kernel.g2.fields_of)(black_box(&message), TAG);
        let hashed = fields.map_or(0, |fields| (kernel.g2.fields_to_group)(&vec![fields; n]).len());
        let product = (kernel.miller_loop)(black_box(&pairs[..2 * n.min(MOST)]));
        vec![u8::from(hashed == n && (kernel.is_one)(&product)); n]
    })
}
