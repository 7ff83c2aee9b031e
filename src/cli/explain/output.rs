//! Trees in the form that was asked for.

use std::io;

use super::{Arguments, Format};
use crate::{
    cli::{exit::UsageError, output::print},
    explain::{
        dot,
        explanation::{Explanation, ShownNode},
        html::{self, Page},
        jsonl::Node,
        path,
        selection::Selection,
        subject::Subject,
        text,
    },
    json::Versioned,
};

/// Writes the accounts: one below the other, or side by side on a page, which is `page` filled.
///
/// # Errors
/// [`UsageError`] if the path that was asked for is no line, or what stdout says.
pub fn write<S: Subject>(
    arguments: &Arguments,
    accounts: &[Explanation<S>],
    page: Page,
) -> anyhow::Result<()> {
    let mut selected = Vec::new();
    for account in accounts {
        remark_if_stopped(arguments, account);
        selected.push(select(arguments, account)?);
    }
    if arguments.format == Format::Html && !arguments.output.json {
        let columns =
            accounts.iter().zip(&selected).map(|(account, shown)| html::column(account, shown)).collect();
        let page = Page { columns, command: super::command(), ..with_board(page, accounts) };
        return Ok(print(|out| write!(out, "{}", page.html()))?);
    }
    Ok(print(|out| {
        for (index, (account, shown)) in accounts.iter().zip(&selected).enumerate() {
            if arguments.is_jsonl() {
                jsonl(out, account, shown)?;
            } else if arguments.format == Format::Dot {
                dot::write(out, account, shown)?;
            } else {
                if index > 0 {
                    writeln!(out)?;
                }
                text::write(out, account, shown)?;
            }
        }
        Ok(())
    })?)
}

fn with_board<S: Subject>(page: Page, accounts: &[Explanation<S>]) -> Page {
    let Some(account) = accounts.first() else { return page };
    Page { position: account.start.text(), squares: account.start.squares(), ..page }
}

/// What is shown of a search; says so if it did not follow the line asked for to its end.
fn select<S: Subject>(arguments: &Arguments, account: &Explanation<S>) -> Result<Vec<ShownNode>, UsageError> {
    let most = arguments.max_written_nodes();
    let Some(words) = &arguments.path else {
        return Ok(account.shown(&Selection::new(&account.tree, most, &[])));
    };
    let found = path::follow(account, words).map_err(|error| UsageError(format!("--path: {error}")))?;
    if let Some(ended) = &found.ended {
        arguments.output.remark(format_args!("note: {}: {ended}", account.rung));
    }
    Ok(account.shown(&found.selection(account, most)))
}

fn jsonl<S: Subject>(
    out: &mut dyn io::Write,
    account: &Explanation<S>,
    shown: &[ShownNode],
) -> io::Result<()> {
    for node in shown {
        serde_json::to_writer(&mut *out, &Versioned::new(Node::new(account, node)))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Says on stderr that the search was stopped, and what to do about it.
pub fn remark_if_stopped<S: Subject>(arguments: &Arguments, account: &Explanation<S>) {
    if account.stopped {
        arguments.output.remark(format_args!(
            "note: {} was stopped after {} nodes: name a lower --depth or more --nodes",
            account.rung, account.nodes
        ));
    }
}
