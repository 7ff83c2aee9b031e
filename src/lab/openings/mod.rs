//! Where games begin: after random moves, in a file, or as a test server asks for them.

pub mod file;
pub mod genfens;
pub mod random;
