//! HTML pages, charts and tables of `engine bench --ladder` and `--ablate`.
//!
//! Pages and charts are built from the records that `--json` prints, so a page and the JSON contain the same
//! numbers. A page is one file of well-formed XML. The page has no script, loads nothing from the network,
//! and follows the light or dark colour scheme of the reader.

mod ablation;
mod bars;
mod charts;
mod details;
pub mod export;
mod ladder;
mod picture;
mod positions;
mod prose;
mod scale;
mod summary;
mod svg;
mod table;

use std::fmt::Write as _;

pub use self::{
    ablation::{charts as ablation_charts, page as ablation_page},
    charts::charts as ladder_charts,
    ladder::page as ladder_page,
    picture::ladder_picture,
    svg::standalone,
};
use crate::{
    cli::output::command_line,
    json::Header,
    text::{command_html, escape, grouped},
};

const STYLE: &str = include_str!("page.css");

/// Chart with its title and its caption.
pub struct Chart {
    /// Name of the SVG file, without extension.
    pub file: String,
    /// Title of the chart.
    title: &'static str,
    /// Caption of the chart: meaning of its bars or lines.
    caption: String,
    /// SVG element of the chart; empty if the chart has no data.
    pub svg: String,
}

/// Wraps `body` in an HTML page.
fn html_page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><meta name=\"color-scheme\" content=\"light dark\"/>\
         <link rel=\"icon\" href=\"data:,\"/><title>{title}</title>\n<style>{}\n{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n",
        svg::STYLE
    )
}

/// Writes charts with their captions in a grid that adapts to the window width.
fn write_charts<'a>(out: &mut String, charts: impl Iterator<Item = &'a Chart>) {
    out.push_str("<div class=\"charts\">\n");
    for Chart { title, caption, svg, .. } in charts {
        let _ = writeln!(
            out,
            "<figure><figcaption><b>{}</b>{}</figcaption>{svg}</figure>",
            escape(title),
            escape(caption)
        );
    }
    out.push_str("</div>\n");
}

/// Writes the conditions of the measurement and the command that repeats it.
fn write_conditions(out: &mut String, header: &Header, evaluator: &str) {
    let Header { engine, target, cpu, compiler, debug, hash, threads, max_nodes, .. } = header;
    let unknown = "unknown";
    let build = if *debug { " with debug assertions, which make the program slower" } else { "" };
    let most = max_nodes
        .map_or_else(String::new, |most| format!(" A search is abandoned above {} nodes.", grouped(most)));
    let _ = writeln!(
        out,
        "<p class=\"faint\">{} on {} ({}), built by {}{build}; {threads} search thread, hash {hash} MiB, evaluator {}; record version {}.{most} \
         Times vary from run to run; all other numbers are the same on every run and machine.</p>\n\
         <p class=\"faint\">Command: <code>{}</code></p>",
        escape(engine),
        escape(cpu.as_deref().unwrap_or(unknown)),
        escape(target),
        escape(compiler.as_deref().unwrap_or(unknown)),
        escape(evaluator),
        crate::json::VERSION,
        command_html(&command_line(true))
    );
}
