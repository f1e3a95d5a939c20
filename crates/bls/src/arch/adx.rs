//! ADX: the textbook rows with two carry chains and standard reduction steps. Ahead of two passes on Zen 4.

/// Arithmetic with MULX, ADCX and ADOX.
#[derive(Clone, Copy, Debug)]
pub struct Adx;

backend!(Adx, adx, reduce: standard, chain: standard, last: standard);

backend_entries!(adx, Adx, Adx, crate::kernel::many::OneByOne);
