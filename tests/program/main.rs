//! Tests that run the engine as a process: the UCI protocol, the command line, pipelines, and the commands in
//! the documents.

mod cli;
mod documents;
mod kills;
mod limits;
mod pipes;
mod recordings;
mod support;
mod uci;
