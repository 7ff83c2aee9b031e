//! Shows the progress of `engine analyse`: number of records, records per second, and, if the input size is
//! known, the estimated time left.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::tools::common::output::{Counted, progress_bar};

/// Progress bar on standard error, with counters of the records for the summary at the end.
pub struct AnalyseProgress {
    bar: ProgressBar,
    started: Instant,
    /// Number of output records that this run has written so far.
    pub records: u64,
    /// Number of input records that this run has rejected so far.
    pub failures: u64,
}

impl AnalyseProgress {
    /// Creates a progress bar over `size` bytes of input. If the size is unknown (`None`), a spinner replaces
    /// the bar. The bar is hidden if `quiet` is set or standard error is not a terminal.
    pub fn new(size: Option<u64>, quiet: bool) -> Self {
        let bar = progress_bar(size, Counted::InputBytes, quiet);
        Self { bar, started: Instant::now(), records: 0, failures: 0 }
    }

    /// Counts one output record; `ok` is `false` if its input record was rejected. `end` is the byte position
    /// in the input after the input record (for PGN: the number of bytes read so far).
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

    /// Returns a text with the number of records, the number of rejected records, and the records per second,
    /// such as `120 records (2 rejected), 31.0/s`.
    pub fn rate(&self) -> String {
        let seconds = self.started.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let rejected =
            if self.failures > 0 { format!(" ({} rejected)", self.failures) } else { String::new() };
        format!("{} records{rejected}, {:.1}/s", self.records, self.records as f64 / seconds)
    }
}
