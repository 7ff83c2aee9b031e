//! Expected node types: PV node, cut node and all node, as type parameters of the search function.
//!
//! Knuth and Moore (1975) described three node types in the minimal tree that proves the score of the root. A
//! PV node has an exact score, a cut node has a beta cutoff, and in an all node every move fails low. With
//! good move ordering most nodes turn out as expected. Several selective layers of [the
//! node](crate::search::negamax) therefore use the expected node type.

/// The three kinds of nodes of an alpha-beta tree (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// PV node: a node with an exact score, which is expected on the principal variation.
    Pv,
    /// Cut node: a node in which one move causes a beta cutoff.
    Cut,
    /// All node: a node in which every move fails low, so all moves must be searched.
    All,
}

/// Expected type of a node. The expected type depends on the path from the root, not on the search window.
///
/// The first child of a PV node is a PV node, and the later children of a PV node are expected to be cut
/// nodes. The children of a cut node are all nodes, and the children of an all node are cut nodes. [Principal
/// variation search](crate::search::layers::zero_window) makes two exceptions: in the reduced search of a
/// late move, the child is always expected to be a cut node, and in the re-search of a later move of a PV
/// node with the full window, the child is a PV node.
pub trait NodeType {
    /// Kind of the node, as reported to observers.
    const KIND: NodeKind;
    /// Whether the node is the root.
    const ROOT: bool = false;
    /// Whether the node is expected on the principal variation.
    const PV: bool = false;
    /// Expected type of the node's first child.
    type First: NodeType;
    /// Expected type of every child of the node after the first.
    type Later: NodeType;
    /// Expected type of the same node in a second search with a zero window (the singular search).
    type Again: NodeType;
}

/// Node type of the root, which is a PV node.
pub struct Root;
/// Node type of a PV node below the root.
pub struct Pv;
/// Node type of a cut node: a node that is expected to have a beta cutoff.
pub struct Cut;
/// Node type of an all node: a node in which every move is expected to fail low.
pub struct All;

impl NodeType for Root {
    const KIND: NodeKind = NodeKind::Pv;
    const ROOT: bool = true;
    const PV: bool = true;
    type First = Pv;
    type Later = Cut;
    type Again = All;
}

impl NodeType for Pv {
    const KIND: NodeKind = NodeKind::Pv;
    const PV: bool = true;
    type First = Self;
    type Later = Cut;
    type Again = All;
}

impl NodeType for Cut {
    const KIND: NodeKind = NodeKind::Cut;
    type First = All;
    type Later = All;
    type Again = Self;
}

impl NodeType for All {
    const KIND: NodeKind = NodeKind::All;
    type First = Cut;
    type Later = Cut;
    type Again = Self;
}
