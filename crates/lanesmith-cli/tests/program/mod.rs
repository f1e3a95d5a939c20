//! The program in a process of its own, without what the environment chooses.

#[cfg(unix)]
#[allow(unsafe_code)]
pub mod ffi;

use std::process::Command;

/// The program with these arguments, not yet started.
pub fn lanesmith(args: &[&str]) -> Command {
    let mut command = started(Command::new(env!("CARGO_BIN_EXE_lanesmith")));
    command.args(args).env_remove("LANESMITH_ENGINE").env_remove("LANESMITH_PROFILE");
    command
}

/// The command as it would start from a terminal, and ended in any case some time: every process of a test goes through here.
pub fn started(mut command: Command) -> Command {
    #[cfg(unix)]
    ffi::as_from_a_terminal(&mut command);
    command
}

/// Exit status, standard output, standard error.
#[allow(dead_code, reason = "not every test program wants all three")]
pub fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
