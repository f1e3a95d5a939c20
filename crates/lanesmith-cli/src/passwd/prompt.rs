//! A question whose answer is not shown. The terminal gets its settings back however it ends: by an answer, by Ctrl-C any number of
//! times, by other signals, by a panic; and while the program is stopped (Ctrl-Z).

#[cfg(unix)]
pub use unix::Hidden;

#[cfg(unix)]
mod unix {
    use std::io::{self, Write};
    use std::os::fd::{AsFd, OwnedFd};

    use rustix::termios::{
        LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr,
    };

    use crate::ffi::signals::{Came, Caught};
    use crate::interrupt::{self, Held};

    /// The terminal without echo, until it is dropped.
    pub struct Hidden {
        terminal: OwnedFd,
        question: String,
        before: Termios,
        // Let go in this order, once the settings are back.
        caught: Caught,
        _held: Held,
    }

    impl Hidden {
        /// Hides what is typed, and asks.
        ///
        /// # Errors
        /// Standard input is no terminal.
        pub fn new(question: &str) -> io::Result<Self> {
            Self::on(io::stdin().as_fd().try_clone_to_owned()?, question)
        }

        fn on(terminal: OwnedFd, question: &str) -> io::Result<Self> {
            // From here on neither signals nor a second Ctrl-C end the program where it is.
            let (held, caught) = (interrupt::hold(), Caught::new());
            let (before, question) = (tcgetattr(&terminal)?, question.into());
            let mut hidden = Hidden { terminal, question, before, caught, _held: held };
            hidden.hide()?;
            put(&hidden.question);
            Ok(hidden)
        }

        /// Looks at signals, at least ten times a second while the answer is waited for.
        ///
        /// # Errors
        /// The terminal takes no settings after the program was stopped.
        pub fn look(&mut self) -> io::Result<()> {
            while let Some(came) = self.caught.take() {
                if let Came::Ends(signal) = came {
                    self.show();
                    self.caught.let_through(signal);
                }
                // It was stopped. Whoever stopped it may have set the terminal anew.
                if self.hide()? {
                    put(&self.question);
                }
            }
            Ok(())
        }

        /// Says whether what is typed was shown before.
        fn hide(&mut self) -> io::Result<bool> {
            let now = tcgetattr(&self.terminal)?;
            let shown = now.local_modes.contains(LocalModes::ECHO);
            let mut quiet = now.clone();
            quiet.local_modes &= !LocalModes::ECHO;
            if shown {
                self.before = now;
            }
            tcsetattr(&self.terminal, OptionalActions::Flush, &quiet)?;
            Ok(shown)
        }

        /// What was typed by now is for nobody else. Does not wait for output, which the person may have stopped (Ctrl-S).
        fn show(&self) {
            let _ = tcflush(&self.terminal, QueueSelector::IFlush);
            let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.before);
        }
    }

    impl Drop for Hidden {
        fn drop(&mut self) {
            self.show();
        }
    }

    /// Writes the question to standard error.
    fn put(question: &str) {
        let mut err = io::stderr();
        // Nobody is left to be asked if it cannot be written.
        let _ = write!(err, "{question}: ").and_then(|()| err.flush());
    }

    #[cfg(test)]
    mod tests {
        use rustix::fs::{Mode, OFlags, open};
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

        use super::*;

        #[test]
        fn a_panic_at_the_prompt_leaves_a_terminal_that_echoes() {
            let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&person).and_then(|()| unlockpt(&person)).unwrap();
            let name = ptsname(&person, Vec::new()).unwrap();
            let terminal = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
            let echoes = || tcgetattr(&terminal).unwrap().local_modes.contains(LocalModes::ECHO);
            let ask = || {
                let _hidden = Hidden::on(terminal.try_clone().unwrap(), "Password").unwrap();
                assert!(!echoes());
                std::panic::resume_unwind(Box::new("a panic"));
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err());
            assert!(echoes());
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    /// What is typed cannot be hidden here.
    pub struct Hidden;

    impl Hidden {
        pub fn new(_: &str) -> io::Result<Self> {
            Err(io::Error::other("give the password on standard input"))
        }
    }
}
#[cfg(not(unix))]
pub use elsewhere::Hidden;
