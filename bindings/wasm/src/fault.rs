//! What is wrong, as JavaScript is told of it: `CODE` or `CODE@row`, a newline, a sentence.

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

/// An error of a function.
#[derive(Debug)]
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
    #[allow(dead_code, reason = "not every family needs it")]
    pub fn at(self, index: usize) -> Self {
        Fault { index: Some(index), ..self }
    }

    /// Arguments that do not fit the room: JavaScript made a mistake, not its user.
    pub fn room() -> Self {
        Fault::new("INTERNAL", "arguments do not fit the room")
    }

    /// Writes it over `text`.
    pub fn write(&self, text: &mut String) {
        text.clear();
        // Writing to a string cannot fail.
        let _ = match self.index {
            Some(index) => write!(text, "{}@{index}\n{}", self.code, self.message),
            None => write!(text, "{}\n{}", self.code, self.message),
        };
    }
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
