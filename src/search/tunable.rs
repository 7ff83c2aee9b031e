//! Numbers of the search that a tuner may turn: each layer declares its own, one line each.
//!
//! In an ordinary build a tunable is a constant and costs nothing. Built with the feature `tuning`, each is a number that
//! can be set while the program runs: a UCI spin, named after its layer, for the SPSA of `OpenBench`. `engine tune search` lets
//! two [variants](Variant) of them play each other in one process.

#[cfg(feature = "tuning")]
use std::{
    cell::Cell,
    sync::atomic::{AtomicI32, Ordering},
};

/// Declares the tunables of a layer: the first part of their UCI names, then name, value, range, and the step by which a
/// tuner tries it.
///
/// Each becomes a function of that name; a value outside its range does not compile.
///
/// Together they are the module's `TUNABLES`, whose documentation is a table of them.
macro_rules! tunables {
    ($group:literal: $($(#[doc = $doc:literal])* $name:ident = $value:literal, $least:literal ..= $most:literal, $step:literal;)*) => {
        /// The tunable parameters of this layer.
        ///
        /// | name | value | tuned within | meaning |
        /// |---|--:|:-:|---|
        $(#[doc = concat!(
            "| `", stringify!($name), "` | ", $value, " | ", $least, " … ", $most, " |", $($doc,)* " |"
        )])*
        pub static TUNABLES: [&$crate::search::tunable::Tunable; [$(stringify!($name)),*].len()] =
            [$(&numbers::$name,)*];

        $(
            $(#[doc = $doc])*
            #[cfg(not(feature = "tuning"))]
            #[inline]
            const fn $name() -> i32 {
                const { assert!($least <= $value && $value <= $most && 0 < $step) };
                $value
            }

            $(#[doc = $doc])*
            #[cfg(feature = "tuning")]
            fn $name() -> i32 {
                numbers::$name.get()
            }
        )*

        #[expect(non_upper_case_globals, reason = "named like the functions that read them")]
        mod numbers {
            use $crate::search::tunable::Tunable;
            $(pub(super) static $name: Tunable =
                Tunable::new($group, stringify!($name), [$value, $least, $most, $step]);)*
        }
    };
}
pub(crate) use tunables;

/// Whose numbers a thread searches with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Those that UCI sets.
    #[default]
    Usual,
    /// Those with what is tried added.
    Up,
    /// Those with it taken away.
    Down,
}

/// A number as its layer declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The file of its layer, without `.rs`.
    pub layer: String,
    /// Its name there. To UCI it is layer, underscore, name.
    pub name: String,
    /// Its value, the least and the most.
    pub range: [i32; 3],
    /// The step by which a tuner tries it.
    pub step: i32,
}

impl Declared {
    /// The name as UCI tells it: layer file and number, `null_move_margin`.
    pub fn uci_name(&self) -> String {
        format!("{}_{}", self.layer, self.name)
    }
}

/// Does `work`, with the numbers of a variant on this thread.
pub fn as_variant<T>(variant: Variant, work: impl FnOnce() -> T) -> T {
    #[cfg(feature = "tuning")]
    {
        VARIANT.set(variant);
        let result = work();
        VARIANT.set(Variant::Usual);
        result
    }
    #[cfg(not(feature = "tuning"))]
    {
        let _ = variant;
        work()
    }
}

#[cfg(feature = "tuning")]
thread_local! {
    /// Whose numbers this thread searches with.
    pub static VARIANT: Cell<Variant> = const { Cell::new(Variant::Usual) };
}

/// A tunable parameter of a layer.
#[derive(Debug)]
pub struct Tunable {
    group: &'static str,
    name: &'static str,
    /// Default, least, most, step.
    plan: [i32; 4],
    /// The present value in each variant.
    #[cfg(feature = "tuning")]
    values: [AtomicI32; 3],
}

impl Tunable {
    /// A parameter of a group; its UCI name is group, underscore, name.
    pub const fn new(group: &'static str, name: &'static str, plan: [i32; 4]) -> Self {
        Self {
            group,
            name,
            plan,
            #[cfg(feature = "tuning")]
            values: [AtomicI32::new(plan[0]), AtomicI32::new(plan[0]), AtomicI32::new(plan[0])],
        }
    }

    /// The first part of its UCI name.
    pub const fn group(&self) -> &'static str {
        self.group
    }

    /// What its layer declares.
    pub fn declared(&self) -> Declared {
        let (layer, name) = (self.group.to_owned(), self.name.to_owned());
        Declared { layer, name, range: self.range(), step: self.plan[3] }
    }

    /// The default value, the least and the most.
    pub const fn range(&self) -> [i32; 3] {
        let [value, least, most, _] = self.plan;
        [value, least, most]
    }
}

#[cfg(feature = "tuning")]
impl Tunable {
    /// Its present value, for this thread.
    #[inline]
    pub fn get(&self) -> i32 {
        self.values[VARIANT.get() as usize].load(Ordering::Relaxed)
    }

    /// Gives it a value in a variant; a value outside its range is moved to the nearer end.
    pub fn set(&self, variant: Variant, value: i32) {
        self.values[variant as usize].store(value.clamp(self.plan[1], self.plan[2]), Ordering::Relaxed);
    }
}
