use super::{rows::LISTED_RUNGS, *};
use crate::search::{Algorithm, Layer, LayerSet};

#[test]
fn option_names_contain_no_uci_keyword_and_combo_values_no_space() {
    for (name, kind) in rows() {
        for word in name.split(' ') {
            assert!(!["name", "type", "default", "min", "max", "var", "value"].contains(&word), "{name}");
        }
        if let OptionKind::Combo(default, values) = kind {
            assert!(values.contains(&default) && values.iter().all(|value| !value.contains(' ')), "{name}");
        }
    }
}

#[test]
fn the_listed_defaults_are_the_defaults() {
    let mut options = Options::default();
    for (name, kind) in rows() {
        let default = match kind {
            OptionKind::Check(on) => on.to_string(),
            OptionKind::Spin(number, ..) => number.to_string(),
            OptionKind::Combo(word, _) | OptionKind::Text(word) => word,
            OptionKind::Button => continue,
        };
        options.set(&name, Some(&default)).expect("its own default");
    }
    assert_eq!(options, Options::default());
}

#[test]
fn invalid_names_and_values_are_errors_and_change_nothing() {
    let mut options = Options::default();
    for (name, value) in [
        ("Hash", Some("-1")),
        ("Hash", Some("99999999999")),
        ("Hash", Some("x")),
        ("Hash", None),
        ("Threads", Some("0")),
        ("Threads", Some("257")),
        ("UCI_Chess960", Some("maybe")),
        ("Rung", Some("no-such-rung")),
        ("Terms", Some("no-such-term")),
        ("Terms", None),
        ("Layers", Some("full-nothing")),
        ("Layers", Some("full-")),
        ("No Such Option", Some("1")),
    ] {
        assert!(options.set(name, value).is_err(), "{name} {value:?}");
    }
    assert_eq!(options, Options::default());
}

#[test]
fn a_rung_sets_all_layers_and_an_old_layer_option_changes_one() {
    let mut options = Options::default();
    let changed = Ok(Effect::Algorithm { is_new: true });
    assert_eq!(options.set("rung", Some("TABLE")), changed, "a rung that is not listed");
    assert_eq!(options.setup.algorithm.layers(), LayerSet::up_to(Layer::Table));
    assert_eq!(options.set("layer Draws", Some("true")), changed);
    assert_eq!(options.setup.algorithm.layers(), LayerSet::up_to(Layer::Table).with(Layer::Draws));
    assert_eq!(options.set("Layer killers", Some("on")), Ok(Effect::Algorithm { is_new: false }));
    assert_eq!(options.set("Layers", Some("full")), changed);
    assert_eq!(options.setup.algorithm, Algorithm::FULL);
    options.set("Rung", Some("minimax")).expect("a rung");
    options.set("Layer table", Some("false")).expect("the layer is already off");
    assert_eq!(options.setup.algorithm, Algorithm::Minimax);
}

#[test]
fn every_listed_rung_is_a_rung() {
    for name in LISTED_RUNGS {
        assert!(rungs::find(name).is_some(), "{name}");
    }
}
