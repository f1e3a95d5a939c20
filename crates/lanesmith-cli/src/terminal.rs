//! The terminal: colour, width, progress. Progress goes to standard error and only where a person watches.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::threads;

/// Whether standard output takes colour.
pub fn colour() -> bool {
    io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
        && console::colors_enabled()
}

/// Columns of standard output; unlimited where it is not a terminal.
pub fn width() -> usize {
    match console::Term::stdout().size_checked() {
        Some((_, columns)) if io::stdout().is_terminal() => columns.into(),
        _ => usize::MAX,
    }
}

/// A bar of `length` steps, hidden where standard error is not a terminal.
pub fn bar(length: u64) -> ProgressBar {
    let template = "{bar:20} {percent:>3}% {eta:>4} {wide_msg}";
    styled(ProgressBar::with_draw_target(Some(length), target()), template)
}

/// How much of a time has passed, and what is done in it; gone when it is dropped.
pub struct Progress {
    total: Duration,
    bar: ProgressBar,
}

impl Progress {
    /// A bar of so long a time.
    pub fn new(total: Duration) -> Self {
        Progress { total, bar: bar(total.as_millis() as u64) }
    }

    /// So much has passed, and this is done now.
    pub fn show(&self, spent: Duration, doing: &str) {
        self.bar.set_position(spent.min(self.total).as_millis() as u64);
        self.bar.set_message(doing.to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A spinner, hidden where standard error is not a terminal. It turns when [it is told something](tell): turning by
/// itself would take a thread.
pub fn spinner() -> ProgressBar {
    styled(ProgressBar::with_draw_target(None, target()), "{spinner} {wide_msg}")
}

/// Shows a message, and that something goes on.
pub fn tell(spinner: &ProgressBar, message: String) {
    spinner.set_message(message);
    spinner.tick();
}

/// How long people wait before they are shown that something goes on.
const PATIENCE: Duration = Duration::from_secs(2);

/// A count of bytes for people who wait longer than two seconds.
pub struct ByteCount {
    started: Instant,
    bytes: AtomicU64,
    spinner: OnceLock<ProgressBar>,
}

impl Default for ByteCount {
    fn default() -> Self {
        ByteCount { started: Instant::now(), bytes: AtomicU64::new(0), spinner: OnceLock::new() }
    }
}

impl ByteCount {
    /// So many more.
    pub fn add(&self, count: usize) {
        let bytes = self.bytes.fetch_add(count as u64, Ordering::Relaxed) + count as u64;
        let elapsed = self.started.elapsed();
        if elapsed > PATIENCE {
            let mega = bytes as f64 / 1e6;
            let rate = mega / elapsed.as_secs_f64();
            tell(self.spinner.get_or_init(spinner), format!("{mega:.0} MB, {rate:.0} MB per second"));
        }
    }

    /// Takes the count off the terminal while `write` writes.
    pub fn pause<R>(&self, write: impl FnOnce() -> R) -> R {
        match self.spinner.get() {
            Some(spinner) => spinner.suspend(write),
            None => write(),
        }
    }
}

impl Drop for ByteCount {
    fn drop(&mut self) {
        if let Some(spinner) = self.spinner.get() {
            spinner.finish_and_clear();
        }
    }
}

/// Does work that cannot tell how far it is, with a spinner if it takes longer than two seconds.
pub fn with_spinner<R>(message: String, work: impl FnOnce() -> R) -> R {
    if cfg!(target_family = "wasm") || !io::stderr().is_terminal() {
        return work();
    }
    let (running, done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        // Gone at the end of this closure, whichever way it ends, so that the thread ends too.
        let _running = running;
        // Without a thread for it, nothing is shown.
        let _ = threads::start(scope, move || {
            let late = Err(mpsc::RecvTimeoutError::Timeout);
            if done.recv_timeout(PATIENCE) == late {
                let spinner = spinner().with_message(message);
                while done.recv_timeout(Duration::from_millis(125)) == late {
                    spinner.tick();
                }
                spinner.finish_and_clear();
            }
        });
        work()
    })
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn target() -> ProgressDrawTarget {
    if io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(8)
    } else {
        ProgressDrawTarget::hidden()
    }
}
