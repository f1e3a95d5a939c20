//! The raw kernels that engines consist of, the backends, and the arithmetic below the public functions: for races, tables of
//! figures and tests.
//!
//! **Take care.** Nothing here checks what it is given. A point may be off the curve or outside its group, an element of the field
//! has bounds that only [`backend`] names, and what has `_vartime` in its name tells a secret by its time. [`signature`] and the
//! types at the root check all of it.
//!
//! ```text
//!   signature   keys   drand   eip2537        G1  G2  Pairing  HashToCurve  Msm
//!                  |                              |
//!            SignatureKernel  -- composed of -->  PointKernel  HashKernel  MsmKernel  PairingKernel
//!                                                 |               of an engine: one of the tables
//!            Fp12Kernel  Fp6Kernel  Fp2Kernel  FpKernel
//!                                                 |
//!            curve, pairing, hash_to_curve, tower, field:  one text, generic over a Backend
//!                                                 |
//!            Scalar   Bmi2   Adx                  backends: the arithmetic of a field
//! ```
//!
//! ```
//! use lanesmith_bls::FP;
//! use lanesmith_bls::hazmat::{Field, Fp, Scalar};
//!
//! let scalar = FP.by_name("scalar")?;
//! let two = (scalar.kernel().add)(&Fp::ONE, &Fp::ONE);
//! assert!((scalar.kernel().sqr)(&two).equals::<Scalar>(&two.dbl::<Scalar>()));
//! # Ok::<(), lanesmith_bls::EngineError>(())
//! ```
//!
//! [`signature`]: crate::signature

pub use crate::arch::*;
pub use crate::field::{Backend, Field, Fp, FpDbl, Fr, backend, fp};
pub use crate::kernel::many;
pub use crate::ops::*;
pub use crate::tower::{Fp2, Fp2Dbl, Fp6, Fp6Dbl, Fp12};
