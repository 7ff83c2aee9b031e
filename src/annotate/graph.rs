//! Draws the evaluation graph of a game as SVG: White's expected score after every move, with inaccuracies,
//! mistakes and blunders marked.
//!
//! In the graph, the height of the light area is White's expected score, and the height of the dark area is
//! Black's. The graph has its own background, which is light or dark according to the viewer's colour scheme.

use std::fmt::Write as _;

use super::{
    annotator::{Annotation, positions},
    judgment::Judgment,
    write::{san, side_of},
};
use crate::{
    pgn::Game,
    text::{escape, shorten},
};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 280.0;
// Edges of the plot area inside the graph, in SVG units.
const LEFT: f64 = 48.0;
const TOP: f64 = 60.0;
const RIGHT: f64 = WIDTH - 16.0;
const BOTTOM: f64 = HEIGHT - 32.0;
/// Maximum length of a player name in the title of the graph, in characters.
const NAME: usize = 32;
/// Maximum number of move numbers below the plot.
const TICKS: u32 = 12;

const STYLE: &str = "\
svg{font:13px system-ui,sans-serif}.page{fill:#fff}.ink{fill:#222}.faint{fill:#5a5a5a;font-size:11px}\
.black{fill:#4d4d4d}.white{fill:#f3efe6}.curve{fill:none;stroke:#1f6fb5;stroke-width:1.6;stroke-linejoin:round}\
.grid{stroke:#8a8a8a;stroke-width:.7;stroke-dasharray:3 3}.frame{fill:none;stroke:#8a8a8a}\
.mark{stroke:#fff;stroke-width:1.2}.inaccuracy{fill:#b58900}.mistake{fill:#d2691e}.blunder{fill:#c6202e}\
@media(prefers-color-scheme:dark){.page{fill:#1b1b1b}.ink{fill:#e8e8e8}.faint{fill:#b0b0b0}\
.black{fill:#333}.white{fill:#cfcabf}.curve{stroke:#2a7fc9}}";

/// Returns the evaluation graph of a game as an SVG document.
pub fn svg(game: &Game, annotation: &Annotation) -> String {
    let mut svg = String::new();
    let [white, black] = ["White", "Black"].map(|side| name(game, side));
    let title = escape(&format!("{white} – {black}, {}", game.result));
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{title}: expected score by move\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"/>\n\
         <text class=\"ink\" x=\"{LEFT}\" y=\"24\" font-weight=\"600\">{title}</text>\n"
    );
    let sides = [(shakmaty::Color::White, "White"), (shakmaty::Color::Black, "Black")];
    let summary = sides.map(|(side, name)| summary(game, annotation, side, name)).join("  ·  ");
    let _ = writeln!(svg, "<text class=\"faint\" x=\"{LEFT}\" y=\"44\">{}</text>", escape(&summary));
    plot(&mut svg, game, annotation);
    marks(&mut svg, game, annotation);
    svg.push_str("</svg>\n");
    svg
}

/// Returns the accuracy of a side and its number of blunders, mistakes and inaccuracies, such as
/// `White 93.1 %, 0 ?? 1 ? 2 ?!`, or that the side made no move.
fn summary(game: &Game, annotation: &Annotation, side: shakmaty::Color, name: &str) -> String {
    let Some(accuracy) = annotation.accuracy.get(side) else { return format!("{name} made no move") };
    let counts = [Judgment::Blunder, Judgment::Mistake, Judgment::Inaccuracy]
        .map(|judgment| format!("{} {}", annotation.count(game, side, judgment), judgment.sign()));
    format!("{name} {accuracy:.1} %, {}", counts.join(" "))
}

/// Returns the x coordinate of the position after `ply` plies in a game of `plies` plies.
fn across(ply: usize, plies: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * ply as f64 / plies.max(1) as f64
}

/// Returns the y coordinate of an expected score (0 to 1).
fn above(expected: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * expected
}

/// Draws the curve of White's expected score, the light area below the curve, the dark area above the curve,
/// the horizontal grid lines, and the labels of scores and move numbers.
fn plot(svg: &mut String, game: &Game, annotation: &Annotation) {
    let plies = game.plies.len();
    let points: Vec<String> = (0..=plies)
        .map(|ply| format!("{:.1},{:.1}", across(ply, plies), above(annotation.white_expected(game, ply))))
        .collect();
    let curve = points.join(" ");
    let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
    let _ = writeln!(
        svg,
        "<rect class=\"black\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\"/>\n\
         <polygon class=\"white\" points=\"{LEFT},{BOTTOM} {curve} {RIGHT},{BOTTOM}\"/>"
    );
    for (expected, label) in [(1.0, "1"), (0.5, "½"), (0.0, "0")] {
        let y = above(expected);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{RIGHT}\" y2=\"{y}\"/>\
             <text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    let last = game.start.move_number() + (plies as u32).div_ceil(2);
    let step =
        [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| plies as u32 / 2 / step < TICKS).unwrap_or(1000);
    for number in (game.start.move_number()..=last).filter(|number| number.is_multiple_of(step)) {
        // The label with a move number is below the position before White's move of this number.
        let since = 2 * (number - game.start.move_number()) as usize;
        let Some(ply) = since.checked_sub(usize::from(!game.start.turn().is_white())) else { continue };
        if ply <= plies {
            let x = across(ply, plies);
            let _ = writeln!(
                svg,
                "<text class=\"faint\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                BOTTOM + 16.0
            );
        }
    }
    let _ = writeln!(
        svg,
        "<rect class=\"frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\"/>\n\
         <polyline class=\"curve\" points=\"{curve}\"/>\n\
         <text class=\"faint\" x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">White's expected score</text>",
        TOP.midpoint(BOTTOM),
        TOP.midpoint(BOTTOM)
    );
}

/// Draws a dot in the graph of an annotated game for every inaccuracy, mistake and blunder. The judgment
/// determines the size and colour of the dot; the tooltip names the move.
fn marks(svg: &mut String, game: &Game, annotation: &Annotation) {
    let plies = game.plies.len();
    let positions = positions(game);
    for (ply, judged) in annotation.moves.iter().enumerate() {
        let Some(judgment) = judged.judgment else { continue };
        let (x, y) = (across(ply + 1, plies), above(annotation.white_expected(game, ply + 1)));
        let radius = match judgment {
            Judgment::Inaccuracy => 3.0,
            Judgment::Mistake => 4.0,
            Judgment::Blunder => 5.0,
        };
        let dots = if side_of(game.start.turn(), ply).is_white() { "." } else { "..." };
        let number = positions[ply].move_number();
        let mv = san(&positions[ply], game.plies[ply].mv);
        let best = annotation.analyses[ply].line.first().map(|best| san(&positions[ply], *best));
        let best = best.map_or(String::new(), |best| format!(", better {best}"));
        let title = escape(&format!("{number}{dots} {mv}{}: {}{best}", judgment.sign(), judgment.name()));
        let name = judgment.name();
        let _ = writeln!(
            svg,
            "<circle class=\"mark {name}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{title}</title></circle>"
        );
    }
}

/// Returns the name of a player from the headers, shortened to [`NAME`] characters; `White` or `Black` if the
/// name is unknown.
fn name(game: &Game, side: &str) -> String {
    let name = game.tag(side).filter(|name| !matches!(name.trim(), "" | "?"));
    let name = name.unwrap_or_else(|| side.to_owned());
    shorten(&name, NAME)
}
