//! Tests that run the engine as a process: the UCI protocol, the command line, pipelines, and the commands in
//! the documents.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "some tests need Linux or Unix")
)]

mod cli;
mod documents;
mod kills;
mod limits;
mod pipes;
mod recordings;
mod support;
mod uci;
