//! Reads input lines: from a terminal with line editing, history and completion, or from a script.

use std::{
    io::{self, BufRead as _, Read as _, StdinLock},
    time::Instant,
};

use rustyline::{
    Config, Context, Editor, ExternalPrinter, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::DefaultHistory, validate::Validator,
};

use super::interrupts::Interrupts;

/// Maximum length of an input line of a script, in bytes, including its line break.
const MAX_LINE: u64 = 4096;

/// The next input line, or the reason why there is none.
#[derive(Debug)]
pub enum InputEvent {
    /// An input line without its line end.
    Line(String),
    /// A line that is too long for [`MAX_LINE`], which was skipped.
    TooLong,
    /// An interrupt: Ctrl-C, the deadline, or a signal to end the program.
    Interrupted,
    /// The end of standard input.
    End,
}

/// The source of input lines.
pub enum Input {
    /// A terminal with prompt, line editing, history, and completion with Tab.
    Editor(Box<LineEditor>),
    /// A script: plain lines without prompts.
    Plain(StdinLock<'static>),
}

/// The line editor used at a terminal.
pub struct LineEditor {
    editor: Editor<Completions, DefaultHistory>,
    /// Interrupts that can end the line being edited; `None` if the terminal does not support them.
    interrupts: Option<Interrupts>,
    /// A printer of the line editor that never prints: while it exists, a signal to any thread interrupts the
    /// editor's wait for keys.
    _printer: Option<Box<dyn ExternalPrinter>>,
}

impl Input {
    /// Creates a line editor. `interrupts` can end the editing of a line when the time runs out or the
    /// program receives a signal to end.
    ///
    /// # Errors
    /// If the terminal cannot be used, or a signal handler cannot be set up.
    pub fn editor(interrupts: Option<Interrupts>) -> anyhow::Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, DefaultHistory::new())?;
        editor.set_helper(Some(Completions::default()));
        let printer = editor.create_external_printer().ok().map(|printer| Box::new(printer) as Box<_>);
        let interrupts = interrupts.filter(|_| printer.is_some());
        if let Some(interrupts) = &interrupts {
            interrupts.catch_termination()?;
        }
        Ok(Self::Editor(Box::new(LineEditor { editor, interrupts, _printer: printer })))
    }

    /// Reads the next input line. At a terminal, Tab completes the `words`, and line editing ends at
    /// the `deadline`.
    ///
    /// # Errors
    /// If standard input cannot be read.
    pub fn read_line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        deadline: Option<Instant>,
    ) -> anyhow::Result<InputEvent> {
        match self {
            Self::Plain(stdin) => Ok(read_plain_line(stdin)?),
            Self::Editor(line_editor) => {
                let LineEditor { editor, interrupts, .. } = &mut **line_editor;
                editor.set_helper(Some(Completions(words())));
                let read = match interrupts {
                    Some(interrupts) => interrupts.while_editing(deadline, || editor.readline(prompt)),
                    None => editor.readline(prompt),
                };
                match read {
                    Ok(line) => Ok(InputEvent::Line(line)),
                    Err(ReadlineError::Eof) => Ok(InputEvent::End),
                    Err(ReadlineError::Interrupted) => Ok(InputEvent::Interrupted),
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}

fn read_plain_line(stdin: &mut StdinLock<'static>) -> io::Result<InputEvent> {
    let mut line = Vec::new();
    let read = stdin.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(InputEvent::End);
    }
    if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
        stdin.skip_until(b'\n')?;
        return Ok(InputEvent::TooLong);
    }
    Ok(InputEvent::Line(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// The candidate words for completion with Tab.
#[derive(Debug, Default)]
struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or(line);
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let prefix = &typed[start..];
        Ok((start, self.0.iter().filter(|word| word.starts_with(prefix)).cloned().collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}
