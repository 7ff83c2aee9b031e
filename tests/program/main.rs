//! Tests that run the engine as a process: the UCI protocol, the command line, pipelines, and the commands in
//! the documents.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "some tests need Linux or Unix")
)]

#[cfg(feature = "tools")]
mod cli;
#[cfg(feature = "tools")]
mod documents;
#[cfg(feature = "tools")]
mod kills;
#[cfg(feature = "tools")]
mod limits;
#[cfg(all(feature = "tools", unix))]
mod outputs;
#[cfg(feature = "tools")]
mod pipes;
#[cfg(feature = "tools")]
mod recordings;
#[cfg_attr(not(feature = "tools"), allow(dead_code, reason = "most helpers serve the tests of commands"))]
mod support;
mod uci;
