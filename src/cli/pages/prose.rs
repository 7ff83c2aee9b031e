//! What each rung does, for a reader who knows chess and not search.

use crate::search::{Layer, rungs};

/// What the step `network` of the ladder does.
const NETWORK: &str = "All layers again, but the positions are judged by a neural network instead of by counting the men. \
     Other judgements, other scores, another tree: the line says what the playing engine does, not what a \
     layer saves.";

/// What the rung of this name does; a set of layers of one's own is told by its layers.
pub fn description(rung: &str, layers: &[&str]) -> String {
    let story = rungs::find(rung).map(|rung| rung.story).or((rung == "network").then_some(NETWORK));
    story.map_or_else(|| layer_ideas(layers), str::to_owned)
}

fn layer_ideas(layers: &[&str]) -> String {
    let ideas: Vec<_> =
        layers.iter().filter_map(|name| name.parse::<Layer>().ok()).map(Layer::idea).collect();
    if ideas.is_empty() {
        return "Alpha-beta without any layer.".to_owned();
    }
    format!("Alpha-beta with a set of layers of its own. {}", ideas.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bench::plan::Plan, search::RUNGS};

    #[test]
    fn every_rung_that_is_measured_has_its_words_and_a_set_has_those_of_its_layers() {
        for step in Plan::default().steps {
            assert!(!description(&step.rung, &[]).contains("Alpha-beta with"), "{}", step.rung);
            assert_ne!(description(&step.rung, &[]), layer_ideas(&[]), "{}", step.rung);
        }
        assert!(RUNGS.len() > 30);
        let layer_ideas = description("alpha-beta+table", &["table"]);
        assert!(layer_ideas.contains(Layer::Table.idea()), "{layer_ideas}");
    }
}
