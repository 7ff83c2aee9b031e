//! How a game ends, and why, in words a beginner understands.

use shakmaty::Color;

use super::{
    game::Game,
    piece_names::{self, listed},
};
use crate::lab::referee::Winner;

/// A draw that needs a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The position stands for the third time.
    Threefold,
    /// Fifty moves of both sides without a capture or a pawn move.
    FiftyMoves,
}

impl Claim {
    /// What there is to claim, for a game that stands so.
    pub fn explain(self, game: &Game) -> String {
        match self {
            Self::Threefold => {
                let stood = game.stood();
                format!("the same position stands for the {} time: {}", ordinal(stood.len()), listed(&stood))
            }
            Self::FiftyMoves => format!(
                "no pawn was moved and nothing taken for {} moves of either side",
                game.position().halfmoves() / 2
            ),
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Nobody can mate by any play.
    Material,
    /// The position stands for the fifth time.
    Fivefold,
    /// Seventy-five moves of both sides without a capture or a pawn move.
    SeventyFiveMoves,
    /// A draw was claimed.
    Claimed(Claim),
    /// Both sides agreed on a draw.
    Agreed,
    /// This side gave up.
    Resigned(Color),
    /// This side has used up its time.
    OutOfTime(Color),
    /// The same, but the other side could not mate by any play.
    OutOfTimeDrawn(Color),
}

impl Ending {
    /// The end when the time of `color` is up.
    pub fn out_of_time(game: &Game, color: Color) -> Self {
        let cannot_mate = shakmaty::Position::has_insufficient_material(game.position().chess(), !color);
        if cannot_mate { Self::OutOfTimeDrawn(color) } else { Self::OutOfTime(color) }
    }

    /// Who won a game that ended so with `turn` to move.
    pub const fn winner(self, turn: Color) -> Winner {
        match self {
            Self::Checkmate => Winner::Side(turn.other()),
            Self::Resigned(color) | Self::OutOfTime(color) => Winner::Side(color.other()),
            _ => Winner::Nobody,
        }
    }

    /// The word for it in the PGN tag `Termination`.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::OutOfTime(_) | Self::OutOfTimeDrawn(_) => "time forfeit",
            _ => "normal",
        }
    }

    /// What happened, and why it is the end.
    pub fn explain(self, game: &Game) -> String {
        let position = game.position();
        let turn = position.turn();
        match self {
            Self::Checkmate => {
                let checkers = piece_names::all(position, position.checkers());
                format!("Checkmate: the {turn} king is in check from {checkers}, and no move saves it.")
            }
            Self::Stalemate => {
                let side = piece_names::side(turn);
                format!("Stalemate: {side} is not in check but has no legal move. The game is drawn.")
            }
            Self::Material => format!(
                "Draw: neither side can mate with what is left, {} against {}.",
                army(game, Color::White),
                army(game, Color::Black)
            ),
            Self::Fivefold => format!("Draw: {}.", Claim::Threefold.explain(game)),
            Self::SeventyFiveMoves => {
                format!("Draw: {}; at 75 nobody needs to claim it.", Claim::FiftyMoves.explain(game))
            }
            Self::Claimed(claim) => format!("Draw claimed: {}.", claim.explain(game)),
            Self::Agreed => "Draw agreed.".to_owned(),
            Self::Resigned(color) => format!("{} resigns.", piece_names::side(color)),
            Self::OutOfTime(color) => format!("The time of {} is up.", piece_names::side(color)),
            Self::OutOfTimeDrawn(color) => format!(
                "The time of {} is up, but {} has too little left to mate: draw.",
                piece_names::side(color),
                piece_names::side(!color)
            ),
        }
    }
}

/// The pieces of a side: `king and bishop`.
fn army(game: &Game, color: Color) -> String {
    let board = game.position().board();
    let mut pieces: Vec<_> =
        board.by_color(color).into_iter().filter_map(|square| board.role_at(square)).collect();
    pieces.sort_unstable_by(|a, b| b.cmp(a));
    let names: Vec<_> = pieces.into_iter().map(|role| piece_names::name(role).to_owned()).collect();
    listed(&names)
}

fn ordinal(number: usize) -> String {
    match number {
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{number}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::game::tests::played;

    fn told(fen: &str, moves: &str) -> String {
        let game = played(fen, moves);
        game.ending().expect("it is over").explain(&game)
    }

    #[test]
    fn stalemate_is_told_from_checkmate_and_every_draw_says_why() {
        let mate = told("", "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(
            mate,
            "Checkmate: the white king is in check from the black queen on h4, and no move saves it."
        );
        let stalemate = told("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "");
        assert_eq!(stalemate, "Stalemate: Black is not in check but has no legal move. The game is drawn.");
        let bare = told("7k/8/8/8/8/8/8/K1B5 w - - 0 1", "");
        assert!(bare.ends_with("what is left, king and bishop against king."), "{bare}");
        let five = told("", &"g1f3 g8f6 f3g1 f6g8 ".repeat(4));
        assert!(five.contains("fifth time: at the start, after 2... Ng8, after 4... Ng8"), "{five}");
        let late = told("7k/8/8/8/8/8/R7/K7 w - - 149 130", "a2b2");
        assert!(late.contains("for 75 moves"), "{late}");
    }

    #[test]
    fn who_cannot_mate_does_not_win_on_time() {
        let game = played("7k/8/8/8/8/8/P7/K6q w - - 0 1", "");
        assert_eq!(Ending::out_of_time(&game, Color::White), Ending::OutOfTime(Color::White));
        assert_eq!(Ending::out_of_time(&game, Color::Black).winner(Color::White), Winner::Side(Color::White));
        let bare = played("7k/8/8/8/8/8/8/K6q w - - 0 1", "");
        assert_eq!(Ending::out_of_time(&bare, Color::Black), Ending::OutOfTimeDrawn(Color::Black));
        assert_eq!(Ending::OutOfTimeDrawn(Color::Black).winner(Color::White), Winner::Nobody);
        assert_eq!(Ending::Checkmate.winner(Color::White), Winner::Side(Color::Black));
    }
}
