//! The options `Rung` and `Layers`: two notations of one setting, the algorithm of the search.
//!
//! A GUI may send both options in any order, also with their default `full`. Therefore a default value only
//! withdraws the option's own earlier value, and the last value other than the default is in use.

use crate::search::{Algorithm, Layer};

/// Beginning of the names of the old check options, one for each layer.
const OLD_PREFIX: &str = "Layer ";

/// Values of `Rung` and `Layers`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchChoice {
    rung: Algorithm,
    layers: Algorithm,
    /// Whether the last value other than the default was a value of `Rung`.
    rung_is_last: bool,
}

impl SearchChoice {
    /// Sets `Rung`.
    pub(super) fn set_rung(&mut self, algorithm: Algorithm) {
        self.rung = algorithm;
        self.rung_is_last |= algorithm != Algorithm::FULL;
    }

    /// Sets `Layers`.
    pub(super) fn set_layers(&mut self, algorithm: Algorithm) {
        self.layers = algorithm;
        self.rung_is_last &= algorithm == Algorithm::FULL;
    }

    /// Returns the algorithm in use: the last value other than `full`, or `full` if there is none.
    pub fn algorithm(self) -> Algorithm {
        let [first, second] =
            if self.rung_is_last { [self.rung, self.layers] } else { [self.layers, self.rung] };
        if first == Algorithm::FULL { second } else { first }
    }

    /// Adds a layer to the set in use, or removes it, as the old options `Layer NAME` do. The new set becomes
    /// the value of `Layers`.
    pub(super) fn switch(&mut self, layer: Layer, on: bool) {
        let layers = self.algorithm().layers();
        if layers.has(layer) != on {
            let layers = if on { layers.with(layer) } else { layers.without(layer) };
            *self = Self { layers: Algorithm::Layers(layers), ..Self::default() };
        }
    }
}

/// Returns the layer of an old option such as `Layer null-move` or `Layer NMP`; `None` for other names. The
/// old options `Layer NAME` are not listed after `uci`, but `setoption` still accepts them.
pub(super) fn old_option(name: &str) -> Option<Layer> {
    let prefix = name.get(..OLD_PREFIX.len()).filter(|prefix| prefix.eq_ignore_ascii_case(OLD_PREFIX))?;
    name[prefix.len()..].parse().ok()
}
