//! Reads input lines: from a terminal with line editing, history and completion, or from a script.

use std::io::{self, BufRead as _, Read as _};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::DefaultHistory, validate::Validator,
};

/// Maximum length of an input line of a script, in bytes; the rest of a longer line is another line.
const MAX_LINE: u64 = 4096;

/// The next input line, or the reason why there is none.
#[derive(Debug)]
pub enum InputEvent {
    /// An input line without its line end. Bytes that are not UTF-8 are replaced by `\u{fffd}`.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of standard input.
    End,
}

/// The source of input lines.
pub enum PlayerInput {
    /// A terminal with prompt, line editing, history, and completion with Tab.
    Editor(Box<Editor<MoveCompletions, DefaultHistory>>),
    /// A script: plain lines of standard input without prompts.
    Script,
}

impl PlayerInput {
    /// Creates a line editor.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn editor() -> anyhow::Result<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            // Pasted lines are separate input lines, as in a script.
            .bracketed_paste(false)
            .build();
        Ok(Self::Editor(Box::new(Editor::with_history(config, DefaultHistory::new())?)))
    }

    /// Reads the next input line. At a terminal, Tab completes the `words`.
    ///
    /// # Errors
    /// If standard input cannot be read.
    pub fn read_line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
    ) -> anyhow::Result<InputEvent> {
        let Self::Editor(editor) = self else { return Ok(read_script()?) };
        editor.set_helper(Some(MoveCompletions(words())));
        match editor.readline(prompt) {
            Ok(line) => Ok(InputEvent::Line(line)),
            Err(ReadlineError::Eof) => Ok(InputEvent::End),
            // In some states, such as a quoted key, the editor returns the signal itself.
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Ok(InputEvent::Interrupted),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(InputEvent::Line('\u{fffd}'.to_string()))
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn read_script() -> io::Result<InputEvent> {
    let mut line = Vec::new();
    let read = io::stdin().lock().take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok(match read {
        0 => InputEvent::End,
        _ => InputEvent::Line(String::from_utf8_lossy(&line).trim().to_owned()),
    })
}

/// The candidate words for completion with Tab.
#[derive(Debug)]
pub struct MoveCompletions(Vec<String>);

impl Completer for MoveCompletions {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or(line);
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let prefix = &typed[start..];
        Ok((start, self.0.iter().filter(|word| word.starts_with(prefix)).cloned().collect()))
    }
}

impl Hinter for MoveCompletions {
    type Hint = String;
}

impl Highlighter for MoveCompletions {}
impl Validator for MoveCompletions {}
impl Helper for MoveCompletions {}
