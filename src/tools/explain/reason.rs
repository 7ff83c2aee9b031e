//! The reasons why nodes end: names, colours and sentences.
//!
//! The reasons of layers are declared in their [`LayerInfo`](crate::search::layers::LayerInfo).

use crate::search::{
    Layer,
    layers::{ReasonInfo, ReasonKind},
    observe::reason::Reason,
};

/// JSON name of the reason for a node inside which the search was stopped.
const STOPPED: &str = "stopped";

/// Returns all reasons without duplicate names: first those of rules and move loop, then those of layers in
/// ladder order, then `None` for a stopped search.
pub fn all() -> Vec<Option<Reason>> {
    let own = [
        Reason::BetaCut,
        Reason::SearchedAll,
        Reason::Horizon,
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Tablebase,
    ];
    let layers = Layer::ALL
        .iter()
        .flat_map(|layer| (0..layer.info().reasons.len()).map(|index| Reason::Layer(*layer, index as u8)));
    let mut all: Vec<Option<Reason>> = Vec::new();
    for reason in own.into_iter().chain(layers).map(Some).chain([None]) {
        if all.iter().all(|other| name(*other) != name(reason)) {
            all.push(reason);
        }
    }
    all
}

/// Returns the JSON names of [`all`] reasons.
pub fn names() -> Vec<&'static str> {
    all().into_iter().map(name).collect()
}

/// Returns the standard term of a reason, which pages show: `beta cutoff`, `stand pat`.
pub fn term(reason: Option<Reason>) -> &'static str {
    let Some(reason) = reason else { return STOPPED };
    match reason {
        Reason::BetaCut => "beta cutoff",
        Reason::SearchedAll => "all moves searched",
        Reason::Horizon => "horizon",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Tablebase => "tablebase",
        Reason::Layer(layer, _) => of_layer(reason).map_or(layer.name(), |info| info.term),
    }
}

/// Returns the key of the pseudocode line that ends a node for this reason: see [`pseudocode`](super::pseudocode).
pub fn pseudocode_key(reason: Option<Reason>) -> &'static str {
    let Some(reason) = reason else { return "enter" };
    match reason {
        Reason::BetaCut => "cut",
        Reason::SearchedAll => "return",
        Reason::Horizon => "horizon",
        Reason::Checkmate | Reason::Stalemate | Reason::Tablebase => "over",
        Reason::Layer(Layer::NullMove, _) => "pass",
        Reason::Layer(..) => match of_layer(reason).map_or(ReasonKind::Cut, |info| info.kind) {
            ReasonKind::Table => "table",
            ReasonKind::StandPat => "stand_pat",
            ReasonKind::Draw => "over",
            ReasonKind::Cut | ReasonKind::CutByLastMove | ReasonKind::Mate => "prune",
        },
    }
}

/// Returns the layer's declaration of a reason; `None` for reasons of the rules and the move loop.
pub fn of_layer(reason: Reason) -> Option<&'static ReasonInfo> {
    let Reason::Layer(layer, index) = reason else { return None };
    layer.info().reasons.get(usize::from(index))
}

/// Returns the JSON name of a reason. `None` stands for a node inside which the search was stopped.
pub fn name(reason: Option<Reason>) -> &'static str {
    let Some(reason) = reason else { return STOPPED };
    match reason {
        Reason::BetaCut => "beta_cut",
        Reason::SearchedAll => "searched_all",
        Reason::Horizon => "horizon",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Tablebase => "tablebase",
        Reason::Layer(layer, _) => of_layer(reason).map_or(layer.name(), |info| info.code),
    }
}

/// Returns whether a node that ended for this reason can have unsearched moves. Returns false for the end of
/// a game, for the horizon, and for a known shorter mate.
pub fn leaves_out(reason: Reason) -> bool {
    match reason {
        Reason::Checkmate | Reason::Stalemate | Reason::Horizon => false,
        Reason::BetaCut | Reason::SearchedAll | Reason::Tablebase => true,
        Reason::Layer(..) => {
            !of_layer(reason).is_some_and(|info| matches!(info.kind, ReasonKind::Draw | ReasonKind::Mate))
        }
    }
}

/// Returns whether the reason means that the last searched move caused a cutoff in a search of reduced depth
/// (ProbCut).
pub fn is_cut_by_last_move(reason: Reason) -> bool {
    of_layer(reason).is_some_and(|info| info.kind == ReasonKind::CutByLastMove)
}

/// Returns the hue in degrees (0 to 359) for pages. Related reasons share a hue.
pub fn hue(reason: Option<Reason>) -> u16 {
    let Some(reason) = reason else { return 330 };
    match reason {
        Reason::BetaCut => 8,
        Reason::SearchedAll => 140,
        Reason::Horizon => 205,
        Reason::Checkmate => 345,
        Reason::Stalemate => 60,
        Reason::Tablebase => 275,
        Reason::Layer(..) => match of_layer(reason).map_or(ReasonKind::Cut, |info| info.kind) {
            ReasonKind::Table => 275,
            ReasonKind::StandPat => 180,
            ReasonKind::Cut | ReasonKind::CutByLastMove => 35,
            ReasonKind::Draw => 60,
            ReasonKind::Mate => 345,
        },
    }
}
