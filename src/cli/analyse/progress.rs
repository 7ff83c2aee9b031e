//! How far it has come: records, their rate, and when the input will be done.

use std::{
    io::{self, IsTerminal as _},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on stderr, if somebody sees it.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Replies so far.
    pub records: u64,
    /// Refusals among them.
    pub failures: u64,
}

impl Progress {
    /// A bar over `size` bytes; without a size there is no end to tell.
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

    /// One more, which ended after so many bytes.
    pub fn count(&mut self, ok: bool, end: u64) {
        self.records += 1;
        self.failures += u64::from(!ok);
        if !self.bar.is_hidden() {
            self.bar.set_position(self.bar.position().max(end));
            self.bar.set_message(self.rate());
        }
    }

    /// The bar goes; what is left is for the summary.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// The records and how many come a second.
    pub fn rate(&self) -> String {
        let seconds = self.started.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let failed = if self.failures > 0 { format!(" ({} failed)", self.failures) } else { String::new() };
        format!("{} records{failed}, {:.1}/s", self.records, self.records as f64 / seconds)
    }
}
