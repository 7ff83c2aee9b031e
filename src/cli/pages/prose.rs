//! Descriptions of the rungs of the ladder for a reader who knows chess but not chess programming.

use crate::search::{Layer, rungs};

/// Description of the rung `network`.
const NETWORK: &str = "All layers, with a neural network as evaluator instead of a material count. A different \
     evaluator gives different scores and a different tree. The row network shows the search of the playing engine, not the saving of a layer.";

/// Returns the description of a rung. A set of layers that is not a rung is described by the ideas of its
/// layers.
pub fn description(rung: &str, layers: &[&str]) -> String {
    let story = rungs::find(rung).map(|rung| rung.story).or((rung == "network").then_some(NETWORK));
    story.map_or_else(|| layer_ideas(layers), str::to_owned)
}

fn layer_ideas(layers: &[&str]) -> String {
    let ideas: Vec<_> =
        layers.iter().filter_map(|name| name.parse::<Layer>().ok()).map(Layer::idea).collect();
    if ideas.is_empty() {
        return "Alpha-beta without layers.".to_owned();
    }
    format!("Alpha-beta with these layers. {}", ideas.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bench::plan::Plan, search::RUNGS};

    #[test]
    fn every_measured_rung_has_a_description_and_a_set_is_described_by_its_layers() {
        for step in Plan::default().steps {
            assert!(!description(&step.rung, &[]).contains("Alpha-beta with"), "{}", step.rung);
            assert_ne!(description(&step.rung, &[]), layer_ideas(&[]), "{}", step.rung);
        }
        assert!(RUNGS.len() > 30);
        let layer_ideas = description("alpha-beta+table", &["table"]);
        assert!(layer_ideas.contains(Layer::Table.idea()), "{layer_ideas}");
    }
}
