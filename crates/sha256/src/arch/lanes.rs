//! What the files of vector engines have in common: the functions of a lane type under its instruction set.

/// Functions `nodes`, `many` and `pbkdf2` over a lane type, of the engine of that name.
macro_rules! lane_engine {
    ($name:literal, $lanes:ty, $token:ty, $features:literal) => {
        #[target_feature(enable = $features)]
        fn nodes_in(token: $token, out: &mut [[u8; 32]], pairs: $crate::engines::Pairs<'_>) {
            $crate::kernel::nodes::<$lanes, { <$lanes as lanesmith_isa::lanes::WordLanes>::LANES }>(
                token, out, pairs,
            );
        }

        pub(crate) fn nodes(out: &mut [[u8; 32]], pairs: $crate::engines::Pairs<'_>) {
            lanesmith_isa::hit::mark("sha256.nodes", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            #[allow(unused_unsafe, reason = "WebAssembly knows no unsafe features")]
            unsafe {
                nodes_in(token, out, pairs)
            }
        }

        #[target_feature(enable = $features)]
        fn many_in(token: $token, states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]) {
            $crate::kernel::many::<$lanes>(token, states, streams);
        }

        pub(crate) fn many(states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]) {
            lanesmith_isa::hit::mark("sha256.many", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            #[allow(unused_unsafe, reason = "WebAssembly knows no unsafe features")]
            unsafe {
                many_in(token, states, streams)
            }
        }

        #[target_feature(enable = $features)]
        fn pbkdf2_in(token: $token, lanes: &mut [$crate::kernel::Pbkdf2Lane], rounds: u32) {
            $crate::kernel::pbkdf2::<$lanes>(token, lanes, rounds);
        }

        pub(crate) fn pbkdf2(lanes: &mut [$crate::kernel::Pbkdf2Lane], rounds: u32) {
            lanesmith_isa::hit::mark("sha256.many", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            #[allow(unused_unsafe, reason = "WebAssembly knows no unsafe features")]
            unsafe {
                pbkdf2_in(token, lanes, rounds)
            }
        }
    };
}
pub(crate) use lane_engine;

/// Function `compress` of one stream, its schedule in vectors.
macro_rules! row_engine {
    ($name:literal, $rows:ty, $token:ty, $features:literal) => {
        #[target_feature(enable = $features)]
        fn compress_in(
            _: $token,
            rows: <$rows as lanesmith_isa::lanes::Plain>::Token,
            state: &mut [u32; 8],
            blocks: &[[u8; 64]],
        ) {
            $crate::rows::stream_rows::<$rows>(rows, state, blocks);
        }

        pub(crate) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
            lanesmith_isa::hit::mark("sha256.stream", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            let rows = <<$rows as lanesmith_isa::lanes::Plain>::Token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            #[allow(unused_unsafe, reason = "WebAssembly knows no unsafe features")]
            unsafe {
                compress_in(token, rows, state, blocks)
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

/// The functions of an engine whose instructions do whole rounds: everything but `nodes`.
macro_rules! rounds_engine {
    ($name:literal, $state:ty, $token:ty, $features:literal) => {
        $crate::arch::lanes::rounds_engine!(@entries $name, $state, $token, $features,
            many_in many "sha256.many" (states: &mut [[u32; 8]], streams: &[&[[u8; 64]]]),
            pbkdf2_in pbkdf2 "sha256.many" (lanes: &mut [$crate::kernel::Pbkdf2Lane], rounds: u32),
            compress_in compress "sha256.stream" (state: &mut [u32; 8], blocks: &[[u8; 64]]),
        );
        $crate::arch::lanes::rounds_engine!(@digests $name, $state, $token, $features,
            hash32_in hash32 32, hash33_in hash33 33, hash64_in hash64 64, hash65_in hash65 65,
            double_hash64_in double_hash64 64, double_hash80_in double_hash80 80,
        );
    };
    (@entries $name:literal, $state:ty, $token:ty, $features:literal,
     $($inner:ident $outer:ident $op:literal ($($argument:ident: $type:ty),*),)*) => {$(
        #[target_feature(enable = $features)]
        fn $inner(token: $token, $($argument: $type),*) {
            $crate::rounds::$outer::<$state>(token, $($argument),*);
        }

        pub(crate) fn $outer($($argument: $type),*) {
            lanesmith_isa::hit::mark($op, $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            unsafe { $inner(token, $($argument),*) }
        }
    )*};
    (@digests $name:literal, $state:ty, $token:ty, $features:literal,
     $($inner:ident $outer:ident $n:literal,)*) => {$(
        #[target_feature(enable = $features)]
        fn $inner(token: $token, message: &[u8; $n]) -> [u8; 32] {
            let mut out = [0; 32];
            $crate::rounds::$outer::<$state>(token, message).store_be(&mut out);
            out
        }

        pub(crate) fn $outer(message: &[u8; $n]) -> [u8; 32] {
            lanesmith_isa::hit::mark("sha256.stream", $name);
            let token = <$token as lanesmith_isa::Token>::admitted();
            // SAFETY: the token proves the features.
            unsafe { $inner(token, message) }
        }
    )*};
}
pub(crate) use rounds_engine;
