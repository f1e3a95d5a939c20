//! What the files of an instruction set have in common: the entries of an engine over lane types.

/// Entry `argon2_fill` over a block function.
macro_rules! argon2_engine {
    ($engine:ident, $token:ident, $function:expr) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::Argon2Kernel => pub(crate) fn argon2_fill(
                token, segments: &mut [$crate::kernel::argon2::Segment<'_>],
            ) {
                $crate::kernel::argon2::fill($function(token), segments);
            }
        }
    };
}
pub(crate) use argon2_engine;

/// Entry `lyra2_run` over rows. `two`: whether two hashes side by side fit the registers.
macro_rules! lyra2_engine {
    ($engine:ident, $token:ident, $rows:ty, two: $two:literal) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::Lyra2Kernel => pub(crate) fn lyra2_run(
                token, shape: &$crate::kernel::lyra2::Shape<'_>, jobs: &mut [$crate::kernel::lyra2::Job<'_>],
            ) {
                $crate::kernel::lyra2::run::<$rows, $two>(token, shape, jobs);
            }
        }
    };
}
pub(crate) use lyra2_engine;

/// Entry `scrypt_mix`: for each number of inputs that are worked on at the same time, from the greatest on, the vectors and how many of
/// them stand side by side; last those of one input.
macro_rules! scrypt_engine {
    ($engine:ident, $token:ident, $($inputs:literal: $rows:ty, $vectors:literal;)* else $one:ty) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::ScryptKernel => pub(crate) fn scrypt_mix(token, mix: &mut $crate::kernel::salsa::Mix<'_>) {
                let mut from = 0;
                while from < mix.lanes() {
                    from += match mix.lanes() - from {
                        $($inputs.. => {
                            $crate::kernel::salsa::romix::<$rows, $vectors>(token, &mut mix.take(from, $inputs));
                            $inputs
                        })*
                        _ => {
                            $crate::kernel::salsa::romix::<$one, 1>(token, &mut mix.take(from, 1));
                            1
                        }
                    };
                }
            }
        }
    };
}
pub(crate) use scrypt_engine;

/// The entry of an engine of TwoCats, its vectors and how many of them by the number of lanes, and `TWOCATS`, which names it.
macro_rules! twocats_engine {
    ($engine:ident, $token:ident, $($lanes:literal: $words:ty, $vectors:literal;)+) => {
        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::TwoCatsKernel => fn twocats_mix(token, work: &mut $crate::kernel::twocats::Mix<'_>) -> u32 {
                match work.lanes {
                    $($lanes => $crate::kernel::twocats::mix::<$words, $vectors>(token, work),)+
                    _ => $crate::arch::few::twocats(work),
                }
            }
        }

        pub(crate) const TWOCATS: $crate::ops::TwoCatsKernel = $crate::ops::TwoCatsKernel { mix: twocats_mix };
    };
}
pub(crate) use twocats_engine;

/// The entries of an engine of yescrypt over a vector type, and `YESCRYPT`, which names them. `alone`: what one hash is computed with;
/// `pairs`: whether two run in lock step.
macro_rules! yescrypt_engine {
    ($engine:ident, $token:ident, $lane:ty, alone: $alone:ty, pairs: $pairs:expr) => {
        struct Yescrypt;

        impl $crate::kernel::yescrypt::lane::Engine for Yescrypt {
            type Lane = $lane;
            type Alone = $alone;
            const PAIRS: bool = $pairs;
        }

        lanesmith_isa::entries! {
            engine $engine with $token;

            $crate::ops::YescryptKernel => fn boxes(
                token, form: $crate::kernel::yescrypt::Form, x: &mut [lanesmith_isa::lanes::Line],
                boxes: &mut [lanesmith_isa::lanes::Line],
            ) {
                $crate::kernel::yescrypt::boxes::<$lane>(token, form, x, boxes);
            }
            $crate::ops::YescryptKernel => fn own(
                token, form: $crate::kernel::yescrypt::Form, course: &$crate::kernel::yescrypt::Course<'_>,
                parts: &mut [$crate::kernel::yescrypt::pwx::Own<'_>],
            ) {
                $crate::kernel::yescrypt::own::<Yescrypt>(token, form, course, parts);
            }
            $crate::ops::YescryptKernel => fn shared(
                token, form: $crate::kernel::yescrypt::Form, course: &$crate::kernel::yescrypt::Course<'_>,
                parts: &mut [$crate::kernel::yescrypt::pwx::Shared<'_>],
            ) {
                $crate::kernel::yescrypt::shared::<Yescrypt>(token, form, course, parts);
            }
            $crate::ops::YescryptKernel => fn classic(
                token, course: &$crate::kernel::yescrypt::Course<'_>, x: &mut [lanesmith_isa::lanes::Line],
                y: &mut [lanesmith_isa::lanes::Line], v: &mut [lanesmith_isa::lanes::Line],
            ) {
                $crate::kernel::yescrypt::classic::<$lane>(token, course, x, y, v);
            }
        }

        pub(crate) const YESCRYPT: $crate::ops::YescryptKernel =
            $crate::ops::YescryptKernel { boxes, own, shared, classic };
    };
}
pub(crate) use yescrypt_engine;
