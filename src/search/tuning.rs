//! Tunable parameters of all layers, for UCI options and tuners.
//!
//! An ordinary build has no parameters that can be set; a build with the Cargo feature `tuning` has all of
//! them.

use super::tunable::{Declared, Variant};
#[cfg(feature = "tuning")]
use super::{layer::Layer, tunable::Tunable};

/// Returns the parameters of every layer, sorted by group.
#[cfg(feature = "tuning")]
fn all() -> impl Iterator<Item = &'static Tunable> {
    let mut all: Vec<_> = Layer::ALL.iter().flat_map(|layer| layer.info().tunables).copied().collect();
    all.sort_by_key(|tunable| tunable.group());
    all.into_iter()
}

/// Returns the declarations of all parameters, sorted by group; empty without the feature `tuning`.
pub fn declared() -> Vec<Declared> {
    #[cfg(feature = "tuning")]
    return all().map(Tunable::declared).collect();
    #[cfg(not(feature = "tuning"))]
    Vec::new()
}

/// Sets the parameter with this UCI name in one variant. Returns `false` if there is no such parameter.
pub fn vary(variant: Variant, name: &str, value: i32) -> bool {
    #[cfg(feature = "tuning")]
    return all().find(|tunable| tunable.declared().uci_name() == name).is_some_and(|tunable| {
        tunable.set(variant, value);
        true
    });
    #[cfg(not(feature = "tuning"))]
    {
        let _ = (variant, name, value);
        false
    }
}

/// Returns the UCI name, default value, minimum and maximum of all parameters; empty without the feature
/// `tuning`.
pub fn rows() -> Vec<(String, [i32; 3])> {
    declared().into_iter().map(|tunable| (tunable.uci_name(), tunable.range)).collect()
}

/// Sets the parameter with this UCI name, clamped to its range. Returns `false` if [`rows`] has no such
/// parameter.
pub fn set(name: &str, value: i32) -> bool {
    vary(Variant::Usual, name, value)
}

#[cfg(all(test, feature = "tuning"))]
mod tests {
    use super::*;
    use crate::search::{layers::razoring, tunable::as_variant};

    #[test]
    fn parameter_names_are_unique_and_values_are_clamped_to_the_range() {
        let mut names: Vec<_> = all().map(|tunable| tunable.declared().uci_name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
        let tunable = &razoring::TUNABLES[0];
        assert!(tunable.declared().file.ends_with("razoring.rs"));
        let [value, least, most] = tunable.range();
        tunable.set(Variant::Up, most + 1);
        assert_eq!(as_variant(Variant::Up, || tunable.get()), most);
        assert_eq!(tunable.get(), value, "the usual variant keeps its value");
        tunable.set(Variant::Up, value);
        assert!(least < value && tunable.declared().step > 0);
    }
}
