//! How a command ends when it does not end well, and the exit status that goes with it.
//!
//! One rule for all: 1 is an answer ("no", "this input is bad"), 2 is none. Scripts act on the difference: a password is wrong, or
//! nobody could look. What the system refuses (a file, memory, room on a disk) is therefore never 1, whoever reports it.

use std::collections::TryReserveError;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Error;

use crate::terminal;

/// The end of a command that did not do all it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Bad input or a wrong result: status 1. Where an error of the system is behind it, a file that cannot be read or written,
    /// memory that is refused: status 2.
    Input(Error),
    /// The command cannot be understood, asks for an engine that cannot be had, or could not look: status 2.
    Usage(Error),
    /// Bad input or a wrong result that the user has been told of already: status 1.
    Told,
    /// Ctrl-C: status 130.
    Interrupted,
}

/// The result of a command.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Bad input or a wrong result, told in one sentence.
    pub fn input(message: impl Display) -> Self {
        Failure::Input(Error::msg(message.to_string()))
    }

    /// A request that cannot be met, told in one sentence.
    pub fn usage(message: impl Display) -> Self {
        Failure::Usage(Error::msg(message.to_string()))
    }

    /// Tells the user and gives the exit status. A reader that closed the pipe is no failure of ours.
    pub fn report(&self) -> ExitCode {
        if let (Failure::Input(error) | Failure::Usage(error), 1 | 2) = (self, self.status()) {
            // It may repeat what a file, its name or another program says. Nobody is left to tell if stderr is gone too.
            let _ = writeln!(io::stderr(), "lanesmith: {}", terminal::plain(&format!("{error:#}")));
        }
        ExitCode::from(self.status() as u8)
    }

    /// The exit status.
    pub fn status(&self) -> i32 {
        match self {
            _ if self.is_of(io::ErrorKind::BrokenPipe) => 0,
            Failure::Input(error) if is_of_the_system(error) => 2,
            Failure::Input(_) | Failure::Told => 1,
            Failure::Usage(_) => 2,
            Failure::Interrupted => 130,
        }
    }

    /// The same where the status is an answer: what was not looked at because the reader left early must pass neither for right nor
    /// for wrong.
    #[must_use]
    pub fn of_answers(self) -> Self {
        match self.is_of(io::ErrorKind::BrokenPipe) {
            true => Failure::usage("the reader of the output left before all was checked"),
            false => self,
        }
    }

    /// Whether an error of input or output of that kind is behind it.
    pub fn is_of(&self, kind: io::ErrorKind) -> bool {
        let (Failure::Input(error) | Failure::Usage(error)) = self else { return false };
        error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == kind))
    }
}

/// Whether it says nothing of the input: something was refused by the system, or a worker of ours failed.
fn is_of_the_system(error: &Error) -> bool {
    // Of a reader that understands what it reads, such as one of UTF-8.
    let of_content = |kind| matches!(kind, io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof);
    error.chain().any(|e| {
        e.downcast_ref::<io::Error>().is_some_and(|e| !of_content(e.kind()))
            || e.is::<TryReserveError>()
            || e.is::<lanesmith_parallel::Panicked>()
    })
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Input(error)
    }
}

impl From<lanesmith_parallel::Panicked> for Failure {
    fn from(panicked: lanesmith_parallel::Panicked) -> Self {
        Failure::Input(panicked.into())
    }
}

impl From<lanesmith_parallel::lines::Ended> for Failure {
    fn from(ended: lanesmith_parallel::lines::Ended) -> Self {
        use lanesmith_parallel::lines::Ended;
        match ended {
            Ended::Input(error) => Failure::Input(error),
            Ended::Output(error) => Failure::from(error),
            Ended::Interrupted => Failure::Interrupted,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Input(Error::new(error).context("cannot write the output"))
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::from(io::Error::from(error))
    }
}

impl From<lanesmith_race::BoxError> for Failure {
    fn from(error: lanesmith_race::BoxError) -> Self {
        Failure::Input(Error::from_boxed(error))
    }
}

impl From<lanesmith_race::Error> for Failure {
    fn from(error: lanesmith_race::Error) -> Self {
        match error {
            lanesmith_race::Error::Stopped => Failure::Interrupted,
            error => Failure::Input(error.into()),
        }
    }
}

impl From<lanesmith_tune::Error> for Failure {
    fn from(error: lanesmith_tune::Error) -> Self {
        match error {
            lanesmith_tune::Error::Race(error) => error.into(),
            error => Failure::Input(error.into()),
        }
    }
}

impl From<lanesmith::isa::EngineError> for Failure {
    /// Of an engine that was named on the command line.
    fn from(error: lanesmith::isa::EngineError) -> Self {
        Failure::usage(format!("--engine: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn what_the_system_refuses_is_2_and_what_is_wrong_with_the_input_is_1() {
        let of = |kind: io::ErrorKind| {
            Failure::Input(Err::<(), _>(io::Error::from(kind)).context("cannot read x").unwrap_err()).status()
        };
        for kind in [io::ErrorKind::NotFound, io::ErrorKind::StorageFull, io::ErrorKind::AlreadyExists] {
            assert_eq!(of(kind), 2, "{kind}");
        }
        assert_eq!(of(io::ErrorKind::InvalidData), 1);
        assert_eq!(Failure::input("line 3: empty").status(), 1);
        let refused = Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err();
        assert_eq!(Failure::Input(refused.into()).status(), 2);
    }

    #[test]
    fn a_reader_that_leaves_is_no_failure_but_where_the_status_is_an_answer() {
        let left = || Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!((left().status(), left().of_answers().status()), (0, 2));
        assert_eq!(Failure::Told.of_answers().status(), 1);
    }
}
