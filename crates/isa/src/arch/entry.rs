//! The safe functions of an engine: the one place where `#[target_feature]` meets generic kernels.

/// Writes the entries of one engine: safe functions that may be called wherever a table admits the engine.
///
/// Each is the type of its [operation](crate::Operation), an arrow, and an ordinary function whose first parameter, without
/// a type, receives the [token](crate::token). The macro
///
/// - compiles the body for exactly the features that the token proves,
/// - takes the token, so that a call on a CPU without the features is a panic and never an illegal instruction,
/// - [marks](crate::hit) operation and engine, so that tests see what ran.
///
/// The engine's name may be an expression too, followed by a comma: `engine concat!("a", "_b"), with Portable;`.
///
/// It holds the only `unsafe` of an entry. A token that does not exist does not compile.
///
/// ```
/// use lanesmith_isa::{Operation, entries};
///
/// /// Sums of words.
/// pub struct Sum(pub fn(&[u32]) -> u32);
/// impl Operation for Sum {
///     const NAME: &str = "demo.sum";
/// }
///
/// entries! {
///     engine scalar with Portable;
///
///     Sum => pub fn sum(_token, words: &[u32]) -> u32 {
///         words.iter().sum()
///     }
/// }
///
/// assert_eq!(sum(&[1, 2, 3]), 6);
/// ```
///
/// ```compile_fail
/// # use lanesmith_isa::{Operation, entries};
/// # struct Sum(fn());
/// # impl Operation for Sum { const NAME: &str = "demo.sum"; }
/// entries! {
///     engine exotic with NoSuchToken;
///     Sum => fn sum(_token) {}
/// }
/// ```
#[macro_export]
macro_rules! entries {
    (engine $engine:ident with $($rest:tt)*) => {
        $crate::entries! { engine stringify!($engine), with $($rest)* }
    };
    (
        engine $engine:expr, with $token:ident;
        $(
            $(#[$attribute:meta])*
            $op:ty => $vis:vis fn $name:ident($proof:ident $(, $argument:ident: $type:ty)* $(,)?) $(-> $result:ty)? $body:block
        )+
    ) => {$(
        $(#[$attribute])*
        $vis fn $name($($argument: $type),*) $(-> $result)? {
            $crate::enabled! {
                $token
                #[inline]
                fn inner($proof: $crate::token::$token $(, $argument: $type)*) $(-> $result)? $body
            }
            $crate::hit::mark(<$op as $crate::Operation>::NAME, $engine);
            // Two ways to the same call, so that the usual one keeps no arguments across a call of its own: for one node of
            // SHA-256 that is eight instructions in three hundred.
            #[cold]
            #[inline(never)]
            fn undetected($($argument: $type),*) $(-> $result)? {
                let token = <$crate::token::$token as $crate::Token>::admitted();
                #[allow(unused_unsafe, reason = "portable code and WebAssembly need no proof")]
                // SAFETY: as below.
                unsafe { inner(token $(, $argument)*) }
            }
            match <$crate::token::$token as $crate::Token>::known() {
                #[allow(unused_unsafe, reason = "portable code and WebAssembly need no proof")]
                // SAFETY: `inner` is compiled for the features of this very token type, and the token proves them.
                Some(token) => unsafe { inner(token $(, $argument)*) },
                None => undetected($($argument),*),
            }
        }
    )+};
}
