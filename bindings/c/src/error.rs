//! What the functions return, and the words for it.

use std::cell::RefCell;
use std::fmt;

use lanesmith::curl::pow::{PowError, Stopped};
use lanesmith::curl::{self, BatchError};
use lanesmith::isa::{EngineError, SelectionError};
use lanesmith::{ConfigureError, sha256};

/// How a call ended. The numbers never change; more may come.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As it should.
    Ok = 0,
    /// A pointer is null, or one to pointers or numbers is not aligned.
    Pointer = 1,
    /// A length or count does not fit.
    Length = 2,
    /// A result lies in the same memory as an input.
    Overlap = 3,
    /// The content of an input is malformed.
    Input = 4,
    /// There is no such operation or engine, or this CPU cannot run it.
    Engine = 5,
    /// The signature or password is another: an answer, not a failure.
    Mismatch = 6,
    /// The search was cancelled.
    Cancelled = 7,
    /// The search tried its whole range and found nothing.
    Exhausted = 8,
    /// The system gave no memory or no thread.
    Resources = 9,
    /// A defect of the library or the machine; the words say which. Please report it.
    Internal = 10,
}

impl Status {
    /// All of them.
    pub const fn all() -> [Status; 11] {
        use Status::*;
        [Ok, Pointer, Length, Overlap, Input, Engine, Mismatch, Cancelled, Exhausted, Resources, Internal]
    }

    /// The name as the header has it, without the prefix.
    pub const fn name(self) -> &'static std::ffi::CStr {
        match self {
            Status::Ok => c"OK",
            Status::Pointer => c"POINTER",
            Status::Length => c"LENGTH",
            Status::Overlap => c"OVERLAP",
            Status::Input => c"INPUT",
            Status::Engine => c"ENGINE",
            Status::Mismatch => c"MISMATCH",
            Status::Cancelled => c"CANCELLED",
            Status::Exhausted => c"EXHAUSTED",
            Status::Resources => c"RESOURCES",
            Status::Internal => c"INTERNAL",
        }
    }
}

/// What went wrong, on its way out.
#[derive(Debug)]
pub struct Failure {
    /// What the function returns.
    pub status: Status,
    /// The words.
    pub message: String,
    /// The message, key or row that it speaks of.
    pub index: Option<usize>,
}

impl Failure {
    /// With a status and words.
    pub fn new(status: Status, message: impl fmt::Display) -> Self {
        Failure { status, message: message.to_string(), index: None }
    }

    /// A length that does not fit.
    pub fn length(what: &str, found: usize, needed: impl fmt::Display) -> Self {
        Failure::new(Status::Length, format_args!("{what}: {found} bytes, expected {needed}"))
    }

    /// The same about one row.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        self.index = Some(index);
        self
    }
}

/// What work of this crate gives.
pub type Outcome<T = ()> = Result<T, Failure>;

thread_local! {
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Keeps a failure for [`lanesmith_last_error`](crate::ffi::errors::lanesmith_last_error).
pub(crate) fn keep(failure: Option<Failure>) {
    // Not there while a thread ends: then nobody can ask either.
    let _ = LAST.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = failure;
        }
    });
}

/// Looks at the failure of the last call on this thread.
pub(crate) fn last<R>(look: impl FnOnce(Option<&Failure>) -> R) -> Option<R> {
    LAST.try_with(|last| last.try_borrow().ok().map(|last| look(last.as_ref()))).ok().flatten()
}

macro_rules! failures {
    ($($error:ty => $status:expr),* $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::new($status, error)
            }
        }
    )*};
}

failures! {
    sha256::LengthError => Status::Length,
    sha256::merkle::TreeError => Status::Length,
    EngineError => Status::Engine,
    SelectionError => Status::Engine,
    ConfigureError => Status::Engine,
}

impl From<curl::Error> for Failure {
    fn from(error: curl::Error) -> Self {
        let status = if matches!(error, curl::Error::Length { .. }) { Status::Length } else { Status::Input };
        Failure::new(status, error)
    }
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Message { index, error } => {
                let Failure { status, message, .. } = error.into();
                Failure { status, message: format!("message {index}: {message}"), index: Some(index) }
            }
            error => Failure::new(Status::Length, error),
        }
    }
}

impl From<PowError> for Failure {
    fn from(error: PowError) -> Self {
        match error {
            PowError::Input(error) => error.into(),
            error => Failure::new(Status::Input, error),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        let status = match stopped {
            Stopped::Cancelled { .. } => Status::Cancelled,
            Stopped::Exhausted => Status::Exhausted,
            Stopped::NoThread => Status::Resources,
            _ => Status::Internal,
        };
        Failure::new(status, stopped)
    }
}

#[cfg(feature = "bls")]
impl From<lanesmith::bls::signature::SignatureError> for Failure {
    fn from(error: lanesmith::bls::signature::SignatureError) -> Self {
        use lanesmith::bls::signature::SignatureError;
        let status = match error {
            SignatureError::Mismatch => Status::Mismatch,
            SignatureError::Length { .. } => Status::Length,
            _ => Status::Input,
        };
        Failure::new(status, error)
    }
}

#[cfg(feature = "pwhash")]
impl From<lanesmith::pwhash::Error> for Failure {
    fn from(error: lanesmith::pwhash::Error) -> Self {
        use lanesmith::pwhash::Error;
        let status = match error {
            Error::WrongPassword => Status::Mismatch,
            Error::Memory(_) => Status::Resources,
            Error::Length { .. } => Status::Length,
            _ => Status::Input,
        };
        Failure::new(status, error)
    }
}
