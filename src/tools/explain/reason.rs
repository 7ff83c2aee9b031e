//! The reasons why nodes end: names, colours and sentences.
//!
//! The reasons of layers are declared in their [`LayerInfo`](crate::search::layers::LayerInfo).

use crate::search::{
    Layer,
    layers::{ReasonInfo, ReasonKind},
    observe::reason::Reason,
};

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
        if all.iter().all(|other| words(*other).name != words(reason).name) {
            all.push(reason);
        }
    }
    all
}

/// Returns the JSON names of [`all`] reasons.
pub fn names() -> Vec<&'static str> {
    all().into_iter().map(|reason| words(reason).name).collect()
}

/// What the output shows of a reason.
#[derive(Clone, Copy, Debug)]
pub struct ReasonWords {
    /// JSON name.
    pub name: &'static str,
    /// Standard term, which pages show: `beta cutoff`, `stand pat`.
    pub term: &'static str,
    /// Key of the pseudocode line that ends a node for this reason: see [`pseudocode`](super::pseudocode).
    pub key: &'static str,
    /// Hue in degrees (0 to 359) for pages. Related reasons share a hue.
    pub hue: u16,
}

/// Describes a reason. `None` stands for a node inside which the search was stopped.
pub fn words(reason: Option<Reason>) -> ReasonWords {
    let (name, term, key, hue) = match reason {
        None => ("stopped", "stopped", "enter", 330),
        Some(Reason::BetaCut) => ("beta_cut", "beta cutoff", "cut", 8),
        Some(Reason::SearchedAll) => ("searched_all", "all moves searched", "return", 140),
        Some(Reason::Horizon) => ("horizon", "horizon", "horizon", 205),
        Some(Reason::Checkmate) => ("checkmate", "checkmate", "over", 345),
        Some(Reason::Stalemate) => ("stalemate", "stalemate", "over", 60),
        Some(Reason::Tablebase) => ("tablebase", "tablebase", "over", 275),
        Some(Reason::Layer(layer, index)) => {
            let info = &layer.info().reasons[usize::from(index)];
            let (key, hue) = match info.kind {
                ReasonKind::Table => ("table", 275),
                ReasonKind::StandPat => ("stand_pat", 180),
                ReasonKind::Cut if layer == Layer::NullMove => ("pass", 35),
                ReasonKind::Cut | ReasonKind::CutByLastMove => ("prune", 35),
                ReasonKind::Draw => ("over", 60),
                ReasonKind::Mate => ("prune", 345),
            };
            (info.code, info.term, key, hue)
        }
    };
    ReasonWords { name, term, key, hue }
}

/// Returns the layer's declaration of a reason; `None` for reasons of the rules and the move loop.
pub fn of_layer(reason: Reason) -> Option<&'static ReasonInfo> {
    let Reason::Layer(layer, index) = reason else { return None };
    layer.info().reasons.get(usize::from(index))
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
