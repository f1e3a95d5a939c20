//! How elements of the scalar field are entered and left, by the arithmetic of an engine.

use super::{Backend, Fr};
use crate::generated::scalar::R2;

impl Fr {
    /// The element for what the limbs are as an integer, which need not be below the order.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn entered<B: Backend>(&self) -> Self {
        B::fr_mul(&Self(R2), self)
    }

    /// Limbs that are the integer.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn left<B: Backend>(&self) -> Self {
        B::fr_reduce(self)
    }
}
