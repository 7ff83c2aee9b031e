//! The HTML page that contains the trees.

use super::{Column, board, data};
use crate::{
    explain::estimate::FORMULA,
    text::{command_html, escape},
};

const STYLE: &str = include_str!("style.css");
const PLAYER: &str = include_str!("player.js");

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
    /// The trees, which are shown side by side.
    pub columns: Vec<Column>,
    /// HTML of the text below the trees.
    pub appendix: String,
    /// Command line that creates the page.
    pub command: String,
}

impl Page {
    /// Returns the complete page as one HTML file.
    pub fn html(&self) -> String {
        let Self { title, position, squares, introduction, columns, appendix, command } = self;
        let (title, position, command) = (escape(title), escape(position), command_html(command));
        let board = board::svg(squares, &position);
        let formula = escape(FORMULA);
        let trees: Vec<_> = columns.iter().map(|column| column.data.clone()).collect();
        let data = data::page(&trees);
        let section = |column: &Column| format!("<section class=\"tree\">{}</section>", column.heading);
        let sections: String = columns.iter().map(section).collect();
        let class = if columns.len() > 1 { " class=\"pair\"" } else { "" };
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" href=\"data:,\"><title>{title}</title>\
             <style>{STYLE}</style></head><body>\
             <h1>{title}</h1><div class=\"intro\">{introduction}{READING}<p>{formula}.</p></details><p class=\"note\">{position}</p></div>\
             <noscript><p>The player needs JavaScript. <code>engine explain</code> without <code>--format html</code> writes the tree as text.</p>{board}</noscript>\
             <div class=\"player\"></div><main{class}>{sections}</main>{appendix}\
             <footer><p>Created by <code>{command}</code></p></footer>\
             <script type=\"application/json\" id=\"data\">{data}</script><script>{PLAYER}</script></body></html>\n"
        )
    }
}

/// Returns a page without trees.
pub fn plain(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"icon\" href=\"data:,\"><title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1><div class=\"intro\">{body}</div></body></html>\n"
    )
}

/// Instructions for readers who know chess but not search.
const READING: &str = "<details class=\"help\"><summary>How to read this page</summary>\
<p>This page shows a search tree. A node is a position that the search visited; the nodes below it are the positions after its \
moves. In the chart each row is one ply, the width of a box is the number of nodes searched below it, and its colour is the \
reason why the node ended. Quiescence nodes are hatched. A notch in a corner marks moves that the node did not search. \
Click a box to select it and to zoom in; click it again to zoom out.</p>\
<p>Press <b>Play</b> to watch the search from its first step, or move step by step. Chart, list and board show the same node. The board \
marks the last move; a green arrow is the best move, a red arrow the refutation. The table lists the open path with alpha, beta \
and the best score so far. The highlighted line of the pseudocode is the line that the step executes, and a mark beside a line shows where a new node was called. A click on \
a line goes to the next step that executes it; a line that no shown step executes cannot be clicked.</p>\
<p>All scores are in pawns from White's point of view: + is good for White. <i>Beta cutoff</i>: one move is so good for the side to move \
that the opponent avoids this position, so the other moves are not searched. <i>Stand pat</i>: in quiescence search, the static \
evaluation is already good enough. A coloured button shows the nodes that ended for its reason; then <b>Next cut</b> goes from one of them to the next. Grey boxes are subtrees too small to draw: zoom in.</p>";
