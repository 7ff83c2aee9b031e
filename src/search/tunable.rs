//! Numbers of the search that a tuner may turn: each layer declares its own, one line each.
//!
//! In an ordinary build a tunable is a constant and costs nothing. Built with the feature `tuning`, each is a number that
//! can be set while the program runs: a UCI spin, named after its layer, for the SPSA of `OpenBench`. `engine tune search` lets
//! two [variants](Variant) of them play each other in one process.

/// Declares the tunables of a layer: the first part of their UCI names, then name, value, range, and the step by which a
/// tuner tries it.
///
/// Each becomes a function of that name; a value outside its range does not compile.
///
/// Together they are the module's `NUMBERS`, whose documentation is a table of them.
macro_rules! tunables {
    ($group:literal: $($(#[doc = $doc:literal])* $name:ident = $value:literal, $least:literal ..= $most:literal, $step:literal;)*) => {
        /// The numbers of this layer: name, and value, least and most.
        ///
        /// | name | value | tuned within | meaning |
        /// |---|--:|:-:|---|
        $(#[doc = concat!(
            "| `", stringify!($name), "` | ", $value, " | ", $least, " … ", $most, " |", $($doc,)* " |"
        )])*
        pub const NUMBERS: &[(&str, [i32; 3])] = &[$((stringify!($name), [$value, $least, $most]),)*];

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

        #[cfg(feature = "tuning")]
        #[expect(non_upper_case_globals, reason = "named like the functions that read them")]
        mod numbers {
            use $crate::search::tunable::Tunable;
            $(pub static $name: Tunable = Tunable::new($group, stringify!($name), [$value, $least, $most, $step]);)*
        }

        /// The numbers of this layer.
        #[cfg(feature = "tuning")]
        pub static TUNABLES: &[&$crate::search::tunable::Tunable] = &[$(&numbers::$name,)*];
    };
}
pub(crate) use tunables;

#[cfg(feature = "tuning")]
pub use number::Tunable;

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
    #[must_use]
    pub fn uci_name(&self) -> String {
        format!("{}_{}", self.layer, self.name)
    }
}

/// Every number that can be set, layer by layer; none in an ordinary build.
#[must_use]
pub fn declared() -> Vec<Declared> {
    #[cfg(feature = "tuning")]
    return number::all().map(Tunable::declared).collect();
    #[cfg(not(feature = "tuning"))]
    Vec::new()
}

/// Gives the number of this UCI name another value in one variant. Whether there is one.
#[must_use]
pub fn vary(variant: Variant, name: &str, value: i32) -> bool {
    #[cfg(feature = "tuning")]
    return number::all().find(|tunable| tunable.declared().uci_name() == name).is_some_and(|tunable| {
        tunable.set(variant, value);
        true
    });
    #[cfg(not(feature = "tuning"))]
    {
        let _ = (variant, name, value);
        false
    }
}

/// Does `work`, with the numbers of a variant on this thread.
pub fn as_variant<T>(variant: Variant, work: impl FnOnce() -> T) -> T {
    #[cfg(feature = "tuning")]
    {
        number::VARIANT.set(variant);
        let result = work();
        number::VARIANT.set(Variant::Usual);
        result
    }
    #[cfg(not(feature = "tuning"))]
    {
        let _ = variant;
        work()
    }
}

/// Every number that can be set, with its value unless told otherwise, the least and the most; none in an ordinary build.
#[must_use]
pub fn rows() -> Vec<(String, [i32; 3])> {
    declared().into_iter().map(|number| (number.uci_name(), number.range)).collect()
}

/// Sets the number of this name, one of [`rows`]; one outside its range is moved to the nearer end. Whether there is one.
#[must_use]
pub fn set(name: &str, value: i32) -> bool {
    vary(Variant::Usual, name, value)
}

#[cfg(feature = "tuning")]
mod number;
