//! Tests that run the engine as a process: the UCI protocol, the command line, and pipelines.

mod cli;
mod pipes;
mod recordings;
mod support;
mod uci;
