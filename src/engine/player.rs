//! One side of a game: how it searches, and what it remembers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    engine::{rng::game_rng, strength::Strength},
    position::Line,
    search::{
        Answer, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        random::{DEFAULT_SEED, Random},
        search,
        threads::pool::panic_message,
        tt::table::OutOfMemory,
        tunable::{Variant, as_variant},
    },
};

/// A setup with a table and a memory of its own, which nobody else reads.
#[derive(Debug)]
pub struct Player {
    setup: Setup,
    strength: Option<Strength>,
    seed: u64,
    game: u64,
    variant: Variant,
    table: TranspositionTable,
    thread_state: ThreadState,
}

impl Player {
    /// A player with a table of `megabytes` MB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the table.
    pub fn new(setup: Setup, megabytes: usize) -> Result<Self, OutOfMemory> {
        let (table, thread_state) = (TranspositionTable::new(megabytes)?, ThreadState::default());
        Ok(Self {
            setup,
            strength: None,
            seed: DEFAULT_SEED,
            game: 0,
            variant: Variant::default(),
            table,
            thread_state,
        })
    }

    /// The same, no stronger than this.
    #[must_use]
    pub fn limited(self, strength: Option<Strength>) -> Self {
        Self { strength, ..self }
    }

    /// The same with dice of this seed; if nobody names one it is 1.
    #[must_use]
    pub fn seeded(self, seed: Option<u64>) -> Self {
        Self { seed: seed.unwrap_or(DEFAULT_SEED), ..self }
    }

    /// The same with other numbers in its search.
    #[must_use]
    pub fn varied(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// From the next game on its dice are those of game `number`, whoever played the games before.
    pub const fn number_games(&mut self, number: u64) {
        self.game = number;
    }

    /// Forgets everything, so that a game hangs on nothing that was played before it.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.thread_state.clear();
        self.thread_state.random = Random::from(game_rng(self.seed, self.game));
    }

    /// Searches for a move where `line` stands, as search 1 of `stop_flag`.
    ///
    /// # Errors
    /// What a panic inside the search said.
    pub fn think(&mut self, line: &Line, limits: &Limits, stop_flag: &StopFlag) -> Result<Answer, String> {
        let limits = self.strength.map_or_else(|| limits.clone(), |strength| strength.limits(limits.clone()));
        let request = SearchRequest::new(line.position().clone(), limits, self.setup.clone());
        let request = SearchRequest { history: line.history(), ..request };
        let think = || search(&request, &self.table, &mut self.thread_state, stop_flag, |_| ());
        // A panic is caught inside, so that the thread has its usual numbers again.
        let searched = as_variant(self.variant, || catch_unwind(AssertUnwindSafe(think)));
        let answer = searched.map_err(|payload| panic_message(payload.as_ref()))?;
        Ok(match self.strength {
            // Dice that hang on the position alone, so that a match is the same whoever plays which game.
            Some(strength) => strength.choose(answer, &mut game_rng(self.seed, line.position().key())),
            None => answer,
        })
    }
}
