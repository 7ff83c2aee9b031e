//! The reasons by name, and the colours they have on a page.

use crate::search::observe::reason::Reason;

/// All reasons, in the order of [`Reason`]; at last that of a node in which the search was stopped.
pub const ALL: [Option<Reason>; 20] = [
    Some(Reason::BetaCut),
    Some(Reason::TableExact),
    Some(Reason::TableLower),
    Some(Reason::TableUpper),
    Some(Reason::Tablebase),
    Some(Reason::StandPat),
    Some(Reason::NullMove),
    Some(Reason::ReverseFutility),
    Some(Reason::Razoring),
    Some(Reason::Probcut),
    Some(Reason::MultiCut),
    Some(Reason::MateDistance),
    Some(Reason::Checkmate),
    Some(Reason::Stalemate),
    Some(Reason::Repetition),
    Some(Reason::FiftyMoves),
    Some(Reason::Material),
    Some(Reason::Horizon),
    Some(Reason::SearchedAll),
    None,
];

/// The names of [`ALL`], as the schema lists them.
#[must_use]
pub fn names() -> [&'static str; ALL.len()] {
    ALL.map(name)
}

/// The name in JSON. `None` stands for a node in which the search was stopped.
#[must_use]
pub const fn name(reason: Option<Reason>) -> &'static str {
    let Some(reason) = reason else { return "stopped" };
    match reason {
        Reason::BetaCut => "beta_cut",
        Reason::TableExact => "table_exact",
        Reason::TableLower => "table_lower",
        Reason::TableUpper => "table_upper",
        Reason::Tablebase => "tablebase",
        Reason::StandPat => "stand_pat",
        Reason::NullMove => "null_move",
        Reason::ReverseFutility => "reverse_futility",
        Reason::Razoring => "razoring",
        Reason::Probcut => "probcut",
        Reason::MultiCut => "multi_cut",
        Reason::MateDistance => "mate_distance",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::FiftyMoves => "fifty_moves",
        Reason::Material => "material",
        Reason::Horizon => "horizon",
        Reason::SearchedAll => "searched_all",
    }
}

/// Whether moves were left out for this reason: the game was not over, and the depth not used up.
#[must_use]
pub const fn leaves_out(reason: Reason) -> bool {
    !matches!(
        reason,
        Reason::Checkmate
            | Reason::Stalemate
            | Reason::Repetition
            | Reason::FiftyMoves
            | Reason::Material
            | Reason::Horizon
            | Reason::MateDistance
    )
}

/// A hue in degrees for a page or a graph; families of reasons lie together.
#[must_use]
pub const fn hue(reason: Option<Reason>) -> u16 {
    let Some(reason) = reason else { return 330 };
    match reason {
        Reason::BetaCut => 8,
        Reason::TableExact | Reason::TableLower | Reason::TableUpper | Reason::Tablebase => 275,
        Reason::StandPat => 180,
        Reason::NullMove
        | Reason::ReverseFutility
        | Reason::Razoring
        | Reason::Probcut
        | Reason::MultiCut => 35,
        Reason::Checkmate | Reason::MateDistance => 345,
        Reason::Stalemate | Reason::Repetition | Reason::FiftyMoves | Reason::Material => 60,
        Reason::Horizon => 205,
        Reason::SearchedAll => 140,
    }
}
