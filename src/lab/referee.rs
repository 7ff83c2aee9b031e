//! When a game is over: by the rules, or because both sides know how it will end.

use std::fmt;

use shakmaty::Color;

use crate::{
    game::Outcome,
    position::{Line, Position},
    score::Score,
};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// One of the sides.
    Side(Color),
    /// Nobody: a draw.
    Nobody,
}

/// As PGN writes results.
impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Side(Color::White) => "1-0",
            Self::Side(Color::Black) => "0-1",
            Self::Nobody => "1/2-1/2",
        })
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move.
    Stalemate,
    /// The position stands for the third time.
    Repetition,
    /// Fifty moves of both sides without a capture or a pawn move.
    FiftyMoves,
    /// Nobody can mate by any play.
    Material,
    /// Both sides have called it won long enough.
    AgreedWin,
    /// Both sides have called it even long enough.
    AgreedDraw,
    /// It has lasted as long as a game may.
    Length,
    /// The side to move has used up its time: it has lost, or drawn if the other side could not mate.
    Time,
    /// The side to move failed: it has lost. What its search said.
    Fault(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Material => "insufficient material",
            Self::AgreedWin => "both sides call it won",
            Self::AgreedDraw => "both sides call it even",
            Self::Length => "as long as a game may last",
            Self::Time => "time forfeit",
            Self::Fault(fault) => return write!(f, "the search failed: {fault}"),
        })
    }
}

impl Reason {
    /// A word for it, which never changes.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty_moves",
            Self::Material => "material",
            Self::AgreedWin => "agreed_win",
            Self::AgreedDraw => "agreed_draw",
            Self::Length => "length",
            Self::Time => "time",
            Self::Fault(_) => "fault",
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won.
    pub winner: Winner,
    /// And why.
    pub reason: Reason,
}

impl Ending {
    const fn drawn(reason: Reason) -> Self {
        Self { winner: Winner::Nobody, reason }
    }

    const fn won(color: Color, reason: Reason) -> Self {
        Self { winner: Winner::Side(color), reason }
    }

    /// The end of a game that both sides have agreed on.
    #[must_use]
    pub const fn agreed(winner: Winner) -> Self {
        let reason = match winner {
            Winner::Side(_) => Reason::AgreedWin,
            Winner::Nobody => Reason::AgreedDraw,
        };
        Self { winner, reason }
    }

    /// The end of a game in which the search of `color` failed.
    #[must_use]
    pub const fn fault(color: Color, fault: String) -> Self {
        Self::won(color.other(), Reason::Fault(fault))
    }

    /// The end of a game in which the side to move has run out of time.
    #[must_use]
    pub fn on_time(position: &Position) -> Self {
        let winner = !position.turn();
        if shakmaty::Position::has_insufficient_material(position.chess(), winner) {
            Self::drawn(Reason::Time)
        } else {
            Self::won(winner, Reason::Time)
        }
    }

    /// How the rules of chess have ended a game; `None` if it goes on.
    #[must_use]
    pub fn by_rules(line: &Line) -> Option<Self> {
        let position = line.position();
        match position.outcome() {
            Some(Outcome::Lost) => Some(Self::won(!position.turn(), Reason::Checkmate)),
            Some(Outcome::Drawn) => Some(Self::drawn(Reason::Stalemate)),
            None if line.occurrences() >= 3 => Some(Self::drawn(Reason::Repetition)),
            None if position.halfmoves() >= 100 => Some(Self::drawn(Reason::FiftyMoves)),
            None if position.is_insufficient_material() => Some(Self::drawn(Reason::Material)),
            None => None,
        }
    }
}

/// Scores that end a game before the rules do, when all of so many plies in a row agree: then both sides do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Centipawns for the same side, at least; a mate is more than any.
    pub win: i32,
    /// For so many plies; 0 plays wins out.
    pub win_plies: u32,
    /// Centipawns for either side, at most.
    pub draw: i32,
    /// For so many plies; 0 plays draws out.
    pub draw_plies: u32,
    /// But only of those after so many plies of the game.
    pub draw_after: u32,
    /// Whether a mate that one side sees ends the game at once.
    pub mate: bool,
    /// A game that has lasted so many plies is drawn; 0 is no limit.
    pub max_plies: u32,
}

impl Rules {
    /// Of matches.
    pub const MATCH: Self =
        Self { win: 600, win_plies: 6, draw: 10, draw_plies: 8, draw_after: 70, mate: false, max_plies: 0 };
    /// Of games to learn from: surer, since a wrong result teaches what is wrong.
    pub const LEARNING: Self = Self {
        win: 1_500,
        win_plies: 4,
        draw: 10,
        draw_plies: 12,
        draw_after: 80,
        mate: false,
        max_plies: 0,
    };
    /// Of games that are stored whole: what comes after a mate was seen teaches nothing.
    pub const STORED: Self = Self { mate: true, ..Self::LEARNING };
    /// Only the rules of chess.
    pub const PLAY_OUT: Self =
        Self { win: 0, win_plies: 0, draw: 0, draw_plies: 0, draw_after: 0, mate: false, max_plies: 0 };
}

/// Hears the scores of both sides, ply by ply.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    plies: u32,
    ahead: Option<Color>,
    ahead_for: u32,
    even_for: u32,
}

impl Referee {
    /// A referee at the beginning of a game.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { rules, plies: 0, ahead: None, ahead_for: 0, even_for: 0 }
    }

    /// `color` gives its move this score. Whether that ends the game.
    pub fn hear(&mut self, color: Color, score: Score) -> Option<Ending> {
        let Rules { win, win_plies, draw, draw_plies, draw_after, mate, max_plies } = self.rules;
        self.plies += 1;
        let ahead = (score.raw().abs() >= win).then(|| if score > Score::DRAW { color } else { !color });
        self.ahead_for = if ahead.is_none() || ahead != self.ahead { 0 } else { self.ahead_for };
        self.ahead_for += u32::from(ahead.is_some());
        self.ahead = ahead;
        let even = score.raw().abs() <= draw && self.plies > draw_after;
        self.even_for = if even { self.even_for + 1 } else { 0 };
        if mate && score.is_mate() || win_plies > 0 && self.ahead_for >= win_plies {
            ahead.map(|color| Ending::won(color, Reason::AgreedWin))
        } else if draw_plies > 0 && self.even_for >= draw_plies {
            Some(Ending::drawn(Reason::AgreedDraw))
        } else {
            (max_plies > 0 && self.plies >= max_plies).then(|| Ending::drawn(Reason::Length))
        }
    }
}

#[cfg(test)]
mod tests;
