//! What the files of an instruction set have in common: the entries of an engine over a lane type, or over instructions that
//! do whole rounds.

/// Entries `nodes`, `node`, `many` and `pbkdf2` over a lane type. `inside`: the compression function is compiled into each of
/// them, which is worth up to 7 % where all of it fits the registers; otherwise they call one that is compiled once. For `nodes`
/// apart, where a constant beginning may be worth as much. Last the function of the kernel for nodes: `nodes_by_two` where the
/// registers hold the chaining values of two passes and more.
macro_rules! lane_engine {
    ($engine:ident, $token:ident, $lanes:ty, inside: $inside:literal, nodes inside: $nodes:literal, $passes:ident) => {
        lanesmith_isa::enabled! {
            $token
            /// The compression function, compiled once: its arguments go through memory, a hundredth of what the rounds take.
            #[inline(never)]
            fn block(token: lanesmith_isa::token::$token, state: &mut [$lanes; 8], block: &[$lanes; 16]) {
                *state = $crate::kernel::compress::compress(token, *state, *block);
            }
        }
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::NodeKernel => pub(crate) fn nodes(token, nodes: $crate::ops::Nodes<'_>) {
                $crate::kernel::compress::$passes::<$lanes, { <$lanes as lanesmith_isa::lanes::WordLanes>::LANES }>(
                    token, nodes, $crate::arch::lanes::lane_engine!(@block token, $nodes),
                );
            }
            $crate::ops::NodeKernel => pub(crate) fn node(
                token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32],
            ) {
                $crate::arch::scalar::one_node(token.into(), out, left, right);
            }
            $crate::ops::ManyKernel => pub(crate) fn many(token, streams: $crate::ops::Streams<'_>) {
                $crate::kernel::compress::many::<$lanes>(token, streams, $crate::arch::lanes::lane_engine!(@block token, $inside));
            }
            $crate::ops::Pbkdf2Kernel => pub(crate) fn pbkdf2(
                token, lanes: &mut [$crate::ops::Pbkdf2Lane], rounds: u32,
            ) {
                $crate::kernel::compress::pbkdf2::<$lanes>(token, lanes, rounds, $crate::arch::lanes::lane_engine!(@block token, $inside));
            }
        }
    };
    (@block $token:ident, $inside:literal) => {
        |state, words| match $inside {
            true => *state = $crate::kernel::compress::compress($token, *state, *words),
            false => block($token, state, words),
        }
    };
}
pub(crate) use lane_engine;

/// Entry `compress` of one stream, its schedule in vectors.
macro_rules! row_engine {
    ($engine:ident, $token:ident, $rows:ty) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::StreamKernel => pub(crate) fn compress(
                _token, state: &mut [u32; 8], blocks: &[[u8; 64]],
            ) {
                let rows = <<$rows as lanesmith_isa::lanes::Plain>::Token as lanesmith_isa::Token>::admitted();
                $crate::kernel::rows::stream_rows::<$rows>(rows, state, blocks);
            }
        }
    };
}
pub(crate) use row_engine;

/// Calls a macro for each four of the 64 rounds: which four, and whether it makes the words of the four sixteen rounds on.
macro_rules! quarters {
    ($four:ident) => {
        $four!(0, true);
        $four!(1, true);
        $four!(2, true);
        $four!(3, true);
        $four!(4, true);
        $four!(5, true);
        $four!(6, true);
        $four!(7, true);
        $four!(8, true);
        $four!(9, true);
        $four!(10, true);
        $four!(11, true);
        $four!(12, false);
        $four!(13, false);
        $four!(14, false);
        $four!(15, false);
    };
}
pub(crate) use quarters;

/// The entries of an engine whose instructions do whole rounds: everything but `nodes`.
macro_rules! rounds_engine {
    ($engine:ident, $token:ident, $state:ty) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::NodeKernel => pub(crate) fn node(
                token, out: &mut [u8; 32], left: &[u8; 32], right: &[u8; 32],
            ) {
                $crate::kernel::rounds::node::<$state>(token, out, left, right);
            }
            $crate::ops::ManyKernel => pub(crate) fn many(token, streams: $crate::ops::Streams<'_>) {
                $crate::kernel::rounds::many::<$state>(token, streams);
            }
            $crate::ops::Pbkdf2Kernel => pub(crate) fn pbkdf2(
                token, lanes: &mut [$crate::ops::Pbkdf2Lane], rounds: u32,
            ) {
                $crate::kernel::rounds::pbkdf2::<$state>(token, lanes, rounds);
            }
            $crate::ops::StreamKernel => pub(crate) fn compress(
                token, state: &mut [u32; 8], blocks: &[[u8; 64]],
            ) {
                $crate::kernel::rounds::compress::<$state>(token, state, blocks);
            }
        }
        $crate::arch::lanes::rounds_engine! {
            @digests $engine, $token, $state,
            hash32 32, hash33 33, hash64 64, hash65 65, double_hash64 64, double_hash80 80,
        }

        /// Messages of fixed length.
        pub(crate) const FIXED: $crate::ops::FixedKernel =
            $crate::ops::FixedKernel { hash32, hash33, hash64, hash65, double_hash64, double_hash80 };
    };
    (@digests $engine:ident, $token:ident, $state:ty, $($name:ident $n:literal,)*) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $($crate::ops::StreamKernel => fn $name(token, message: &[u8; $n]) -> [u8; 32] {
                let mut out = [0; 32];
                $crate::kernel::rounds::$name::<$state>(token, message).store_be(&mut out);
                out
            })*
        }
    };
}
pub(crate) use rounds_engine;
