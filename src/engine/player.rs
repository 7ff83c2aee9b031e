//! [`Player`]: one side of a game, with its own search setup, transposition table and histories.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    chess::{position::Line, tablebase::Probing},
    engine::strength::Strength,
    evaluate::Evaluator,
    search::{
        Answer, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        random::{DEFAULT_SEED, Random},
        search,
        threads::pool::panic_message,
        tt::table::OutOfMemory,
        tunable::{Variant, as_variant},
    },
    support::rng::game_rng,
};

/// Engine player in self-play and matches. Each player has its own transposition table and histories.
#[derive(Debug)]
pub struct Player {
    setup: Setup,
    strength: Option<Strength>,
    seed: u64,
    game: u64,
    variant: Variant,
    tablebases: Option<Probing>,
    table: TranspositionTable,
    thread_state: ThreadState,
}

impl Player {
    /// Creates a player with a transposition table of `megabytes` MiB.
    ///
    /// # Errors
    /// Returns [`OutOfMemory`] if the table cannot be allocated.
    pub fn new(setup: Setup, megabytes: usize) -> Result<Self, OutOfMemory> {
        let (table, thread_state) = (TranspositionTable::new(megabytes)?, ThreadState::default());
        Ok(Self {
            setup,
            strength: None,
            seed: DEFAULT_SEED,
            game: 0,
            variant: Variant::default(),
            tablebases: None,
            table,
            thread_state,
        })
    }

    /// Limits the playing strength; `None` means no limit.
    #[must_use]
    pub fn limited(self, strength: Option<Strength>) -> Self {
        Self { strength, ..self }
    }

    /// Sets the seed of the random number generator; `None` means the default seed 1.
    #[must_use]
    pub fn seeded(self, seed: Option<u64>) -> Self {
        Self { seed: seed.unwrap_or(DEFAULT_SEED), ..self }
    }

    /// Sets this player's changes to the values of tunable search parameters.
    #[must_use]
    pub fn varied(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// Sets the tablebases that the searches probe.
    #[must_use]
    pub fn with_tablebases(self, tablebases: Option<Probing>) -> Self {
        Self { tablebases, ..self }
    }

    /// Sets the game number that [`Player::new_game`] uses with the seed to restart the random numbers of the
    /// rung `random`, so that they do not depend on earlier games.
    pub const fn number_games(&mut self, number: u64) {
        self.game = number;
    }

    /// Clears the transposition table and the histories and restarts the random numbers of the rung `random`,
    /// so that a game does not depend on earlier games.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.thread_state.clear();
        self.thread_state.random = Random::from(game_rng(self.seed, self.game));
    }

    /// Returns the evaluator of the player, in whose internal units its scores are.
    pub const fn evaluator(&self) -> Evaluator {
        self.setup.eval.evaluator
    }

    /// Searches the last position of the game `line`. The search ends early if `stop_flag` stops search
    /// number 1.
    ///
    /// # Errors
    /// Returns the message of a panic inside the search.
    pub fn think(&mut self, line: &Line, limits: &Limits, stop_flag: &StopFlag) -> Result<Answer, String> {
        let limits = match self.strength {
            Some(strength) => strength.limits(limits.clone(), line.position()),
            None => limits.clone(),
        };
        let request = SearchRequest::new(line.position().clone(), limits, self.setup.clone());
        let tablebases = self.tablebases.clone();
        let request = SearchRequest { history: line.history(), tablebases, ..request };
        let think = || search(&request, &self.table, &mut self.thread_state, stop_flag, |_| ());
        // Catch a panic inside `as_variant`, so that `as_variant` can restore the parameter values of this
        // thread.
        let result = as_variant(self.variant, || catch_unwind(AssertUnwindSafe(think)));
        let answer = result.map_err(|payload| panic_message(payload.as_ref()))?;
        Ok(match self.strength {
            // The random numbers depend only on seed and position, so a match does not depend on which thread
            // plays a game.
            Some(strength) => {
                let mut rng = game_rng(self.seed, line.position().key());
                strength.choose(answer, line.position(), &self.setup, &mut rng)
            }
            None => answer,
        })
    }
}
