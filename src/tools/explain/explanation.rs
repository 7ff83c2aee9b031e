//! A finished search with its tree, and the data of each shown node. All output formats use this module.

use serde::Serialize;
use shakmaty::Color;

use super::{
    estimate::Estimate,
    reason,
    selection::{Rest, Selection},
    sentence,
    subject::Subject,
    tree::{Tree, TreeNode, Via},
};
use crate::{
    chess::score::Score,
    evaluate::Evaluator,
    search::{Algorithm, observe::reason::Reason, types::window::Bound},
};

/// A finished search with its tree.
#[derive(Clone, Debug)]
pub struct Explanation<S: Subject> {
    /// Root position of the search.
    pub start: S,
    /// Algorithm that searched.
    pub algorithm: Algorithm,
    /// Name of the rung or set of layers that searched.
    pub rung: String,
    /// Name of the evaluator.
    pub evaluator: String,
    /// Evaluator in whose internal units all scores of the search are. It normalises the scores that are shown.
    pub units: Evaluator,
    /// Requested search depth, in plies.
    pub depth: i32,
    /// Number of nodes of all iterations, as the search counts them: without roots.
    pub nodes: u64,
    /// Best move at the root; `None` if the game is over.
    pub best: Option<S::Move>,
    /// Score of the root, from the side to move's point of view.
    pub score: Score,
    /// Whether the node limit stopped the search before it was complete.
    pub stopped: bool,
    /// All recorded nodes.
    pub tree: Tree<S::Move>,
}

/// Data of one node that the output shows.
#[derive(Clone, Debug)]
pub struct ShownNode {
    /// Index of the node in the tree.
    pub index: usize,
    /// Moves from the root to the node, in the notation of [`Subject::code`]; a null move is `0000`.
    pub path: Vec<String>,
    /// Move that led to the node, in the notation of [`Subject::code`]; `None` at the root and where a
    /// position is searched again.
    pub code: Option<String>,
    /// Move that led to the node, in the notation of [`Subject::san`], without a move number.
    pub san: Option<String>,
    /// Squares of this move: see [`Subject::ends`].
    pub ends: Option<[usize; 2]>,
    /// Label of the node: the move with its number, the depth of a root, or
    /// `the same position, searched again`.
    pub label: String,
    /// Move that decided the node, with its line: the best move, the move of a beta cutoff, or the TT move.
    pub by: Option<By>,
    /// Sentence that explains why the node ended.
    pub sentence: String,
    /// Number of moves of the node that the search left out; 0 if checkmate, stalemate, another draw, the
    /// horizon, or a known shorter mate ends the node, or if the search stopped in the node.
    pub left_out: usize,
    /// Estimated number of nodes saved by the moves that were not searched.
    pub saved: u64,
    /// Number of children of this node that are not shown, and number of nodes in their subtrees.
    pub rest: Rest,
    /// The 64 squares from a8 to h1 as FEN letters, with a dot for an empty square.
    pub squares: String,
    /// Side to move at the node.
    pub turn: Color,
}

/// The move that decided a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct By {
    /// The move in UCI notation (in Pichu, four digits); `null` if the node ended by a transposition table
    /// entry without a move.
    #[serde(rename = "move")]
    pub code: Option<String>,
    /// The move in the notation of [`Subject::san`].
    #[serde(skip)]
    pub san: Option<String>,
    /// Squares of the move: see [`Subject::ends`].
    #[serde(skip)]
    pub ends: Option<[usize; 2]>,
    /// The move and the expected line after it, with move numbers.
    pub line: String,
    /// Depth of the transposition table entry that ended the node, in plies; `null` if the node ended
    /// otherwise.
    pub depth: Option<i32>,
}

impl<S: Subject> Explanation<S> {
    /// Returns the index of the last root whose search was finished; if no root was finished, the last root.
    pub fn last_root(&self) -> Option<usize> {
        let roots = self.tree.roots();
        let finished = roots.iter().rfind(|root| self.tree.node(**root).end.is_some());
        finished.or(roots.last()).copied()
    }

    /// Returns the number of moves of the node at `index` that the search left out; 0 if checkmate,
    /// stalemate, another draw, the horizon, or a known shorter mate ends the node, or if the search stopped
    /// in the node. In quiescence search, only noisy moves count, unless the side to move is in check: then
    /// all moves count.
    pub fn left_out(&self, index: usize, position: &S) -> usize {
        let node = self.tree.node(index);
        let Some(end) = node.end.filter(|end| reason::leaves_out(end.reason)) else { return 0 };
        let all = position.legal();
        let with_quiets = node.depth > 0 || position.is_in_check();
        let candidates = all.iter().filter(|mv| with_quiets || position.is_noisy(**mv)).count();
        candidates.saturating_sub(end.tried)
    }

    /// Returns the data of all selected nodes, parents before children.
    pub fn shown(&self, selection: &Selection) -> Vec<ShownNode> {
        let collector = NodeCollector { explanation: self, selection, estimate: Estimate::of(&self.tree) };
        let mut shown = Vec::with_capacity(selection.count());
        for root in self.tree.roots() {
            if selection.has(root) {
                collector.collect(root, &self.start, &[], &mut Vec::new(), &mut shown);
            }
        }
        shown
    }

    /// Formats a variation with move numbers.
    pub fn format_line(&self, from: &S, line: &[S::Move]) -> String {
        let mut position = from.clone();
        let mut words = Vec::new();
        for (index, mv) in line.iter().enumerate() {
            if index == 0 || position.turn() == Color::White {
                words.push(position.number());
            }
            words.push(position.san(*mv));
            position = position.after(*mv);
        }
        words.join(" ")
    }

    /// Returns the move that decided a node; `None` if neither a move nor a TT entry ended the node.
    pub fn by(&self, index: usize, position: &S) -> Option<By> {
        let node = self.tree.node(index);
        let (line, depth) = if let Some((depth, packed)) = node.table_entry {
            (position.unpack(packed).into_iter().collect(), Some(depth))
        } else {
            let reason = node.end?.reason;
            let is_last = reason::is_cut_by_last_move(reason);
            if !is_last && !matches!(reason, Reason::BetaCut | Reason::SearchedAll) {
                return None;
            }
            let child = if is_last { self.tree.last_child(index) } else { self.tree.best_child(index) }?;
            let Via::Move(mv) = self.tree.node(child).via else { return None };
            ([vec![mv], self.tree.line(child)].concat(), None)
        };
        let mv = line.first().copied();
        Some(By {
            code: mv.map(|mv| position.code(mv)),
            san: mv.map(|mv| position.san(mv)),
            ends: mv.map(|mv| position.ends(mv)),
            line: self.format_line(position, &line),
            depth,
        })
    }
}

/// Collects the data of the nodes of one selection.
struct NodeCollector<'a, S: Subject> {
    explanation: &'a Explanation<S>,
    selection: &'a Selection,
    estimate: Estimate,
}

impl<S: Subject> NodeCollector<'_, S> {
    /// Appends the node at `index` and the shown nodes below it to `shown`. `before` is the position of the
    /// parent. `codes` has the moves from the root to the parent in the notation of [`Subject::code`], and `path` the
    /// nodes with their positions.
    fn collect(
        &self,
        index: usize,
        before: &S,
        codes: &[String],
        path: &mut Vec<(usize, S)>,
        shown: &mut Vec<ShownNode>,
    ) {
        let Explanation { tree, .. } = self.explanation;
        let node = tree.node(index);
        let (position, code, san) = match node.via {
            Via::Move(mv) => (before.after(mv), Some(before.code(mv)), Some(before.san(mv))),
            Via::Pass => (before.after_pass(), Some("0000".to_owned()), Some("--".to_owned())),
            Via::Root | Via::Again => (before.clone(), None, None),
        };
        let ends = if let Via::Move(mv) = node.via { Some(before.ends(mv)) } else { None };
        let codes: Vec<_> = codes.iter().cloned().chain(code.clone()).collect();
        path.push((index, position.clone()));
        let left_out = self.explanation.left_out(index, &position);
        let mut shown_node = ShownNode {
            index,
            path: codes.clone(),
            label: label(node, before, san.as_deref()),
            code,
            san,
            ends,
            by: self.explanation.by(index, &position),
            sentence: String::new(),
            left_out,
            saved: self.estimate.saved(node, left_out),
            rest: self.selection.rest(tree, index),
            squares: position.squares(),
            turn: position.turn(),
        };
        shown_node.sentence = sentence::of(node, &shown_node, &self.context(index, &position, path));
        shown.push(shown_node);
        for child in tree.children(index).filter(|child| self.selection.has(*child)) {
            self.collect(child, &position, &codes, path, shown);
        }
        path.pop();
    }

    /// Returns what the sentence of the node at the end of `path` needs.
    fn context(&self, index: usize, position: &S, path: &[(usize, S)]) -> sentence::SentenceContext {
        let tree = &self.explanation.tree;
        let node = tree.node(index);
        let value = node.end.map(|end| end.value);
        let turn = position.turn();
        let score_of = |child: usize| tree.node(child).end.map(|end| -end.value);
        sentence::SentenceContext {
            units: self.explanation.units,
            beta_from: self.origin(-node.window.beta, turn.other(), path),
            alpha_from: self.origin(node.window.alpha, turn, path),
            from_move: tree.best_child(index).is_some_and(|child| score_of(child) == value),
            in_check: position.is_in_check(),
        }
    }

    /// Returns what already gives the side `turn` the score `value`: an earlier move at a node of `path`, or
    /// standing pat in quiescence search. The last node of `path` does not count.
    fn origin(&self, value: Score, turn: Color, path: &[(usize, S)]) -> Option<String> {
        let tree = &self.explanation.tree;
        for pair in path.windows(2).rev() {
            let [(ancestor, position), (next, _)] = pair else { continue };
            if position.turn() != turn || tree.node(*ancestor).window.alpha >= value {
                continue;
            }
            let earlier = tree.children(*ancestor).take_while(|child| child < next);
            // A child that failed high shows only that its move gives at most this score.
            let gives = |child: &usize| {
                let child = tree.node(*child);
                child.end.is_some_and(|end| -end.value == value) && child.bound() != Some(Bound::Lower)
            };
            let Some(child) = earlier.filter(gives).last() else {
                let stands_pat = tree.node(*ancestor).depth <= 0 && !position.is_in_check();
                return stands_pat.then(|| "standing pat earlier".to_owned());
            };
            let Via::Move(mv) = tree.node(child).via else { return None };
            return Some(format!("{} {}", position.number(), position.san(mv)));
        }
        None
    }
}

fn label<M, S: Subject>(node: &TreeNode<M>, before: &S, san: Option<&str>) -> String {
    let again = match node.attempt {
        ..=1 => String::new(),
        2 => " (second search)".to_owned(),
        3 => " (third search)".to_owned(),
        more => format!(" ({more}th search)"),
    };
    match (&node.via, san) {
        (Via::Root, _) => format!("depth {}{again}", node.iteration),
        (Via::Pass, _) => format!("{} pass", before.number()),
        (_, Some(san)) => format!("{} {san}{again}", before.number()),
        (_, None) => "the same position, searched again".to_owned(),
    }
}
