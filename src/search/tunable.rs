//! Tunable parameters of the search: each layer declares its own parameters with the macro `tunables!`.
//!
//! In an ordinary build a tunable parameter is a constant and costs nothing. With the Cargo feature `tuning`,
//! each parameter can be changed at run time by a UCI spin option, for instance by the SPSA tuner
//! of `OpenBench`. `engine tune search` plays two [variants](Variant) of the parameters against each other in
//! one process.

use std::path::Path;
#[cfg(feature = "tuning")]
use std::{
    cell::Cell,
    sync::atomic::{AtomicI32, Ordering},
};

/// Declares the tunable parameters of a layer.
///
/// The macro takes for each parameter its name, default value, range, and perturbation step for a tuner. The
/// UCI option name of a parameter is the name of the layer's file, an underscore, and the name of the parameter,
/// such as `null_move_base`. For each parameter, the macro creates a function with the name of the parameter,
/// which returns the value of the parameter; in an ordinary build, a default value outside the range does not
/// compile. The macro also creates the static `TUNABLES`, which lists all parameters of the layer and documents
/// them in a table.
macro_rules! tunables {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal, $least:literal ..= $most:literal, $step:literal;)*) => {
        /// The tunable parameters of the layer that this file describes.
        ///
        /// | name | default | range | meaning |
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
                Tunable::new(stringify!($name), file!(), [$value, $least, $most, $step]);)*
        }
    };
}
pub(crate) use tunables;

/// Variant of the tunable parameter values with which a thread searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// The usual parameter values: the values set by UCI options, or else the default values.
    #[default]
    Usual,
    /// For each tuned parameter, its usual value plus the perturbation that the SPSA tuner tries; for all
    /// other parameters the usual values.
    Up,
    /// For each tuned parameter, its usual value minus the perturbation that the SPSA tuner tries; for all
    /// other parameters the usual values.
    Down,
}

/// Declaration of a tunable parameter: name, source file, default value, range and step, without its current
/// value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Name of the parameter within its layer.
    pub name: &'static str,
    /// Source file of the layer that declares the parameter.
    pub file: &'static str,
    /// Default value, minimum and maximum of the parameter, in this order.
    pub range: [i32; 3],
    /// Size of the perturbation of the parameter that a tuner tries.
    pub step: i32,
}

impl Declared {
    /// Returns the UCI option name: file name of the layer, underscore and parameter name, such as
    /// `futility_margin`.
    pub fn uci_name(&self) -> String {
        let layer = Path::new(self.file).file_stem().unwrap_or_default();
        format!("{}_{}", layer.display(), self.name)
    }
}

/// Runs `work` on the current thread with the parameter values of `variant`, and returns the result of
/// `work`. Without the Cargo feature `tuning`, `variant` has no effect.
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
    /// Variant of the tunable parameters with which this thread searches.
    pub static VARIANT: Cell<Variant> = const { Cell::new(Variant::Usual) };
}

/// A tunable parameter of a layer.
#[derive(Debug)]
pub struct Tunable {
    name: &'static str,
    file: &'static str,
    /// Default value, minimum, maximum and perturbation step of the parameter, in this order.
    plan: [i32; 4],
    /// Current value of the parameter in each [`Variant`].
    #[cfg(feature = "tuning")]
    values: [AtomicI32; 3],
}

impl Tunable {
    /// Creates a tunable parameter that the source file `file` declares. `plan` contains the default value,
    /// minimum, maximum and perturbation step.
    pub const fn new(name: &'static str, file: &'static str, plan: [i32; 4]) -> Self {
        Self {
            name,
            file,
            plan,
            #[cfg(feature = "tuning")]
            values: [AtomicI32::new(plan[0]), AtomicI32::new(plan[0]), AtomicI32::new(plan[0])],
        }
    }

    /// Returns the declaration of the parameter.
    pub const fn declared(&self) -> Declared {
        Declared { name: self.name, file: self.file, range: self.range(), step: self.plan[3] }
    }

    /// Returns the default value, minimum and maximum of the parameter.
    pub const fn range(&self) -> [i32; 3] {
        let [value, least, most, _] = self.plan;
        [value, least, most]
    }
}

#[cfg(feature = "tuning")]
impl Tunable {
    /// Returns the current value of the parameter in the variant with which this thread searches.
    #[inline]
    pub fn get(&self) -> i32 {
        self.values[VARIANT.get() as usize].load(Ordering::Relaxed)
    }

    /// Sets the value of the parameter in one variant; a value outside the parameter's range is clamped to
    /// the range.
    pub fn set(&self, variant: Variant, value: i32) {
        self.values[variant as usize].store(value.clamp(self.plan[1], self.plan[2]), Ordering::Relaxed);
    }
}
