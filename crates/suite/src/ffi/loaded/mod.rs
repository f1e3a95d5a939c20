//! Libraries that a user names by their files, loaded while the program runs. Each stays loaded.

#[cfg(feature = "bls")]
pub mod blst;
#[cfg(feature = "sha256")]
pub mod hashtree;

use std::path::Path;

use libloading::Library;

/// Functions of a shared library, by their names in it, and calls of those that read their operands and write one result.
#[cfg(any(feature = "bls", feature = "sha256"))]
macro_rules! interface {
    ($(#[$doc:meta])* $name:ident {
        $($method:ident = $symbol:ident($($arg:ident: $type:ty),*) -> $out:ty;)*
    } raw {
        $($raw:ident = $raw_symbol:ident($($raw_type:ty),*) $(-> $raw_out:ty)?;)*
    }) => {
        $(#[$doc])*
        pub struct $name {
            $($method: unsafe extern "C" fn(*mut $out, $(*const $type),*),)*
            $($raw: unsafe extern "C" fn($($raw_type),*) $(-> $raw_out)?,)*
        }

        impl $name {
            /// The functions of a library, or the name of the one that it lacks.
            pub fn of(library: &'static Library) -> Result<Self, String> {
                // SAFETY: the functions of these names have these types in every version of the library; a file that only
                // claims to be it can do anything anyway, since its code runs in this process by the user's wish.
                unsafe {
                    Ok($name {
                        $($method: super::symbol(library, stringify!($symbol))?,)*
                        $($raw: super::symbol(library, stringify!($raw_symbol))?,)*
                    })
                }
            }

            $(
                #[doc = concat!("`", stringify!($symbol), "`.")]
                #[inline]
                pub fn $method(&self, $($arg: &$type),*) -> $out {
                    let mut out = std::mem::MaybeUninit::<$out>::uninit();
                    // SAFETY: it reads its operands, which are valid, and writes all of the result.
                    unsafe {
                        (self.$method)(out.as_mut_ptr(), $($arg),*);
                        out.assume_init()
                    }
                }
            )*
        }
    };
}
#[cfg(any(feature = "bls", feature = "sha256"))]
use interface;

/// A function of a library.
///
/// # Safety
///
/// `F` is the type of the function of this name.
#[cfg(any(feature = "bls", feature = "sha256"))]
unsafe fn symbol<F: Copy>(library: &'static Library, name: &str) -> Result<F, String> {
    // SAFETY: the caller's promise.
    unsafe { library.get::<F>(name.as_bytes()) }.map(|f| *f).map_err(|_| name.to_owned())
}

/// Loads a file, for the rest of the process.
pub fn open(path: &Path) -> Result<&'static Library, String> {
    // SAFETY: the user has named a file to run; what its constructors do is what any program that is linked to it gets.
    let library = unsafe { Library::new(path) }.map_err(|e| e.to_string())?;
    Ok(Box::leak(Box::new(library)))
}
