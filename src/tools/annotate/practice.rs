//! Practice from played games: positions in which a player missed the one move that mattered, as EPD or as a
//! page to play them.

use serde_json::json;

use super::{
    annotator::{Annotation, line_to, positions},
    judgment::expected,
};
use crate::{
    chess::{
        pgn::PgnGame,
        position::{Line, Move, Position},
    },
    engine::player::Player,
    evaluate::Evaluator,
    search::{Limits, StopFlag, types::report::Report},
    support::text::escape,
    tools::explain::{html, sentence},
};

const PLAYER: &str = include_str!("practice/practice.js");
const STYLE: &str = include_str!("practice/practice.css");

/// Expected score (0 to 1) by which the best move must exceed the second best move.
const CLEARLY: f64 = 0.2;
/// Factor by which the second search of a position is longer than the first.
const LONGER: u32 = 4;

/// A position in which a player missed a move that was clearly best.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Players, event and move of the game.
    pub id: String,
    /// Position before the missed move.
    pub position: Position,
    /// The only good move.
    pub best: Move,
    /// The move of the game.
    pub played: Move,
    /// The searched moves with their variations, best first. Complete only if it was requested.
    variations: Vec<(String, Vec<Move>)>,
}

/// The puzzles of a game.
#[derive(Clone, Debug, Default)]
pub struct Practice {
    /// The puzzles, in the order of the game.
    pub puzzles: Vec<Puzzle>,
    /// Sum of the nodes of the searches that found them.
    pub nodes: u64,
}

/// Finds the puzzles of an annotated game. A move of the game is a candidate if it lost expected score. Two
/// searches of two variations must agree on the only good move; the second search is longer. With
/// `all_moves`, a third search finds the replies to the other moves. Returns `None` if `stop_flag` stopped a
/// search.
///
/// # Errors
/// Returns the panic message if a search panicked.
pub(super) fn find(
    (player, evaluator): (&mut Player, Evaluator),
    limits: &Limits,
    (game, annotation): (&PgnGame, &Annotation),
    all_moves: bool,
    stop_flag: &StopFlag,
) -> Result<Option<Practice>, String> {
    let positions = positions(game);
    let mut nodes = 0;
    let mut search = |ply: usize, factor: u32, multi_pv: usize| -> Result<Report, String> {
        let limits = Limits { multi_pv, ..longer(limits, factor) };
        let report = player.think(&line_to(game, &positions, ply), &limits, stop_flag)?.report;
        nodes += report.nodes;
        Ok(report)
    };
    let mut found = Vec::new();
    for (ply, judged) in annotation.moves.iter().enumerate() {
        if judged.judgment.is_none() {
            continue;
        }
        let (position, played) = (&positions[ply], game.plies[ply].mv);
        let reports = [search(ply, 1, 2)?, search(ply, LONGER, 2)?];
        if stop_flag.is_stopped(1) {
            return Ok(None);
        }
        let [first, second] = reports.each_ref().map(|report| only_good_move(report, position, evaluator));
        if let Some(best) = first.filter(|best| Some(*best) == second && *best != played) {
            let [_, confirmed] = reports;
            found.push((ply, best, confirmed));
        }
    }
    // The searches of all moves come last, because they fill the hash table: the positions that are found must
    // not depend on them.
    let mut puzzles = Vec::new();
    for (ply, best, confirmed) in found {
        let (line, position, played) = (line_to(game, &positions, ply), &positions[ply], game.plies[ply].mv);
        let mut variations = Vec::new();
        if all_moves {
            let report = search(ply, LONGER, position.legal_moves().len())?;
            if stop_flag.is_stopped(1) {
                return Ok(None);
            }
            // The search of two variations visits more nodes per move, so its scores are better.
            variations = all_variations(&confirmed, position, &line, evaluator);
            let others = all_variations(&report, position, &line, evaluator);
            let known: Vec<_> = variations.iter().filter_map(|(_, line)| line.first().copied()).collect();
            variations.extend(
                others.into_iter().filter(|(_, line)| line.first().is_some_and(|mv| !known.contains(mv))),
            );
        }
        puzzles.push(Puzzle {
            id: id(game, position, played),
            position: position.clone(),
            best,
            played,
            variations,
        });
    }
    Ok(Some(Practice { puzzles, nodes }))
}

/// Multiplies nodes and times of the limits; adds two plies to a depth limit.
fn longer(limits: &Limits, factor: u32) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| if factor > 1 { depth + 2 } else { depth }),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(factor))),
        soft_nodes: limits.soft_nodes.map(|nodes| nodes.saturating_mul(u64::from(factor))),
        movetime: limits.movetime.map(|time| time.saturating_mul(factor)),
        ..limits.clone()
    }
}

/// Returns the best move if its expected score exceeds that of the second best move by [`CLEARLY`].
fn only_good_move(report: &Report, position: &Position, evaluator: Evaluator) -> Option<Move> {
    let second = report.others.first()?;
    let [best, second] = [report.score, second.score].map(|score| expected(evaluator, score, position));
    if best - second >= CLEARLY { report.line.first().copied() } else { None }
}

/// Returns the score and the line of every variation of a search, best first.
fn all_variations(
    report: &Report,
    position: &Position,
    line: &Line,
    evaluator: Evaluator,
) -> Vec<(String, Vec<Move>)> {
    let first = (report.score, &report.line);
    let others = report.others.iter().map(|variation| (variation.score, &variation.line));
    std::iter::once(first)
        .chain(others)
        .filter(|(_, moves)| !moves.is_empty())
        .map(|(score, moves)| {
            let score = sentence::score(evaluator.normalised(score), position.turn());
            (score, line.playable(moves).to_vec())
        })
        .collect()
}

/// Formats players, event, date and move of a puzzle: `Anna - Ben, Club 2026.01.02, 12... Qd5`.
fn id(game: &PgnGame, position: &Position, played: Move) -> String {
    let tag = |name: &str| game.tag(name).filter(|value| !value.is_empty() && !value.starts_with('?'));
    let name = |side: &str| tag(side).unwrap_or_else(|| side.to_owned());
    let mut id = format!("{} - {}", name("White"), name("Black"));
    let event: Vec<_> = [tag("Event"), tag("Date")].into_iter().flatten().collect();
    if !event.is_empty() {
        id.push_str(", ");
        id.push_str(&event.join(" "));
    }
    id.push_str(", ");
    id.push_str(&position.numbered_san(played));
    id.replace(['"', ';'], "'").chars().filter(|letter| !letter.is_control()).collect()
}

/// Formats the puzzles as EPD: the position with `bm` and `id`.
pub fn epd(puzzles: &[Puzzle]) -> String {
    let line = |puzzle: &Puzzle| {
        let fen = puzzle.position.to_string();
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        let best = puzzle.position.san(puzzle.best);
        format!("{} bm {best}; id \"{}\";\n", fields.join(" "), puzzle.id)
    };
    puzzles.iter().map(line).collect()
}

/// Returns a page on which the reader plays the puzzles by dragging, clicking or typing moves.
pub fn page(puzzles: &[Puzzle]) -> String {
    let puzzle = |puzzle: &Puzzle| {
        let Puzzle { id, position, best, played, variations } = puzzle;
        let moves = position.legal_moves().into_iter().map(|mv| {
            let found = variations.iter().find(|(_, line)| line.first() == Some(&mv));
            let replies = found.map_or(&[][..], |(_, line)| &line[1..]);
            let after = position.play(mv);
            json!({
                "uci": position.uci(mv),
                "san": position.numbered_san(mv),
                "score": found.map(|(score, _)| score),
                "replies": after.san_line(replies),
                "reply": replies.first().map(|reply| after.uci(*reply)),
            })
        });
        json!({
            "id": id,
            "fen": position.to_string(),
            "best": position.uci(*best),
            "played": position.uci(*played),
            "moves": moves.collect::<Vec<_>>(),
        })
    };
    let data = json!(puzzles.iter().map(puzzle).collect::<Vec<_>>()).to_string().replace('<', "\\u003c");
    let count = match puzzles.len() {
        0 => {
            "The games contain no position in which a player missed a move that was clearly best.".to_owned()
        }
        1 => "One position. One move is clearly best. Find it.".to_owned(),
        count => format!("{count} positions. In each, one move is clearly best. Find it."),
    };
    let body = format!(
        "<style>{STYLE}</style><p>{}</p><div class=\"practice\"></div>\
         <script type=\"application/json\" id=\"data\">{data}</script><script>{PLAYER}</script>",
        escape(&count)
    );
    html::plain("Practice from your games", &body)
}
