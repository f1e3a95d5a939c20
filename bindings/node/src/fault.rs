//! What is wrong, as JavaScript is told: an `Error` whose `code` is `CODE` or `CODE@row`.

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use lanesmith_face::{Fault, Status};

/// The code of an error.
#[derive(Debug)]
pub struct Code(String);

impl AsRef<str> for Code {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<napi::Status> for Code {
    fn from(_: napi::Status) -> Self {
        Code("INTERNAL".into())
    }
}

/// What exported functions give.
pub type Result<T = ()> = core::result::Result<T, napi::Error<Code>>;

/// Runs the work of a function; a panic becomes a fault.
pub fn caught<T>(work: impl FnOnce() -> core::result::Result<T, Fault>) -> core::result::Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let fault = Fault::new(Status::Internal, format_args!("a panic: {}", text.unwrap_or("?")));
        // Its drop might panic too.
        std::mem::forget(panic);
        Err(fault)
    })
}

/// The same for what JavaScript calls.
pub fn run<T>(work: impl FnOnce() -> core::result::Result<T, Fault>) -> Result<T> {
    caught(work).map_err(|fault| napi::Error::new(Code(fault.code()), &fault.message))
}
