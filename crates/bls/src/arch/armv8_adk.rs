//! 64-bit Arm with differences at both levels of a product: for cores on which a multiplication takes several cycles.

/// Arithmetic with 18 pairs of multiplications a product.
#[derive(Clone, Copy, Debug)]
pub struct Armv8Adk;

aarch64_backend!(Armv8Adk, differences);

backend_entries!(armv8_adk, Neon, Armv8Adk, crate::kernel::many::OneByOne);
