//! `engine explain --course`: writes the lessons of the course as linked HTML pages.

use std::{fmt::Write as _, fs, path::Path, process::ExitCode};

use anyhow::Context as _;

use super::{
    Arguments,
    lesson::{self, elements},
    output,
};
use crate::{
    cli::{exit::UsageError, output::print},
    explain::{
        course::{CHAPTERS, Chapter, gain, subject},
        html::{self, Page},
    },
    replace,
    text::escape,
};

/// HTML comment in every page of the course. Without `--force`, `--course` overwrites only files that contain
/// this comment.
const MARK: &str = "<!-- course of engine explain -->";

/// Runs `engine explain --course`: writes `index.html` and one page per lesson to `folder`.
pub fn run(arguments: &Arguments, folder: &Path) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create directory {}", folder.display()))?;
    let files = CHAPTERS.iter().map(file).chain(["index.html".to_owned()]);
    for path in files.map(|file| folder.join(file)) {
        let is_foreign = fs::read_to_string(&path).map_or(path.exists(), |text| !text.contains(MARK));
        if is_foreign && !arguments.file.force {
            let why = format!(
                "{} exists and is not a page of the course: use another directory, or --force to replace it",
                path.display()
            );
            return Err(UsageError(why).into());
        }
    }
    let progress = arguments.output.progress(CHAPTERS.len(), "course");
    for (index, chapter) in CHAPTERS.iter().enumerate() {
        let page = page(arguments, index, chapter)?;
        write(&folder.join(file(chapter)), &page)?;
        progress.inc(1);
    }
    write(&folder.join("index.html"), &contents())?;
    progress.finish_and_clear();
    print(|out| writeln!(out, "{} pages: open {}", CHAPTERS.len() + 1, folder.join("index.html").display()))?;
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, page: &str) -> anyhow::Result<()> {
    let page = page.replacen("<head>", &format!("<head>{MARK}"), 1);
    replace::write(path, page.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the name of the page of a chapter.
fn file(chapter: &Chapter) -> String {
    format!("{}.html", chapter.lesson.name)
}

/// Returns a link to the page of a chapter.
fn link(chapter: &Chapter, number: usize) -> String {
    format!("<a href=\"{}\">{number}. {}</a>", file(chapter), escape(chapter.lesson.title))
}

fn page(arguments: &Arguments, index: usize, chapter: &'static Chapter) -> anyhow::Result<String> {
    let number = index + 1;
    let lesson = &chapter.lesson;
    let finished = lesson::search(arguments, lesson)?;
    let mut introduction = navigation(index);
    introduction.push_str(&elements("p", lesson.idea.iter().copied()));
    introduction.push_str(&code(chapter));
    introduction.push_str("<h2>The searches of this lesson</h2>");
    introduction.push_str(&lesson::searches(lesson, &finished));
    introduction.push_str("<h2>Cost and gain, as the documentation of the engine states them</h2>");
    for text in chapter.gains {
        let [name, gain] = [subject(text), &gain(text)].map(documentation);
        let _ = write!(introduction, "<p><b>{name}.</b> {gain}</p>");
    }
    let appendix = lesson::question_sheet(lesson) + &navigation(index);
    let page = Page {
        title: format!("Lesson {number}. {}", lesson.title),
        introduction,
        appendix,
        ..Page::default()
    };
    let (titles, trees) = lesson::shown(finished);
    output::page(arguments, &trees, &titles, page).map(|page| page.html())
}

/// Returns links to the contents and to the neighbouring lessons.
fn navigation(index: usize) -> String {
    let neighbour =
        |index: Option<usize>| index.and_then(|index| Some(link(CHAPTERS.get(index)?, index + 1)));
    let links = [
        Some("<a href=\"index.html\">Contents</a>".to_owned()),
        neighbour(index.checked_sub(1)).map(|link| format!("Back: {link}")),
        neighbour(Some(index + 1)).map(|link| format!("Next: {link}")),
    ];
    format!("<nav>{}</nav>", links.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// Returns HTML with the pseudocode of a chapter beside its source lines.
fn code(chapter: &Chapter) -> String {
    let (first, lines) = chapter.source.lines();
    format!(
        "<div class=\"beside\"><figure><figcaption>The idea</figcaption><pre>{}</pre></figure>\
         <figure><figcaption>The engine: <code>{}</code>, from line {first}</figcaption><pre class=\"source\">{}</pre></figure></div>",
        lines_html(chapter.pseudocode.lines().into_iter()),
        escape(chapter.source.path),
        lines_html(lines.into_iter())
    )
}

/// Returns HTML of lines of code. A line that is too long for the page continues with a deeper indentation.
fn lines_html<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let line = |line: &str| {
        let indentation = line.len() - line.trim_start().len();
        format!("<span class=\"line\" style=\"--i:{indentation}\">{}\n</span>", escape(line))
    };
    lines.map(line).collect()
}

/// Converts a paragraph of Rust documentation to HTML: code in backquotes, and links without their targets.
fn documentation(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let part = escape(part);
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    let mut html = String::new();
    let mut inside_target = false;
    let mut last = ' ';
    for letter in parts.collect::<String>().chars() {
        match letter {
            '[' | ']' => {}
            '(' if last == ']' => inside_target = true,
            ')' if inside_target => inside_target = false,
            _ if inside_target => {}
            _ => html.push(letter),
        }
        last = letter;
    }
    html
}

/// Returns `index.html`: an introduction, and a list of the lessons with links.
fn contents() -> String {
    let mut body = "<p>Eight lessons explain how a chess program searches, from minimax to a modern engine. Each lesson has the idea as pseudocode \
        beside the source lines of the engine, a search to play step by step, one question, and the measured gain. You need to know the rules \
        of chess and some programming. All scores are in pawns from White's point of view: + is good for White.</p><ol class=\"contents\">"
        .to_owned();
    for chapter in CHAPTERS {
        let summary = chapter.lesson.idea.first().copied().unwrap_or_default();
        let first = summary.split_inclusive(". ").next().unwrap_or(summary);
        let _ = write!(
            body,
            "<li><a href=\"{}\"><b>{}</b></a><br>{}</li>",
            file(chapter),
            escape(chapter.lesson.title),
            escape(first)
        );
    }
    body.push_str("</ol><p>Every page runs without internet access. The node counts come from the run that wrote the pages; <code>engine explain --course DIR</code> writes them again.</p>");
    html::plain("How a chess program searches", &body)
}

#[cfg(test)]
mod tests {
    use super::documentation;

    #[test]
    fn documentation_is_converted_to_html() {
        let text = "Above [`aspiration`], see [the node](crate::search) (a < b).";
        assert_eq!(documentation(text), "Above <code>aspiration</code>, see the node (a &lt; b).");
    }
}
