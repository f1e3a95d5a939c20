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

/// A contender that does the work once for each unit of the steps.
fn contender<K: Tabled>(
    steps: &Steps,
    work: impl Fn(&K) -> Vec<u8> + Clone + 'static,
) -> Result<Contender, BoxError> {
    let mut kernels = Vec::new();
    for (engine, n) in steps {
        let kernel = K::table().by_name(engine)?.kernel();
        kernels.extend(std::iter::repeat_n(kernel, *n));
    }
    let all = move || kernels.iter().flat_map(|kernel| work(kernel)).collect::<Vec<u8>>();
    let again = all.clone();
    Ok(Contender::new(written(steps), Kind::Engine, 1.0, move || drop(black_box(all())), again))
}

fn bytes<F: Encoded>(point: &Projective<F>) -> Vec<u8> {
    point.to_affine::<Scalar>().to_compressed::<Scalar>().as_ref().to_vec()
}

/// A secret scalar, and decoding.
fn point<F: Encoded>(steps: &Steps) -> Result<Contender, BoxError>
where
    PointKernel<F>: Tabled,
{
    let scalar = Fr::from_bytes_reduced(&inputs::scalar(0));
    contender::<PointKernel<F>>(steps, move |kernel| {
        let point = (kernel.to_affine)(&(kernel.mul)(black_box(&F::GENERATOR), &scalar));
        let compressed = (kernel.to_compressed)(&point);
        // An error would give an empty output.
        (kernel.from_compressed)(compressed.as_ref())
            .map_or(vec![], |point| (kernel.to_compressed)(&point).as_ref().to_vec())
    })
}

/// Pairs whose pairings multiply to one.
fn pairs() -> Vec<(G1Affine, G2Affine)> {
    let decode = |(a, b): &([u8; 48], [u8; 96])| {
        let p = Affine::from_compressed_unchecked::<Scalar>(a).ok()?;
        Some((p, Affine::from_compressed_unchecked::<Scalar>(b).ok()?))
    };
    inputs::pairs(2).iter().filter_map(decode).collect()
}

fn pairing(steps: &Steps) -> Result<Contender, BoxError> {
    let pairs = pairs();
    contender::<PairingKernel>(steps, move |kernel| {
        vec![u8::from((kernel.product_is_one)(black_box(&pairs)))]
    })
}

fn hash(steps: &Steps) -> Result<Contender, BoxError> {
    let message = inputs::message(0);
    contender::<HashKernel>(steps, move |kernel| {
        (kernel.to_g2)(black_box(&message), TAG).map_or(vec![], |point| bytes(&point))
    })
}

fn msm(steps: &Steps) -> Result<Contender, BoxError> {
    let points = inputs::points::<Fp>(TERMS);
    let scalars: Vec<Fr> = (0..TERMS).map(|i| Fr::from_bytes_reduced(&inputs::scalar(i))).collect();
    contender::<MsmKernel>(steps, move |kernel| {
        (kernel.g1)(black_box(&points), &scalars).map_or(vec![], |sum| bytes(&sum))
    })
}

/// What a verification does.
fn signature(steps: &Steps) -> Result<Contender, BoxError> {
    let (pairs, message) = (pairs(), inputs::message(0));
    contender::<SignatureKernel>(steps, move |kernel| {
        let hashed = kernel.g2.hash(black_box(&message), TAG).is_ok();
        vec![u8::from(hashed && (kernel.is_one)(&(kernel.miller_loop)(black_box(&pairs))))]
    })
}
