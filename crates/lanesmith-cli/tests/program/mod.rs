//! The program in a process of its own, without what the environment chooses.

use std::process::Command;

/// The program with these arguments, not yet started.
pub fn lanesmith(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.args(args).env_remove("LANESMITH_ENGINE").env_remove("LANESMITH_PROFILE");
    command
}

/// Exit status, standard output, standard error.
pub fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
