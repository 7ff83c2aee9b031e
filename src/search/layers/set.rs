//! Sets of layers: what a search searches with.

use std::fmt;

use super::Layer;

/// A set of layers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LayerSet(u64);

impl LayerSet {
    /// No layer: plain alpha-beta.
    pub const NONE: Self = Self(0);
    /// Every layer.
    pub const ALL: Self = Self::up_to(Layer::ALL[Layer::ALL.len() - 1]);

    /// Every layer up to this one in ladder order.
    #[must_use]
    pub const fn up_to(last: Layer) -> Self {
        Self((last.bit() << 1).wrapping_sub(1))
    }

    /// The set with `layer` in it.
    #[must_use]
    pub const fn with(self, layer: Layer) -> Self {
        Self(self.0 | layer.bit())
    }

    /// The set without `layer`.
    #[must_use]
    pub const fn without(self, layer: Layer) -> Self {
        Self(self.0 & !layer.bit())
    }

    /// Whether `layer` is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// Whether the two sets have a layer in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The layers of the set, in ladder order.
    pub fn iter(self) -> impl Iterator<Item = Layer> {
        Layer::ALL.iter().copied().filter(move |layer| self.has(*layer))
    }

    /// Whether every layer of the set is exact, so that the set proves itself against minimax.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.iter().all(Layer::is_exact)
    }
}

impl FromIterator<Layer> for LayerSet {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Self {
        layers.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The names with `+` between them.
impl fmt::Debug for LayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Layer::name).collect();
        f.write_str(&names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_grows_and_shrinks_by_single_layers() {
        let set = LayerSet::up_to(Layer::History);
        assert_eq!(set.iter().map(Layer::name).collect::<Vec<_>>(), ["captures-first", "killers", "history"]);
        assert!(!set.without(Layer::Killers).has(Layer::Killers));
        assert_eq!(set.without(Layer::Killers).with(Layer::Killers), set);
        assert_eq!(LayerSet::ALL.iter().count(), Layer::ALL.len());
    }

    #[test]
    fn exactness_of_a_set_is_that_of_its_layers() {
        assert!(LayerSet::up_to(Layer::MateDistance).is_exact());
        assert!(!LayerSet::NONE.with(Layer::Draws).is_exact());
        assert!(LayerSet::NONE.is_exact());
    }
}
