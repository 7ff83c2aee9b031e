//! Output format `svg`: a still of the player, for the front page. It shows the tree, and the board and the sentence of
//! the first beta cutoff, or of the root if there is none.
//!
//! The picture is the same on every machine. Its style sheet has colours for light and dark mode.

use std::{
    fmt::{Display, Write as _},
    io::{self, Write},
};

use super::{
    explanation::{Explanation, ShownNode},
    reason,
    subject::Subject,
    text,
};
use crate::support::text::{escape, wrapped};

const STYLE: &str = include_str!("picture.css");

/// Width of the picture, its margin, and the size of a square of the board, in pixels.
const WIDTH: f64 = 860.0;
const MARGIN: f64 = 18.0;
const SQUARE: f64 = 32.0;
/// Left end and width of the tree, top of the tree and of the board, and height of a row of the tree, in pixels.
const TREE: (f64, f64) = (306.0, 536.0);
const TOP: f64 = 66.0;
const ROW: f64 = 44.0;
/// Width of a character of a label, in pixels, and number of characters in a line of the sentence.
const CHARACTER: f64 = 7.0;
const LINE: usize = 60;

/// Writes the picture.
///
/// # Errors
/// If `out` cannot be written.
pub fn write<S: Subject>(
    out: &mut dyn Write,
    explanation: &Explanation<S>,
    shown: &[ShownNode],
) -> io::Result<()> {
    let tree = &explanation.tree;
    let is_cut = |node: &&ShownNode| !node.path.is_empty() && tree.node(node.index).is_beta_cut();
    let Some(root) = shown.iter().rposition(|node| node.path.is_empty()) else { return Ok(()) };
    let selected = shown[root..].iter().find(is_cut).unwrap_or(&shown[root]);
    let mut body = String::new();
    write_text(&mut body, "title", MARGIN, 30.0, "Each box is a position that the search visits");
    write_text(&mut body, "faint", MARGIN, 51.0, text::headline(explanation));
    board(&mut body, selected, tree.node(selected.index).is_beta_cut());
    let mut boxes = Boxes { out: &mut body, explanation, shown, selected: selected.index, rows: 0 };
    boxes.draw(root, TREE, 0);
    let bottom = TOP + ROW * boxes.rows as f64 + 30.0;
    let sentence = format!("{}: {}", selected.label, selected.sentence);
    let lines = wrapped(&sentence, LINE);
    for (index, line) in lines.iter().enumerate() {
        write_text(&mut body, "say", TREE.0, bottom + 25.0 * index as f64, line);
    }
    let height = (TOP + 8.3 * SQUARE + MARGIN).max(bottom + 25.0 * lines.len() as f64);
    let (right, low) = (WIDTH - 1.0, height - 1.0);
    let title = escape(&sentence);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" x=\".5\" y=\".5\" width=\"{right}\" height=\"{low}\" rx=\"6\"/>\n{body}</svg>"
    )
}

/// Draws the board of a node with its last move and the move that decided the node.
fn board(out: &mut String, node: &ShownNode, is_cut: bool) {
    let corner = |square: usize| (MARGIN + SQUARE * (square % 8) as f64, TOP + SQUARE * (square / 8) as f64);
    for (square, piece) in node.squares.chars().enumerate() {
        let (x, y) = corner(square);
        let shade = if (square % 8 + square / 8).is_multiple_of(2) { "l" } else { "d" };
        let moved = if node.ends.is_some_and(|ends| ends.contains(&square)) { " moved" } else { "" };
        let _ = write!(
            out,
            "<rect class=\"{shade}{moved}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
        );
        if let Some(glyph) = "KQRBNP".find(piece.to_ascii_uppercase()).and_then(|at| "♚♛♜♝♞♟".chars().nth(at))
        {
            let side = if piece.is_uppercase() { "white" } else { "black" };
            write_text(out, side, x + SQUARE / 2.0, y + SQUARE * 0.8, format!("{glyph}\u{fe0e}"));
        }
        out.push_str(if square % 8 == 7 { "\n" } else { "" });
    }
    if let Some(ends) = node.by.as_ref().and_then(|by| by.ends) {
        let [(x1, y1), (x2, y2)] = ends.map(corner).map(|(x, y)| (x + SQUARE / 2.0, y + SQUARE / 2.0));
        let kind = if is_cut { "refutation" } else { "best" };
        let _ = writeln!(
            out,
            "<line class=\"{kind}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/><circle class=\"{kind}\" cx=\"{x2}\" \
             cy=\"{y2}\" r=\"6\"/>"
        );
    }
}

/// Draws the boxes of the tree.
struct Boxes<'a, S: Subject> {
    out: &'a mut String,
    explanation: &'a Explanation<S>,
    shown: &'a [ShownNode],
    /// Index of the node with the thick frame.
    selected: usize,
    /// Number of rows drawn so far.
    rows: usize,
}

impl<S: Subject> Boxes<'_, S> {
    /// Returns the rows of [`Boxes::shown`] that are the children of a row.
    fn children(&self, row: usize) -> Vec<usize> {
        let tree = &self.explanation.tree;
        let end = tree.end(self.shown[row].index);
        let mut children = Vec::new();
        let mut after = self.shown[row].index;
        for (child, node) in
            self.shown.iter().enumerate().skip(row + 1).take_while(|(_, node)| node.index < end)
        {
            if node.index >= after {
                children.push(child);
                after = tree.end(node.index);
            }
        }
        children
    }

    /// Returns the share of a row in the width: its leaves, but room for its label if it has children.
    fn share(&self, row: usize) -> f64 {
        let children = self.children(row);
        let below: f64 = children.iter().map(|child| self.share(*child)).sum();
        let label = self.shown[row].san.as_deref().map_or(0, str::len) as f64;
        if children.is_empty() { 1.0 } else { below.max((label + 2.0) * 1.1) }
    }

    /// Draws a row and its children in the columns from `x`.
    fn draw(&mut self, row: usize, (x, width): (f64, f64), depth: usize) {
        let shown = self.shown;
        let node = &shown[row];
        let end = self.explanation.tree.node(node.index).end.map(|end| end.reason);
        let y = TOP + ROW * depth as f64;
        self.rows = self.rows.max(depth + 1);
        let class = if node.index == self.selected { "box selected" } else { "box" };
        let _ = writeln!(
            self.out,
            "<rect class=\"{class}\" style=\"--h:{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}: \
             {}</title></rect>",
            reason::words(end).hue,
            (width - 1.0).max(0.5),
            ROW - 2.0,
            escape(&node.label),
            escape(&node.sentence)
        );
        let labels = [Some(&node.label), node.san.as_ref()];
        let fits = |label: &&String| label.chars().count() as f64 * CHARACTER < width - 2.0;
        if let Some(label) = labels.into_iter().flatten().find(fits) {
            write_text(self.out, "label", x + width / 2.0 - 0.5, y + ROW / 2.0 + 4.0, label);
        }
        let children = self.children(row);
        let whole: f64 = self.share(row).max(children.iter().map(|child| self.share(*child)).sum());
        let mut left = x;
        for child in children {
            let part = width * self.share(child) / whole;
            self.draw(child, (left, part), depth + 1);
            left += part;
        }
    }
}

fn write_text(out: &mut String, class: &str, x: f64, y: f64, what: impl Display) {
    let what = escape(&what.to_string());
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{what}</text>");
}
