//! How a command ends when it does not end well, and the exit status that goes with it.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Error;

/// The end of a command that did not do all it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Bad input, a wrong result, a file that cannot be read or written: status 1.
    Input(Error),
    /// The command cannot be understood, or asks for an engine that cannot be had: status 2.
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
            // Nobody is left to tell if stderr is gone too.
            let _ = writeln!(io::stderr(), "lanesmith: {error:#}");
        }
        ExitCode::from(self.status() as u8)
    }

    /// The exit status.
    pub fn status(&self) -> i32 {
        match self {
            _ if self.is_of(io::ErrorKind::BrokenPipe) => 0,
            Failure::Input(_) | Failure::Told => 1,
            Failure::Usage(_) => 2,
            Failure::Interrupted => 130,
        }
    }

    /// The same where the status is an answer: what a reader that left early has not heard must not pass for right.
    #[must_use]
    pub fn of_answers(self) -> Self {
        if self.is_of(io::ErrorKind::BrokenPipe) { Failure::Told } else { self }
    }

    /// Whether an error of input or output of that kind is behind it.
    pub fn is_of(&self, kind: io::ErrorKind) -> bool {
        let (Failure::Input(error) | Failure::Usage(error)) = self else { return false };
        error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == kind))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Input(error)
    }
}

impl From<lanesmith_ordered::Panicked> for Failure {
    fn from(panicked: lanesmith_ordered::Panicked) -> Self {
        Failure::Input(panicked.into())
    }
}

impl From<lanesmith_ordered::lines::Ended> for Failure {
    fn from(ended: lanesmith_ordered::lines::Ended) -> Self {
        use lanesmith_ordered::lines::Ended;
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

impl From<lanesmith::isa::EngineError> for Failure {
    /// Of an engine that was named on the command line.
    fn from(error: lanesmith::isa::EngineError) -> Self {
        Failure::usage(format!("--engine: {error}"))
    }
}
