use super::*;
use crate::search::{Algorithm, Layer, LayerSet};

#[test]
fn the_listed_defaults_are_the_defaults() {
    let mut options = UciOptions::default();
    for (name, kind) in rows() {
        let default = match kind {
            OptionKind::Check(on) => on.to_string(),
            OptionKind::Spin(number, ..) => number.to_string(),
            OptionKind::Combo(word, _) | OptionKind::Text(word) => word,
            OptionKind::Button => continue,
        };
        options.set(&name, Some(&default)).expect("its own default");
    }
    assert_eq!(options, UciOptions::default());
}

#[test]
fn invalid_names_and_values_are_errors_and_change_nothing() {
    let mut options = UciOptions::default();
    for (name, value) in [
        ("Hash", Some("-1")),
        ("Hash", Some("99999999999")),
        ("Hash", Some("x")),
        ("Hash", None),
        ("Threads", Some("0")),
        ("Threads", Some("257")),
        ("UCI_Chess960", Some("maybe")),
        ("Layers", Some("full-nothing")),
        ("Layers", Some("full-")),
        ("No Such Option", Some("1")),
    ] {
        assert!(options.set(name, value).is_err(), "{name} {value:?}");
    }
    assert_eq!(options, UciOptions::default());
}

#[test]
fn layers_takes_the_names_of_rungs_and_sets_in_any_case() {
    let mut options = UciOptions::default();
    let changed = Ok(Effect::Algorithm { is_new: true });
    assert_eq!(options.set("layers", Some("TABLE")), changed);
    assert_eq!(options.setup.algorithm.layers(), LayerSet::up_to(Layer::Table));
    assert_eq!(options.set("Layers", Some("table+draws")), changed);
    assert_eq!(options.setup.algorithm.layers(), LayerSet::up_to(Layer::Table).with(Layer::Draws));
    assert_eq!(options.set("Layers", Some("table+draws")), Ok(Effect::Algorithm { is_new: false }));
    assert_eq!(options.set("Layers", Some("<empty>")), changed);
    assert_eq!(options.setup.algorithm, Algorithm::FULL);
}
