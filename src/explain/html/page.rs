//! The page around the trees.

use super::board;
use crate::{explain::estimate::FORMULA, text::escape};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What stands on a page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its heading.
    pub title: String,
    /// The position as text.
    pub position: String,
    /// Its squares from a8 to h1.
    pub squares: String,
    /// Paragraphs and lists above the trees, as HTML.
    pub introduction: String,
    /// The trees, side by side, as HTML.
    pub columns: Vec<String>,
    /// What comes below, as HTML.
    pub appendix: String,
    /// The command that makes this page.
    pub command: String,
}

impl Page {
    /// The page as one file.
    pub fn html(&self) -> String {
        let Self { title, position, squares, introduction, columns, appendix, command } = self;
        let (title, position, command) = (escape(title), escape(position), escape(command));
        let board = board::svg(squares, &position);
        let columns = columns.concat();
        let formula = escape(FORMULA);
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <style>{STYLE}</style></head><body>\
             <h1>{title}</h1><aside>{board}<p id=\"caption\">{position}</p></aside>\
             <div class=\"content\"><div class=\"intro\">{introduction}{READING}<p>{formula}.</p></div>\
             <main>{columns}</main>{appendix}\
             <footer><p>Made by <code>{command}</code></p></footer></div><script>{SCRIPT}</script></body></html>\n"
        )
    }
}

/// For somebody who knows chess and not search.
const READING: &str = "<details class=\"help\"><summary>How to read this page</summary>\
<p>Below is the tree that the search walked through. Each line is a position; what stands inside it are the positions after \
its moves. Click a line to unfold it and to see its board. In brackets: how many positions (nodes) were looked at there and below; the \
bar shows it as a part of all. All scores are pawns for White.</p>\
<p>A position ends early when it cannot matter any more. <i>beta_cut</i>: one reply is good enough for the side to move that \
its opponent, who has something better elsewhere, will not go here; the other replies need not be looked at. \
<i>searched_all</i>: all moves were tried. <i>horizon</i>: the depth was used up and the evaluator was asked. <i>table_…</i>: the same position was met \
before. <i>stand_pat</i>: in quiescence, where only captures are played out, standing still is good enough. The coloured \
buttons show the positions that ended for one reason only.</p></details>";
