//! What is wrong, as JavaScript is told: an `Error` whose `code` is `CODE` or `CODE@row`.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// An error of a function.
#[derive(Clone, Debug)]
pub struct Fault {
    code: &'static str,
    index: Option<usize>,
    message: String,
}

impl Fault {
    /// One with a code of `LanesmithErrorCode`.
    pub fn new(code: &'static str, message: impl Display) -> Self {
        Fault { code, index: None, message: message.to_string() }
    }

    /// The same about a row.
    pub fn at(self, index: usize) -> Self {
        Fault { index: Some(index), ..self }
    }

    /// A length that does not fit.
    pub fn length(what: &str, found: usize, wanted: impl Display) -> Self {
        Fault::new("LENGTH", format_args!("{what} has {found} bytes, where {wanted} are wanted"))
    }

    /// The code, with the row behind it.
    pub fn code(&self) -> String {
        self.index.map_or_else(|| self.code.into(), |index| format!("{}@{index}", self.code))
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<Fault> for napi::Error<Code> {
    fn from(fault: Fault) -> Self {
        napi::Error::new(Code(fault.code()), fault.message)
    }
}

/// Runs the work of a function; a panic becomes a fault.
pub fn caught<T>(work: impl FnOnce() -> core::result::Result<T, Fault>) -> core::result::Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let fault = Fault::new("INTERNAL", format_args!("a panic: {}", text.unwrap_or("?")));
        // Its drop might panic too.
        std::mem::forget(panic);
        Err(fault)
    })
}

/// The same for what JavaScript calls.
pub fn run<T>(work: impl FnOnce() -> core::result::Result<T, Fault>) -> Result<T> {
    Ok(caught(work)?)
}

/// Faults of an error type, all with one code.
macro_rules! faults {
    ($($error:ty => $code:literal),* $(,)?) => {$(
        impl From<$error> for $crate::fault::Fault {
            fn from(error: $error) -> Self {
                $crate::fault::Fault::new($code, error)
            }
        }
    )*};
}
pub(crate) use faults;
