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
