//! `engine explain --course`: writes the lessons of the course as linked HTML pages.

use std::{fs, path::Path, process::ExitCode};

use anyhow::Context as _;
use serde_json::{Value, json};

use super::{ExplainArguments, lesson, output};
use crate::{
    search::rungs::RUNGS,
    tools::{
        common::output::{command_line, print, refuse_existing, write_file},
        explain::{
            html::Page,
            lesson::{LESSONS, Lesson},
        },
    },
};

/// Runs `engine explain --course`: writes `index.html` and one page per lesson to `folder`.
pub fn run(arguments: &ExplainArguments, folder: &Path) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create directory {}", folder.display()))?;
    let files =
        (1..).zip(LESSONS).map(|(number, lesson)| file(number, lesson)).chain(["index.html".to_owned()]);
    for path in files.map(|file| folder.join(file)) {
        refuse_existing(&path, arguments.file.replacement.force)?;
    }
    let progress = arguments.output.progress(LESSONS.len(), "course");
    for (number, lesson) in (1..).zip(LESSONS) {
        let page = page(arguments, number, lesson)?;
        write_file(&folder.join(file(number, lesson)), page.as_bytes(), arguments.file.replacement.force)?;
        progress.inc(1);
    }
    write_file(&folder.join("index.html"), contents().as_bytes(), arguments.file.replacement.force)?;
    progress.finish_and_clear();
    print(|out| writeln!(out, "{} pages: open {}", LESSONS.len() + 1, folder.join("index.html").display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the name of the page of the lesson with this number, from 1.
fn file(number: usize, lesson: &Lesson) -> String {
    format!("{number}-{}.html", lesson.name)
}

/// Returns the files, titles and summaries of all lessons.
fn pages() -> Vec<Value> {
    let page = |(number, lesson): (usize, &Lesson)| json!({ "file": file(number, lesson), "title": lesson.title, "summary": lesson.summary });
    (1..).zip(LESSONS).map(page).collect()
}

fn page(arguments: &ExplainArguments, number: usize, lesson: &'static Lesson) -> anyhow::Result<String> {
    let finished = lesson::search(arguments, lesson)?;
    let mut data = lesson::data(lesson, &finished);
    data["number"] = number.into();
    data["pages"] = pages().into();
    let page = Page { title: format!("{number}. {}", lesson.title), lesson: data, ..Page::default() };
    output::page(arguments, &lesson::shown(finished), page).map(|page| page.html())
}

/// Returns `index.html`: the list of the lessons, and the terms.
fn contents() -> String {
    let rungs: Vec<_> = RUNGS.iter().map(|rung| rung.name).collect();
    let lesson = json!({ "pages": pages(), "rungs": rungs });
    let title = "How a chess program searches".to_owned();
    Page { title, lesson, command: command_line(true), ..Page::default() }.html()
}
