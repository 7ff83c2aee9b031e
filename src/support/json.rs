//! The parts that all JSON outputs share: version, header of a measurement, format of times and fractions.
//!
//! The record types are defined beside the code that produces them. In every record the score of a position
//! is `{"cp":31}` or `{"mate":-2}` and never a float. A move is in UCI notation unless the description of its
//! field names SAN. Every record has the field `"v":1`; this version number increases when a field changes
//! its meaning. A value that was not measured is `null`, or its field is absent. The text outputs are for
//! people and may change at any time.

use std::{fmt::Display, time::Duration};

use serde::{Serialize, Serializer};

/// Version number of all records.
pub const VERSION: u32 = 1;
/// Name and version of the engine.
pub const ENGINE: &str = concat!("Glulam ", env!("CARGO_PKG_VERSION"));

/// A record with a version number as its first field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tools", derive(schemars::JsonSchema))]
pub struct Versioned<T> {
    /// Version of the record format.
    #[cfg_attr(feature = "tools", schemars(extend("const" = VERSION)))]
    v: u32,
    #[serde(flatten)]
    record: T,
}

impl<T: Serialize> Versioned<T> {
    /// Adds the version number to a record.
    pub const fn new(record: T) -> Self {
        Self { v: VERSION, record }
    }
}

/// Machine, build, and settings of a measurement. Times of two measurements are comparable only if their
/// headers are equal.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// Name and version of the engine.
    pub engine: String,
    /// Processor architecture and operating system, such as `x86_64-linux`.
    pub target: String,
    /// Name of the processor, if the operating system reports it.
    pub cpu: Option<String>,
    /// Version of the compiler that built the engine.
    pub compiler: Option<String>,
    /// Whether the build contains debug assertions, which make the engine slower.
    pub debug: bool,
    /// Size of the engine's hash table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Seed of the random choices of the command (`--seed`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Maximum number of nodes that each rung of the ladder searches per position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_nodes: Option<u64>,
}

impl Header {
    /// Returns the header of a measurement on this machine with a hash table of `hash` MiB and one search
    /// thread.
    pub fn new(hash: usize) -> Self {
        Self {
            engine: ENGINE.to_owned(),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            cpu: cpu(),
            compiler: Some(env!("GLULAM_COMPILER").to_owned()).filter(|compiler| !compiler.is_empty()),
            debug: cfg!(debug_assertions),
            hash,
            threads: 1,
            seed: None,
            max_nodes: None,
        }
    }
}

/// Returns the name of the processor; `None` if `/proc/cpuinfo` does not exist or has no line `model name`.
fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Converts a duration to whole milliseconds, the unit of every `time_ms` field.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Serialises a value as the string that its `Display` implementation writes. Used as the field attribute
/// `#[serde(serialize_with = "as_text")]`.
pub(crate) fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serialises durations as whole milliseconds. Used as the field attribute
/// `#[serde(serialize_with = "milliseconds")]`.
pub(crate) fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(millis(*time))
}

/// Rounds to three decimals; further digits would be measurement noise.
pub fn rounded(value: Option<f64>) -> Option<f64> {
    value.map(|value| (value * 1000.0).round() / 1000.0)
}

#[cfg(all(test, feature = "tools"))]
mod tests {
    use super::*;

    #[test]
    fn a_record_starts_with_its_version() {
        #[derive(Serialize)]
        struct Some {
            nodes: u64,
        }
        let json = serde_json::to_string(&Versioned::new(Some { nodes: u64::MAX })).expect("plain data");
        assert_eq!(json, r#"{"v":1,"nodes":18446744073709551615}"#);
    }
}
