//! What all JSON outputs share: the version, the header of a measurement, and the form of times and fractions.
//!
//! The records themselves are types beside the code that produces them. Everywhere a score is `{"cp":31}` or `{"mate":-2}` and never a float,
//! a move is written as UCI writes it, and every object carries `"v":1`, to be counted up when a field changes its
//! meaning. What was not measured is `null`. The text outputs are for people and may change at any time.

use std::{fmt::Display, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// The version of every record.
pub const VERSION: u32 = 1;
/// Name and version of the engine.
pub const ENGINE: &str = concat!("Glulam ", env!("CARGO_PKG_VERSION"));

/// A record with its version in front.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Versioned<T> {
    /// The version of the record.
    #[schemars(extend("const" = VERSION))]
    v: u32,
    #[serde(flatten)]
    record: T,
}

impl<T: Serialize> Versioned<T> {
    /// The record as it goes out.
    pub(crate) const fn new(record: T) -> Self {
        Self { v: VERSION, record }
    }

    /// What the record says.
    pub(crate) const fn record(&self) -> &T {
        &self.record
    }
}

/// Where and how something was measured: times mean nothing without it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// Name and version of the engine.
    pub engine: String,
    /// Processor architecture and operating system.
    pub target: String,
    /// The processor, where the system tells.
    pub cpu: Option<String>,
    /// The compiler that built the engine.
    #[serde(default)]
    pub compiler: Option<String>,
    /// Whether assertions are compiled in, which makes everything slower.
    pub debug: bool,
    /// The size of the table in MB.
    pub hash: usize,
    /// Searching threads.
    pub threads: usize,
    /// Nodes a rung of the ladder might spend on a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_nodes: Option<u64>,
}

impl Header {
    /// The header of a measurement on this machine, with a table of `hash` MB.
    pub(crate) fn new(hash: usize) -> Self {
        Self {
            engine: ENGINE.to_owned(),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            cpu: cpu(),
            compiler: Some(env!("GLULAM_COMPILER").to_owned()).filter(|compiler| !compiler.is_empty()),
            debug: cfg!(debug_assertions),
            hash,
            threads: 1,
            max_nodes: None,
        }
    }
}

/// The processor by name; only Linux tells it in a file.
fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Whole milliseconds, as every `time_ms` has them.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Serialises a value as its text: `#[serde(serialize_with = "as_text")]`.
pub(crate) fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Durations as whole milliseconds: `#[serde(with = "milliseconds")]`.
pub(crate) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(super::millis(*time))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

/// Three decimals: more would be noise in the file.
pub(crate) fn rounded(value: Option<f64>) -> Option<f64> {
    value.map(|value| (value * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_carries_its_version_first() {
        #[derive(Serialize)]
        struct Some {
            nodes: u64,
        }
        let json = serde_json::to_string(&Versioned::new(Some { nodes: u64::MAX })).expect("plain data");
        assert_eq!(json, r#"{"v":1,"nodes":18446744073709551615}"#);
    }
}
