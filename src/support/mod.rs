//! Nothing about chess: JSON envelope, text, lines, files replaced by rename, threads, random numbers, huge
//! pages, prefetching, standard output.

pub mod huge_pages;
pub mod json;
pub mod lines;
pub mod prefetch;
pub mod replace;
pub mod rng;
pub mod signals;
pub mod stdout;
pub mod text;
pub mod threads;
