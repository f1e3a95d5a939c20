//! `table!`: one declaration of an operation's engines on all architectures.

/// Declares the static [`Table`](crate::Table) of an operation: its engines on all architectures, most preferred first.
///
/// A row is `name: Token, lanes, "summary", kernel;`, in the block of its architecture: `x86_64`, `aarch64`, `arm` (32 bits, Linux
/// and Android), `simd128` (WebAssembly built with SIMD), `portable`, or `fallback`: the same, left out where rows of `simd128` are
/// compiled in, which all can run there and are faster for everything. Rows of other architectures are not compiled, and become the list that
/// answers "it is for aarch64". Every operation needs a portable engine (or one for a fallback), as its last one.
///
/// In a `planned` table, where the cheapest engine is chosen by count, and in a `ranked` one, where the engine with the cheapest
/// lane does everything, every row has [costs](crate::plan::Costs) too:
/// `name: Token, lanes, "summary", costs, kernel;`. A row without costs does not compile, nor one without a cost for a kind
/// of CPU that another row of the table has a cost for.
///
/// ```
/// use lanesmith_isa::cpu::Kind::Other;
/// use lanesmith_isa::plan::Cost;
/// use lanesmith_isa::{Choice, Operation, table};
///
/// /// `demo.sum`: sums.
/// #[derive(Debug)]
/// pub struct Sum(fn(&[u32]) -> u32);
/// impl Operation for Sum {
///     const NAME: &str = "demo.sum";
/// }
/// # fn four(words: &[u32]) -> u32 { words.iter().sum() }
///
/// table! {
///     /// `demo.sum`.
///     pub static SUM: planned Sum;
///     portable {
///         unrolled: Portable, 4, "four at a time", &[(Other, Cost::pass(300))], Sum(four);
///         scalar: Portable, 1, "one by one", &[(Other, Cost::pass(100))], Sum(|words| words.iter().sum());
///     }
/// }
///
/// // Two are cheaper one by one, eight are not.
/// assert_eq!(Choice::<Sum>::AUTO.step(2).engine.name(), "scalar");
/// assert_eq!(Choice::<Sum>::AUTO.step(8).engine.name(), "unrolled");
/// ```
///
/// ```compile_fail
/// # use lanesmith_isa::{Operation, table, plan::Cost, cpu::Kind};
/// # pub struct Sum(fn(&[u32]) -> u32);
/// # impl Operation for Sum { const NAME: &str = "demo.sum"; }
/// table! {
///     /// Its one row has no cost.
///     pub static SUM: planned Sum;
///     portable {
///         scalar: Portable, 1, "one by one", &[], Sum(|words| words.iter().sum());
///     }
/// }
/// ```
#[macro_export]
macro_rules! table {
    ($(#[$attribute:meta])* $vis:vis static $name:ident: planned $op:ty; $($rest:tt)*) => {
        $crate::__table! { @planned [$(#[$attribute])* $vis static $name: $op] [] [] $($rest)* }
    };
    ($(#[$attribute:meta])* $vis:vis static $name:ident: ranked $op:ty; $($rest:tt)*) => {
        $crate::__table! { @ranked [$(#[$attribute])* $vis static $name: $op] [] [] $($rest)* }
    };
    ($(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty; $($rest:tt)*) => {
        $crate::__table! { @plain [$(#[$attribute])* $vis static $name: $op] [] [] $($rest)* }
    };
}

/// The blocks of [`table!`], one after the other: rows to the first list, names of rows to the second.
#[doc(hidden)]
#[macro_export]
macro_rules! __table {
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] x86_64 { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head
            [$($rows)* (all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64")) { $($block)* }]
            [
                $($foreign)*
                (not(all(target_arch = "x86_64", target_feature = "sse2", target_pointer_width = "64"))) "x86_64" { $($block)* }
            ] $($rest)*
        }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] aarch64 { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head
            [$($rows)* (all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")) { $($block)* }]
            [
                $($foreign)*
                (not(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))) "aarch64" { $($block)* }
            ] $($rest)*
        }
    };
    // Its names are those of 64-bit Arm, under which they are foreign elsewhere.
    (@$kind:ident $head:tt [$($rows:tt)*] $foreign:tt arm { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head
            [$($rows)* (all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android"))) { $($block)* }]
            $foreign $($rest)*
        }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] simd128 { $($block:tt)* } $($rest:tt)*) => {
        $crate::__table! {
            @$kind $head [$($rows)* (all(target_arch = "wasm32", target_feature = "simd128")) { $($block)* }]
            [
                $($foreign)*
                (not(all(target_arch = "wasm32", target_feature = "simd128"))) "wasm32 built with simd128" { $($block)* }
            ] $($rest)*
        }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] $foreign:tt portable { $($block:tt)* }) => {
        $crate::__table! { @$kind $head [$($rows)* (all()) { $($block)* }] $foreign }
    };
    (@$kind:ident $head:tt [$($rows:tt)*] [$($foreign:tt)*] fallback { $($block:tt)* }) => {
        $crate::__table! {
            @$kind $head [$($rows)* (not(all(target_arch = "wasm32", target_feature = "simd128"))) { $($block)* }]
            [
                $($foreign)*
                (all(target_arch = "wasm32", target_feature = "simd128")) "wasm32 built without simd128" { $($block)* }
            ]
        }
    };
    (@plain [$(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty]
     [$($here:tt { $($row:ident: $token:ident, $lanes:expr, $summary:expr, $kernel:expr;)* })*]
     [$($there:tt $architecture:literal {
         $($foreign:ident: $a:ident, $b:expr, $c:expr, $d:expr;)*
     })*]
    ) => {
        $(#[$attribute])*
        $vis static $name: $crate::Table<$op> = $crate::Table::new(&[$($(
            #[cfg $here]
            $crate::Engine::new(
                stringify!($row), $summary, <$crate::token::$token as $crate::Token>::FEATURES, $lanes, $kernel,
            ),
        )*)*]).with_foreign(&[$($(#[cfg $there] (stringify!($foreign), $architecture),)*)*]);
        $crate::__table! { @tabled $name $op }
    };
    // `planned` and `ranked`, as the constructors are called.
    (@$kind:ident [$(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty]
     [$($here:tt { $($row:ident: $token:ident, $lanes:expr, $summary:expr, $costs:expr, $kernel:expr;)* })*]
     [$($there:tt $architecture:literal {
         $($foreign:ident: $a:ident, $b:expr, $c:expr, $d:expr, $e:expr;)*
     })*]
    ) => {
        $(#[$attribute])*
        $vis static $name: $crate::Table<$op> = $crate::Table::$kind(&[$($(
            #[cfg $here]
            $crate::Engine::new(
                stringify!($row), $summary, <$crate::token::$token as $crate::Token>::FEATURES, $lanes, $kernel,
            ).costing($costs),
        )*)*]).with_foreign(&[$($(#[cfg $there] (stringify!($foreign), $architecture),)*)*]);
        $crate::__table! { @tabled $name $op }
    };
    (@tabled $name:ident $op:ty) => {
        impl $crate::Tabled for $op {
            #[inline(always)]
            fn table() -> &'static $crate::Table<Self> {
                &$name
            }
        }
    };
}
