//! Lines from a person at a terminal, with editing and history, or from a script.

use std::{
    io::{self, BufRead as _, Read as _, StdinLock},
    time::Instant,
};

use rustyline::{
    Config, Context, Editor, ExternalPrinter, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::DefaultHistory, validate::Validator,
};

use super::interrupts::Interrupts;

/// The longest line a script may write, in bytes.
const MAX_LINE: u64 = 4096;

/// What came.
#[derive(Debug)]
pub enum InputEvent {
    /// A line without its end.
    Line(String),
    /// A line too long to mean anything.
    TooLong,
    /// Ctrl-C, or what the alarm was set to.
    Interrupted,
    /// There will be no more.
    End,
}

/// Where lines come from.
pub enum Input {
    /// A person: a prompt, editing, history, completion by Tab.
    Editor(Box<LineEditor>),
    /// A script: plain lines.
    Plain(StdinLock<'static>),
}

/// A line editor.
pub struct LineEditor {
    editor: Editor<Completions, DefaultHistory>,
    /// What a line is broken off by, if the terminal can do that.
    interrupts: Option<Interrupts>,
    /// Prints nothing; but as long as there is one, the editor waits for signals as well as for keys, whichever thread they come to.
    _printer: Option<Box<dyn ExternalPrinter>>,
}

impl Input {
    /// A line editor that heeds an alarm.
    ///
    /// # Errors
    /// What the terminal says.
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

    /// The next line; `words` are what it may be. At a terminal it breaks off when `deadline` has come.
    ///
    /// # Errors
    /// What stdin says.
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

/// The words that Tab completes.
#[derive(Debug, Default)]
pub struct Completions(Vec<String>);

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
