//! What is wrong, as JavaScript is told: a code of `LanesmithErrorCode`, perhaps a row, a sentence.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;

use lanesmith::ConfigureError;
use lanesmith::isa::{EngineError, SelectionError};

/// An error of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        Fault { index: Some(index), ..self }
    }

    /// A length that does not fit.
    pub fn length(what: &str, found: usize, wanted: impl Display) -> Self {
        Fault::new("LENGTH", format_args!("{what} has {found} bytes, where {wanted} are wanted"))
    }

    /// Arguments that do not fit the room of a module: the package's JavaScript made a mistake, not its user.
    pub fn room() -> Self {
        Fault::new("INTERNAL", "arguments do not fit the room")
    }

    /// The code, with the row behind it: `CODE` or `CODE@row`.
    pub fn code(&self) -> String {
        self.index.map_or_else(|| self.code.into(), |index| format!("{}@{index}", self.code))
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Faults of an error type, all with one code.
macro_rules! faults {
    ($($error:ty => $code:literal),* $(,)?) => {$(
        impl From<$error> for $crate::Fault {
            fn from(error: $error) -> Self {
                $crate::Fault::new($code, error)
            }
        }
    )*};
}
#[cfg(any(feature = "bls", feature = "sha256"))]
pub(crate) use faults;

faults! { EngineError => "ENGINE", SelectionError => "ENGINE", ConfigureError => "ENGINE" }
