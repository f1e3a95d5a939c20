//! A lane type around a vendor vector, and one line for each of its operations: its name, its operands as vendor vectors, and what it is
//! of them.

/// Declares a lane type: its name, the token that a value stands for, and the vendor vector. Where several tokens have the same vectors,
/// the type has the token as a parameter: which trait of tokens knows what they differ in, and the one that is meant where none is named.
macro_rules! vector {
    ($(#[$attribute:meta])* $name:ident<$token:ident>($vector:ty)) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name($vector);

        impl $name {
            #[inline(always)]
            fn of(vector: $vector) -> Self {
                $name(vector)
            }
        }

        // SAFETY: a vendor vector is plain bits and divides a line.
        unsafe impl $crate::lanes::Plain for $name {
            type Token = $token;

            $crate::arch::x86_64::ops::vector!(@prefetch);
        }
    };
    ($(#[$attribute:meta])* $name:ident<T: $kind:ident = $token:ident>($vector:ty)) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name<T = $token>(pub(super) $vector, core::marker::PhantomData<T>);

        impl<T> $name<T> {
            #[inline(always)]
            pub(super) fn of(vector: $vector) -> Self {
                $name(vector, core::marker::PhantomData)
            }
        }

        // SAFETY: a vendor vector is plain bits and divides a line.
        unsafe impl<T: $kind> $crate::lanes::Plain for $name<T> {
            type Token = T;

            $crate::arch::x86_64::ops::vector!(@prefetch);
        }
    };
    (@prefetch) => {
        #[inline(always)]
        fn prefetch<At>(at: *const At) {
            // SAFETY: a prefetch does not fault; SSE is part of every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
        }
    };
}
pub(super) use vector;

/// `splat` of a lane type: the same of a number everywhere.
macro_rules! splat {
    ($token:ty, $name:ident: $number:ty = $e:expr) => {
        #[inline(always)]
        fn splat(_token: $token, $name: $number) -> Self {
            // SAFETY: the token proves the instruction set.
            Self::of(unsafe { $e })
        }
    };
}
pub(super) use splat;

/// Methods of `self` and at most one other value.
macro_rules! ops {
    ($($name:ident $(<$(const $n:ident: $number:ty),+>)? ($a:ident $(, $b:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<$(const $n: $number),+>)? (self $(, $b: Self)?) -> Self {
            let $a = self.0;
            $(let $b = $b.0;)?
            // SAFETY: a value implies its token.
            Self::of(unsafe { $e })
        }
    )*};
}
pub(super) use ops;

/// Functions of three values.
macro_rules! ops_of_three {
    ($($name:ident $(<const $table:ident: i32>)? ($a:ident, $b:ident, $c:ident) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<const $table: i32>)? ($a: Self, $b: Self, $c: Self) -> Self {
            let ($a, $b, $c) = ($a.0, $b.0, $c.0);
            // SAFETY: a value implies its token.
            Self::of(unsafe { $e })
        }
    )*};
}
pub(super) use ops_of_three;

/// [`sha256_round`](crate::lanes::WordLanes::sha256_round) and [`sha256_word`](crate::lanes::WordLanes::sha256_word) of intrinsics of two
/// operands, or of three where there is ternary logic. Each is one function with the instructions: the compiler puts the intrinsics into
/// it once. Over methods of a value it would do so in every round of every kernel, which was a third of the time that those took to compile.
macro_rules! sha256 {
    (of two: $features:literal, $vector:ty, $add:ident, $xor:ident, $and:ident, $or:ident, $shr:ident, $shl:ident) => {
        sha256! {
            @methods $features, $vector, $add, $shr,
            ch(e, f, g) = $xor(g, $and(e, $xor(f, g))),
            maj(a, b, c) = $xor(b, $and($xor(a, b), $xor(b, c))),
            { xor3(x, y, z) = $xor($xor(x, y), z), rotate<R, L>(x) = $or($shr::<R>(x), $shl::<L>(x)) }
        }
    };
    (of three: $features:literal, $vector:ty, $add:ident, $logic:ident, $ror:ident, $shr:ident) => {
        sha256! {
            @methods $features, $vector, $add, $shr,
            ch(e, f, g) = $logic::<0xca>(e, f, g),
            maj(a, b, c) = $logic::<0xe8>(a, b, c),
            { xor3(x, y, z) = $logic::<0x96>(x, y, z), rotate<R, L>(x) = $ror::<R>(x) }
        }
    };
    (
        @methods $features:literal, $vector:ty, $add:ident, $shr:ident,
        ch($e:ident, $f:ident, $g:ident) = $ch:expr,
        maj($a:ident, $b:ident, $c:ident) = $maj:expr,
        $helpers:tt
    ) => {
        #[inline(always)]
        fn sha256_round(input: Self, [a, b, c, d]: [Self; 4], [e, f, g]: [Self; 3]) -> [Self; 2] {
            #[inline]
            #[target_feature(enable = $features)]
            #[allow(
                clippy::too_many_arguments,
                reason = "vectors in arrays would be one more copy for the compiler to take apart"
            )]
            fn round(
                input: $vector,
                $a: $vector,
                $b: $vector,
                $c: $vector,
                d: $vector,
                $e: $vector,
                $f: $vector,
                $g: $vector,
            ) -> [$vector; 2] {
                let t = $add(
                    $add(input, $ch),
                    xor3(rotate::<6, 26>($e), rotate::<11, 21>($e), rotate::<25, 7>($e)),
                );
                let d = $add(d, t);
                [
                    d,
                    $add(
                        $add(t, $maj),
                        xor3(rotate::<2, 30>($a), rotate::<13, 19>($a), rotate::<22, 10>($a)),
                    ),
                ]
            }
            sha256! { @helpers $features, $vector, $helpers }
            // SAFETY: a value implies its token.
            let [d, h] = unsafe { round(input.0, a.0, b.0, c.0, d.0, e.0, f.0, g.0) };
            [Self::of(d), Self::of(h)]
        }
        #[inline(always)]
        fn sha256_word(w16: Self, w15: Self, w7: Self, w2: Self) -> Self {
            #[inline]
            #[target_feature(enable = $features)]
            fn word(w16: $vector, w15: $vector, w7: $vector, w2: $vector) -> $vector {
                let sum = $add(w16, xor3(rotate::<7, 25>(w15), rotate::<18, 14>(w15), $shr::<3>(w15)));
                $add($add(sum, w7), xor3(rotate::<17, 15>(w2), rotate::<19, 13>(w2), $shr::<10>(w2)))
            }
            sha256! { @helpers $features, $vector, $helpers }
            // SAFETY: a value implies its token.
            Self::of(unsafe { word(w16.0, w15.0, w7.0, w2.0) })
        }
    };
    (
        @helpers $features:literal, $vector:ty,
        { xor3($x:ident, $y:ident, $z:ident) = $xor3:expr, rotate<R, L>($r:ident) = $rotate:expr }
    ) => {
        #[inline]
        #[target_feature(enable = $features)]
        fn xor3($x: $vector, $y: $vector, $z: $vector) -> $vector {
            $xor3
        }
        #[inline]
        #[target_feature(enable = $features)]
        fn rotate<const R: i32, const L: i32>($r: $vector) -> $vector {
            $rotate
        }
    };
}
pub(super) use sha256;
