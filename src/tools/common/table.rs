//! Plain-text tables: columns padded with spaces, text left-aligned, numbers right-aligned.

use std::fmt::{self, Write as _};

/// Header and alignment of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// Left-aligned column with this header.
    Left(&'static str),
    /// Right-aligned column with this header.
    Right(&'static str),
}

impl Column {
    const fn header(self) -> &'static str {
        match self {
            Self::Left(header) | Self::Right(header) => header,
        }
    }
}

/// A table with one header row.
#[derive(Clone, Debug)]
pub struct Table {
    columns: &'static [Column],
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table without rows.
    pub const fn new(columns: &'static [Column]) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row. Columns without a cell in `cells` stay empty in this row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<_> = self.columns.iter().map(|column| column.header().chars().count()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        let header = self.columns.iter().map(|column| column.header().to_owned()).collect();
        for row in std::iter::once(&header).chain(&self.rows) {
            let mut line = String::new();
            for ((column, width), cell) in self.columns.iter().zip(&widths).zip(row) {
                match column {
                    Column::Left(_) => write!(line, "{cell:<width$}  ")?,
                    Column::Right(_) => write!(line, "{cell:>width$}  ")?,
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::text::{decimals, or_dash};

    #[test]
    fn text_is_left_aligned_and_numbers_are_right_aligned() {
        let mut table = Table::new(&[Column::Left("rung"), Column::Right("nodes"), Column::Left("best")]);
        table.row(["minimax".to_owned(), "294104".to_owned(), "d4e5".to_owned()]);
        table.row(["ß".to_owned(), or_dash::<u64>(None), decimals(Some(1.25), 1)]);
        let expected = "rung      nodes  best\nminimax  294104  d4e5\nß             -  1.2\n";
        assert_eq!(table.to_string(), expected);
    }
}
