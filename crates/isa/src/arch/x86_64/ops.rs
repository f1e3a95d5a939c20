//! One line for an operation of a lane type: its name, its operands as vendor vectors, and what it is of them.

/// Methods of `self` and at most one other value.
macro_rules! ops {
    ($($name:ident($a:ident $(, $b:ident)?) = $e:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $b: Self)?) -> Self {
            let $a = self.0;
            $(let $b = $b.0;)?
            // SAFETY: a value implies its token.
            Self(unsafe { $e })
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
            Self(unsafe { $e })
        }
    )*};
}
pub(super) use ops_of_three;
