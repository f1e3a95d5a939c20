//! The `lanesmith` command.

use std::env::args_os;
use std::process::ExitCode;
use std::thread::Builder;

/// What the first thread of a program usually has.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    // The first thread has the stack that `ulimit -s` leaves it, however small; another one has what it is given.
    let work = Builder::new().name("main".into()).stack_size(STACK).spawn(|| lanesmith_cli::main(args_os()));
    match work {
        // A panic has been told already.
        Ok(work) => work.join().unwrap_or(ExitCode::from(101)),
        Err(_) => lanesmith_cli::main(args_os()),
    }
}
