//! How a program that a test starts begins, whatever began the test.

use std::os::unix::process::CommandExt;
use std::process::Command;

use libc::{SIG_DFL, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

/// After so many seconds it is ended: whatever a test waits for, it does not wait for ever. No test needs a tenth of it.
const LONGEST: u32 = 900;

/// The program begins with the signals of a terminal as they are by default. Where tests run in the background of a script, or under
/// `nohup`, some are ignored, and what is ignored stays so in every program that is started: Ctrl-C would end nothing.
pub fn as_from_a_terminal(command: &mut Command) -> &mut Command {
    let begin = || {
        // SAFETY: between fork and exec only what may be called in a handler of a signal may be, as both of these.
        unsafe {
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP] {
                libc::signal(signal, SIG_DFL);
            }
            // Kept when another program takes the place of this one.
            libc::alarm(LONGEST);
        }
        Ok(())
    };
    // SAFETY: as said in it; it holds nothing.
    unsafe { command.pre_exec(begin) }
}

/// Ignores Ctrl-C in this process, as one in the background of a script does.
#[allow(dead_code, reason = "one test program uses it")]
pub fn ignore_ctrl_c() {
    // SAFETY: sets no handler.
    unsafe { libc::signal(SIGINT, libc::SIG_IGN) };
}
