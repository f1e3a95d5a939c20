//! The status line of a search.

use std::time::Duration;

use indicatif::ProgressBar;
use lanesmith::curl::pow::Progress;

use crate::terminal;

/// Progress for people who wait longer than a second.
#[derive(Default)]
pub struct Display {
    spinner: Option<ProgressBar>,
    next: Duration,
}

impl Display {
    /// Shows how far it is, now and then.
    pub fn show(&mut self, elapsed: Duration, progress: impl FnOnce() -> Progress) {
        let first = Duration::from_secs(1);
        if elapsed < self.next.max(first) {
            return;
        }
        self.next = elapsed + Duration::from_millis(200);
        let message = progress_line(&progress());
        terminal::tell(self.spinner.get_or_insert_with(terminal::spinner), message);
    }
}

fn progress_line(p: &Progress) -> String {
    format!(
        "weight {}: {} tried in {}, {}/s; mean {}, 99 % in {}",
        p.weight,
        short(p.attempts as f64),
        time(p.seconds),
        short(p.rate()),
        time(p.mean_seconds()),
        time(p.p99_seconds()),
    )
}

/// A count in at most six characters, or seven just below a thousand.
fn short(count: f64) -> String {
    let units = [(1e3, ""), (1e6, "k"), (1e9, "M"), (1e12, "G"), (1e15, "T"), (1e18, "P")];
    match units.iter().find(|(above, _)| count < *above) {
        Some((above, "")) => format!("{:.0}", count.min(above - 1.0)),
        Some((above, unit)) => format!("{:.1}{unit}", count / (above / 1e3)),
        None => "many".into(),
    }
}

/// A time in at most nine characters.
fn time(seconds: f64) -> String {
    match seconds {
        ..60.0 => format!("{seconds:.1} s"),
        ..3600.0 => format!("{:.1} min", seconds / 60.0),
        ..86400.0 => format!("{:.1} h", seconds / 3600.0),
        ..1e8 => format!("{:.0} days", seconds / 86400.0),
        ..3e10 => format!("{:.0} years", seconds / 31_556_952.0),
        _ => "ages".into(),
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_attempts_their_rate_and_the_time_to_expect() {
        let p = Progress { attempts: 30_000_000, seconds: 3.0, weight: 14 };
        assert_eq!(progress_line(&p), "weight 14: 30.0M tried in 3.0 s, 10.0M/s; mean 0.5 s, 99 % in 2.2 s");
    }

    #[test]
    fn progress_fits_a_line_of_80_columns_beside_its_spinner() {
        for weight in [1, 14, 40, 243] {
            for attempts in [0, 999, 999_999, 123_456_789, 99_999_999_999, u64::MAX] {
                for seconds in [0.0, 1.0, 59.99, 3599.9, 86_399.0, 9e7, 1e12] {
                    let line = progress_line(&Progress { attempts, seconds, weight });
                    assert!(line.chars().count() <= 78, "{} characters: {line}", line.chars().count());
                }
            }
        }
    }
}
