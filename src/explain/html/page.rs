//! The HTML page that contains the trees.

use super::board;
use crate::{explain::estimate::FORMULA, text::escape};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Content of the HTML page that `engine explain` writes.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Title and heading of the page.
    pub title: String,
    /// Root position as text: a FEN for chess, 64 characters for Pichu.
    pub position: String,
    /// The 64 squares of the root position from a8 to h1 as FEN letters, with a dot for an empty square.
    pub squares: String,
    /// HTML of the text above the trees.
    pub introduction: String,
    /// HTML of the trees, which are shown side by side.
    pub columns: Vec<String>,
    /// HTML of the text below the trees.
    pub appendix: String,
    /// Command line that creates the page.
    pub command: String,
}

impl Page {
    /// Returns the complete page as one HTML file.
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
             <footer><p>Created by <code>{command}</code></p></footer></div><script>{SCRIPT}</script></body></html>\n"
        )
    }
}

/// Instructions for readers who know chess but not search.
const READING: &str = "<details class=\"help\"><summary>How to read this page</summary>\
<p>This page shows the search tree. Each line is a node: a position that the search visited. The nodes below a node are \
the positions after its moves. Click a line to unfold it and to show its board. The number in brackets is the number of nodes in the \
subtree, and the bar shows the share of this subtree in all nodes. All scores are in pawns from White's point of view.</p>\
<p>The coloured word is the reason why the node ended. <i>beta_cut</i>: one move is so good for the side to move that the \
opponent avoids this position, so the other moves are not searched. <i>searched_all</i>: all moves were searched. \
<i>horizon</i>: no depth remains, and the evaluator returned the score. <i>table_…</i>: the score comes from the transposition \
table, because the position was searched before. <i>stand_pat</i>: in quiescence search, where only captures and promotions are \
searched, the static evaluation is already good enough. A coloured button shows only the nodes that ended for its \
reason.</p></details>";
