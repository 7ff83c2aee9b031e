//! Nets trained on processors alone, on the records of `engine datagen --export`; `train.py` does the same on a graphics card.
//!
//! The whole is small: a record becomes a [sample](Sample), which goes forward through both [layers](Layers) and [back](gradient);
//! what a batch wants changed is one step of [`AdamW`](step). Every step [clips](Layers::clip) the numbers to the bounds of the
//! [file](mod@crate::evaluate::network::file), so that rounding is all that lies between the net in floats and the net that plays.
//!
//! In reading order: [`records`], [`sample`], [`layers`], [`gradient`], [`step`], [`schedule`], [`scale`], [`training_loop`].

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
    records::{Records, RecordsError},
    sample::Sample,
    scale::fit_scale,
    schedule::{LearningRate, ResultShare},
    training_loop::{Plan, Report, train},
};

#[cfg(test)]
mod tests;
