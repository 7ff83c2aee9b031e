//! The reasons for which nodes end: names, colours and sentences. Those of layers come from their
//! [`LayerInfo`](crate::search::layers::LayerInfo).

use crate::search::{
    Layer,
    layers::{ReasonInfo, ReasonKind},
    observe::reason::Reason,
};

/// The name in JSON of a node in which the search was stopped.
const STOPPED: &str = "stopped";

/// The names of all reasons, each once: the rules and the move loop, the layers in ladder order, and the stop.
pub fn names() -> Vec<&'static str> {
    let own = [
        Reason::BetaCut,
        Reason::SearchedAll,
        Reason::Horizon,
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Tablebase,
    ];
    let layers = Layer::ALL.iter().flat_map(|layer| layer.info().reasons).map(|reason| reason.code);
    let mut names = Vec::new();
    for name in own.map(|reason| name(Some(reason))).into_iter().chain(layers).chain([STOPPED]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What the layer says about its reason; `None` for the rules and the move loop.
pub fn of_layer(reason: Reason) -> Option<&'static ReasonInfo> {
    let Reason::Layer(layer, index) = reason else { return None };
    layer.info().reasons.get(usize::from(index))
}

/// The name in JSON. `None` is a node in which the search was stopped.
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

/// Whether moves were left out for this reason: the game was not over, and the depth not used up.
pub fn leaves_out(reason: Reason) -> bool {
    match reason {
        Reason::Checkmate | Reason::Stalemate | Reason::Horizon => false,
        Reason::BetaCut | Reason::SearchedAll | Reason::Tablebase => true,
        Reason::Layer(..) => {
            !of_layer(reason).is_some_and(|info| matches!(info.kind, ReasonKind::Draw | ReasonKind::Mate))
        }
    }
}

/// Whether the move searched last ended the node, at a lesser depth.
pub fn is_cut_by_last_move(reason: Reason) -> bool {
    of_layer(reason).is_some_and(|info| info.kind == ReasonKind::CutByLastMove)
}

/// A hue in degrees for a page or a graph; families of reasons have one hue.
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
