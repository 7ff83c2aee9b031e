//! Writes the search trees of `engine explain` in the format of `--format`.

use std::io;

use super::{ExplainArguments, Format};
use crate::{
    support::json::Versioned,
    tools::{
        common::{exit::UsageError, output::command_line},
        explain::{
            explanation::{Explanation, ShownNode},
            html::{self, Page},
            jsonl::NodeLine,
            path, picture,
            selection::{MAX_NODES, Selection},
            subject::Subject,
            text,
        },
    },
};

/// Writes the trees of `explanations` one after the other. In format `html`, writes `page`
/// with the trees side by side.
///
/// # Errors
/// [`UsageError`] if `--path` is not a line of legal moves; an I/O error if the output cannot be written.
pub fn write<S: Subject>(
    arguments: &ExplainArguments,
    explanations: &[Explanation<S>],
    page: Page,
) -> anyhow::Result<()> {
    if arguments.format == Format::Html {
        let page = self::page(arguments, explanations, page)?;
        return arguments.file.print(|out| write!(out, "{}", page.html()));
    }
    let mut selected = Vec::new();
    for explanation in explanations {
        remark_if_stopped(arguments, explanation);
        selected.push(select(arguments, explanation)?);
    }
    arguments.file.print(|out| {
        for (index, (explanation, shown)) in explanations.iter().zip(&selected).enumerate() {
            if arguments.jsonl {
                jsonl(out, explanation, shown)?;
            } else if arguments.format == Format::Svg {
                // A file holds one picture: that of the first tree.
                if index == 0 {
                    picture::write(out, explanation, shown)?;
                }
            } else {
                if index > 0 {
                    writeln!(out)?;
                }
                text::write(out, explanation, shown)?;
            }
        }
        Ok(())
    })
}

/// Returns `page` with the trees of `explanations`.
///
/// # Errors
/// [`UsageError`] if `--path` is not a line of legal moves.
pub fn page<S: Subject>(
    arguments: &ExplainArguments,
    explanations: &[Explanation<S>],
    page: Page,
) -> anyhow::Result<Page> {
    let most = arguments.show.unwrap_or(html::MAX_NODES / explanations.len().max(1));
    let mut trees = Vec::new();
    for explanation in explanations {
        remark_if_stopped(arguments, explanation);
        let shown = match &arguments.path {
            Some(_) => select(arguments, explanation)?,
            None => explanation.shown(&Selection::with_best_lines(&explanation.tree, most)),
        };
        trees.push(html::tree(explanation, &shown));
    }
    let command = command_line(arguments.course.is_some() || arguments.file.is_file());
    let position = explanations.first().map(|explanation| explanation.start.text()).unwrap_or_default();
    Ok(Page { position, trees, command, ..page })
}

/// Returns the nodes to show, selected by `--path` and `--show`. Prints a note if the search did not
/// follow the line of `--path` to its end.
fn select<S: Subject>(
    arguments: &ExplainArguments,
    explanation: &Explanation<S>,
) -> Result<Vec<ShownNode>, UsageError> {
    let most = arguments.show.unwrap_or(MAX_NODES);
    let Some(words) = &arguments.path else {
        return Ok(explanation.shown(&Selection::new(&explanation.tree, most, &[])));
    };
    let found = path::follow(explanation, words).map_err(|error| UsageError(format!("--path: {error}")))?;
    if let Some(ended) = &found.ended {
        arguments.output.remark(format_args!("note: {}: {ended}", explanation.rung));
    }
    Ok(explanation.shown(&Selection::new(&explanation.tree, most, &found.nodes)))
}

fn jsonl<S: Subject>(
    out: &mut dyn io::Write,
    explanation: &Explanation<S>,
    shown: &[ShownNode],
) -> io::Result<()> {
    for node in shown {
        serde_json::to_writer(&mut *out, &Versioned::new(NodeLine::new(explanation, node)))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Prints a note if the search was stopped by `--nodes`.
pub fn remark_if_stopped<S: Subject>(arguments: &ExplainArguments, explanation: &Explanation<S>) {
    if explanation.stopped {
        arguments.output.remark(format_args!(
            "note: the search with {} was stopped after {} nodes: use a lower --depth or a higher --nodes",
            explanation.rung, explanation.nodes
        ));
    }
}
