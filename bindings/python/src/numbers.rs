//! Numbers as arguments: one that is negative or too large is a `LengthError` that names the argument, where the interpreter's own is
//! an `OverflowError` that does not. Used as `#[pyo3(from_py_with = numbers::threads)]`.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::{self, Kind};

/// A number from 0 to `most`.
///
/// # Errors
/// `LengthError` for another number, `TypeError` for what is none.
pub fn number<T: TryFrom<u64>>(what: &str, object: &Bound<'_, PyAny>, most: u64) -> PyResult<T> {
    let py = object.py();
    let found = match object.extract::<u64>() {
        Ok(found) => Some(found).filter(|found| *found <= most),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => None,
        Err(error) => return Err(error),
    };
    found.and_then(|found| T::try_from(found).ok()).ok_or_else(|| {
        // Python does not write numbers of thousands of digits.
        let shown = object.str().map_or_else(|_| "a huge number".into(), |text| text.to_string());
        let reason = format!("{what} is {shown}: it must be from 0 to {most}");
        errors::new(py, Kind::Range, &reason, None)
    })
}

macro_rules! named {
    ($($name:ident: $type:ty, $most:expr;)*) => {$(
        #[doc = concat!("The argument `", stringify!($name), "`.")]
        pub fn $name(object: &Bound<'_, PyAny>) -> PyResult<$type> {
            number(stringify!($name), object, $most as u64)
        }
    )*};
}
named! {
    block_height: u64, u64::MAX;
    blocks: u16, u16::MAX;
    count: u64, u64::MAX;
    height: u32, u32::MAX;
    index: u64, u64::MAX;
    iterations: u32, u32::MAX;
    lanes: u32, u32::MAX;
    length: usize, isize::MAX;
    limit: u64, u64::MAX;
    memory: u32, u32::MAX;
    n: u64, u64::MAX;
    p: u32, u32::MAX;
    passes: u32, u32::MAX;
    r: u32, u32::MAX;
    round: u64, u64::MAX;
    rounds: u32, u32::MAX;
    share: u32, u32::MAX;
    shares: u32, u32::MAX;
    size: u64, u64::MAX;
    start: u64, u64::MAX;
    threads: usize, crate::threads::MOST;
    threshold: usize, u32::MAX;
    trits: usize, isize::MAX;
    weight: usize, u32::MAX;
}

/// The argument `length` of a list: a number of elements.
pub fn list_length(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    number("length", object, u64::MAX)
}

/// The argument `memory`, in bytes.
pub fn memory_bytes(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    number("memory", object, u64::MAX)
}

/// The argument `index` of what is in memory.
pub fn place(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    number("index", object, isize::MAX as u64)
}

macro_rules! optional {
    ($($name:ident $what:literal: $type:ty;)*) => {$(
        #[doc = concat!("The argument `", $what, "`, which may be `None`.")]
        pub fn $name(object: &Bound<'_, PyAny>) -> PyResult<Option<$type>> {
            if object.is_none() { Ok(None) } else { number($what, object, <$type>::MAX.into()).map(Some) }
        }
    )*};
}
optional! {
    some_cost "cost": u32;
    some_limit "limit": u64;
    some_max_memory "max_memory": u64;
    some_memory "memory": u64;
    some_parallelism "parallelism": u32;
    some_stop "stop": u64;
    some_time_cost "time_cost": u32;
}
