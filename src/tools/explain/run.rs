//! Runs a search with the tracer as its observer.

use super::{explanation::Explanation, subject::Subject as _, tracer::Tracer, tree::Via};
use crate::{
    chess::{
        game::Game as _,
        position::{Line, Move, Position},
        tablebase::Probing,
    },
    evaluate::Evaluator,
    search::{
        Algorithm, Limits, Run, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        alphabeta::alphabeta, layer::Layer, minimax::minimax, observe::observer::Observer as _,
        search_observed, tt::table::OutOfMemory, types::window::Window,
    },
    tools::pichu::Pichu,
};

/// A request to search a position and record the tree.
#[derive(Clone, Debug)]
pub struct ExplainRequest {
    /// Layers and evaluator of the search.
    pub setup: Setup,
    /// Name of the rung or set of layers, for display.
    pub rung: String,
    /// Search depth in plies.
    pub depth: i32,
    /// Size of the transposition table in MiB, used if the layer `table` is on.
    pub megabytes: usize,
    /// Number of nodes after which the search is stopped. The recorded tree needs about 100 bytes of memory
    /// per node.
    pub max_nodes: u64,
    /// Root moves to search; all legal moves if the list is empty.
    pub only: Vec<Move>,
}

/// Searches a chess position with an empty transposition table and empty histories, and records the tree.
///
/// # Errors
/// [`OutOfMemory`] if the transposition table cannot be allocated.
pub fn chess(position: &Position, request: &ExplainRequest) -> Result<Explanation<Position>, OutOfMemory> {
    chess_after(&Line::new(position.clone()), request, None)
}

/// Like [`chess`], for the last position of `line`: a repetition of an earlier position is a draw. The search
/// probes the tablebases of `probing`.
///
/// # Errors
/// [`OutOfMemory`] if the transposition table cannot be allocated.
pub fn chess_after(
    line: &Line,
    request: &ExplainRequest,
    probing: Option<Probing>,
) -> Result<Explanation<Position>, OutOfMemory> {
    let position = line.position();
    let ExplainRequest { setup, rung, depth, megabytes, max_nodes, only } = request;
    let has_table = setup.algorithm.layers().has(Layer::Table);
    let table = TranspositionTable::new(if has_table { *megabytes } else { 1 })?;
    let search_moves = (!only.is_empty()).then(|| only.clone());
    let limits = Limits { nodes: Some(*max_nodes), search_moves, ..Limits::depth(*depth) };
    let search_request = SearchRequest {
        history: line.history(),
        tablebases: probing,
        ..SearchRequest::new(position.clone(), limits, setup.clone())
    };
    let mut tracer = Tracer::default();
    let (mut thread_state, stop_flag) = (ThreadState::default(), StopFlag::default());
    let answer = search_observed(&search_request, &table, &mut thread_state, &stop_flag, &mut tracer);
    Ok(Explanation {
        start: position.clone(),
        algorithm: setup.algorithm,
        rung: rung.clone(),
        evaluator: setup.eval.evaluator.name().to_owned(),
        units: setup.eval.evaluator,
        depth: *depth,
        nodes: answer.report.nodes,
        best: answer.best,
        score: answer.report.score,
        stopped: answer.cut_off,
        tree: tracer.finish(),
    })
}

/// Searches a Pichu position with `alpha-beta` if `prunes`, otherwise with `minimax`, and records the tree.
pub fn pichu(game: &Pichu, prunes: bool, depth: i32, max_nodes: u64) -> Explanation<Pichu> {
    let mut tracer = Tracer::default();
    // The frozen rungs search once, to the full depth, and report no iterations.
    tracer.iteration(depth);
    let mut run = Run::limited(max_nodes, &mut tracer);
    let score = if prunes {
        alphabeta(game, Window::OPEN, depth, 0, &mut run)
    } else {
        minimax(game, depth, 0, &mut run)
    };
    let tree = tracer.finish();
    let child = tree.roots().last().and_then(|root| tree.best_child(*root)).map(|child| tree.node(child));
    let best = child.and_then(|child| if let Via::Move(mv) = child.via { Some(mv) } else { None });
    // A search that was stopped has the score of the best move so far, or else of the position itself.
    let so_far = child.and_then(|child| child.end).map_or_else(|| game.evaluate(), |end| -end.value);
    Explanation {
        start: game.clone(),
        algorithm: if prunes { Algorithm::AlphaBeta } else { Algorithm::Minimax },
        rung: if prunes { "alpha-beta" } else { "minimax" }.to_owned(),
        evaluator: "birds".to_owned(),
        // The scores of Pichu are centipawns, as those of material.
        units: Evaluator::Material,
        depth,
        nodes: tree.nodes(),
        best: best.or_else(|| game.legal().first().copied()),
        score: score.unwrap_or(so_far),
        stopped: score.is_err(),
        tree,
    }
}
