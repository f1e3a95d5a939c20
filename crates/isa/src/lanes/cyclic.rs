//! A ring of values walked in fixed strides, without a bounds check per access.

/// A place in a ring of `N` values: always below `N`.
///
/// ```
/// use lanesmith_isa::lanes::Offset;
/// let stride = Offset::<729>::new(364);
/// let place = Offset::<729>::new(728).plus(stride);
/// assert_eq!(place.get(), 363);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset<const N: usize>(usize);

impl<const N: usize> Offset<N> {
    /// The place `value mod N`.
    #[inline(always)]
    pub const fn new(value: usize) -> Self {
        Offset(value % N)
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> usize {
        self.0
    }

    /// The sum in the ring.
    #[inline(always)]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        let wrapped = sum.wrapping_sub(N);
        // Written so that it becomes a conditional move.
        Offset(if sum < N { sum } else { wrapped })
    }

    /// The product in the ring.
    #[inline(always)]
    #[must_use]
    pub const fn times(self, other: Self) -> Self {
        Offset(self.0 * other.0 % N)
    }

    /// The additive inverse.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self) -> Self {
        Offset(if self.0 == 0 { 0 } else { N - self.0 })
    }
}

/// A ring of `N` values over borrowed memory.
#[derive(Debug)]
pub struct Cyclic<'a, T, const N: usize>(&'a mut [T; N]);

impl<'a, T: Copy, const N: usize> Cyclic<'a, T, N> {
    /// A ring over an array.
    #[inline(always)]
    pub fn new(values: &'a mut [T; N]) -> Self {
        Cyclic(values)
    }

    /// The value at a place.
    #[inline(always)]
    pub fn get(&self, at: Offset<N>) -> T {
        // SAFETY: an `Offset<N>` is below `N` by construction.
        unsafe { *self.0.get_unchecked(at.0) }
    }

    /// Writes the value at a place.
    #[inline(always)]
    pub fn set(&mut self, at: Offset<N>, value: T) {
        // SAFETY: an `Offset<N>` is below `N` by construction.
        unsafe { *self.0.get_unchecked_mut(at.0) = value };
    }
}
