//! Ctrl-C at a point that the program has reached by itself, however fast, quiet or busy the machine is: no test waits a time
//! and hopes that the program has begun, or has not ended yet.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::process::Child;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// No program takes longer to begin.
const BEGIN: Duration = Duration::from_secs(120);

/// Sends the signal of Ctrl-C.
pub fn press(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

/// Waits until the program catches Ctrl-C and has had so much of a CPU's time, or has ended.
pub fn has_worked(child: &Child, time: Duration) {
    let begin = Instant::now();
    let is_ready = || has_ended(child) || catches(child) && cpu_time(child) >= time;
    while !is_ready() {
        assert!(begin.elapsed() < BEGIN + 30 * time, "the program does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The least time that up to twenty attempts take, until one is below the limit: the machine may be busy.
pub fn least(limit: Duration, attempt: impl Fn() -> Duration) -> Duration {
    let mut least = attempt();
    for _ in 1..20 {
        if least >= limit {
            least = least.min(attempt());
        }
    }
    least
}

fn status(child: &Child, key: &str) -> String {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().trim().to_owned()
}

fn has_ended(child: &Child) -> bool {
    status(child, "State:").starts_with('Z')
}

fn catches(child: &Child) -> bool {
    let caught = u64::from_str_radix(&status(child, "SigCgt:"), 16).unwrap_or(0);
    caught >> (Signal::INT.as_raw() - 1) & 1 == 1
}

/// Of all its threads, in steps of a hundredth of a second.
fn cpu_time(child: &Child) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // The name, which may hold anything, stands in brackets; user and system time are the 14th and 15th field.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap_or(0)).sum();
    Duration::from_millis(10 * ticks)
}
