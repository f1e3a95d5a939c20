//! The precompiled contracts of EIP-2537, with their encodings and error rules.
//!
//! A field element is 64 bytes, most significant first, the first 16 zero; a coordinate in the quadratic extension is its
//! constant part, then its other part; the point at infinity is all zeros. Sums take any point of the curve; all other
//! functions ask for points of the subgroup.

use alloc::vec::Vec;

use lanesmith_isa::Choice;

use crate::arch::Scalar;
use crate::curve::Affine;
pub use crate::error::PrecompileError;
use crate::field::{Fp, Fr};
use crate::signature::key::kernel_for;
use crate::signature::{Group, SignatureKernel};
use crate::tower::Fp2;

/// Bytes of a field element.
const ELEMENT: usize = 64;
/// Bytes of a scalar.
const SCALAR: usize = 32;

/// A field in the encoding of the EIP.
trait Coordinate: Group {
    const BYTES: usize;
    /// Why a point is refused that is not in the group.
    fn outside(offset: usize) -> PrecompileError;
    /// Reads an element at an offset of an input that is long enough.
    fn get(input: &[u8], offset: usize) -> Result<Self, PrecompileError>;
    fn put(&self, out: &mut Vec<u8>);
}

impl Coordinate for Fp {
    const BYTES: usize = ELEMENT;

    fn outside(offset: usize) -> PrecompileError {
        PrecompileError::NotInG1 { offset }
    }
    fn get(input: &[u8], offset: usize) -> Result<Self, PrecompileError> {
        let bytes = input.get(offset..).and_then(|rest| rest.first_chunk::<ELEMENT>());
        let Some(bytes) = bytes else { return Err(PrecompileError::InputLength { found: input.len() }) };
        let mut element = [0; 48];
        element.copy_from_slice(&bytes[16..]);
        if bytes[..16] != [0; 16] {
            return Err(PrecompileError::TopBytes { offset });
        }
        Self::from_bytes::<Scalar>(&element).ok_or(PrecompileError::FieldElement { offset })
    }
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[0; 16]);
        out.extend_from_slice(&self.to_bytes::<Scalar>());
    }
}

impl Coordinate for Fp2 {
    const BYTES: usize = 2 * ELEMENT;

    fn outside(offset: usize) -> PrecompileError {
        PrecompileError::NotInG2 { offset }
    }
    fn get(input: &[u8], offset: usize) -> Result<Self, PrecompileError> {
        let c0 = Fp::get(input, offset)?;
        Ok(Self { c0, c1: Fp::get(input, offset + ELEMENT)? })
    }
    fn put(&self, out: &mut Vec<u8>) {
        self.c0.put(out);
        self.c1.put(out);
    }
}

/// The functions on an engine: the names of the EIP, and the two for one product of its drafts.
///
/// ```
/// use lanesmith_bls::eip2537::Precompiles;
/// let infinity = [0; 256];
/// assert_eq!(Precompiles::new().g1_add(&infinity)?, [0; 128]);
/// # Ok::<(), lanesmith_bls::eip2537::PrecompileError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Precompiles {
    engine: Choice<SignatureKernel>,
}

impl Precompiles {
    /// On the engine that is chosen for callers who name none.
    pub fn new() -> Self {
        Self::default()
    }

    /// On a chosen engine.
    pub fn with_engine(engine: impl Into<Choice<SignatureKernel>>) -> Self {
        Self { engine: engine.into() }
    }

    fn kernel(self) -> &'static SignatureKernel {
        self.engine.step(1).engine.kernel()
    }

    fn kernel_for(self, points: usize) -> &'static SignatureKernel {
        kernel_for(self.engine, points)
    }

    /// `BLS12_G1ADD`: 256 bytes to 128.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn g1_add(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        self.add::<Fp>(input)
    }

    /// `BLS12_G1MUL` of the drafts: 160 bytes to 128.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn g1_mul(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        exactly(input, 2 * Fp::BYTES + SCALAR)?;
        self.msm::<Fp>(input)
    }

    /// `BLS12_G1MSM`: `k` times 160 bytes to 128.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn g1_msm(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        self.msm::<Fp>(input)
    }

    /// `BLS12_G2ADD`: 512 bytes to 256.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn g2_add(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        self.add::<Fp2>(input)
    }

    /// `BLS12_G2MUL` of the drafts: 288 bytes to 256.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn g2_mul(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        exactly(input, 2 * Fp2::BYTES + SCALAR)?;
        self.msm::<Fp2>(input)
    }

    /// `BLS12_G2MSM`: `k` times 288 bytes to 256.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn g2_msm(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        self.msm::<Fp2>(input)
    }

    /// `BLS12_MAP_FP_TO_G1`: 64 bytes to 128.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn map_fp_to_g1(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        self.map::<Fp>(input)
    }

    /// `BLS12_MAP_FP2_TO_G2`: 128 bytes to 256.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn map_fp2_to_g2(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        self.map::<Fp2>(input)
    }

    /// `BLS12_PAIRING_CHECK`: `k` times 384 bytes to 32, which are 1 if the product of the pairings is one.
    ///
    /// # Errors
    /// What is wrong with the input, and where.
    pub fn pairing_check(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        const PAIR: usize = 6 * ELEMENT;
        several(input, PAIR)?;
        let (mut p, mut q) = (Points::<Fp>::new(), Points::<Fp2>::new());
        let read = (0..input.len()).step_by(PAIR).try_for_each(|offset| {
            p.read(input, offset)?;
            q.read(input, offset + 2 * ELEMENT)
        });
        let kernel = self.kernel_for(p.points.len());
        // What is wrong first is told: a point outside the group that was read, or what could not be read.
        let outside = [p.first_outside(kernel), q.first_outside(kernel)].into_iter().flatten();
        if let Some((_, error)) = outside.min_by_key(|(offset, _)| *offset) {
            return Err(error);
        }
        read?;
        let pairs: Vec<_> = p.points.into_iter().zip(q.points).collect();
        let mut out = Vec::from([0; 32]);
        out[31] = u8::from((kernel.is_one)(&(kernel.miller_loop)(&pairs)));
        Ok(out)
    }

    fn add<F: Coordinate>(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        exactly(input, 4 * F::BYTES)?;
        let points = [point::<F>(input, 0)?, point::<F>(input, 2 * F::BYTES)?];
        Ok(encode(&F::kernel(self.kernel()).sum(&points)))
    }

    fn msm<F: Coordinate>(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        let item = 2 * F::BYTES + SCALAR;
        several(input, item)?;
        let mut points = Points::<F>::new();
        let mut scalars = Vec::with_capacity(input.len() / item);
        let read = input.chunks_exact(item).enumerate().try_for_each(|(index, bytes)| {
            // Any 256-bit integer is allowed: in the group it stands for its remainder.
            scalars.push(Fr::from_bytes_reduced(&bytes[2 * F::BYTES..]));
            points.read(input, index * item)
        });
        let kernel = self.kernel_for(points.points.len());
        if let Some((_, error)) = points.first_outside(kernel) {
            return Err(error);
        }
        read?;
        Ok(encode(&F::kernel(kernel).msm(&points.points, &scalars)))
    }

    fn map<F: Coordinate>(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        exactly(input, F::BYTES)?;
        Ok(encode(&F::kernel(self.kernel()).map(&F::get(input, 0)?)))
    }
}

/// Points of the curve as they are read, and where each stands.
struct Points<F> {
    points: Vec<Affine<F>>,
    offsets: Vec<usize>,
}

impl<F: Coordinate> Points<F> {
    fn new() -> Self {
        Self { points: Vec::new(), offsets: Vec::new() }
    }

    fn read(&mut self, input: &[u8], offset: usize) -> Result<(), PrecompileError> {
        self.points.push(point::<F>(input, offset)?);
        self.offsets.push(offset);
        Ok(())
    }

    /// The first point that is not in the subgroup.
    fn first_outside(&self, kernel: &SignatureKernel) -> Option<(usize, PrecompileError)> {
        let members = (F::kernel(kernel).in_subgroup_many)(&self.points);
        let (_, offset) = members.iter().zip(&self.offsets).find(|(is_member, _)| !**is_member)?;
        Some((*offset, F::outside(*offset)))
    }
}

fn exactly(input: &[u8], expected: usize) -> Result<(), PrecompileError> {
    if input.len() == expected { Ok(()) } else { Err(PrecompileError::InputLength { found: input.len() }) }
}

fn several(input: &[u8], item: usize) -> Result<(), PrecompileError> {
    let right = !input.is_empty() && input.len().is_multiple_of(item);
    if right { Ok(()) } else { Err(PrecompileError::InputLength { found: input.len() }) }
}

/// A point of the curve.
fn point<F: Coordinate>(input: &[u8], offset: usize) -> Result<Affine<F>, PrecompileError> {
    let x = F::get(input, offset)?;
    let y = F::get(input, offset + F::BYTES)?;
    // (0, 0) is not on the curves.
    if x.is_zero() && y.is_zero() {
        return Ok(Affine::INFINITY);
    }
    let point = Affine { x, y, infinity: false };
    if point.is_on_curve::<Scalar>() { Ok(point) } else { Err(PrecompileError::NotOnCurve { offset }) }
}

fn encode<F: Coordinate>(point: &Affine<F>) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 * F::BYTES);
    // Both coordinates are zero at infinity.
    point.x.put(&mut out);
    point.y.put(&mut out);
    out
}
