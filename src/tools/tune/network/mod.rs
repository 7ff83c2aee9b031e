//! Trains networks on the CPU, on the records that `engine datagen export` writes.
//!
//! A record becomes a [sample](Sample), which passes forward through the [first layer](first_layer) and the
//! [later ones](gradient), and backward. The gradient of a batch gives one step of [`AdamW`](step). Every step
//! keeps the parameters within the bounds of the [evaluation file](mod@crate::evaluate::network::file). The forward
//! pass rounds weights and activations as the engine does.
//!
//! In reading order: [`records`], [`sample`], [`layers`], [`first_layer`], [`gradient`], [`step`], [`schedule`], [`scale`],
//! [`training_loop`].

mod adam;
pub mod first_layer;
mod fork_join;
pub mod gradient;
pub mod layers;
pub mod records;
pub mod sample;
pub mod scale;
pub mod schedule;
pub mod step;
pub mod training_loop;

pub use self::{
    layers::Layers,
    records::{Records, RecordsError, ShuffledRecords},
    sample::Sample,
    scale::fit_scale,
    schedule::{LearningRate, ResultShare},
    training_loop::{TrainingPlan, TrainingReport, held_out_losses, train},
};

#[cfg(test)]
mod tests;
