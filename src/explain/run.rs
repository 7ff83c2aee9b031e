//! Searches with the tracer looking on.

use super::{explanation::Explanation, subject::Subject as _, tracer::Tracer, tree::Via};
use crate::{
    pichu::Pichu,
    position::{Move, Position},
    score::Score,
    search::{
        Limits, Run, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, alphabeta::alphabeta,
        layer::Layer, minimax::minimax, search_observed, tt::table::OutOfMemory, types::window::Window,
    },
};

/// What is to be explained.
#[derive(Clone, Debug)]
pub struct ExplainRequest {
    /// How to search.
    pub setup: Setup,
    /// The name of that.
    pub rung: String,
    /// How deep.
    pub depth: i32,
    /// The size of the table in megabytes, if the rung has one.
    pub megabytes: usize,
    /// Nodes after which the search is stopped: each is kept, with about a hundred bytes.
    pub max_nodes: u64,
    /// Only these moves of the root; all if there are none.
    pub only: Vec<Move>,
}

/// Searches a position of chess, with an empty table and an empty memory.
///
/// # Errors
/// [`OutOfMemory`] if the table cannot be had.
pub fn chess(position: &Position, question: &ExplainRequest) -> Result<Explanation<Position>, OutOfMemory> {
    let ExplainRequest { setup, rung, depth, megabytes, max_nodes, only } = question;
    let has_table = setup.algorithm.layers().has(Layer::Table);
    let table = TranspositionTable::new(if has_table { *megabytes } else { 1 })?;
    let search_moves = (!only.is_empty()).then(|| only.clone());
    let limits = Limits { nodes: Some(*max_nodes), search_moves, ..Limits::depth(*depth) };
    let request = SearchRequest::new(position.clone(), limits, setup.clone());
    let mut tracer = Tracer::default();
    let (mut thread_state, stop_flag) = (ThreadState::default(), StopFlag::default());
    let answer = search_observed(&request, &table, &mut thread_state, &stop_flag, &mut tracer);
    Ok(Explanation {
        start: position.clone(),
        rung: rung.clone(),
        evaluator: setup.eval.evaluator.name().to_owned(),
        depth: *depth,
        nodes: answer.report.nodes,
        best: answer.best,
        score: answer.report.score,
        stopped: answer.cut_off,
        tree: tracer.finish(),
    })
}

/// Searches a board of Pichu by one of the frozen rungs: alpha-beta, or minimax if not `prunes`.
pub fn pichu(game: &Pichu, prunes: bool, depth: i32, max_nodes: u64) -> Explanation<Pichu> {
    let mut tracer = Tracer::default();
    let mut run = Run::limited(max_nodes, &mut tracer);
    let score = if prunes {
        alphabeta(game, Window::OPEN, depth, 0, &mut run)
    } else {
        minimax(game, depth, 0, &mut run)
    };
    let tree = tracer.finish();
    let best = tree.roots().last().and_then(|root| tree.best_child(*root)).and_then(|child| {
        let Via::Move(mv) = tree.node(child).via else { return None };
        Some(mv)
    });
    Explanation {
        start: game.clone(),
        rung: if prunes { "alpha-beta" } else { "minimax" }.to_owned(),
        evaluator: "birds".to_owned(),
        depth,
        nodes: tree.nodes(),
        best: best.or_else(|| game.legal().first().copied()),
        score: score.unwrap_or(Score::DRAW),
        stopped: score.is_err(),
        tree,
    }
}
