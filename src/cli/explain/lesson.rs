//! `engine explain --lesson`.
use super::Arguments;
use crate::explain::lesson::{LESSONS, Lesson};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::process::ExitCode;
pub fn parser() -> impl TypedValueParser<Value = &'static Lesson> {
    PossibleValuesParser::new(LESSONS.iter().map(|lesson| lesson.name))
        .try_map(|name| LESSONS.iter().find(|lesson| lesson.name == name).ok_or("no such lesson"))
}
pub fn run(_arguments: &Arguments, _lesson: &'static Lesson) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
