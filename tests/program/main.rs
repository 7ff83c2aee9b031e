//! Tests that start the engine as a process: the UCI protocol, the command line, and pipes.

mod cli;
mod pipes;
mod recordings;
mod support;
mod uci;
