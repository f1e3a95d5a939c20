//! `table!`: one declaration of an operation's engines on all architectures; `cpu_costs!`: the list of a family's files of costs.

/// Declares the static [`Table`](crate::Table) of an operation: its engines on all architectures, most preferred first.
///
/// A row is `name: Token, lanes, "summary", kernel;`, in the block of its architecture: `x86_64`, `aarch64`, `arm` (32 bits, Linux
/// and Android), `simd128` (WebAssembly built with SIMD), `portable`, or `fallback`: the same, left out where rows of `simd128` are
/// compiled in, which all can run there and are faster for everything. Rows of other architectures are not compiled, and become the list that
/// answers "it is for aarch64". Every operation needs a portable engine (or one for a fallback), as its last one.
///
/// Lanes are a number where a pass takes as long for one unit as for all of them (`16`), a range where units are interleaved and each
/// count takes a time of its own (`1..=6`), or `1 or 512` where one unit alone does not take a pass.
///
/// The head says of what kind the table is and where its [costs](crate::costs) stand: `planned` means that the cheapest engine is chosen
/// by count, `ranked` that the engine with the cheapest lane does everything. An engine without a cost on the CPU at hand is
/// estimated by its lanes.
///
/// ```
/// use lanesmith_isa::costs::{CpuCosts, Known};
/// use lanesmith_isa::cpu::{self, Kind};
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
/// const ZEN4: CpuCosts = CpuCosts {
///     cpu: Kind::Zen4,
///     known: Known::Guessed("for this example"),
///     operations: &[("demo.sum", &[("unrolled", Cost::pass(300)), ("scalar", Cost::pass(100))])],
/// };
/// table! {
///     /// `demo.sum`.
///     pub static SUM: planned Sum, &[ZEN4];
///     portable {
///         unrolled: Portable, 4, "four at a time", Sum(four);
///         scalar: Portable, 1, "one by one", Sum(|words| words.iter().sum());
///     }
/// }
///
/// assert_eq!(SUM.cheapest_on(Kind::Zen4).name, "unrolled");
/// // Eight are cheaper by four, on Zen 4 and where nothing is known; one is not.
/// assert_eq!(Choice::<Sum>::AUTO.step(1).engine.name(), "scalar");
/// assert_eq!(Choice::<Sum>::AUTO.step(8).engine.name(), "unrolled");
/// ```
///
/// Costs of an engine that the table does not have do not compile:
///
/// ```compile_fail
/// # use lanesmith_isa::{Operation, costs::{CpuCosts, Known}, cpu::Kind, plan::Cost, table};
/// # pub struct Sum(fn(&[u32]) -> u32);
/// # impl Operation for Sum { const NAME: &str = "demo.sum"; }
/// const ZEN4: CpuCosts = CpuCosts {
///     cpu: Kind::Zen4,
///     known: Known::Guessed("for this example"),
///     operations: &[("demo.sum", &[("unrolled", Cost::pass(300))])],
/// };
/// table! {
///     /// `demo.sum`.
///     pub static SUM: planned Sum, &[ZEN4];
///     portable {
///         scalar: Portable, 1, "one by one", Sum(|words| words.iter().sum());
///     }
/// }
/// ```
#[macro_export]
macro_rules! table {
    ($(#[$attribute:meta])* $vis:vis static $name:ident: planned $op:ty, $costs:expr; $($rest:tt)*) => {
        $crate::__table! { @planned [$(#[$attribute])* $vis static $name: $op, $costs] [] [] $($rest)* }
    };
    ($(#[$attribute:meta])* $vis:vis static $name:ident: ranked $op:ty, $costs:expr; $($rest:tt)*) => {
        $crate::__table! { @new [$(#[$attribute])* $vis static $name: $op, $costs] [] [] $($rest)* }
    };
    // Without costs, for which an engine more or less makes no difference.
    ($(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty; $($rest:tt)*) => {
        $crate::__table! { @new [$(#[$attribute])* $vis static $name: $op, &[]] [] [] $($rest)* }
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
    // `planned` and `new`, as the constructors are called.
    (@$kind:ident [$(#[$attribute:meta])* $vis:vis static $name:ident: $op:ty, $costs:expr]
     [$($here:tt { $($row:ident: $token:ident, $few:tt $(..= $most:tt)? $(or $all:tt)?, $summary:expr, $kernel:expr;)* })*]
     [$($there:tt $architecture:literal {
         $($foreign:ident: $a:ident, $b:tt $(..= $c:tt)? $(or $d:tt)?, $e:expr, $f:expr;)*
     })*]
    ) => {
        $(#[$attribute])*
        $vis static $name: $crate::Table<$op> = {
            // A constant, so that it can be looked through for each row.
            const __COSTS: &[$crate::costs::CpuCosts] = $costs;
            const OP: &str = <$op as $crate::Operation>::NAME;
            const ENGINES: &[$crate::Engine<$op>] = &[$($(
                #[cfg $here]
                $crate::__lanes!(
                    [$few $(..= $most)? $(or $all)?]
                    stringify!($row), $summary, <$crate::token::$token as $crate::Token>::FEATURES, $kernel
                ).costing(const {
                    &$crate::costs::of::<{ $crate::costs::count(__COSTS, OP, stringify!($row)) }>(__COSTS, OP, stringify!($row))
                }),
            )*)*];
            const FOREIGN: $crate::any::Foreign =
                &[$($(#[cfg $there] (stringify!($foreign), $architecture),)*)*];
            $crate::table::assert_known(__COSTS, OP, ENGINES, FOREIGN);
            $crate::Table::$kind(ENGINES).with_foreign(FOREIGN)
        };
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

/// An engine with its lanes as rows write them.
#[doc(hidden)]
#[macro_export]
macro_rules! __lanes {
    ([$lanes:tt] $name:expr, $summary:expr, $features:expr, $kernel:expr) => {
        $crate::Engine::new($name, $summary, $features, $lanes, $kernel)
    };
    ([1 ..= $lanes:tt] $name:expr, $summary:expr, $features:expr, $kernel:expr) => {
        $crate::Engine::new($name, $summary, $features, $lanes, $kernel).filling($crate::Fill::Each)
    };
    ([1 or $lanes:tt] $name:expr, $summary:expr, $features:expr, $kernel:expr) => {
        $crate::Engine::new($name, $summary, $features, $lanes, $kernel).filling($crate::Fill::AloneOrPass)
    };
}

/// The costs of a family: its files by architecture, in the order of preference for who reads them.
///
/// Declares the modules (`costs/zen4.rs` for `zen4`, each with a constant `COSTS: CpuCosts`), as far as they are for the architecture
/// that is compiled, and `CPUS`, the list for the tables.
///
/// ```ignore
/// lanesmith_isa::cpu_costs! {
///     "x86_64" { sapphire_rapids zen4 zen5 }
///     "aarch64" { neoverse_v2 }
/// }
/// ```
#[macro_export]
macro_rules! cpu_costs {
    ($($architecture:tt { $($module:ident)* })*) => {
        $($(
            #[cfg(target_arch = $architecture)]
            mod $module;
        )*)*

        /// What the engines of this crate cost, by kind of CPU.
        pub const CPUS: &[$crate::costs::CpuCosts] = &[$($(
            #[cfg(target_arch = $architecture)]
            $module::COSTS,
        )*)*];
    };
}
