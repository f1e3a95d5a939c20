//! Operators, for values and references alike.

/// One operator and its assignment, from a function of two references.
macro_rules! operator {
    ($trait:ident::$method:ident, $assign:ident::$assign_method:ident, $left:ty, $right:ty, $function:expr) => {
        impl core::ops::$trait<&$right> for &$left {
            type Output = $left;
            fn $method(self, other: &$right) -> $left {
                $function(self, other)
            }
        }
        impl core::ops::$trait<$right> for &$left {
            type Output = $left;
            fn $method(self, other: $right) -> $left {
                $function(self, &other)
            }
        }
        impl core::ops::$trait<&$right> for $left {
            type Output = $left;
            fn $method(self, other: &$right) -> $left {
                $function(&self, other)
            }
        }
        impl core::ops::$trait<$right> for $left {
            type Output = $left;
            fn $method(self, other: $right) -> $left {
                $function(&self, &other)
            }
        }
        impl core::ops::$assign<&$right> for $left {
            fn $assign_method(&mut self, other: &$right) {
                *self = $function(self, other);
            }
        }
        impl core::ops::$assign<$right> for $left {
            fn $assign_method(&mut self, other: $right) {
                *self = $function(self, &other);
            }
        }
    };
}

/// The negative, from a function of a reference.
macro_rules! negative {
    ($type:ty, $function:expr) => {
        impl core::ops::Neg for $type {
            type Output = $type;
            fn neg(self) -> $type {
                $function(&self)
            }
        }
        impl core::ops::Neg for &$type {
            type Output = $type;
            fn neg(self) -> $type {
                $function(self)
            }
        }
    };
}

/// The sum or product of many, from the neutral element and a function of two references.
macro_rules! of_many {
    ($trait:ident::$method:ident, $type:ty, $neutral:expr, $function:expr) => {
        impl core::iter::$trait for $type {
            fn $method<I: Iterator<Item = Self>>(all: I) -> Self {
                all.fold($neutral, |so_far, one| $function(&so_far, &one))
            }
        }
        impl<'a> core::iter::$trait<&'a Self> for $type {
            fn $method<I: Iterator<Item = &'a Self>>(all: I) -> Self {
                all.fold($neutral, |so_far, one| $function(&so_far, one))
            }
        }
    };
}
