//! What an operation is: a name, and the type of the functions that an engine of it consists of.

/// The functions that every engine of one operation has, as a struct of function pointers as a rule. The type stands for
/// the operation: tables, entries and errors take its name from here.
///
/// ```
/// use lanesmith_isa::Operation;
///
/// /// `demo.double`: twice a number.
/// pub struct Double {
///     /// Twice the number.
///     pub double: fn(u32) -> u32,
/// }
///
/// impl Operation for Double {
///     const NAME: &str = "demo.double";
/// }
/// ```
pub trait Operation: Sync + Sized + 'static {
    /// Family and operation in lower case, such as `sha256.nodes`. Written nowhere else.
    const NAME: &'static str;
}
