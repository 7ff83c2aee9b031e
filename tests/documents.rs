//! README.md, CONTRIBUTING.md and the guides: their text, fenced blocks and commands.
//!
//! Two test modules share this file: `tests/program/documents` runs the commands and checks the counts, and
//! `src/tools/documents.rs` parses the command lines.

use std::{fs, path::Path};

/// A document of the repository.
#[derive(Debug)]
pub struct Document {
    /// Path from the root of the repository.
    pub path: String,
    pub text: String,
}

/// A fenced block of a document.
#[derive(Debug)]
pub struct Block {
    /// Number of the line with the opening fence, from 1.
    pub line: usize,
    /// Language of the block, such as `console`.
    pub language: String,
    /// Text of the HTML comment in the line before the block; empty if there is none.
    pub comment: String,
    /// Spaces before the opening fence.
    pub indentation: usize,
    /// Lines between the fences, without the indentation.
    pub lines: Vec<String>,
}

/// A command of a block with the lines that follow it.
#[derive(Debug)]
pub struct Command {
    /// Number of the first line of the command, from 1.
    pub line: usize,
    /// Text of the command; several lines if a line ends with `|` or `\`.
    pub text: String,
    /// Lines after the command, up to the next command.
    pub output: Vec<String>,
}

/// Reads a file of the repository.
pub fn read(path: &str) -> Document {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Document { path: path.to_owned(), text }
}

/// Reads README.md, CONTRIBUTING.md, and the guides to which README.md links.
pub fn documents() -> Vec<Document> {
    let readme = read("README.md");
    let mut paths: Vec<_> = readme.text.split("](").filter_map(|link| link.split(')').next()).collect();
    paths.retain(|path| path.ends_with("README.md") || path.ends_with("CONTRIBUTING.md"));
    paths.sort_unstable();
    paths.dedup();
    let mut documents: Vec<_> = paths.into_iter().map(read).collect();
    documents.insert(0, readme);
    documents
}

impl Document {
    /// Returns the fenced blocks of the document.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        let mut previous = "";
        for (index, line) in self.text.lines().enumerate() {
            let fence = line.trim_start().strip_prefix("```");
            match (&mut open, fence) {
                (Some(block), None) => {
                    block.lines.push(line.get(block.indentation..).unwrap_or_default().to_owned());
                }
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some(language)) => {
                    let comment =
                        previous.trim().strip_prefix("<!--").and_then(|text| text.strip_suffix("-->"));
                    open = Some(Block {
                        line: index + 1,
                        language: language.to_owned(),
                        comment: comment.unwrap_or_default().trim().to_owned(),
                        indentation: line.len() - line.trim_start().len(),
                        lines: Vec::new(),
                    });
                }
                (None, None) => {}
            }
            previous = line;
        }
        blocks
    }
}

impl Block {
    /// Returns the commands of a `console` block, where each command begins with `$ `, or of a `sh` block,
    /// where each line is a command. Returns no commands for any other language.
    pub fn commands(&self) -> Vec<Command> {
        let mut commands: Vec<Command> = Vec::new();
        let mut continues = false;
        for (index, line) in self.lines.iter().enumerate() {
            let start = match self.language.as_str() {
                "console" => line.strip_prefix("$ "),
                "sh" => Some(line.as_str()),
                _ => None,
            };
            let line_number = self.line + 1 + index;
            match (commands.last_mut(), start) {
                (Some(command), _) if continues => command.text.extend(["\n", line]),
                (_, Some(start)) => {
                    commands.push(Command { line: line_number, text: start.to_owned(), output: Vec::new() });
                }
                (Some(command), None) => command.output.push(line.clone()),
                (None, None) => continue,
            }
            continues = (continues || start.is_some()) && line.ends_with(['|', '\\']);
        }
        commands
    }
}
