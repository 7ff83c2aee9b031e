//! One side of a game: how it searches, and what it remembers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    position::Line,
    search::{
        Answer, Limits, Memory, Setup, Signal, Table, Task, search, table::OutOfMemory, threads::message,
    },
};

/// A setup with a table and a memory of its own, which nobody else reads.
#[derive(Debug)]
pub struct Player {
    setup: Setup,
    table: Table,
    memory: Memory,
}

impl Player {
    /// A player with a table of `megabytes` MB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the table.
    pub fn new(setup: Setup, megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { setup, table: Table::new(megabytes)?, memory: Memory::default() })
    }

    /// Forgets everything, so that a game hangs on nothing that was played before it.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Searches for a move where `line` stands, as search 1 of `signal`.
    ///
    /// # Errors
    /// What a panic inside the search said.
    pub fn think(&mut self, line: &Line, limits: &Limits, signal: &Signal) -> Result<Answer, String> {
        let task = Task {
            history: line.history(),
            ..Task::new(line.position().clone(), limits.clone(), self.setup)
        };
        let searched =
            catch_unwind(AssertUnwindSafe(|| search(&task, &self.table, &mut self.memory, signal, |_| ())));
        searched.map_err(|payload| message(payload.as_ref()))
    }
}
