//! The one table of errors: what is wrong, for programs; the row it is about; a sentence for people.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;

use lanesmith::ConfigureError;
use lanesmith::isa::{EngineError, SelectionError};

/// How a call ended. Numbers and names never change; more may come.
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
    /// Text is not UTF-8.
    Input = 4,
    /// There is no such operation or engine, or this CPU cannot run it.
    Engine = 5,
    /// The signature, password, proof or tag is another: an answer, not a failure.
    Mismatch = 6,
    /// The search was cancelled.
    Cancelled = 7,
    /// The search tried its whole range and found nothing.
    Exhausted = 8,
    /// There is not enough memory, or the system gave no random bytes.
    Memory = 9,
    /// A defect of the library or the machine; the words say which. Please report it.
    Internal = 10,
    /// A number is out of its range.
    Range = 11,
    /// A character is no tryte.
    Tryte = 12,
    /// There is no such tree, place or proof.
    Tree = 13,
    /// A key, or a path to one, is none.
    Key = 14,
    /// A signature is none.
    Signature = 15,
    /// A stored string, a scheme or costs of passwords cannot be read or are refused.
    Password = 16,
    /// No thread or Worker can be started.
    Worker = 17,
}

impl Status {
    /// All of them, in the order of their numbers.
    pub const ALL: [Status; 18] = {
        use Status::*;
        [
            Ok, Pointer, Length, Overlap, Input, Engine, Mismatch, Cancelled, Exhausted, Memory, Internal,
            Range, Tryte, Tree, Key, Signature, Password, Worker,
        ]
    };

    /// The name: that of the header without its prefix, and the code of JavaScript.
    pub fn name(self) -> &'static str {
        let text = self.terminated();
        text.get(..text.len() - 1).unwrap_or(text)
    }

    /// The name with the zero byte that C wants behind it.
    pub const fn terminated(self) -> &'static str {
        match self {
            Status::Ok => "OK\0",
            Status::Pointer => "POINTER\0",
            Status::Length => "LENGTH\0",
            Status::Overlap => "OVERLAP\0",
            Status::Input => "INPUT\0",
            Status::Engine => "ENGINE\0",
            Status::Mismatch => "MISMATCH\0",
            Status::Cancelled => "CANCELLED\0",
            Status::Exhausted => "EXHAUSTED\0",
            Status::Memory => "MEMORY\0",
            Status::Internal => "INTERNAL\0",
            Status::Range => "RANGE\0",
            Status::Tryte => "TRYTE\0",
            Status::Tree => "TREE\0",
            Status::Key => "KEY\0",
            Status::Signature => "SIGNATURE\0",
            Status::Password => "PASSWORD\0",
            Status::Worker => "WORKER\0",
        }
    }
}

/// An error of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, for programs.
    pub status: Status,
    /// The row that it is about, counted from 0.
    pub row: Option<usize>,
    /// The sentence for people.
    pub message: String,
}

/// What functions give.
pub type Outcome<T = ()> = Result<T, Fault>;

impl Fault {
    /// One with a sentence.
    pub fn new(status: Status, message: impl Display) -> Self {
        Fault { status, row: None, message: message.to_string() }
    }

    /// The same about a row.
    #[must_use]
    pub fn at(self, row: usize) -> Self {
        Fault { row: Some(row), ..self }
    }

    /// A length that does not fit.
    pub fn length(what: &str, found: usize, wanted: impl Display) -> Self {
        Fault::new(Status::Length, format_args!("{what} has {found} bytes, where {wanted} are wanted"))
    }

    /// A number that is out of its range.
    pub fn range(what: &str, found: impl Display, wanted: impl Display) -> Self {
        Fault::new(Status::Range, format_args!("{what} is {found}: it must be {wanted}"))
    }

    /// Arguments that do not fit the room of a module: the package's JavaScript made a mistake, not its user.
    pub fn room() -> Self {
        Fault::new(Status::Internal, "arguments do not fit the room")
    }

    /// A result over an input.
    pub fn overlap(what: &str) -> Self {
        Fault::new(Status::Overlap, format_args!("{what} overlaps an input"))
    }

    /// As many of one as of the other are wanted.
    pub fn counts(what: &str, found: usize, of: &str, wanted: usize) -> Self {
        Fault::new(
            Status::Length,
            format_args!("{found} {what} and {wanted} {of}: as many of each are wanted"),
        )
    }

    /// The code of JavaScript, with the row behind it: `CODE` or `CODE@row`.
    pub fn code(&self) -> String {
        let name = self.status.name();
        self.row.map_or_else(|| name.into(), |row| format!("{name}@{row}"))
    }
}

/// Faults of an error type, all with one status.
macro_rules! faults {
    ($($error:ty => $status:ident),* $(,)?) => {$(
        impl From<$error> for $crate::Fault {
            fn from(error: $error) -> Self {
                $crate::Fault::new($crate::Status::$status, error)
            }
        }
    )*};
}
#[cfg(any(feature = "bls", feature = "sha256"))]
pub(crate) use faults;

faults! { EngineError => Engine, SelectionError => Engine, ConfigureError => Engine }
