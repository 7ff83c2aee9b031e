use super::*;
use crate::chess::position::Position;

fn start() -> Vec<Case> {
    vec![Case { id: "start".into(), position: Position::start() }]
}

fn plan(layers: LayerSet) -> AblationPlan {
    AblationPlan { layers, depth: 5, megabytes: 1, ..AblationPlan::default() }
}

#[test]
fn each_layer_of_the_set_is_removed_once_and_the_counts_equal_those_of_the_smaller_set() {
    let layers = LayerSet::up_to(Layer::History);
    let entries = run(&plan(layers), &start(), || ()).expect("a megabyte");
    let left_out: Vec<_> = entries[0].without.iter().map(|without| without.layer).collect();
    assert_eq!(left_out, layers.iter().collect::<Vec<_>>());

    let alone = plan(layers.without(Layer::CapturesFirst));
    let expected = whole(&run(&alone, &start(), || ()).expect("a megabyte"));
    let found = &losses(&plan(layers), &entries)[0];
    assert_eq!((found.layer, found.total.nodes), (Layer::CapturesFirst, expected.nodes));
    let times = expected.last_nodes as f64 / whole(&entries).last_nodes as f64;
    assert!(found.times_nodes.is_some_and(|found| (found - times).abs() < 1e-9 && times > 1.0));
}

#[test]
fn a_changed_score_refutes_a_layer_of_an_exact_set_but_not_of_a_selective_set() {
    let exact = plan(LayerSet::up_to(Layer::Table));
    let mut entries = run(&exact, &start(), || ()).expect("a megabyte");
    assert!(refutations(&exact, &entries).is_empty());
    let wrong = entries[0].without[0].measured.as_mut().expect("it was run");
    wrong.score = wrong.score + 1;
    let found = refutations(&exact, &entries);
    assert_eq!(found.len(), 1);
    let message = found[0].to_string();
    assert!(message.starts_with("start, depth 5: the set without captures-first returns cp "), "{message}");
    assert_eq!(losses(&exact, &entries)[0].other_scores, 1);
    let selective = AblationPlan { layers: LayerSet::up_to(Layer::Draws), ..exact };
    assert!(refutations(&selective, &entries).is_empty());
}

#[test]
fn no_set_is_compared_if_the_whole_set_exceeds_the_node_limit() {
    let tight = AblationPlan { max_nodes: 50, ..plan(LayerSet::up_to(Layer::Killers)) };
    let entries = run(&tight, &start(), || ()).expect("a megabyte");
    assert!(entries[0].whole.is_none() && entries[0].without.iter().all(|run| run.measured.is_none()));
    assert_eq!(whole(&entries), AblationTotal::default());
    assert!(losses(&tight, &entries).iter().all(|loss| loss.times_nodes.is_none()));
}
