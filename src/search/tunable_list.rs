//! Tunable parameters of all layers, for UCI options and tuners.
//!
//! In an ordinary build, no tunable parameter can be set; in a build with the Cargo feature `tuning`, all
//! tunable parameters can be set.

use super::tunable::{Declared, Variant};
#[cfg(feature = "tuning")]
use super::{layer::Layer, tunable::Tunable};

/// Returns the tunable parameters of all layers, sorted by layer.
#[cfg(feature = "tuning")]
fn all() -> impl Iterator<Item = &'static Tunable> {
    let mut all: Vec<_> = Layer::ALL.iter().flat_map(|layer| layer.info().tunables).copied().collect();
    all.sort_by_key(|tunable| tunable.declared().file);
    all.into_iter()
}

/// Returns the declarations of all tunable parameters, sorted by layer; the list is empty in a build without
/// the Cargo feature `tuning`.
pub fn declared() -> Vec<Declared> {
    #[cfg(feature = "tuning")]
    return all().map(Tunable::declared).collect();
    #[cfg(not(feature = "tuning"))]
    Vec::new()
}

/// Sets the tunable parameter with the UCI name `name` in one variant, clamped to its range. Returns `false`
/// if no parameter has this name, and always without the Cargo feature `tuning`.
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

/// Returns, for each tunable parameter, its UCI name and its default value, minimum and maximum; the list is
/// empty without the Cargo feature `tuning`.
pub fn rows() -> Vec<(String, [i32; 3])> {
    declared().into_iter().map(|tunable| (tunable.uci_name(), tunable.range)).collect()
}

/// Sets the value that searches use for the tunable parameter with the UCI name `name` (not its default),
/// clamped to its range. Returns `false` if [`rows`] has no such parameter.
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
