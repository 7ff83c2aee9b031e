//! Lines from a person at a terminal, with editing and history, or from a script.

use std::{
    io::{self, BufRead as _, Read as _, StdinLock},
    time::Instant,
};

use rustyline::{
    Config, Context, Editor, ExternalPrinter, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::DefaultHistory, validate::Validator,
};

use super::interrupts::Alarm;

/// The longest line a script may write, in bytes.
const LONGEST: u64 = 4096;

/// What came.
#[derive(Debug)]
pub enum Heard {
    /// A line without its end.
    Line(String),
    /// A line too long to mean anything.
    TooLong,
    /// Ctrl-C, or what the alarm was set to.
    Interrupt,
    /// There will be no more.
    End,
}

/// Where lines come from.
pub enum Input {
    /// A person: a prompt, editing, history, completion by Tab.
    Editor(Box<Edited>),
    /// A script: plain lines.
    Plain(StdinLock<'static>),
}

/// A line editor.
pub struct Edited {
    editor: Editor<Words, DefaultHistory>,
    /// What a line is broken off by, if the terminal can do that.
    alarm: Option<Alarm>,
    /// Prints nothing; but as long as there is one, the editor waits for signals as well as for keys, whichever thread they come to.
    _printer: Option<Box<dyn ExternalPrinter>>,
}

impl Input {
    /// A line editor that heeds an alarm.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn editor(alarm: Option<Alarm>) -> anyhow::Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, DefaultHistory::new())?;
        editor.set_helper(Some(Words::default()));
        let printer = editor.create_external_printer().ok().map(|printer| Box::new(printer) as Box<_>);
        let alarm = alarm.filter(|_| printer.is_some());
        if let Some(alarm) = &alarm {
            alarm.heed_requests_to_end()?;
        }
        Ok(Self::Editor(Box::new(Edited { editor, alarm, _printer: printer })))
    }

    /// The next line; `words` are what it may be. At a terminal it breaks off when `flag` has come.
    ///
    /// # Errors
    /// What stdin says.
    pub fn line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        flag: Option<Instant>,
    ) -> anyhow::Result<Heard> {
        match self {
            Self::Plain(stdin) => Ok(plain(stdin)?),
            Self::Editor(edited) => {
                let Edited { editor, alarm, .. } = &mut **edited;
                editor.set_helper(Some(Words(words())));
                let read = match alarm {
                    Some(alarm) => alarm.during(flag, || editor.readline(prompt)),
                    None => editor.readline(prompt),
                };
                match read {
                    Ok(line) => Ok(Heard::Line(line)),
                    Err(ReadlineError::Eof) => Ok(Heard::End),
                    Err(ReadlineError::Interrupted) => Ok(Heard::Interrupt),
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}

fn plain(stdin: &mut StdinLock<'static>) -> io::Result<Heard> {
    let mut line = Vec::new();
    let read = stdin.take(LONGEST).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(Heard::End);
    }
    if read as u64 == LONGEST && line.last() != Some(&b'\n') {
        stdin.skip_until(b'\n')?;
        return Ok(Heard::TooLong);
    }
    Ok(Heard::Line(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// The words that Tab completes.
#[derive(Debug, Default)]
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..pos).unwrap_or(line);
        let start = begun.rfind(' ').map_or(0, |blank| blank + 1);
        let head = &begun[start..];
        Ok((start, self.0.iter().filter(|word| word.starts_with(head)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
