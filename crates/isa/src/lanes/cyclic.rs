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

/// A walk over a ring: a place, and the stride that [`advance`](Self::advance) adds to it.
///
/// Places are kept as distances in bytes before the end of the ring, so that one addition tells by its carry whether
/// the walk has wrapped.
#[derive(Clone, Copy, Debug)]
pub struct Walk<T, const N: usize> {
    /// In [-size, 0), a multiple of the size of `T`.
    from_end: usize,
    /// In [0, size), a multiple of the size of `T`.
    stride: usize,
    marker: core::marker::PhantomData<T>,
}

impl<T, const N: usize> Walk<T, N> {
    const SIZE: usize = N * size_of::<T>();

    /// A walk that starts somewhere.
    #[inline(always)]
    pub const fn new(start: Offset<N>, stride: Offset<N>) -> Self {
        const { assert!(N * size_of::<T>() <= isize::MAX as usize && N > 0) };
        Walk {
            from_end: (start.0 * size_of::<T>()).wrapping_sub(Self::SIZE),
            stride: stride.0 * size_of::<T>(),
            marker: core::marker::PhantomData,
        }
    }

    /// Goes one stride further.
    #[inline(always)]
    pub const fn advance(&mut self) {
        let back = self.from_end.wrapping_add(self.stride.wrapping_sub(Self::SIZE));
        let (ahead, wrapped) = self.from_end.overflowing_add(self.stride);
        self.from_end = if wrapped { back } else { ahead };
    }
}

impl<'a, T: Copy, const N: usize> Cyclic<'a, T, N> {
    /// A ring over an array.
    #[inline(always)]
    pub fn new(values: &'a mut [T; N]) -> Self {
        Cyclic(values)
    }

    /// The value at a place.
    #[inline(always)]
    pub fn at(&self, place: Offset<N>) -> T {
        // SAFETY: an `Offset<N>` is below `N` by construction.
        unsafe { *self.0.get_unchecked(place.0) }
    }

    /// The value where a walk stands.
    #[inline(always)]
    pub fn get(&self, at: &Walk<T, N>) -> T {
        // SAFETY: `from_end` is in [-size, 0) and a multiple of the element size: `Walk::new` starts there, and
        // `advance` takes the size off exactly when the sum reaches 0.
        unsafe { *self.0.as_ptr_range().end.wrapping_byte_add(at.from_end) }
    }

    /// Writes the value where a walk stands.
    #[inline(always)]
    pub fn set(&mut self, at: &Walk<T, N>, value: T) {
        // SAFETY: as in `get`; the borrow is exclusive.
        unsafe { *self.0.as_mut_ptr_range().end.wrapping_byte_add(at.from_end) = value };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_visits_every_place_once_for_every_stride_that_is_a_unit() {
        // Miri takes some of them.
        let every = if cfg!(miri) { 97 } else { 1 };
        for stride in (1..729).filter(|s| s % 3 != 0).step_by(every) {
            let mut values = [0u32; 729];
            let mut ring = Cyclic::new(&mut values);
            let mut walk = Walk::new(Offset::new(5), Offset::new(stride));
            for step in 0..729 {
                assert_eq!(ring.get(&walk), 0);
                ring.set(&walk, 1 + step);
                walk.advance();
            }
            for step in 0..729 {
                assert_eq!(values[(5 + stride * step) % 729], 1 + step as u32);
            }
        }
    }
}
