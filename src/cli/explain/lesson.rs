//! `engine explain --lesson`: runs the searches of a lesson. Text output contains their results and the
//! questions; an HTML page also contains the search trees and the answers.

use std::{fmt::Write as _, io, process::ExitCode};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use shakmaty::CastlingMode;

use super::{Arguments, Format, output};
use crate::{
    cli::{
        search_arguments::parse_case,
        table::{
            Column::{Left, Right},
            Table,
        },
    },
    explain::{
        explanation::Explanation,
        html::Page,
        lesson::{LESSONS, Lesson, Saving, Step},
        run, terms, text,
    },
    position::{Position, Strictness},
    text::{command_html, escape, grouped},
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
        found.copied().ok_or_else(|| format!("there is no lesson '{name}'"))
    })
}

/// Runs `engine explain --lesson`.
pub fn run(arguments: &Arguments, lesson: &'static Lesson) -> anyhow::Result<ExitCode> {
    let finished = search(arguments, lesson)?;
    if arguments.format == Format::Text && !arguments.is_jsonl() {
        arguments.file.print(|out| write_text(out, lesson, &finished))?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = Page {
        title: lesson.title.to_owned(),
        introduction: elements("p", lesson.idea.iter().copied()) + &searches(lesson, &finished),
        appendix: question_sheet(lesson),
        ..Page::default()
    };
    let (titles, trees) = shown(finished);
    output::write(arguments, &trees, &titles, page)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the searches of a lesson.
pub fn search(arguments: &Arguments, lesson: &'static Lesson) -> anyhow::Result<Vec<FinishedStep>> {
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

/// Returns the trees that the lesson shows, with their headings.
pub fn shown(finished: Vec<FinishedStep>) -> (Vec<String>, Vec<Explanation<Position>>) {
    let shown = finished.into_iter().enumerate().filter(|(_, finished)| finished.step.shown);
    shown.map(|(index, finished)| (title(index + 1, finished.step), finished.explanation)).unzip()
}

fn write_text(out: &mut dyn io::Write, lesson: &Lesson, finished: &[FinishedStep]) -> io::Result<()> {
    writeln!(out, "{}\n", lesson.title)?;
    for paragraph in lesson.idea {
        writeln!(out, "{paragraph}\n")?;
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
    writeln!(out, "\nQuestions")?;
    for (number, (question, _)) in lesson.questions.iter().enumerate() {
        writeln!(out, "{}. {question}", number + 1)?;
    }
    writeln!(
        out,
        "\nFor the answers and the search trees, run: engine explain --lesson {} --format html > {}.html",
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

/// Returns the heading of the tree of a search.
fn title(number: usize, step: &Step) -> String {
    let position = if step.position.contains(' ') { "" } else { step.position };
    let comma = if position.is_empty() { "" } else { ", " };
    // A rung with several new layers has too many terms for a heading: only the first term of each layer.
    let rung = match (terms::rung(step.layers), terms::short(step.layers)) {
        (Some(all), Some(short)) if all.contains(';') => format!("{} ({short})", step.layers),
        _ => text::heading(step.layers),
    };
    format!("Search {number}: {rung}{comma}{position}")
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

/// Returns the searches of a lesson as HTML: a table, comments with the commands, and the savings.
pub fn searches(lesson: &Lesson, finished: &[FinishedStep]) -> String {
    let mut html = String::new();
    html.push_str(
        "<div class=\"scroll\"><table class=\"searches\"><thead><tr><th class=\"r\">search<th>rung<th class=\"r\">depth<th class=\"r\">nodes\
         <th>result<th>principal variation</tr></thead><tbody>",
    );
    for (index, FinishedStep { step, explanation }) in finished.iter().enumerate() {
        // `write!` to a `String` cannot fail, so its result is ignored.
        let _ = write!(
            html,
            "<tr><td class=\"r\">{}<td>{}<td class=\"r\">{}<td class=\"r\">{}<td>{}<td>{}</tr>",
            index + 1,
            escape(step.layers),
            step.depth,
            grouped(explanation.nodes),
            unbroken(&result(explanation)),
            unbroken(&line(explanation)),
        );
    }
    html.push_str(
        "</tbody></table></div><p>Each command runs one search and prints its result in the second line. It is enough to run one or two.</p><ol>",
    );
    for FinishedStep { step, .. } in finished {
        let _ =
            write!(html, "<li>{}<br><code>{}</code>", escape(step.comment), command_html(&step.command()));
    }
    html.push_str("</ol>");
    let savings: Vec<_> =
        savings(lesson, finished).iter().map(|saving| saving.replace("search ", "search\u{a0}")).collect();
    html.push_str(&elements("p", savings.iter().map(String::as_str)));
    html
}

/// Converts a line of moves to HTML in which no line break separates a move number from its move.
fn unbroken(line: &str) -> String {
    escape(line).replace(". ", ".\u{a0}")
}

/// Returns the HTML of the questions. Each answer is hidden until the reader asks for it.
pub fn question_sheet(lesson: &Lesson) -> String {
    let question = |(question, answer): &(&str, &str)| {
        let [question, answer] = [question, answer].map(|text| escape(text));
        format!(
            "<li>{question}<details class=\"answer\"><summary>Answer</summary><p>{answer}</p></details></li>"
        )
    };
    let questions: String = lesson.questions.iter().map(question).collect();
    let heading = if lesson.questions.len() == 1 { "Question" } else { "Questions" };
    format!("<section class=\"sheet\"><h2>{heading}</h2><ol>{questions}</ol></section>")
}

/// Wraps each text in an HTML element `tag`, escapes it, and joins the elements.
pub fn elements<'a>(tag: &str, texts: impl Iterator<Item = &'a str>) -> String {
    texts.flat_map(|text| [format!("<{tag}>"), escape(text), format!("</{tag}>")]).collect()
}
