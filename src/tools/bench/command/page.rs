//! HTML page of `engine bench --ladder`: a template with the JSON of the ladder, which the script of the page draws.

use serde_json::{Value, json};

use crate::{
    search::{Layer, rungs},
    tools::{
        bench::{ladder::report::Ladder, seed_programs::node_counts},
        common::output::command_line,
        explain::{html::document, terms},
    },
};

const STYLE: &str = include_str!("page.css");
const BODY: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");

/// Returns the page of a ladder.
///
/// # Errors
/// An error of the JSON writer, which does not happen because all keys are strings.
pub fn html(ladder: &Ladder) -> serde_json::Result<String> {
    // The names of the rungs for readers who know chess but not chess programming.
    let captions: Vec<_> = ladder
        .totals
        .iter()
        .map(|total| {
            let idea = idea(&total.rung, &total.layers);
            json!({ "rung": total.rung, "term": terms::rung(&total.rung), "idea": idea })
        })
        .collect();
    let command = command_line(true);
    let data =
        json!({ "ladder": ladder, "captions": captions, "students": students(ladder), "command": command });
    // JSON is text of a script element, which "</script>" would end.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let body = format!(
        "{BODY}<script type=\"application/json\" id=\"data\">{data}</script><script>{SCRIPT}</script>"
    );
    Ok(document("The search ladder", STYLE, &body))
}

/// Returns the idea of a rung, or the ideas of the layers of a set that is not a rung.
fn idea(rung: &str, layers: &[&str]) -> String {
    const NETWORK: &str = "All layers, with a neural network as evaluator instead of a material count.";
    let story = rungs::find(rung).map(|rung| rung.story).or((rung == "network").then_some(NETWORK));
    story.map_or_else(
        || {
            let ideas = layers.iter().filter_map(|name| name.parse::<Layer>().ok()).map(Layer::idea);
            ["Alpha-beta with these layers."].into_iter().chain(ideas).collect::<Vec<_>>().join(" ")
        },
        str::to_owned,
    )
}

/// Returns the node counts of the student programs, each beside the node count of the same search in this ladder.
fn students(ladder: &Ladder) -> Vec<Value> {
    let mut found = Vec::new();
    for position in &ladder.positions {
        for count in node_counts(&position.fen, position.depth).filter(|count| count.depth == position.depth)
        {
            if let Some(run) = position.rungs.iter().find(|run| run.rung == count.rung) {
                found.push(json!({
                    "position": position.id,
                    "program": count.program,
                    "rung": count.rung,
                    "depth": count.depth,
                    "nodes": count.nodes,
                    "own_nodes": run.last_nodes,
                }));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::bench::plan::LadderPlan;

    #[test]
    fn every_measured_rung_has_an_idea_and_a_set_is_described_by_its_layers() {
        for step in LadderPlan::default().steps {
            assert!(!idea(&step.rung, &[]).starts_with("Alpha-beta with these layers"), "{}", step.rung);
        }
        assert!(idea("alpha-beta+table", &["table"]).contains(Layer::Table.idea()));
    }
}
