//! `engine explain --lesson`: runs the searches of a lesson. Text output contains their results; an HTML page also
//! contains the search trees and the exercises.

use std::{io, process::ExitCode};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use shakmaty::CastlingMode;

use super::{ExplainArguments, Format, output};
use crate::{
    chess::position::{Position, Strictness},
    support::text::grouped,
    tools::{
        common::{
            search_arguments::parse_case,
            table::{
                Column::{Left, Right},
                Table,
            },
        },
        explain::{
            explanation::Explanation,
            html::Page,
            lesson::{LESSONS, Lesson, Saving, Step, gain, subject},
            run, terms, text,
        },
    },
};

/// A step of a lesson with its finished search.
pub struct FinishedStep {
    step: &'static Step,
    explanation: Explanation<Position>,
}

/// Returns the clap parser for the name of a lesson.
pub fn parser() -> impl TypedValueParser<Value = &'static Lesson> {
    PossibleValuesParser::new(LESSONS.iter().map(|lesson| lesson.name)).try_map(|name| {
        let found = LESSONS.iter().find(|lesson| lesson.name == name);
        found.ok_or_else(|| format!("there is no lesson '{name}'"))
    })
}

/// Runs `engine explain --lesson`.
pub fn run(arguments: &ExplainArguments, lesson: &'static Lesson) -> anyhow::Result<ExitCode> {
    let finished = search(arguments, lesson)?;
    if arguments.format == Format::Text && !arguments.jsonl {
        arguments.file.print(|out| write_text(out, lesson, &finished))?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = Page { title: lesson.title.to_owned(), lesson: data(lesson, &finished), ..Page::default() };
    output::write(arguments, &shown(finished), page)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the searches of a lesson.
pub fn search(arguments: &ExplainArguments, lesson: &'static Lesson) -> anyhow::Result<Vec<FinishedStep>> {
    let mut finished = Vec::new();
    for step in lesson.steps {
        let place = "lesson: ";
        let position =
            parse_case(step.position, place, CastlingMode::Standard, Strictness::Game, &arguments.output)?
                .position;
        if let Some(request) = step.request(arguments.nodes) {
            finished.push(FinishedStep { step, explanation: run::chess(&position, &request)? });
        }
    }
    Ok(finished)
}

/// Returns the trees that the lesson shows.
pub fn shown(finished: Vec<FinishedStep>) -> Vec<Explanation<Position>> {
    finished.into_iter().filter(|finished| finished.step.shown).map(|finished| finished.explanation).collect()
}

/// Returns the texts and results of a lesson for its page.
pub fn data(lesson: &Lesson, finished: &[FinishedStep]) -> Value {
    let searches = finished.iter().map(|FinishedStep { step, explanation }| {
        json!({
            "rung": step.layers,
            "shown": step.shown,
            "position": if step.position.contains(' ') { "" } else { step.position },
            "depth": step.depth,
            "nodes": explanation.nodes,
            "result": result(explanation),
            "line": line(explanation),
            "comment": step.comment,
            "command": step.command(),
        })
    });
    let source = lesson.source.iter().map(|excerpt| {
        let (first, lines) = excerpt.lines();
        json!({ "path": excerpt.path, "first": first, "lines": lines })
    });
    json!({
        "name": lesson.name,
        "tour": lesson.tour,
        "idea": lesson.idea,
        "exercises": lesson.exercises,
        "searches": searches.collect::<Vec<_>>(),
        "savings": savings(lesson, finished),
        "pseudocode": lesson.pseudocode.lines(),
        "source": source.collect::<Vec<_>>(),
        "gains": lesson.gains.iter().map(|text| [subject(text), gain(text)]).collect::<Vec<_>>(),
    })
}

fn write_text(out: &mut dyn io::Write, lesson: &Lesson, finished: &[FinishedStep]) -> io::Result<()> {
    writeln!(out, "{}\n", lesson.title)?;
    for paragraph in lesson.idea {
        writeln!(out, "{}\n", paragraph.text)?;
    }
    let mut table = Table::new(&[Right(""), Left("rung"), Right("depth"), Right("nodes"), Left("result")]);
    for (number, FinishedStep { step, explanation }) in finished.iter().enumerate() {
        table.row([
            (number + 1).to_string(),
            step.layers.to_owned(),
            step.depth.to_string(),
            grouped(explanation.nodes),
            result(explanation),
        ]);
    }
    writeln!(out, "{table}")?;
    let mut named = Vec::new();
    for FinishedStep { step, .. } in finished {
        if let Some(terms) = terms::rung(step.layers)
            && !named.contains(&step.layers)
        {
            writeln!(out, "{}: {terms}", step.layers)?;
            named.push(step.layers);
        }
    }
    if !named.is_empty() {
        writeln!(out)?;
    }
    for (number, FinishedStep { step, explanation }) in finished.iter().enumerate() {
        writeln!(out, "{}. {}", number + 1, step.comment)?;
        writeln!(out, "   {}", line(explanation))?;
        writeln!(out, "   {}", step.command())?;
    }
    let savings = savings(lesson, finished);
    if !savings.is_empty() {
        writeln!(out)?;
    }
    for saving in savings {
        writeln!(out, "{saving}")?;
    }
    writeln!(
        out,
        "\nFor the search trees and two exercises, run: engine explain --lesson {} --format html > {}.html",
        lesson.name, lesson.name
    )
}

/// Returns one sentence for each saving of a lesson, with the factor of the finished searches.
fn savings(lesson: &Lesson, finished: &[FinishedStep]) -> Vec<String> {
    let nodes = |number: usize| finished.get(number - 1).map(|finished| finished.explanation.nodes);
    let sentence = |saving: &Saving| {
        let Saving { fewer, more, .. } = *saving;
        let times = nodes(more)? as f64 / nodes(fewer)?.max(1) as f64;
        let times = if times < 100.0 { format!("{times:.1}") } else { grouped(times.round() as u64) };
        Some(format!("Search {fewer} visits {times} times fewer nodes than search {more}."))
    };
    lesson.savings.iter().filter_map(sentence).collect()
}

/// Formats the result of a lesson's search; says if the node limit stopped it.
fn result(explanation: &Explanation<Position>) -> String {
    let stopped = if explanation.stopped { " (stopped)" } else { "" };
    text::found(explanation) + stopped
}

/// Formats the principal variation of a lesson's search, with move numbers.
fn line(explanation: &Explanation<Position>) -> String {
    let line = explanation.last_root().map(|root| explanation.tree.line(root)).unwrap_or_default();
    explanation.format_line(&explanation.start, &line)
}
