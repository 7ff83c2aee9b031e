//! Progress of `engine analyse`: number of records, records per second, and estimated time left.

use std::{
    io::{self, IsTerminal as _},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Progress bar on standard error, and the counters of the summary.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Number of output records so far.
    pub records: u64,
    /// Number of rejected records so far.
    pub failures: u64,
}

impl Progress {
    /// Creates a progress bar over `size` bytes of input. Without a size, a spinner replaces the bar. The bar
    /// is hidden if `quiet` is set or standard error is not a terminal.
    pub fn new(size: Option<u64>, quiet: bool) -> Self {
        let is_visible = io::stderr().is_terminal() && !quiet;
        let target = if is_visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let template = match size {
            Some(_) => "[{wide_bar}] {percent}% {msg}, {eta} left",
            None => "{spinner} {elapsed} {msg}",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(size, target).with_style(style);
        Self { bar, started: Instant::now(), records: 0, failures: 0 }
    }

    /// Counts one output record. `end` is the byte position in the input after its record.
    pub fn count(&mut self, ok: bool, end: u64) {
        self.records += 1;
        self.failures += u64::from(!ok);
        if !self.bar.is_hidden() {
            self.bar.set_position(self.bar.position().max(end));
            self.bar.set_message(self.rate());
        }
    }

    /// Removes the progress bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Returns the number of records, the number rejected, and the rate, such as `120 records (2 rejected),
    /// 31.0/s`.
    pub fn rate(&self) -> String {
        let seconds = self.started.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let rejected =
            if self.failures > 0 { format!(" ({} rejected)", self.failures) } else { String::new() };
        format!("{} records{rejected}, {:.1}/s", self.records, self.records as f64 / seconds)
    }
}
