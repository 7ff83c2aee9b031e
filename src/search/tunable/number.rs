//! Numbers that can be set while the program runs.

use std::{
    cell::Cell,
    sync::atomic::{AtomicI32, Ordering},
};

use super::{Declared, Variant};
use crate::search::layers::{
    correction, exchange_pruning, futility, hindsight, history, late_reductions, near_root, null_move,
    probcut, quiescence, razoring, reverse_futility, singular, swing_history, zero_window,
};

/// The numbers of every layer that has some.
pub fn all() -> impl Iterator<Item = &'static Tunable> {
    let layers = [
        correction::TUNABLES,
        exchange_pruning::TUNABLES,
        futility::TUNABLES,
        hindsight::TUNABLES,
        history::TUNABLES,
        swing_history::TUNABLES,
        late_reductions::TUNABLES,
        near_root::TUNABLES,
        null_move::TUNABLES,
        probcut::TUNABLES,
        quiescence::TUNABLES,
        razoring::TUNABLES,
        reverse_futility::TUNABLES,
        singular::TUNABLES,
        zero_window::TUNABLES,
    ];
    layers.into_iter().flatten().copied()
}

thread_local! {
    /// Whose numbers this thread searches with.
    pub static VARIANT: Cell<Variant> = const { Cell::new(Variant::Usual) };
}

/// A number that can be set while the program runs.
#[derive(Debug)]
pub struct Tunable {
    group: &'static str,
    name: &'static str,
    /// In each variant.
    values: [AtomicI32; 3],
    /// Default, least, most, step.
    plan: [i32; 4],
}

impl Tunable {
    /// A number of a group; to UCI it is group, underscore, name.
    #[must_use]
    pub const fn new(group: &'static str, name: &'static str, plan: [i32; 4]) -> Self {
        Self {
            group,
            name,
            values: [AtomicI32::new(plan[0]), AtomicI32::new(plan[0]), AtomicI32::new(plan[0])],
            plan,
        }
    }

    /// What its layer says of it.
    #[must_use]
    pub fn declared(&self) -> Declared {
        let (layer, name) = (self.group.to_owned(), self.name.to_owned());
        Declared { layer, name, range: self.range(), step: self.plan[3] }
    }

    /// Its present value, for this thread.
    #[inline]
    #[must_use]
    pub fn get(&self) -> i32 {
        self.values[VARIANT.get() as usize].load(Ordering::Relaxed)
    }

    /// Gives it a value in a variant; one outside its range is moved to the nearer end.
    pub fn set(&self, variant: Variant, value: i32) {
        self.values[variant as usize].store(value.clamp(self.plan[1], self.plan[2]), Ordering::Relaxed);
    }

    /// The value it has unless told otherwise, the least and the most.
    #[must_use]
    pub const fn range(&self) -> [i32; 3] {
        let [value, least, most, _] = self.plan;
        [value, least, most]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_numbers_have_one_name_and_each_can_be_set_within_its_range() {
        let mut names: Vec<_> = all().map(|tunable| tunable.declared().uci_name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
        let tunable = &razoring::TUNABLES[0];
        let [value, least, most] = tunable.range();
        tunable.set(Variant::Up, most + 1);
        assert_eq!(crate::search::tunable::as_variant(Variant::Up, || tunable.get()), most);
        assert_eq!(tunable.get(), value, "nobody else has noticed");
        tunable.set(Variant::Up, value);
        assert!(least < value && tunable.declared().step > 0);
    }
}
