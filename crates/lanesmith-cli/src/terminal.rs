//! The terminal: colour, width, progress. Progress goes to standard error and only where a person watches.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use lanesmith_parallel::threads;

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

/// Text of files and of other programs, as it may be shown: what would steer a terminal, or turn the direction of writing, stands
/// there as an escape. Ends of lines stay.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\'' | '"' | '\\' => plain.push(c),
            c => plain.extend(c.escape_debug()),
        }
    }
    plain
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

/// Takes off the terminal what work that is left alone has shown of its progress.
pub fn clear_line() {
    if io::stderr().is_terminal() {
        // Nobody is left to tell if it is gone.
        let _ = console::Term::stderr().clear_line();
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

/// JSON as it may be shown: the same value, with escapes for what [`plain`] has escapes for.
pub fn plain_json(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for c in json.chars() {
        // What is not ASCII stands in strings only, and so does Delete.
        let shown = c != '\x7f' && (c.is_ascii() || c.escape_debug().len() == 1);
        match shown {
            true => plain.push(c),
            false => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| plain.push_str(&format!("\\u{unit:04x}")))
            }
        }
    }
    plain
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_shown_and_the_rest_is_as_it_was() {
        assert_eq!(plain("a\u{1b}[31m\u{7}\r\u{202e}\u{9b}\0"), r"a\u{1b}[31m\u{7}\r\u{202e}\u{9b}\0");
        for same in ["it's \"quoted\"\nC:\\dir", "Größe 日本 µs", ""] {
            assert_eq!(plain(same), same);
        }
    }

    #[test]
    fn json_without_what_steers_a_terminal_is_the_same_value() {
        let value = "a\u{1b}[31m\n\u{7f}\u{9b}\u{202e}\u{e0001} \"Größe\" 日本";
        let text = plain_json(&serde_json::to_string(value).unwrap());
        assert_eq!(text, r#""a\u001b[31m\n\u007f\u009b\u202e\udb40\udc01 \"Größe\" 日本""#);
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), value);
    }
}
