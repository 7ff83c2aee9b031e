//! The tunable parameters of all layers, for UCI options and tuners. An ordinary build has none that can be set.

use super::tunable::{Declared, Variant};
#[cfg(feature = "tuning")]
use super::{layer::Layer, tunable::Tunable};

/// The parameters of every layer, in the order of their UCI names' first parts.
#[cfg(feature = "tuning")]
fn all() -> impl Iterator<Item = &'static Tunable> {
    let mut all: Vec<_> = Layer::ALL.iter().flat_map(|layer| layer.info().tunables).copied().collect();
    all.sort_by_key(|tunable| tunable.group());
    all.into_iter()
}

/// Every number that can be set, layer by layer; none in an ordinary build.
pub fn declared() -> Vec<Declared> {
    #[cfg(feature = "tuning")]
    return all().map(Tunable::declared).collect();
    #[cfg(not(feature = "tuning"))]
    Vec::new()
}

/// Gives the number of this UCI name another value in one variant. Whether there is one.
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

/// Every number that can be set, with its value unless told otherwise, the least and the most; none in an ordinary build.
pub fn rows() -> Vec<(String, [i32; 3])> {
    declared().into_iter().map(|number| (number.uci_name(), number.range)).collect()
}

/// Sets the number of this name, one of [`rows`]; one outside its range is moved to the nearer end. Whether there is one.
pub fn set(name: &str, value: i32) -> bool {
    vary(Variant::Usual, name, value)
}

#[cfg(all(test, feature = "tuning"))]
mod tests {
    use super::*;
    use crate::search::{layers::razoring, tunable::as_variant};

    #[test]
    fn no_two_numbers_have_one_name_and_each_can_be_set_within_its_range() {
        let mut names: Vec<_> = all().map(|tunable| tunable.declared().uci_name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
        let tunable = &razoring::TUNABLES[0];
        let [value, least, most] = tunable.range();
        tunable.set(Variant::Up, most + 1);
        assert_eq!(as_variant(Variant::Up, || tunable.get()), most);
        assert_eq!(tunable.get(), value, "nobody else has noticed");
        tunable.set(Variant::Up, value);
        assert!(least < value && tunable.declared().step > 0);
    }
}
