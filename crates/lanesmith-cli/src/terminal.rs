//! The terminal: colour, width, progress. Progress goes to standard error and only where a person watches.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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

/// A spinner, hidden where standard error is not a terminal.
pub fn spinner() -> ProgressBar {
    let spinner = styled(ProgressBar::with_draw_target(None, target()), "{spinner} {wide_msg}");
    // Ticking takes a thread, which WebAssembly does not have.
    if cfg!(not(target_family = "wasm")) {
        spinner.enable_steady_tick(Duration::from_millis(100));
    }
    spinner
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
