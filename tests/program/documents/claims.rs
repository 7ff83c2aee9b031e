//! Compares the numbers of a document with computed values, or replaces them.

use std::ops::Range;

use super::{is_blessing, reading, rewrite};

/// The failed comparisons of a test.
#[derive(Default)]
pub struct Claims {
    failures: Vec<String>,
}

/// A number in a document.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    /// Bytes of the number.
    range: Range<usize>,
    /// Description of the place, for messages.
    name: String,
}

impl Claims {
    /// Compares the column `header` of a table with `rows`: name in the first column, value. The name can be
    /// code or bold. The table is one with this column and the first name. The column has no other
    /// values.
    pub fn column(&mut self, document: &str, header: &str, rows: &[(&str, String)]) {
        let values: Vec<_> = rows.iter().map(|row| row.1.as_str()).collect();
        self.compare(document, &values, |text| column(text, header, rows));
    }

    /// Compares a sentence with `template`, in which each `{}` stands for one of the `values`. Line breaks and
    /// comment markers between the words do not matter.
    pub fn sentence(&mut self, document: &str, template: &str, values: &[String]) {
        let values: Vec<_> = values.iter().map(String::as_str).collect();
        self.compare(document, &values, |text| sentence(text, template));
    }

    fn compare(
        &mut self,
        document: &str,
        values: &[&str],
        find: impl Fn(&str) -> Result<Vec<Place>, String>,
    ) {
        let text = reading::read(document).text;
        let failures: Vec<_> = match find(&text) {
            Err(reason) => vec![reason],
            Ok(places) if places.len() != values.len() => vec!["one value per number".to_owned()],
            Ok(places) => differences(&text, &places, values),
        };
        if !failures.is_empty() && is_blessing() {
            rewrite(document, |text| {
                find(text).map_or_else(|_| text.to_owned(), |places| replaced(text, &places, values))
            });
        }
        self.failures.extend(failures.iter().map(|failure| format!("{document}: {failure}")));
    }

    /// Fails if a comparison has failed.
    pub fn check(self) {
        let failures = self.failures;
        assert!(failures.is_empty(), "{} numbers are wrong:\n{}", failures.len(), failures.join("\n"));
    }
}

fn differences(text: &str, places: &[Place], values: &[&str]) -> Vec<String> {
    let pairs = places.iter().zip(values);
    let differ = pairs.filter(|(place, value)| text[place.range.clone()] != ***value);
    differ
        .map(|(place, value)| format!("{}: {}, computed: {value}", place.name, &text[place.range.clone()]))
        .collect()
}

fn replaced(text: &str, places: &[Place], values: &[&str]) -> String {
    let mut text = text.to_owned();
    let mut pairs: Vec<_> = places.iter().zip(values).collect();
    pairs.sort_by_key(|(place, _)| std::cmp::Reverse(place.range.start));
    for (place, value) in pairs {
        text.replace_range(place.range.clone(), value);
    }
    text
}

/// Returns the words of `text` with their bytes.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let start = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (start(word)..start(word) + word.len(), word))
}

/// Returns the cells of a line of a table, each with its bytes in the document, without spaces.
fn cells(line: Range<usize>, text: &str) -> Vec<(Range<usize>, &str)> {
    let inner =
        text[line.clone()].strip_prefix('|').and_then(|line| line.strip_suffix('|')).unwrap_or_default();
    let mut start = line.start + 1;
    let mut cells = Vec::new();
    for cell in inner.split('|') {
        let from = start + cell.len() - cell.trim_start().len();
        cells.push((from..from + cell.trim().len(), cell.trim()));
        start += cell.len() + 1;
    }
    cells
}

/// Returns the tables of a document: the bytes of each line.
fn tables(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut tables = vec![Vec::new()];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.trim_end().len();
        start += line.len();
        match tables.last_mut() {
            Some(table) if line.starts_with('|') => table.push(range),
            _ => tables.push(Vec::new()),
        }
    }
    tables.retain(|table| table.len() > 2);
    tables
}

/// Returns the headers that contain `part`, of all tables.
pub fn columns_with(text: &str, part: &str) -> Vec<String> {
    let headers = tables(text).into_iter().flat_map(|table| cells(table[0].clone(), text));
    headers.map(|(_, header)| header.to_owned()).filter(|header| header.contains(part)).collect()
}

fn column(text: &str, header: &str, rows: &[(&str, String)]) -> Result<Vec<Place>, String> {
    let name = |line: &Range<usize>| cells(line.clone(), text)[0].1.replace(['`', '*'], "");
    let index_of = |table: &[Range<usize>]| {
        let headers = cells(table[0].clone(), text);
        let mut found =
            headers.iter().enumerate().filter(|(_, cell)| cell.1 == header).map(|(index, _)| index);
        found.next().filter(|_| found.next().is_none())
    };
    let mut found = tables(text).into_iter().filter_map(|table| Some((index_of(&table)?, table)));
    let (index, table) = found
        .find(|(_, table)| {
            table.iter().any(|line| Some(name(line).as_str()) == rows.first().map(|row| row.0))
        })
        .ok_or_else(|| format!("no table has one column `{header}` and a row `{}`", rows[0].0))?;
    let mut places = Vec::new();
    for (row, _) in rows {
        let line = table.iter().find(|line| name(line) == *row).ok_or_else(|| format!("no row `{row}`"))?;
        let (cell, _) =
            cells(line.clone(), text).get(index).cloned().ok_or_else(|| format!("no cell in `{row}`"))?;
        places.push(Place { range: cell, name: format!("`{row}`, column `{header}`") });
    }
    let filled = table[2..]
        .iter()
        .filter(|line| cells((*line).clone(), text).get(index).is_some_and(|cell| !cell.1.is_empty()));
    let unknown: Vec<_> = filled.map(name).filter(|name| rows.iter().all(|row| row.0 != name)).collect();
    if unknown.is_empty() { Ok(places) } else { Err(format!("column `{header}`: not computed: {unknown:?}")) }
}

/// Returns the bytes between the text before and after `{}`, if `word` begins and ends as `pattern`.
fn number(word: &(Range<usize>, &str), pattern: &str) -> Option<Range<usize>> {
    let (before, after) = pattern.split_once("{}")?;
    let number = word.1.strip_prefix(before)?.strip_suffix(after)?;
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || ",.".contains(c));
    is_number.then(|| word.0.start + before.len()..word.0.end - after.len())
}

fn sentence(text: &str, template: &str) -> Result<Vec<Place>, String> {
    let patterns: Vec<_> = template.split_whitespace().collect();
    let words: Vec<_> = words(text).filter(|(_, word)| !["//!", "///", "//"].contains(word)).collect();
    let find = |window: &[(Range<usize>, &str)]| -> Option<Vec<Place>> {
        let mut places = Vec::new();
        for (word, pattern) in window.iter().zip(&patterns) {
            if pattern.contains("{}") {
                places.push(Place { range: number(word, pattern)?, name: format!("\"{template}\"") });
            } else if word.1 != *pattern {
                return None;
            }
        }
        Some(places)
    };
    let mut found = words.windows(patterns.len()).filter_map(find);
    let places = found.next().ok_or_else(|| format!("no sentence \"{template}\""))?;
    if found.next().is_some() { Err(format!("two sentences \"{template}\"")) } else { Ok(places) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Text.\n\n| rung | nodes | Elo |\n|---|--:|--:|\n| `a` | 1,234 | |\n| b | 77 | +1 |\n\n//! It visits\n//! 1,234 nodes, more than 77.\n";

    fn rows(values: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        values.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
    }

    #[test]
    fn a_wrong_digit_in_a_cell_is_found_and_replaced() {
        let places = column(TEXT, "nodes", &rows(&[("a", ""), ("b", "")])).expect("a column");
        assert_eq!(differences(TEXT, &places, &["1,234", "77"]), Vec::<String>::new());
        assert_eq!(
            differences(TEXT, &places, &["1,235", "77"]),
            ["`a`, column `nodes`: 1,234, computed: 1,235"]
        );
        assert!(replaced(TEXT, &places, &["1,235", "78"]).contains("| `a` | 1,235 | |\n| b | 78 |"));
    }

    #[test]
    fn every_filled_cell_of_a_column_must_be_computed() {
        assert_eq!(
            column(TEXT, "nodes", &rows(&[("a", "")])),
            Err("column `nodes`: not computed: [\"b\"]".to_owned())
        );
        assert!(column(TEXT, "nodes", &rows(&[("c", "")])).is_err());
        assert!(column(TEXT, "Elo", &rows(&[("b", "")])).is_ok(), "an empty cell needs no value");
    }

    #[test]
    fn a_wrong_number_in_a_sentence_is_found_and_replaced() {
        let places = sentence(TEXT, "It visits {} nodes, more than {}.").expect("a sentence");
        assert_eq!(differences(TEXT, &places, &["1,234", "78"]).len(), 1);
        assert!(replaced(TEXT, &places, &["1,234", "78"]).ends_with("//! 1,234 nodes, more than 78.\n"));
        assert!(sentence(TEXT, "It finds {} nodes,").is_err());
    }
}
