//! Self-play data for trainers: whole games in [`viriformat`], and positions [selected](training) from them in
//! [`bulletformat`], which a [`teacher`] can evaluate.

pub mod bulletformat;
pub(super) mod command;
pub mod self_play;
pub mod teacher;
pub mod training;
pub mod viriformat;
