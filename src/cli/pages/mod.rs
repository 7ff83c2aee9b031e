//! Measurements as pictures and pages.
//!
//! Everything here is drawn from the records that `--json` prints, so that a page holds the numbers of the JSON and no others. A page is one
//! file: no script, nothing fetched, well-formed XML, light or dark as its reader has it.

mod ablation;
mod bars;
mod charts;
mod details;
pub mod export;
mod ladder;
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
    svg::standalone,
};
use crate::{
    json::Header,
    text::{escape, grouped},
};

const STYLE: &str = include_str!("page.css");

/// A chart and what it is about.
pub struct Chart {
    /// What its file is called, without ending.
    pub file: String,
    /// Its title.
    title: &'static str,
    /// How to read it.
    caption: String,
    /// The picture.
    pub svg: String,
}

/// The whole page around `body`.
fn html_page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><meta name=\"color-scheme\" content=\"light dark\"/>\
         <link rel=\"icon\" href=\"data:,\"/><title>{title}</title>\n<style>{}\n{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n",
        svg::STYLE
    )
}

/// Charts side by side, as many as there is room for.
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

/// Where it was measured, and how to measure it again.
fn write_conditions(out: &mut String, header: &Header, evaluator: &str) {
    let Header { engine, target, cpu, compiler, debug, hash, threads, max_nodes } = header;
    let unknown = "unknown";
    let build = if *debug { ", with assertions, which make it slower" } else { "" };
    let most = max_nodes.map_or_else(String::new, |most| {
        format!(" A search of more than {} nodes is given up.", grouped(most))
    });
    let _ = writeln!(
        out,
        "<p class=\"faint\">{} on {} ({}), built by {}{build}; {threads} thread, table {hash} MB, evaluator {}; record version {}.{most} \
         Times vary from run to run, all other numbers do not.</p>\n<p class=\"faint\">Measured by <code>{}</code></p>",
        escape(engine),
        escape(cpu.as_deref().unwrap_or(unknown)),
        escape(target),
        escape(compiler.as_deref().unwrap_or(unknown)),
        escape(evaluator),
        crate::json::VERSION,
        escape(&command())
    );
}

/// The command of this process, as it could be typed again.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| {
        let word = word.to_string_lossy().into_owned();
        let plain = !word.is_empty()
            && word.chars().all(|letter| letter.is_alphanumeric() || "-_+,./:=".contains(letter));
        if plain { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    });
    std::iter::once("engine".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
