//! How a stage of the guard ended.

use crate::Result;

/// How a stage ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything it looks at is as it should be.
    Passed,
    /// It could not be run here; the tool that is missing.
    Skipped(String),
    /// What is wrong.
    Failed(String),
}

impl From<Result> for Outcome {
    fn from(result: Result) -> Self {
        match result {
            Ok(()) => Outcome::Passed,
            Err(message) => Outcome::Failed(message),
        }
    }
}

impl Outcome {
    /// As a task of its own that somebody asked for: skipped is failed.
    pub fn into_result(self) -> Result {
        match self {
            Outcome::Passed => Ok(()),
            Outcome::Skipped(message) | Outcome::Failed(message) => Err(message),
        }
    }

    /// As a word and what follows it, for another process.
    pub fn written(&self) -> String {
        match self {
            Outcome::Passed => "passed ".into(),
            Outcome::Skipped(message) => format!("skipped {message}"),
            Outcome::Failed(message) => format!("failed {message}"),
        }
    }

    /// What [`written`](Self::written) has written.
    pub fn read(text: &str) -> Option<Self> {
        match text.split_once(' ')? {
            ("passed", _) => Some(Outcome::Passed),
            ("skipped", message) => Some(Outcome::Skipped(message.into())),
            ("failed", message) => Some(Outcome::Failed(message.into())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_read_as_it_was_written() {
        for outcome in [Outcome::Passed, Outcome::Skipped("no tool".into()), Outcome::Failed("a\nb c".into())]
        {
            assert_eq!(Outcome::read(&outcome.written()), Some(outcome));
        }
        assert_eq!(Outcome::read(""), None);
    }
}
