//! Standard terms of the layers, printed beside Glulam's names: `late-reductions` (late move reductions,
//! LMR).

use crate::search::{Algorithm, Layer, LayerSet, RUNGS};

/// Returns the standard terms of a layer: its aliases; `None` if the layer has no alias.
pub fn layer(layer: Layer) -> Option<String> {
    let terms: Vec<_> = layer.aliases().iter().copied().map(term).collect();
    (!terms.is_empty()).then(|| terms.join(", "))
}

/// Returns the first standard term of a layer, or its name if the layer has no alias.
pub fn first(layer: Layer) -> String {
    layer.aliases().first().map_or_else(|| layer.name().to_owned(), |alias| term(alias))
}

/// Returns the standard terms of the layers that a rung adds. If a rung adds several layers, each term
/// follows the name of its layer.
pub fn rung(name: &str) -> Option<String> {
    let new: Vec<_> = new_layers(name)?.iter().collect();
    match new[..] {
        [] => None,
        [only] => layer(only),
        _ => {
            let with_terms =
                |new: &Layer| layer(*new).map_or_else(|| new.to_string(), |terms| format!("{new}: {terms}"));
            Some(new.iter().map(with_terms).collect::<Vec<_>>().join("; "))
        }
    }
}

/// Returns the first standard term of each new layer of a rung; `None` if no new layer has an alias.
pub fn short(name: &str) -> Option<String> {
    let new = new_layers(name)?;
    let terms: Vec<_> =
        new.iter().filter_map(|layer| layer.aliases().first()).map(|alias| term(alias)).collect();
    (!terms.is_empty()).then(|| terms.join(", "))
}

/// Returns the layers that a rung of the ladder adds to the rung below it; `None` if no rung has this name or
/// the rung is not a set of layers, such as `minimax`.
fn new_layers(name: &str) -> Option<LayerSet> {
    let index = RUNGS.iter().position(|rung| rung.name == name)?;
    let below = index.checked_sub(1).map_or(LayerSet::NONE, |below| RUNGS[below].algorithm.layers());
    let Algorithm::Layers(layers) = RUNGS[index].algorithm else { return None };
    Some(layers.iter().filter(|layer| !below.has(*layer)).collect())
}

/// Returns an alias as a term, with spaces instead of hyphens and abbreviations in capitals: `SEE pruning`
/// for `see-pruning`.
fn term(alias: &str) -> String {
    if alias == "mvv-lva" {
        return "MVV-LVA".to_owned();
    }
    // Every part of an alias with at most three letters is an abbreviation.
    let word = |part: &str| if part.len() <= 3 { part.to_uppercase() } else { part.to_owned() };
    alias.split('-').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_and_rungs_have_their_standard_terms() {
        assert_eq!(layer(Layer::LateReductions).as_deref(), Some("late move reductions, LMR"));
        assert_eq!(layer(Layer::ExchangePruning).as_deref(), Some("SEE pruning"));
        assert_eq!(layer(Layer::Hindsight), None);
        assert_eq!(rung("captures-first").as_deref(), Some("MVV-LVA"));
        assert_eq!(
            rung("killers-history").as_deref(),
            Some("killers: killer moves; history: history heuristic, butterfly history")
        );
        assert_eq!(short("killers-history").as_deref(), Some("killer moves, history heuristic"));
        assert_eq!(["minimax", "alpha-beta", "full", "table+draws"].map(rung), [const { None }; 4]);
    }
}
