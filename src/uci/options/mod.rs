//! UCI options: a [list of all options](mod@rows) with type, default and range, and the typed [`UciOptions`]
//! that they set.
//!
//! To add an option, add a field with its default to [`UciOptions`] in this file, a row in `rows.rs`, and a
//! match arm in `set.rs` (check, spin, combo) or `text.rs` (string).

mod rows;
mod set;
mod text;

use std::time::Duration;

pub use self::rows::describe;
use self::{
    rows::{OptionKind, rows},
    set::parse_check,
};
use crate::{
    engine::strength::Strength,
    search::{
        Setup,
        tt::table::{DEFAULT_MEGABYTES, MOST_MEGABYTES},
    },
    support::text::quoted,
    uci::info::ScoreFormat,
};

/// Maximum of the option `Hash`, in MiB.
pub(super) const MAX_HASH_MB: i64 = MOST_MEGABYTES as i64;
/// Maximum of the option `MultiPV`. No position that a game can reach has more than 255 legal moves.
const MAX_MULTI_PV: i64 = 255;

/// Values of the UCI options that the engine uses, except tunable search parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "options are independent of each other")]
pub struct UciOptions {
    /// `Hash`: size of the transposition table, in MiB.
    pub hash: usize,
    /// `Threads`: number of search threads.
    pub threads: usize,
    /// `MultiPV`: number of principal variations to search and report.
    pub multi_pv: usize,
    /// `Move Overhead`: part of the clock that is never used, for the delay between engine and GUI.
    pub overhead: Duration,
    /// `UCI_Chess960`: whether castling is written as "king takes own rook", as Chess960 requires.
    pub chess960: bool,
    /// `UCI_ShowWDL`: whether scores include win/draw/loss probabilities.
    pub show_wdl: bool,
    /// `UCI_LimitStrength`: whether the playing strength is limited to [`UciOptions::elo`].
    pub limit_strength: bool,
    /// `UCI_Elo`: rating of the limited strength.
    pub elo: i32,
    /// `Skill Level`: strength limit from 0 to 20; 20 means no limit.
    pub skill: i32,
    /// `UCI_AnalyseMode`: whether the GUI analyses. In analysis mode, book and strength limit are off.
    pub analyse_mode: bool,
    /// `SyzygyPath`: directories of the Syzygy tablebases; empty means no tablebases.
    pub syzygy_path: String,
    /// `SyzygyProbeDepth`: minimum depth in plies to probe the largest tablebases.
    pub probe_depth: i32,
    /// `Syzygy50MoveRule`: whether tablebase results respect the fifty-move rule.
    pub fifty_moves: bool,
    /// `OwnBook`: whether to play moves from the opening book.
    pub own_book: bool,
    /// `BookFile`: path of the opening book; empty means no book.
    pub book_file: String,
    /// `Seed`: seed of the random number generator; 0 means a different seed each time.
    pub seed: u64,
    /// `HashFile`: path of the hash file; empty means no file.
    pub hash_file: String,
    /// `Debug Log File`: path of the log of input and output; empty means no log.
    pub log_file: String,
    /// Algorithm and evaluator: `Layers`, `RungDepth`, `Evaluator`, `EvalFile`.
    pub setup: Setup,
}

impl Default for UciOptions {
    fn default() -> Self {
        Self {
            hash: DEFAULT_MEGABYTES,
            threads: 1,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: Strength::USUAL,
            skill: Strength::FULL_SKILL,
            analyse_mode: false,
            syzygy_path: String::new(),
            probe_depth: 4,
            fifty_moves: true,
            own_book: false,
            book_file: String::new(),
            seed: 0,
            hash_file: String::new(),
            log_file: String::new(),
            setup: Setup::playing(),
        }
    }
}

/// Action that the session must take after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No further action.
    None,
    /// Resize the transposition table to [`UciOptions::hash`] MiB.
    Resize,
    /// Use [`UciOptions::threads`] search threads.
    Threads,
    /// Clear the transposition table and all histories.
    ClearHash,
    /// Open the tablebases in [`UciOptions::syzygy_path`].
    Tablebases,
    /// Open the book [`UciOptions::book_file`].
    Book,
    /// Write input and output to [`UciOptions::log_file`].
    Log,
    /// Save the transposition table to [`UciOptions::hash_file`].
    SaveHash,
    /// Load the transposition table from [`UciOptions::hash_file`].
    LoadHash,
    /// Seed the random number generator with [`UciOptions::seed`].
    Seed,
    /// Report the algorithm before the next search; if it has changed, also clear the transposition table and
    /// all histories.
    Algorithm {
        /// Whether the algorithm has changed.
        is_new: bool,
    },
}

impl UciOptions {
    /// Sets one option. Upper and lower case do not matter in option names and in the values of check and
    /// combo options.
    ///
    /// # Errors
    /// Returns an error message about the name or the value. After an error, all options are unchanged.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        // Some GUIs name the variant even though the engine lists no such option.
        if name.eq_ignore_ascii_case("UCI_Variant") {
            let text = value.unwrap_or_default();
            if !text.eq_ignore_ascii_case("chess") {
                let text = quoted(text);
                return Err(format!("UCI_Variant must be chess, not '{text}': there is no other variant"));
            }
            return Ok(Effect::None);
        }
        let found = rows().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (name, kind) = found
            .ok_or_else(|| format!("unknown option '{}': send uci to list all options", quoted(name)))?;
        let before = self.clone();
        let text = value.unwrap_or_default();
        match kind {
            OptionKind::Button => {}
            OptionKind::Check(_) => {
                let on = parse_check(text).ok_or_else(|| {
                    format!("{name} must be true or false, not '{}'; the old value is kept", quoted(text))
                })?;
                self.set_check(&name, on);
            }
            OptionKind::Spin(_, min, max) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number));
                let number = number.ok_or_else(|| {
                    format!(
                        "{name} must be from {min} to {max}, not '{}'; the old value is kept",
                        quoted(text)
                    )
                })?;
                self.set_number(&name, number);
            }
            OptionKind::Combo(_, values) => {
                let known = values.iter().find(|known| known.eq_ignore_ascii_case(text));
                let known = known.ok_or_else(|| {
                    format!(
                        "{name} must be one of {}, not '{}'; the old value is kept",
                        values.join(", "),
                        quoted(text)
                    )
                })?;
                self.set_word(&name, known);
            }
            OptionKind::Text(_) => self.set_text(&name, text)?,
        }
        Ok(self.effect(&name, &before))
    }

    /// Returns the action after option `name` was set; `before` are the old options.
    fn effect(&self, name: &str, before: &Self) -> Effect {
        match name {
            "Hash" => Effect::Resize,
            "Clear Hash" => Effect::ClearHash,
            "Save Hash" => Effect::SaveHash,
            "Load Hash" => Effect::LoadHash,
            "SyzygyPath" => Effect::Tablebases,
            "BookFile" => Effect::Book,
            "Debug Log File" => Effect::Log,
            "Seed" => Effect::Seed,
            "Layers" => Effect::Algorithm { is_new: self.setup.algorithm != before.setup.algorithm },
            _ if self.threads != before.threads => Effect::Threads,
            _ if self.setup != before.setup || self.chess960 != before.chess960 => Effect::ClearHash,
            _ => Effect::None,
        }
    }

    /// Returns the format of scores in `info` lines.
    pub fn score_format(&self) -> ScoreFormat {
        ScoreFormat { evaluator: self.setup.eval.evaluator, wdl: self.show_wdl }
    }

    /// Returns the strength limit; `None` means full strength. `UCI_LimitStrength` takes precedence over
    /// `Skill Level`.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength { Some(Strength::of_elo(self.elo)) } else { Strength::of_skill(self.skill) }
    }
}

#[cfg(test)]
mod tests;
