//! What is told of a search: reports and boards as lines of text.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, Color, File, Piece, Rank, Square};

use crate::{
    position::{Line, Move, Position},
    score::Score,
    search::Report,
};

/// The widest number narrow readers take for nodes a second.
const MOST_NPS: u64 = u32::MAX as u64;

/// The `info` line of a report on `game`; its line ends where the game would.
#[must_use]
pub fn report(report: &Report, game: &Line) -> String {
    if report.line.is_empty() {
        return format!("info depth {} score {}", report.depth, report.score);
    }
    let mut text = format!(
        "info depth {} seldepth {} score {} nodes {} nps {} hashfull {} time {} pv",
        report.depth,
        report.deepest.max(report.depth.unsigned_abs() as usize),
        report.score,
        report.nodes,
        report.nodes_per_second().min(MOST_NPS),
        report.permille_full,
        report.elapsed.as_millis(),
    );
    for mv in game.playable(&report.line) {
        let _ = write!(text, " {}", mv.to_uci(game.position().castling_mode()));
    }
    text
}

/// The `bestmove` line.
#[must_use]
pub fn best_move(best: Option<Move>, mode: CastlingMode) -> String {
    best.map_or_else(|| "bestmove (none)".to_owned(), |mv| format!("bestmove {}", mv.to_uci(mode)))
}

/// The board as a person reads it, White below, with FEN, key and checks.
#[must_use]
pub fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "{} ", rank.char());
        for file in File::ALL {
            let man = position.board().piece_at(Square::from_coords(file, rank));
            let _ = write!(text, " {}", man.map_or('.', Piece::char));
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

/// The static value as a person reads it: by whom, and for whom.
#[must_use]
pub fn evaluation(evaluator: &str, score: Score, turn: Color) -> String {
    let side = if turn.is_white() { "White" } else { "Black" };
    format!("Evaluation: {score} for {side} to move ({evaluator})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_line_of_single_blanks_and_whole_numbers() {
        let start = Position::start();
        let line = vec![start.parse_move("e2e4").expect("legal")];
        let mut told = Report::unsearched(Score::cp(31), line);
        told.nodes = 12;
        let text = report(&told, &Line::new(start));
        assert_eq!(text, "info depth 1 seldepth 1 score cp 31 nodes 12 nps 0 hashfull 0 time 0 pv e2e4");
        assert!(!text.contains("  ") && !text.contains('.'));
    }

    #[test]
    fn without_a_move_the_score_is_all_there_is_to_tell() {
        let told = Report::unsearched(Score::mated_in(0), Vec::new());
        assert_eq!(report(&told, &Line::new(Position::start())), "info depth 0 score mate 0");
        assert_eq!(best_move(None, CastlingMode::Standard), "bestmove (none)");
    }

    #[test]
    fn the_board_shows_every_man_in_its_place() {
        let text = board(&Position::start());
        assert!(text.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n6  . . ."), "{text}");
        assert!(text.contains("Key: 463B96181691FC9C"), "{text}");
        assert!(!text.contains("\n\n"), "a blank line breaks some GUIs");
    }
}
