use super::*;
use crate::position::Position;

fn start() -> Vec<Case> {
    vec![Case { id: "start".into(), position: Position::start() }]
}

fn plan(layers: LayerSet) -> Plan {
    Plan { layers, depth: 5, megabytes: 1, ..Plan::default() }
}

#[test]
fn each_layer_of_the_set_is_left_out_once_and_measured_as_if_it_had_never_been_there() {
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
fn an_exact_set_must_keep_its_scores_and_a_selective_one_need_not() {
    let exact = plan(LayerSet::up_to(Layer::Table));
    let mut entries = run(&exact, &start(), || ()).expect("a megabyte");
    assert!(refutations(&exact, &entries).is_empty());
    let wrong = entries[0].without[0].measured.as_mut().expect("it was run");
    wrong.score = wrong.score + 1;
    let told = refutations(&exact, &entries);
    assert_eq!(told.len(), 1);
    assert!(told[0].to_string().starts_with("start, depth 5: the set without captures-first says cp "));
    assert_eq!(losses(&exact, &entries)[0].other_scores, 1);
    let selective = Plan { layers: LayerSet::up_to(Layer::Draws), ..exact };
    assert!(refutations(&selective, &entries).is_empty());
}

#[test]
fn where_the_whole_set_is_too_large_nothing_is_compared() {
    let tight = Plan { max_nodes: 50, ..plan(LayerSet::up_to(Layer::Killers)) };
    let entries = run(&tight, &start(), || ()).expect("a megabyte");
    assert!(entries[0].whole.is_none() && entries[0].without.iter().all(|run| run.measured.is_none()));
    assert_eq!(whole(&entries), Total::default());
    assert!(losses(&tight, &entries).iter().all(|loss| loss.times_nodes.is_none()));
}
