//! Work that looks at no clock and no signal for a while, such as a call of a contender: Ctrl-C and a limit of time end the command
//! all the same.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::failure::{Failure, Outcome};
use crate::{interrupt, terminal};

/// How work ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended<T> {
    /// By itself, with what it gave.
    Done(T),
    /// It was told of Ctrl-C and went on; it is left alone and ends with the process.
    Interrupted,
    /// The limit was over and it went on; it is left alone too.
    OutOfTime,
}

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(30);

/// How long work that looks at [`interrupt::asked`] has to end with what it has.
const GRACE: Duration = Duration::from_millis(200);

/// As much as the first thread of a process has.
const STACK: usize = 8 << 20;

/// Does the work on a thread of its own, and does not wait for its end longer than the limit, or once Ctrl-C was pressed. Where the
/// system gives no thread, it is done on this one, to its end.
pub fn work<T: Send + 'static>(limit: Option<Instant>, job: impl FnOnce() -> T + Send + 'static) -> Ended<T> {
    interrupt::catch();
    let (done, result) = mpsc::channel();
    // Handed over once the thread is there: this one does the job where there is none.
    let (hand_over, handed) = mpsc::channel();
    let run = move || {
        if let Ok(job) = handed.recv() {
            // Nobody may be waiting any more.
            let _ = done.send(catch_unwind(AssertUnwindSafe(job)));
        }
    };
    if Builder::new().stack_size(STACK).spawn(run).is_err() {
        return Ended::Done(job());
    }
    if let Err(mpsc::SendError(job)) = hand_over.send(job) {
        return Ended::Done(job());
    }
    let ended = wait(&result, limit, interrupt::asked);
    if !matches!(ended, Ended::Done(_)) {
        terminal::clear_line();
    }
    match ended {
        Ended::Done(Ok(value)) => Ended::Done(value),
        Ended::Done(Err(panic)) => resume_unwind(panic),
        Ended::Interrupted => Ended::Interrupted,
        Ended::OutOfTime => Ended::OutOfTime,
    }
}

/// Does work that has nothing to give if it is interrupted.
///
/// # Errors
/// Ctrl-C, and those of the work.
pub fn whole<T: Send + 'static>(of: impl FnOnce() -> Outcome<T> + Send + 'static) -> Outcome<T> {
    match work(None, of) {
        Ended::Done(result) => result,
        Ended::Interrupted | Ended::OutOfTime => Err(Failure::Interrupted),
    }
}

type Panic = Box<dyn Any + Send>;

fn wait<T>(
    result: &mpsc::Receiver<Result<T, Panic>>,
    limit: Option<Instant>,
    asked: impl Fn() -> bool,
) -> Ended<Result<T, Panic>> {
    let mut pressed: Option<Instant> = None;
    loop {
        match result.recv_timeout(LOOK) {
            Ok(result) => return Ended::Done(result),
            // Its thread cannot end otherwise.
            Err(RecvTimeoutError::Disconnected) => return Ended::Interrupted,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if pressed.is_none() && asked() {
            pressed = Some(Instant::now());
        }
        if pressed.is_some_and(|at| at.elapsed() >= GRACE) {
            return Ended::Interrupted;
        }
        if limit.is_some_and(|limit| Instant::now() >= limit) {
            return Ended::OutOfTime;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Never done while the sender lives.
    fn endless() -> (mpsc::Sender<Result<u8, Panic>>, mpsc::Receiver<Result<u8, Panic>>) {
        mpsc::channel()
    }

    #[test]
    fn work_gives_what_it_has_and_panics_as_ever() {
        assert_eq!(work(None, || 7), Ended::Done(7));
        let panicked = catch_unwind(|| work(None, || assert_eq!(1, 2, "on purpose")));
        assert!(panicked.is_err());
    }

    #[test]
    fn endless_work_is_left_alone_when_its_limit_is_over_or_ctrl_c_was_pressed() {
        let (_sender, never) = endless();
        assert!(matches!(wait(&never, Some(Instant::now()), || false), Ended::OutOfTime));
        assert!(matches!(wait(&never, None, || true), Ended::Interrupted));
    }

    #[test]
    fn work_that_ends_when_ctrl_c_was_pressed_gives_what_it_has() {
        let (sender, result) = endless();
        sender.send(Ok(3)).unwrap();
        assert!(matches!(wait(&result, None, || true), Ended::Done(Ok(3))));
    }
}
