//! The measured results of the notebook and of the pages of the search and the evaluators, and the test of
//! their form, which [the notebook](crate::search::experiments) defines.

use std::{fs, path::Path};

/// Path of the notebook below `src`.
const NOTEBOOK: &str = "search/EXPERIMENTS.md";

/// Elo result of a match, as the notebook or a page of the search or of an evaluator states it.
pub(crate) struct MatchResult {
    /// Path of the page below `src`.
    pub page: String,
    pub elo: f64,
    /// Half width of the 95 % confidence interval, in Elo.
    pub margin: f64,
    /// Number of games; `None` if the page does not state it.
    pub games: Option<f64>,
    /// Text of the parentheses that follow the result: games, limit, evaluator, openings, date.
    pub conditions: String,
    /// Text from the beginning of the sentence to the parentheses.
    sentence: String,
}

/// Returns all results with a margin in `EXPERIMENTS.md` and in the module documentation below `src/search` and
/// `src/evaluate`. Tables are left out.
pub(crate) fn match_results() -> Vec<MatchResult> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let notebook = include_str!("../EXPERIMENTS.md").lines().collect::<Vec<_>>();
    let mut results: Vec<_> =
        paragraphs(&notebook).iter().flat_map(|text| results_in(NOTEBOOK, text)).collect();
    let mut folders = vec![source.join("search"), source.join("evaluate")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let page = path.strip_prefix(&source).expect("below src").display().to_string();
                let text = fs::read_to_string(&path).expect("a source file");
                let documentation: Vec<_> =
                    text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
                results.extend(paragraphs(&documentation).iter().flat_map(|text| results_in(&page, text)));
            }
        }
    }
    results
}

/// Returns the paragraphs of a document, each in one line.
fn paragraphs(lines: &[&str]) -> Vec<String> {
    lines
        .split(|line| line.is_empty())
        .map(|lines| {
            lines.iter().copied().filter(|line| !line.starts_with('|')).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Returns the results with a margin of one paragraph. A sign ± that no number follows is not a result.
fn results_in(page: &str, paragraph: &str) -> Vec<MatchResult> {
    let number = |text: &str| text.replace('−', "-").replace(',', "").parse::<f64>().ok();
    paragraph
        .match_indices(" ± ")
        .filter_map(|(at, sign)| {
            let (before, after) = (&paragraph[..at], &paragraph[at + sign.len()..]);
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let margin = number(&after[..end])?;
            let elo = number(before.rsplit(' ').next()?)?;
            // The next parentheses that begin with a number belong to the result.
            let inside = after.match_indices('(').map(|(open, _)| &after[open + 1..]);
            let mut numbers = inside.filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
            let rest = numbers.next().unwrap_or_default();
            let conditions = rest.split(')').next().unwrap_or_default().to_owned();
            let games = conditions.split(' ').next().and_then(number);
            let begin = before.rfind(". ").map_or(0, |dot| dot + 2);
            let sentence = paragraph[begin..paragraph.len() - rest.len()].to_owned();
            Some(MatchResult { page: page.to_owned(), elo, margin, games, conditions, sentence })
        })
        .collect()
}

/// Returns what the result does not state, in words.
fn missing(result: &MatchResult) -> Vec<&'static str> {
    let MatchResult { page, conditions, sentence, games, .. } = result;
    let parts: Vec<_> = conditions.split(", ").collect();
    let any = |states: &dyn Fn(&str) -> bool| parts.iter().any(|part| states(part));
    let date = |part: &str| {
        let numbers: Vec<_> = part.split('-').collect();
        numbers.iter().map(|number| number.len()).eq([4, 2, 2])
            && numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let time_control = |limit: &str| {
        limit.split_once('+').is_some_and(|(base, increment)| {
            [base, increment].into_iter().all(|seconds| seconds.parse::<f64>().is_ok())
        })
    };
    let limit = |part: &str| {
        part == "nodes per move not recorded"
            || part
                .rsplit_once(" at ")
                .is_some_and(|(_, limit)| limit.ends_with(" nodes per move") || time_control(limit))
    };
    let evaluators = ["`material`", "`classical`", "`network`", "evaluator not recorded"];
    // The page of an evaluator compares evaluators; its sentences name them.
    let evaluator = |part: &str| page.starts_with("evaluate") || evaluators.contains(&part);
    let openings = |part: &str| part.ends_with(" openings") || part == "openings not recorded";
    let marks = ["before the retuning", "after the retuning"];
    let mark = |part: &str| marks.contains(&part) || date(part) && part > "2026-11-20";
    [
        (sentence.to_lowercase().contains("against "), "the opponent, after \"against\""),
        (games.is_some() && parts[0].contains(" games"), "the number of games"),
        (any(&limit), "the nodes per move or the time control"),
        (any(&evaluator), "the evaluator"),
        (any(&openings), "the openings"),
        (any(&|part| date(part) || part == "date not recorded"), "the date"),
        (
            page != NOTEBOOK || any(&|part| mark(part) || part == "date not recorded"),
            "whether it is before or after the retuning",
        ),
    ]
    .into_iter()
    .filter(|(stated, _)| !stated)
    .map(|(_, what)| what)
    .collect()
}

#[test]
fn every_result_names_its_opponent_games_limit_evaluator_openings_and_date() {
    let results = match_results();
    let faults: Vec<_> = results
        .iter()
        .filter(|result| !missing(result).is_empty())
        .map(|result| {
            let MatchResult { page, elo, margin, conditions, .. } = result;
            format!(
                "src/{page}: {elo} ± {margin} ({conditions}) does not state {}",
                missing(result).join(", ")
            )
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let (notebook, pages): (Vec<_>, Vec<_>) = results.iter().partition(|result| result.page == NOTEBOOK);
    assert!(notebook.len() > 60 && pages.len() > 30, "{} and {}", notebook.len(), pages.len());
    let is_known = |page: &MatchResult| {
        let same =
            |one: &MatchResult| (one.elo, one.margin, one.games) == (page.elo, page.margin, page.games);
        notebook.iter().any(|one| same(one))
    };
    for page in pages.iter().filter(|result| !result.page.starts_with("evaluate/network")) {
        assert!(is_known(page), "src/{}: {} ± {} is not in the notebook", page.page, page.elo, page.margin);
    }
}

#[test]
fn a_result_without_one_of_its_conditions_is_found() {
    let complete =
        "One scores −3 ± 5 Elo against two (1,200 games at 2+0.02, `network`, UHO openings, 2026-11-22).";
    let stated = |text: &str| missing(&results_in(NOTEBOOK, text)[0]);
    assert_eq!(stated(complete), Vec::<&str>::new());
    for (left_out, replaced) in [
        ("against", "beside"),
        ("1,200 games", "1,200 openings"),
        ("2+0.02", "leisure"),
        ("`network`, ", ""),
        ("UHO openings, ", ""),
        ("2026-11-22", "today"),
        ("2026-11-22", "2026-11-20"),
    ] {
        let text = complete.replace(left_out, replaced);
        assert!(!stated(&text).is_empty(), "{text}");
    }
    assert!(!stated("One scores −3 ± 5 Elo against two.").is_empty());
}
