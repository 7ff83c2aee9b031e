//! Numbers of the search that a tuner may turn: each layer declares its own, one line each.
//!
//! In an ordinary build a tunable is a constant and costs nothing. Built with the feature `tuning`, each is a number that
//! can be set while the program runs: a UCI spin, named after its layer, for the SPSA of `OpenBench`.

/// Declares the tunables of a module: name, value, range, and the step that a tuner should begin with.
///
/// Each becomes a function of that name; a value outside its range does not compile.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $least:literal ..= $most:literal, $step:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tuning"))]
            #[inline]
            const fn $name() -> i32 {
                const { assert!($least <= $value && $value <= $most && 0 < $step) };
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tuning")]
            fn $name() -> i32 {
                numbers::$name.get()
            }
        )*

        #[cfg(feature = "tuning")]
        #[expect(non_upper_case_globals, reason = "named like the functions that read them")]
        mod numbers {
            use $crate::search::tunable::Tunable;
            $(pub static $name: Tunable = Tunable::new(module_path!(), stringify!($name), [$value, $least, $most, $step]);)*
        }

        /// The numbers of this layer.
        #[cfg(feature = "tuning")]
        pub static TUNABLES: &[&$crate::search::tunable::Tunable] = &[$(&numbers::$name,)*];
    };
}
pub(crate) use tunables;

#[cfg(feature = "tuning")]
pub use number::Tunable;

/// Every number that can be set, with its value unless told otherwise, the least and the most; none in an ordinary build.
#[must_use]
pub fn rows() -> Vec<(String, [i32; 3])> {
    #[cfg(feature = "tuning")]
    return number::all().map(|tunable| (tunable.name(), tunable.range())).collect();
    #[cfg(not(feature = "tuning"))]
    Vec::new()
}

/// Sets the number of this name, one of [`rows`]; one outside its range is moved to the nearer end. Whether there is one.
#[must_use]
pub fn set(name: &str, value: i32) -> bool {
    #[cfg(feature = "tuning")]
    return number::all().find(|tunable| tunable.name() == name).is_some_and(|tunable| {
        tunable.set(value);
        true
    });
    #[cfg(not(feature = "tuning"))]
    {
        let _ = (name, value);
        false
    }
}

#[cfg(feature = "tuning")]
mod number {
    use std::sync::atomic::{AtomicI32, Ordering};

    use crate::search::layers::{
        correction, exchange, futility, hindsight, history, late_moves, null_move, probcut, quiescence,
        razoring, reverse_futility, singular, zero_window,
    };

    /// The numbers of every layer that has some.
    pub fn all() -> impl Iterator<Item = &'static Tunable> {
        let layers = [
            correction::TUNABLES,
            exchange::TUNABLES,
            futility::TUNABLES,
            hindsight::TUNABLES,
            history::TUNABLES,
            late_moves::TUNABLES,
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

    /// A number that can be set while the program runs.
    #[derive(Debug)]
    pub struct Tunable {
        module: &'static str,
        name: &'static str,
        value: AtomicI32,
        /// Default, least, most, step.
        plan: [i32; 4],
    }

    impl Tunable {
        /// A number of `module`, the `numbers` of a layer file.
        #[must_use]
        pub const fn new(module: &'static str, name: &'static str, plan: [i32; 4]) -> Self {
            Self { module, name, value: AtomicI32::new(plan[0]), plan }
        }

        /// The name as UCI tells it: layer file and number, `null_move_margin`.
        #[must_use]
        pub fn name(&self) -> String {
            let layer = self.module.rsplit("::").nth(1).unwrap_or(self.module);
            format!("{layer}_{}", self.name)
        }

        /// Its present value.
        #[inline]
        #[must_use]
        pub fn get(&self) -> i32 {
            self.value.load(Ordering::Relaxed)
        }

        /// Gives it a value; one outside its range is moved to the nearer end.
        pub fn set(&self, value: i32) {
            self.value.store(value.clamp(self.plan[1], self.plan[2]), Ordering::Relaxed);
        }

        /// The value it has unless told otherwise, the least and the most.
        #[must_use]
        pub const fn range(&self) -> [i32; 3] {
            let [value, least, most, _] = self.plan;
            [value, least, most]
        }

        /// The step a tuner should begin with.
        #[must_use]
        pub const fn step(&self) -> i32 {
            self.plan[3]
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn no_two_numbers_have_one_name_and_each_can_be_set_within_its_range() {
            let mut names: Vec<_> = all().map(Tunable::name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all().count());
            let tunable = &razoring::TUNABLES[0];
            let [value, least, most] = tunable.range();
            tunable.set(most + 1);
            assert_eq!(tunable.get(), most);
            tunable.set(value);
            assert!(least < value && tunable.step() > 0);
        }
    }
}
