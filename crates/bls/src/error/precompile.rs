//! What can be wrong with the input of a precompiled contract.

/// Why a call fails; in the words of the EIP's vectors.
///
/// ```
/// use lanesmith_bls::eip2537::{PrecompileError, Precompiles};
/// let error = Precompiles::new().g1_add(&[0; 255]).unwrap_err();
/// assert_eq!(error, PrecompileError::InputLength { found: 255 });
/// assert_eq!(error.message(), "invalid input length");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrecompileError {
    /// The input is empty or not of the length of the function.
    InputLength {
        /// How many bytes there are.
        found: usize,
    },
    /// One of the first 16 bytes of a field element is not zero.
    TopBytes {
        /// Where the element begins.
        offset: usize,
    },
    /// A field element is not below the modulus.
    FieldElement {
        /// Where the element begins.
        offset: usize,
    },
    /// A point is not on the curve.
    NotOnCurve {
        /// Where the point begins.
        offset: usize,
    },
    /// A point is on the curve of G1 but not in the subgroup.
    NotInG1 {
        /// Where the point begins.
        offset: usize,
    },
    /// A point is on the curve of G2 but not in the subgroup.
    NotInG2 {
        /// Where the point begins.
        offset: usize,
    },
}

impl PrecompileError {
    /// The message of the EIP's vectors, without the place.
    pub fn message(&self) -> &'static str {
        match self {
            Self::InputLength { .. } => "invalid input length",
            Self::TopBytes { .. } => "invalid field element top bytes",
            Self::FieldElement { .. } => "invalid fp.Element encoding",
            Self::NotOnCurve { .. } => "invalid point: not on curve",
            Self::NotInG1 { .. } => "g1 point is not in the correct subgroup",
            Self::NotInG2 { .. } => "g2 point is not in the correct subgroup",
        }
    }
}

impl core::fmt::Display for PrecompileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let message = self.message();
        match self {
            Self::InputLength { found: 1 } => write!(f, "{message} (1 byte)"),
            Self::InputLength { found } => write!(f, "{message} ({found} bytes)"),
            Self::TopBytes { offset }
            | Self::FieldElement { offset }
            | Self::NotOnCurve { offset }
            | Self::NotInG1 { offset }
            | Self::NotInG2 { offset } => write!(f, "{message} (at byte {offset})"),
        }
    }
}

impl core::error::Error for PrecompileError {}
