//! Output lines: `info` and `bestmove` of a search, and the text output of `d` and `eval`.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, File, Piece, Rank, Square};

use crate::{
    chess::{
        position::{Line, Move, Position},
        score::Score,
    },
    evaluate::{Evaluator, Network, Wdl},
    search::{Report, Setup, types::window::Bound},
};

/// Maximum of `nps`: some GUIs read it as a 32-bit number.
const MAX_NPS: u64 = u32::MAX as u64;

/// Format of scores in `info` lines.
#[derive(Clone, Copy, Debug)]
pub struct ScoreFormat {
    /// Evaluator of the scores, for the conversion to centipawns and win/draw/loss probabilities.
    pub evaluator: Evaluator,
    /// Whether to add win/draw/loss probabilities (`UCI_ShowWDL`).
    pub wdl: bool,
}

impl ScoreFormat {
    /// Returns the text after the word `score`: the value, the word for the bound, and the probabilities.
    fn score(self, score: Score, bound: Bound, position: &Position) -> String {
        let mut text = self.evaluator.normalised(score).to_string();
        text.push_str(match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        if self.wdl {
            let Wdl { win, draw, loss } = self.evaluator.wdl(score, position);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        text
    }

    /// Returns the `info` line of a score outside the aspiration window.
    pub fn bound(self, report: &Report, game: &Line) -> String {
        self.lines(report, game, true, report.bound)
    }

    /// Returns the `info` lines of a report: one line per principal variation, or only the first if
    /// `best_only`. `game` is the game up to the root. A principal variation is cut off where the game ends.
    ///
    /// The score of a stopped iteration counts as exact: it belongs to the best move so far, and a GUI may
    /// ignore bounds.
    pub fn report(self, report: &Report, game: &Line, best_only: bool) -> String {
        self.lines(report, game, best_only, Bound::Exact)
    }

    fn lines(self, report: &Report, game: &Line, best_only: bool, bound: Bound) -> String {
        if report.line.is_empty() {
            return format!(
                "info depth {} score {}",
                report.depth,
                self.score(report.score, bound, game.position())
            );
        }
        let head = format!(
            "info depth {} seldepth {}",
            report.depth,
            report.deepest.max(report.depth.unsigned_abs() as usize)
        );
        let tail = format!(
            "nodes {} nps {} hashfull {}{} time {} pv",
            report.nodes,
            report.nodes_per_second().min(MAX_NPS),
            report.permille_full,
            if report.tb_hits > 0 { format!(" tbhits {}", report.tb_hits) } else { String::new() },
            report.elapsed.as_millis(),
        );
        let best = (report.score, &report.line);
        let others = report.others.iter().filter(|_| !best_only).map(|other| (other.score, &other.line));
        let numbered = !best_only && !report.others.is_empty();
        let mut lines = Vec::new();
        for (rank, (score, moves)) in std::iter::once(best).chain(others).enumerate() {
            let rank = if numbered { format!(" multipv {}", rank + 1) } else { String::new() };
            let mut line = format!("{head}{rank} score {} {tail}", self.score(score, bound, game.position()));
            for mv in game.playable(moves) {
                let _ = write!(line, " {}", mv.to_uci(game.position().castling_mode()));
            }
            lines.push(line);
        }
        lines.join("\n")
    }
}

/// Returns the `bestmove` line, with the ponder move if there is one.
pub fn best_move(best: Option<Move>, ponder: Option<Move>, mode: CastlingMode) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let mut text = format!("bestmove {}", best.to_uci(mode));
    if let Some(ponder) = ponder {
        let _ = write!(text, " ponder {}", ponder.to_uci(mode));
    }
    text
}

/// Returns the board as text with White at the bottom, then FEN, position key and checking pieces.
pub fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "{} ", rank.char());
        for file in File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            let _ = write!(text, " {}", piece.map_or('.', Piece::char));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n");
    let _ = write!(text, "Fen: {position}\nKey: {:016X}\nCheckers:", position.key());
    for square in position.checkers() {
        let _ = write!(text, " {square}");
    }
    text
}

/// Returns the static evaluation as text. With the evaluator `network`, the contribution of each piece, the
/// evaluation file and the output bucket come first.
pub fn evaluation(setup: &Setup, position: &Position) -> String {
    let (evaluator, score) = (setup.eval.evaluator, setup.evaluate(position));
    let side = if position.turn().is_white() { "White" } else { "Black" };
    let mut text = String::new();
    if evaluator == Evaluator::Network {
        let (file, network) = (&setup.eval.eval_file, setup.eval.eval_file.network());
        let bucket = Network::output_bucket(position.board().occupied().count());
        let diagram = network.board_diagram(position);
        let _ = writeln!(
            text,
            "Contribution of each piece for White:\n{diagram}\nNetwork: {file}, {network}\nBucket: {bucket}"
        );
    }
    let _ = write!(text, "Evaluation: {} for {side} to move ({evaluator})", evaluator.normalised(score));
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_report_is_one_line_with_single_spaces_and_whole_numbers() {
        let start = Position::start();
        let line = vec![start.parse_move("e2e4").expect("legal")];
        let mut report = Report::unsearched(Score::cp(31), line);
        report.nodes = 12;
        let text = ScoreFormat { evaluator: Evaluator::Material, wdl: false }.report(
            &report,
            &Line::new(start),
            false,
        );
        assert_eq!(text, "info depth 1 seldepth 1 score cp 31 nodes 12 nps 0 hashfull 0 time 0 pv e2e4");
        assert!(!text.contains("  ") && !text.contains('.'));
    }

    #[test]
    fn the_word_for_a_bound_follows_the_value() {
        let start = Position::start();
        let line = vec![start.parse_move("e2e4").expect("legal")];
        let format = ScoreFormat { evaluator: Evaluator::Material, wdl: true };
        let text = |bound| {
            let report = Report { bound, ..Report::unsearched(Score::cp(31), line.clone()) };
            format.bound(&report, &Line::new(start.clone()))
        };
        assert!(text(Bound::Lower).contains(" score cp 31 lowerbound wdl "), "{}", text(Bound::Lower));
        assert!(text(Bound::Upper).contains(" score cp 31 upperbound wdl "), "{}", text(Bound::Upper));
    }

    #[test]
    fn without_a_legal_move_the_report_has_only_a_score() {
        let report = Report::unsearched(Score::mated_in(0), Vec::new());
        let format = ScoreFormat { evaluator: Evaluator::Classical, wdl: true };
        assert_eq!(
            format.report(&report, &Line::new(Position::start()), false),
            "info depth 0 score mate 0 wdl 0 0 1000"
        );
        assert_eq!(best_move(None, None, CastlingMode::Standard), "bestmove (none)");
    }

    #[test]
    fn the_board_shows_every_piece_on_its_square() {
        let text = board(&Position::start());
        assert!(text.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n6  . . ."), "{text}");
        assert!(text.contains("Key: 463B96181691FC9C"), "{text}");
        assert!(!text.contains("\n\n"), "a blank line breaks some GUIs");
    }

    #[test]
    fn a_report_has_the_selective_depth_and_the_nodes_per_second() {
        let start = Position::start();
        let line = vec![start.parse_move("e2e4").expect("legal")];
        let elapsed = Duration::from_millis(1500);
        let report = Report { deepest: 9, nodes: 6000, elapsed, ..Report::unsearched(Score::DRAW, line) };
        let format = ScoreFormat { evaluator: Evaluator::Material, wdl: false };
        let text = format.report(&report, &Line::new(start), false);
        assert_eq!(
            text,
            "info depth 1 seldepth 9 score cp 0 nodes 6000 nps 4000 hashfull 0 time 1500 pv e2e4"
        );
    }

    #[test]
    fn a_variation_ends_with_the_game() {
        // After a2b2 the fifty-move rule applies.
        let fen = "7k/8/8/8/8/8/R7/K7 w - - 99 80";
        let start = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        let first = start.parse_move("a2b2").expect("legal");
        let second = start.play(first).parse_move("h8g8").expect("legal");
        let report = Report::unsearched(Score::DRAW, vec![first, second]);
        let format = ScoreFormat { evaluator: Evaluator::Material, wdl: false };
        let text = format.report(&report, &Line::new(start), false);
        assert!(text.ends_with(" pv a2b2"), "{text}");
    }
}
