//! 64-bit Arm with one level of Karatsuba's method: for cores with one multiplication a cycle or two.

/// Arithmetic with 27 pairs of multiplications a product.
#[derive(Clone, Copy, Debug)]
pub struct Armv8;

aarch64_backend!(Armv8, karatsuba);

backend_entries!(armv8, Neon, Armv8, crate::kernel::many::OneByOne);
