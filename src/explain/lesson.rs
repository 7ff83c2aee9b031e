//! Lessons.
/// A lesson.
#[derive(Debug)]
pub struct Lesson {
    /// n
    pub name: &'static str,
}
/// All.
pub const LESSONS: &[Lesson] = &[];
