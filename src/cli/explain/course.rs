//! `engine explain --course`: writes the lessons of the course as linked HTML pages.

use std::{fmt::Write as _, fs, path::Path, process::ExitCode};

use anyhow::Context as _;

use super::{
    Arguments,
    lesson::{self, elements},
    output,
};
use crate::{
    cli::output::{print, refuse_existing},
    explain::{
        course::{CHAPTERS, Chapter, Measurement, gain, measurements, subject},
        html::{self, Page},
    },
    replace,
    search::rungs::RUNGS,
    text::escape,
};

/// Terms that the lessons use, with their meanings.
const TERMS: [(&str, &str); 11] = [
    (
        "ply, depth",
        "A ply is one move of one side. The depth is the number of plies that a search looks ahead; the positions after the last ply are the horizon.",
    ),
    (
        "node",
        "A position that the search visits. The position at the start of the search, the root, is a node too, but the node counts leave it out.",
    ),
    ("principal variation (PV)", "The line of best moves for both sides that the search has found."),
    (
        "window, alpha, beta",
        "The scores between alpha and beta still matter at a node. A score of at most alpha fails low; a score of at least beta fails high and ends the node (beta cutoff). A zero window has no score between alpha and beta: it only asks which side of a limit the score is on. A PV node has an open window. An aspiration window is a guess at the root, around the scores of the last depths; if the score falls outside, the root is searched again with a wider window.",
    ),
    (
        "static evaluation, evaluator",
        "The estimate of a position without search. The evaluators are material (the pieces), classical (the pieces, their squares and pawn structure) and network (a small neural network).",
    ),
    (
        "quiet move, SEE",
        "A quiet move is neither a capture nor a queen promotion. Static exchange evaluation (SEE) adds up all captures on one square, without search.",
    ),
    (
        "layer, exact, selective",
        "A layer is one idea of the search that can be switched off. With exact layers, the score is the score of minimax; selective layers can change it.",
    ),
    (
        "rung",
        "A named set of layers. The rungs form a ladder from minimax to full: each rung adds layers to the rung below. A minus leaves a layer out: table-move-deepening is the rung table-move without the layer deepening.",
    ),
    ("bench positions", "The 50 positions that engine bench searches."),
    (
        "Elo, ±",
        "A difference in playing strength, measured in games: +100 Elo is 64 % of the points. The number after ± is half the width of the 95 % interval. An interval that contains 0 shows no difference.",
    ),
    (
        "conditions of games",
        "Nodes per move, evaluator, openings (UHO and 8moves are public collections) and date. A number such as 8fef3bd names the version of the engine. Results marked 'before the retuning' are older than version e6d091e of 2026-11-20, which changed the parameters of the layers.",
    ),
];

/// Runs `engine explain --course`: writes `index.html` and one page per lesson to `folder`.
pub fn run(arguments: &Arguments, folder: &Path) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create directory {}", folder.display()))?;
    let files = CHAPTERS.iter().map(file).chain(["index.html".to_owned()]);
    for path in files.map(|file| folder.join(file)) {
        refuse_existing(&path, arguments.file.force)?;
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
    let _ = write!(introduction, "<h2>What to look at in the player</h2><p>{}</p>", escape(chapter.look));
    let appendix = format!(
        "{}<section class=\"sheet\">{}</section>{}",
        lesson::question_sheet(lesson),
        gains(chapter),
        navigation(index)
    );
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
    let mut html = format!(
        "<div class=\"beside\"><figure><figcaption>The idea</figcaption><pre>{}</pre></figure><figure>",
        lines_html(chapter.pseudocode.lines().into_iter())
    );
    for excerpt in chapter.source {
        let (first, lines) = excerpt.lines();
        let _ = write!(
            html,
            "<figcaption>The engine: <code>{}</code>, from line {first}</figcaption>\
             <pre class=\"scroll source\" tabindex=\"0\">{}</pre>",
            escape(excerpt.path),
            lines_html(lines.into_iter())
        );
    }
    html + "</figure></div>"
}

/// Maximum number of layers whose gains are quoted in full. The gains of more layers are a table.
const MOST_QUOTED: usize = 2;

/// Returns HTML with the measured cost and gain of the layers of a chapter.
fn gains(chapter: &Chapter) -> String {
    let mut html = "<h2>Cost and gain, as the documentation of the engine states them</h2>\
         <p>The <a href=\"index.html#terms\">terms</a> are explained on the contents page.</p>"
        .to_owned();
    if chapter.gains.len() > MOST_QUOTED {
        return html + &gain_table(chapter.gains);
    }
    for text in chapter.gains {
        let [subject, gain] = [subject(text), gain(text)].map(|text| documentation(&text));
        let _ = write!(html, "<p><b>{subject}</b> {gain}</p>");
    }
    html
}

/// Returns a table of the results of games, and below it a numbered list of their conditions. A result of
/// several layers together is left out, because it says little about one of them.
fn gain_table(sources: &[&str]) -> String {
    let mut conditions: Vec<(String, String)> = Vec::new();
    let mut known: Vec<Measurement> = Vec::new();
    let mut rows = String::new();
    for source in sources {
        let subject = subject(source);
        let (layer, clause) = subject.split_once(": ").unwrap_or((&subject, ""));
        let name = layer.split('`').nth(1).unwrap_or(layer);
        let (mut elo, mut numbers) = (Vec::new(), Vec::new());
        for found in measurements(source, name) {
            if known.contains(&found) || found.compared.contains(" together ") {
                continue;
            }
            let key = (found.compared.clone(), found.conditions.clone());
            let number = conditions.iter().position(|other| *other == key).unwrap_or_else(|| {
                conditions.push(key);
                conditions.len() - 1
            });
            elo.push(found.elo.clone());
            numbers.push((number + 1).to_string());
            known.push(found);
        }
        if elo.is_empty() {
            elo.push("not measured alone".to_owned());
            numbers.push("–".to_owned());
        }
        let _ = write!(
            rows,
            "<tr><td>{}<td>{}<td class=\"r\">{}<td class=\"r\">{}</tr>",
            documentation(layer),
            documentation(clause.trim_end_matches('.')),
            elo.join("<br>"),
            numbers.join("<br>")
        );
    }
    // What the conditions of all results end with is stated once.
    let parts: Vec<Vec<&str>> = conditions.iter().map(|(_, text)| text.split(", ").collect()).collect();
    let first = parts.first().map_or(&[][..], Vec::as_slice);
    let common = (0..first.len().saturating_sub(1))
        .take_while(|count| parts.iter().all(|other| other.ends_with(&first[first.len() - count - 1..])))
        .count();
    let shared = documentation(&first[first.len() - common..].join(", "));
    let mut list = String::new();
    for ((compared, _), parts) in conditions.iter().zip(&parts) {
        let own = documentation(&parts[..parts.len() - common].join(", "));
        let _ = write!(list, "<li>{}: {own}</li>", documentation(compared));
    }
    format!(
        "<div class=\"scroll\"><table class=\"gains\"><thead><tr><th>layer<th>what it does<th class=\"r\">Elo<th class=\"r\">conditions</tr></thead>\
         <tbody>{rows}</tbody></table></div><p>Conditions (of all games: {shared}):</p><ol>{list}</ol>"
    )
}

/// Returns lines of code as HTML elements. The style sheet indents the continuation of a long line by the
/// indentation of the line, which `--i` contains, and two more characters. A long word can also be divided
/// after a parenthesis or a dot.
fn lines_html<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut html = String::new();
    for line in lines {
        let indentation = line.len() - line.trim_start().len();
        // An empty element has no height.
        let text = if line.trim().is_empty() { " ".to_owned() } else { escape(line) };
        let text = text.replace('(', "(<wbr>").replace('.', ".<wbr>");
        let _ = write!(html, "<span style=\"--i:{indentation}\">{text}</span>");
    }
    html
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
        let _ = write!(
            body,
            "<li><a href=\"{}\"><b>{}</b></a><br>{}</li>",
            file(chapter),
            escape(chapter.lesson.title),
            escape(chapter.summary)
        );
    }
    body.push_str("</ol><h2 id=\"terms\">Terms</h2><dl>");
    for (term, meaning) in TERMS {
        let _ = write!(body, "<dt><b>{}</b></dt><dd>{}</dd>", escape(term), escape(meaning));
    }
    let rungs = RUNGS.iter().map(|rung| rung.name).collect::<Vec<_>>().join(", ");
    let _ = write!(body, "<dt><b>rungs, from the bottom</b></dt><dd>{}</dd>", escape(&rungs));
    body.push_str("</dl><p>Every page runs without internet access. The node counts come from the run that wrote the pages; <code>engine explain --course DIR --force</code> writes them again.</p>");
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
