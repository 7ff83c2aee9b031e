//! The options a GUI sees: one [row](mod@rows) each, and the typed settings they change.
//!
//! To add an option: a field in [`Options`] with its default here, a row in `rows.rs`, and an arm in `set.rs` (check, spin, combo)
//! or `text.rs` (string).

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
    search::{Layer, Setup},
    uci::info::ScoreFormat,
};

/// The largest table a GUI may ask for, in MB.
pub(super) const MAX_HASH_MB: i64 = 1 << 19;
/// The most lines a GUI may ask for: no position of a game has as many moves.
const MAX_MULTI_PV: i64 = 255;
const LAYER_PREFIX: &str = "Layer ";

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "options are independent of each other")]
pub struct Options {
    /// The size of the table in MB.
    pub hash: usize,
    /// Searching threads.
    pub threads: usize,
    /// Best lines to find and tell.
    pub multi_pv: usize,
    /// Time kept back of a ticking clock.
    pub overhead: Duration,
    /// Castling is told king-to-rook, and rooks may begin anywhere.
    pub chess960: bool,
    /// Scores come with the chances to win, to draw and to lose.
    pub show_wdl: bool,
    /// The search is slowed down to [`Options::elo`].
    pub limit_strength: bool,
    /// How strong to play, if limited.
    pub elo: i32,
    /// Another way to limit the strength: 20 is no limit.
    pub skill: i32,
    /// The searches are an analysis, not a game.
    pub analyse_mode: bool,
    /// Where the endgame tables are; empty is nowhere.
    pub syzygy_path: String,
    /// Plies left from which the largest tables are asked.
    pub probe_depth: i32,
    /// The most men with which they are asked.
    pub probe_limit: usize,
    /// Whether the fifty-move rule holds for them.
    pub fifty_moves: bool,
    /// Whether the book plays.
    pub own_book: bool,
    /// The book; empty is none.
    pub book_file: String,
    /// Whether it plays by chance and not always its weightiest move.
    pub book_variety: bool,
    /// What chance begins with; 0 is another one each time.
    pub seed: u64,
    /// Where the table is saved and loaded; empty is nowhere.
    pub hash_file: String,
    /// Where the conversation is written; empty is nowhere.
    pub log_file: String,
    /// The rung and who judges.
    pub setup: Setup,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
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
            probe_limit: 7,
            fifty_moves: true,
            own_book: false,
            book_file: String::new(),
            book_variety: true,
            seed: 0,
            hash_file: String::new(),
            log_file: String::new(),
            setup: Setup::playing(),
        }
    }
}

/// What has to be done after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    None,
    /// Take a table of [`Options::hash`] MB.
    Resize,
    /// Take [`Options::threads`] threads.
    Threads,
    /// Clear the hash table and everything learned.
    ClearHash,
    /// Open the endgame tables in [`Options::syzygy_path`].
    Tablebases,
    /// Open the book [`Options::book_file`].
    Book,
    /// Write the conversation to [`Options::log_file`].
    Log,
    /// Save the table to [`Options::hash_file`].
    SaveHash,
    /// Load it from there.
    LoadHash,
    /// Seed the random number generator with [`Options::seed`].
    Seed,
}

impl Options {
    /// Sets one option; names and values are read in any case of letters.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the name or the value; nothing is then changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        // A layer may be named by an alias: `Layer NMP`.
        let prefix =
            name.get(..LAYER_PREFIX.len()).filter(|prefix| prefix.eq_ignore_ascii_case(LAYER_PREFIX));
        let layer = prefix.and_then(|prefix| name[prefix.len()..].parse::<Layer>().ok());
        let wanted = layer.map_or_else(|| name.to_owned(), |layer| format!("{LAYER_PREFIX}{layer}"));
        let found = rows().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(&wanted));
        let (name, kind) = found.ok_or_else(|| format!("there is no option '{name}'"))?;
        let before = self.clone();
        let text = value.unwrap_or_default();
        match kind {
            OptionKind::Button => {}
            OptionKind::Check(_) => {
                let on = parse_check(text)
                    .ok_or_else(|| format!("{name} is true or false, not '{text}': it stays as it was"))?;
                self.set_check(&name, on);
            }
            OptionKind::Spin(_, min, max) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number));
                let number = number.ok_or_else(|| {
                    format!("{name} goes from {min} to {max}, not '{text}': it stays as it was")
                })?;
                self.set_number(&name, number);
            }
            OptionKind::Combo(_, values) => {
                let known = values.iter().find(|known| known.eq_ignore_ascii_case(text));
                let known = known.ok_or_else(|| {
                    format!("{name} is one of {}, not '{text}': it stays as it was", values.join(", "))
                })?;
                self.set_word(&name, known);
            }
            OptionKind::Text(_) => self.set_text(&name, text)?,
        }
        Ok(self.effect(&name, &before))
    }

    /// What follows from an option having been set.
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
            _ if self.threads != before.threads => Effect::Threads,
            _ if self.setup != before.setup || self.chess960 != before.chess960 => Effect::ClearHash,
            _ => Effect::None,
        }
    }

    /// How scores are told.
    pub fn score_format(&self) -> ScoreFormat {
        ScoreFormat { evaluator: self.setup.eval.evaluator, wdl: self.show_wdl }
    }

    /// How much weaker than it could to play.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength { Some(Strength::of_elo(self.elo)) } else { Strength::of_skill(self.skill) }
    }
}

#[cfg(test)]
mod tests;
