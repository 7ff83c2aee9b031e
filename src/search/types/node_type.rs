//! Expected node types: PV node, cut node and all node, as type parameters of the search function.
//!
//! Knuth and Moore (1975) described three node types in the minimal tree that proves a value. A PV node has
//! an exact value, a cut node has a beta cutoff, and in an all node every move fails low. With good move
//! ordering most nodes turn out as expected. The selective layers of [the node](crate::search::negamax)
//! therefore use the expected node type.

/// The three kinds of nodes of an alpha-beta tree (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// PV node: a node with an exact value, on the principal variation or expected there.
    Pv,
    /// Cut node: one good move causes a beta cutoff.
    Cut,
    /// All node: every move fails low, so all moves are searched.
    All,
}

/// Expected type of a node. The expected type depends on the path from the root, not on the search window.
///
/// The first child of a PV node is a PV node, and its other children are expected to be cut nodes. Below a
/// cut node come all nodes, and below an all node come cut nodes. One exception: the
/// [reduced search](crate::search::layers::zero_window) of a late move always expects a cut node.
pub trait NodeType {
    /// Kind of the node, as reported to observers.
    const KIND: Kind;
    /// Whether the node is the root.
    const ROOT: bool = false;
    /// Whether the node is expected on the principal variation.
    const PV: bool = false;
    /// Type of the first child.
    type First: NodeType;
    /// Type of every child after the first.
    type Later: NodeType;
    /// Type of the same node in a search of the same position with a zero window.
    type Again: NodeType;
}

/// The root.
pub struct Root;
/// A PV node below the root.
pub struct Pv;
/// A node expected to have a beta cutoff.
pub struct Cut;
/// A node in which every move is expected to fail low.
pub struct All;

impl NodeType for Root {
    const KIND: Kind = Kind::Pv;
    const ROOT: bool = true;
    const PV: bool = true;
    type First = Pv;
    type Later = Cut;
    type Again = All;
}

impl NodeType for Pv {
    const KIND: Kind = Kind::Pv;
    const PV: bool = true;
    type First = Self;
    type Later = Cut;
    type Again = All;
}

impl NodeType for Cut {
    const KIND: Kind = Kind::Cut;
    type First = All;
    type Later = All;
    type Again = Self;
}

impl NodeType for All {
    const KIND: Kind = Kind::All;
    type First = Cut;
    type Later = Cut;
    type Again = Self;
}
