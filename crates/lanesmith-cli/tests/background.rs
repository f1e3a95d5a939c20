//! Tests in the background of a script, or under `nohup`: there Ctrl-C is ignored, and what a program ignores is ignored by those that it
//! starts. A program of its own, because it ignores Ctrl-C for all of itself.

#![cfg(target_os = "linux")]

#[path = "program/ctrl_c.rs"]
mod ctrl_c;
mod program;

use std::process::{Command, Stdio};
use std::time::Duration;

use program::{lanesmith, started};

#[test]
fn programs_of_tests_hear_ctrl_c_where_the_test_itself_does_not() {
    program::ffi::ignore_ctrl_c();
    let mut child = lanesmith(&["curl", "hash"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let input = child.stdin.take();
    ctrl_c::has_worked(&child, Duration::ZERO);
    ctrl_c::press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
    // One that never thought of signals.
    let mut sleep = Command::new("sleep");
    sleep.arg("600");
    let mut child = started(sleep).spawn().unwrap();
    ctrl_c::press(&child);
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&child.wait().unwrap()), Some(2));
}
