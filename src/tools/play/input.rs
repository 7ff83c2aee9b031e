//! Reads input lines: from a terminal with line editing, history and completion, or from a script.

use std::{
    io::{self, BufRead as _, Read as _, StdinLock},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::Instant,
};

use rustyline::{
    CompletionType, Config, Context, Editor, ExternalPrinter, Helper, completion::Completer,
    error::ReadlineError, highlight::Highlighter, hint::Hinter, history::DefaultHistory, validate::Validator,
};

use super::interrupts::{Interrupts, POLL_INTERVAL};

/// Maximum length of an input line of a script, in bytes, including its line break.
const MAX_LINE: u64 = 4096;

/// The next input line, or the reason why there is none.
#[derive(Debug)]
pub enum InputEvent {
    /// An input line without its line end.
    Line(String),
    /// A line that is too long for [`MAX_LINE`], which was skipped.
    TooLong,
    /// A line that is not valid UTF-8, which was skipped.
    NotUtf8,
    /// An interrupt: Ctrl-C, the deadline, or a signal to end the program.
    Interrupted,
    /// The end of standard input.
    End,
}

/// The source of input lines.
pub enum PlayerInput {
    /// A terminal with prompt, line editing, history, and completion with Tab.
    Editor(Box<LineEditor>),
    /// A script: plain lines without prompts.
    Script(Script),
}

/// The lines of a script. Another thread reads them, because a signal or the clock can end the wait for a line.
pub struct Script {
    lines: Receiver<io::Result<InputEvent>>,
    interrupts: Interrupts,
}

/// The line editor used at a terminal.
pub struct LineEditor {
    editor: Editor<MoveCompletions, DefaultHistory>,
    /// Interrupts that end the line being edited.
    interrupts: Interrupts,
    /// A printer of the line editor that never prints: while it exists, a signal to any thread interrupts the
    /// editor's wait for keys.
    _printer: Option<Box<dyn ExternalPrinter>>,
}

impl PlayerInput {
    /// Creates a line editor. `interrupts` end the editing of a line when the time runs out or the program
    /// receives a signal to end.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn editor(interrupts: Interrupts) -> anyhow::Result<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            // Pasted lines are separate input lines, as in a script.
            .bracketed_paste(false)
            .build();
        let mut editor = Editor::with_history(config, DefaultHistory::new())?;
        editor.set_helper(Some(MoveCompletions::default()));
        let printer = editor.create_external_printer().ok().map(|printer| Box::new(printer) as Box<_>);
        Ok(Self::Editor(Box::new(LineEditor { editor, interrupts, _printer: printer })))
    }

    /// Starts to read the lines of a script from standard input.
    ///
    /// # Errors
    /// If the reading thread cannot be started.
    pub fn script(interrupts: Interrupts) -> io::Result<Self> {
        let (sender, lines) = sync_channel(0);
        thread::Builder::new().name("input".to_owned()).spawn(move || read_script(&sender))?;
        Ok(Self::Script(Script { lines, interrupts }))
    }

    /// Reads the next input line. At a terminal, Tab completes the `words`. The wait for a line ends at the
    /// `deadline`.
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
            Self::Script(script) => Ok(script.read_line(deadline)?),
            Self::Editor(line_editor) => {
                let LineEditor { editor, interrupts, .. } = &mut **line_editor;
                editor.set_helper(Some(MoveCompletions(words())));
                match interrupts.while_editing(deadline, || editor.readline(prompt)) {
                    Ok(line) => Ok(InputEvent::Line(line)),
                    Err(ReadlineError::Eof) => Ok(InputEvent::End),
                    // In some states, such as a quoted key, the editor returns the signal itself.
                    Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Ok(InputEvent::Interrupted),
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(InputEvent::NotUtf8)
                    }
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}

impl Script {
    fn read_line(&self, deadline: Option<Instant>) -> io::Result<InputEvent> {
        loop {
            let now = Instant::now();
            let left = deadline.map(|deadline| deadline.saturating_duration_since(now));
            match self.lines.recv_timeout(left.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL)) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Disconnected) => return Ok(InputEvent::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || self.interrupts.exit_requested().is_some() {
                return Ok(InputEvent::Interrupted);
            }
        }
    }
}

/// Reads lines from standard input until its end, and sends them one at a time.
fn read_script(lines: &SyncSender<io::Result<InputEvent>>) {
    let mut stdin = io::stdin().lock();
    loop {
        let event = read_plain_line(&mut stdin);
        let is_last = matches!(event, Ok(InputEvent::End) | Err(_));
        if lines.send(event).is_err() || is_last {
            return;
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
    Ok(match str::from_utf8(&line) {
        Ok(line) => InputEvent::Line(line.trim().to_owned()),
        Err(_) => InputEvent::NotUtf8,
    })
}

/// The candidate words for completion with Tab.
#[derive(Debug, Default)]
struct MoveCompletions(Vec<String>);

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
