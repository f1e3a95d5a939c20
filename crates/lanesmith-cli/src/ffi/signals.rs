//! Signals that end or stop the program, caught while something has to be put right before they do.

use std::mem::zeroed;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use libc::{SIG_DFL, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, c_int, sigaction};

/// What the terminal and other programs send. Ctrl-C only where `lanesmith_parallel::interrupt` could not catch it.
const CAUGHT: [c_int; 6] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT];

/// Signals that came and were not taken yet, a bit each.
static CAME: AtomicU32 = AtomicU32::new(0);

extern "C" fn note(signal: c_int) {
    CAME.fetch_or(1 << signal, Ordering::SeqCst);
}

/// Catches them until it is dropped; then those that nobody took do what they do by default. One at a time.
pub struct Caught(Vec<(c_int, sigaction)>);

impl Caught {
    /// Catches all but those that the program was told to ignore (`nohup`) or that have a handler.
    pub fn new() -> Self {
        CAME.store(0, Ordering::SeqCst);
        let catch = |&signal: &c_int| {
            // SAFETY: structures of C for which zeros are values; the pointers are good for the calls. The handler touches nothing
            // but an atomic number.
            unsafe {
                let (mut before, mut noted): (sigaction, sigaction) = (zeroed(), zeroed());
                noted.sa_sigaction = note as extern "C" fn(c_int) as usize;
                let found = sigaction(signal, null(), &mut before) == 0 && before.sa_sigaction == SIG_DFL;
                (found && sigaction(signal, &noted, null_mut()) == 0).then_some((signal, before))
            }
        };
        Caught(CAUGHT.iter().filter_map(catch).collect())
    }

    /// One that came, each once.
    pub fn take(&self) -> Option<Came> {
        let (signal, _) = *self.0.iter().find(|(signal, _)| forget(*signal))?;
        Some(if signal == SIGCONT { Came::Continued } else { Came::Ends(signal) })
    }

    /// Does what the signal does by default. If that is to stop, it returns when the program is told to go on, which is not
    /// told by [`Self::take`]; it also returns where the system finds that nobody could tell it to.
    pub fn let_through(&self, signal: c_int) {
        for (caught, before) in self.0.iter().filter(|(caught, _)| *caught == signal) {
            // SAFETY: as in `new`; what was set before is set again while the signal is raised, in this very thread.
            unsafe {
                let mut noted: sigaction = zeroed();
                if sigaction(*caught, before, &mut noted) == 0 {
                    libc::raise(signal);
                    sigaction(*caught, &noted, null_mut());
                }
            }
        }
        forget(SIGCONT);
    }
}

impl Drop for Caught {
    fn drop(&mut self) {
        for (signal, before) in &self.0 {
            // SAFETY: as in `new`.
            unsafe { sigaction(*signal, before, null_mut()) };
        }
        for (signal, _) in &self.0 {
            if forget(*signal) {
                // SAFETY: its action is the default again.
                unsafe { libc::raise(*signal) };
            }
        }
    }
}

/// What [`Caught::take`] found.
pub enum Came {
    /// To be put right and let through.
    Ends(c_int),
    /// The program goes on after it had been stopped.
    Continued,
}

/// Whether it came; it is taken.
fn forget(signal: c_int) -> bool {
    CAME.fetch_and(!(1 << signal), Ordering::SeqCst) & 1 << signal != 0
}
