//! Tests of the HTML pages, SVG charts, Markdown and CSV of the bench: they are well-formed and have the
//! numbers of the JSON.

use std::{collections::HashSet, fs, process::Output};

use roxmltree::{Document, ParsingOptions};
use serde_json::Value;

use crate::support::{code, engine, json, stderr, stdout};

const LADDER: [&str; 13] = [
    "bench",
    "--ladder",
    "--epd",
    "positions/classic.epd",
    "--depth",
    "2-3",
    "--selective-depth",
    "3",
    "--max-nodes",
    "50000",
    "--hash",
    "4",
    "--quiet",
];
const ABLATION: [&str; 7] = ["bench", "--ablate", "--fen", "kiwipete", "--depth", "4", "--quiet"];

/// Runs `words` with `--json` and `--html`, and returns the page and the record.
fn page_and_json(words: &[&str]) -> (String, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let more = ["--json", "--html", path.to_str().expect("UTF-8")];
    let record = json(&[words, &more].concat());
    (fs::read_to_string(&path).expect("a page"), record)
}

fn parse(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).expect("well-formed")
}

/// Returns a word without thousands separators; a number also without zeros at the end of its decimals.
fn plain(word: &str) -> String {
    let word = word.replace(',', "");
    let number = word.contains('.').then(|| word.parse::<f64>().ok()).flatten();
    number.map_or(word, |number| number.to_string())
}

/// Returns the visible words of the page, each as [`plain`] formats it.
fn words(page: &Document) -> HashSet<String> {
    let texts = page.descendants().filter(roxmltree::Node::is_text);
    let seen = texts.filter(|text| text.parent().is_none_or(|parent| !parent.has_tag_name("style")));
    let words = seen.filter_map(|text| text.text()).flat_map(str::split_whitespace);
    words.map(|word| plain(word.trim_end_matches(['.', ',', ';']))).collect()
}

fn numbers(value: &Value, found: &mut Vec<String>) {
    match value {
        // The pages write 1.0 as 1.
        Value::Number(number) => found.push(
            number
                .as_u64()
                .map_or_else(|| number.as_f64().expect("a number").to_string(), |number| number.to_string()),
        ),
        Value::Array(all) => all.iter().for_each(|value| numbers(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| numbers(value, found)),
        _ => {}
    }
}

/// Checks that the page is well-formed, loads nothing from the network, and has all numbers of the JSON.
fn assert_holds(page: &str, record: &Value) {
    let page_words = words(&parse(page));
    let mut expected = Vec::new();
    numbers(record, &mut expected);
    assert!(expected.len() > 100, "{}", expected.len());
    let missing: Vec<_> = expected.iter().filter(|number| !page_words.contains(*number)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for request in ["http://", "https://", "<script", "src=", "url(", "@import"] {
        let page = page.replace("http://www.w3.org/", "");
        assert!(!page.contains(request), "{request}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf\""));
}

/// Returns the words of all table rows below `node` that begin with the cell `rung`.
fn row_words(node: roxmltree::Node, rung: &str) -> HashSet<String> {
    let texts = |row: roxmltree::Node| -> Vec<String> {
        let text = |cell: roxmltree::Node| -> String {
            cell.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text()).collect()
        };
        row.children().map(text).collect()
    };
    let rows = node.descendants().filter(|node| node.has_tag_name("tr")).map(texts);
    let of_rung = rows.filter(|cells| cells.first().is_some_and(|cell| cell == rung));
    let words = of_rung.flatten().flat_map(|cell| cell.split_whitespace().map(plain).collect::<Vec<_>>());
    words.collect()
}

/// Checks that the table rows of each rung have all numbers of the rung in the JSON: the totals on the whole
/// page, and the results of a position in the section of the position.
fn assert_rows_have_the_numbers(page: &Document, record: &Value) {
    let all = |value: &Value, found: &HashSet<String>| {
        let mut expected = Vec::new();
        numbers(value, &mut expected);
        assert!(expected.len() > 3, "{value}");
        let missing: Vec<_> = expected.iter().filter(|number| !found.contains(*number)).collect();
        assert!(missing.is_empty(), "{missing:?} of {value} are not among {found:?}");
    };
    for total in record["totals"].as_array().expect("an array") {
        if total["positions"] != 0 {
            all(total, &row_words(page.root(), total["rung"].as_str().expect("a name")));
        }
    }
    for position in record["positions"].as_array().expect("an array") {
        let summary = format!("{}, depth {}", position["id"].as_str().expect("an id"), position["depth"]);
        let headings = page.descendants().filter(|node| node.has_tag_name("summary"));
        let sections: Vec<_> = headings
            .filter(|heading| heading.text() == Some(&summary))
            .filter_map(|heading| heading.parent())
            .collect();
        assert!(!sections.is_empty(), "{summary}");
        for rung in position["rungs"].as_array().expect("an array") {
            if !rung["nodes"].is_null() {
                let name = rung["rung"].as_str().expect("a name");
                let found = sections.iter().flat_map(|section| row_words(*section, name)).collect();
                let mut rung = rung.clone();
                // A score is written as text, such as "cp -100".
                rung["score"].take();
                all(&rung, &found);
            }
        }
    }
}

#[test]
fn the_ladder_page_is_well_formed_and_has_every_rung_and_every_number_of_the_json() {
    let (page, record) = page_and_json(&LADDER);
    assert_holds(&page, &record);
    let document = parse(&page);
    assert_rows_have_the_numbers(&document, &record);
    let (of_rungs, folded): (Vec<_>, Vec<_>) = document
        .descendants()
        .filter(|node| node.has_tag_name("summary"))
        .partition(|summary| summary.first_element_child().is_some_and(|name| name.has_tag_name("b")));
    let described: HashSet<_> =
        of_rungs.iter().filter_map(|summary| summary.first_element_child()?.text()).collect();
    let rungs =
        record["totals"].as_array().expect("an array").iter().filter_map(|total| total["rung"].as_str());
    let rungs: HashSet<_> = rungs.collect();
    assert!(rungs.len() > 30 && rungs.contains("network"), "{rungs:?}");
    assert_eq!(described, rungs, "one description per rung");
    let charts = document.descendants().filter(|node| node.has_tag_name("svg")).count();
    assert_eq!(charts, 14, "seven charts per block");
    let positions = record["positions"].as_array().expect("an array").len();
    assert_eq!(folded.len(), 2 * 4 + positions, "four folded parts per block, and the positions");
    assert!(page.contains("Checked: ") && !page.contains("Refuted"));
    assert!(
        page.contains("<td>blocking</td><td>A</td><td>minimax</td><td>3</td><td>7,403</td><td>7,403</td>")
    );
    assert!(page.contains("<td>blocking</td><td>A</td><td>alpha-beta</td><td>3</td><td>6,720</td>"));
}

#[test]
fn the_ablation_page_is_well_formed_and_has_every_layer_and_every_number_of_the_json() {
    let (page, record) = page_and_json(&ABLATION);
    assert_holds(&page, &record);
    for without in record["without"].as_array().expect("an array") {
        let layer = without["layer"].as_str().expect("a name");
        assert!(page.contains(&format!("<dt>without {layer}<")), "{layer}");
        assert!(without["times_time"].as_f64().is_some_and(|times| times > 0.0), "{without}");
    }
}

#[test]
fn svg_with_a_directory_writes_one_file_per_chart() {
    let folder = tempfile::tempdir().expect("a folder");
    let charts = folder.path().join("new/charts");
    let small = [
        "bench",
        "--ladder",
        "--fen",
        "kiwipete",
        "--depth",
        "3",
        "--rungs",
        "table,minimax,alpha-beta+table",
    ];
    let output = engine(&[&small[..], &["--svg", charts.to_str().expect("UTF-8"), "--md"]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let files: Vec<_> =
        fs::read_dir(&charts).expect("a directory").map(|file| file.expect("an entry").path()).collect();
    assert_eq!(files.len(), 7, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("written");
        let picture = Document::parse(&text).expect("well-formed");
        assert!(
            picture.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")),
            "{}",
            file.display()
        );
        assert!(text.contains("<style>") && text.contains("alpha-beta+table"), "{}", file.display());
    }
}

/// Runs a bench with `--svg ladder.svg`, and returns its output and the picture, the only file in the
/// directory.
fn picture(words: &[&str]) -> (Output, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ladder.svg");
    fs::write(&path, "an older picture").expect("a file");
    let output = engine(&[words, &["--force", "--svg", path.to_str().expect("UTF-8")]].concat());
    assert_eq!(fs::read_dir(folder.path()).expect("a directory").count(), 1, "one file, replaced");
    (output, fs::read_to_string(&path).expect("a picture"))
}

#[test]
fn svg_with_a_file_name_writes_one_picture_with_every_rung_and_no_times() {
    let small = ["bench", "--ladder", "--fen", "blocking", "--depth", "3", "--rungs"];
    let rungs = ["minimax", "alpha-beta", "captures-first", "killers-history", "alpha-beta+table"];
    let rungs = rungs.join(",");
    let words = [&small[..], &[&rungs, "--quiet"]].concat();
    let (output, svg) = picture(&words);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert_eq!(picture(&words).1, svg, "the picture has nothing that varies between runs");

    let document = Document::parse(&svg).expect("well-formed");
    assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let texts: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    let record = json(&[&words[..], &["--json"]].concat());
    for total in record["totals"].as_array().expect("an array") {
        let (rung, nodes) = (total["rung"].as_str().expect("a name"), total["nodes"].to_string());
        assert!(texts.contains(&rung), "{rung}: {texts:?}");
        assert!(texts.iter().any(|text| text.replace(',', "") == nodes), "{nodes}: {texts:?}");
    }
    let text = texts.join("\n");
    for part in ["depth 3", "1 position,", "logarithmic", "same score", "killer moves, history heuristic"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let lower = text.to_lowercase();
    for time in ["second", "time to", " ms", "nps", "amd", "intel"] {
        assert!(!lower.contains(time), "{time}: {text}");
    }
    for part in ["<style>", "prefers-color-scheme:dark", "width=\"700\""] {
        assert!(svg.contains(part), "{part}");
    }
}

#[test]
fn the_picture_reports_a_failed_check_and_rungs_above_the_node_limit() {
    let small =
        ["bench", "--ladder", "--fen", "blocking", "--depth", "3", "--rungs", "minimax,alpha-beta,table"];
    let (output, wrong) = picture(&[&small[..], &["--falsify", "table"]].concat());
    assert_eq!(code(&output), Some(3));
    assert!(wrong.contains("The exactness check failed: 1 scores differ.") && !wrong.contains("same score"));

    let (output, limited) = picture(&[&small[..], &["--max-nodes", "7000"]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(limited.contains("node limit exceeded on 1 of 1 positions"), "{limited}");
    assert!(limited.contains("All finished searches of a position return the same score."), "{limited}");

    let (output, none) = picture(&[&small[..], &["--max-nodes", "1"]].concat());
    assert_eq!(code(&output), Some(3), "{}", stderr(&output));
    assert!(Document::parse(&none).is_ok() && !none.contains("inf") && !none.contains("NaN"), "{none}");
    assert!(none.contains("No scores were compared.") && !none.contains("same score"), "{none}");
}

#[test]
fn svg_with_a_file_name_draws_the_nodes_of_the_ablation() {
    let (output, svg) = picture(&ABLATION);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(Document::parse(&svg).is_ok());
    assert!(svg.contains("Nodes without each layer") && svg.contains("null-move"));
}

#[test]
fn markdown_and_csv_have_the_numbers_of_the_json_in_the_requested_order() {
    let small = [
        "bench",
        "--ladder",
        "--fen",
        "blocking",
        "--depth",
        "3",
        "--rungs",
        "table,minimax,alpha-beta+table",
    ];
    let record = json(&[&small[..], &["--json"]].concat());
    let rungs: Vec<_> =
        record["totals"].as_array().expect("an array").iter().map(|total| &total["rung"]).collect();
    assert_eq!(rungs, ["table", "minimax", "alpha-beta+table"]);
    let table = &record["totals"][0]["nodes"];

    let markdown = stdout(&engine(&[&small[..], &["--md"]].concat()));
    assert!(markdown.lines().nth(1).is_some_and(|line| line.starts_with("|---|---|--:|")), "{markdown}");
    assert!(
        markdown.contains("| exact | minimax | 3 | 1 | 7403 |") && markdown.contains(&format!("| {table} |"))
    );

    let csv = stdout(&engine(&[&small[..], &["--csv"]].concat()));
    assert_eq!(csv.lines().next(), Some("table,block,layer,depth,metric,value"));
    for line in [
        "totals,exact,minimax,3,nodes,7403",
        "growth,exact,minimax,2,last_nodes,257",
        &format!("totals,exact,table,3,nodes,{table}"),
    ] {
        assert!(csv.lines().any(|other| other == line), "{line}: {csv}");
    }
}

#[test]
fn positions_list_the_counts_of_the_student_programs_and_repeat_keeps_the_node_counts() {
    let repeated = [
        "bench",
        "--ladder",
        "--fen",
        "standoff",
        "--depth",
        "2-3",
        "--rungs",
        "minimax,table",
        "--positions",
        "--repeat",
        "3",
    ];
    let text = stdout(&engine(&repeated));
    assert!(text.contains("student program B: minimax, depth 3: 66890 nodes, this run: 66890\n"), "{text}");
    assert!(text.contains("built by rustc "), "{text}");
    assert!(text.contains("Depth by depth, exact rungs"), "{text}");
    let headings: Vec<_> = text.lines().filter(|line| line.starts_with("rung ")).collect();
    for column in ["agree", "qnodes", "wrong", "stores", "replaced"] {
        assert!(
            headings.iter().any(|line| line.split_whitespace().any(|name| name == column)),
            "{column}: {text}"
        );
    }
}

#[test]
fn unwritable_files_and_conflicting_options_are_reported_before_the_search() {
    for (option, path) in [("--html", "/no/such/folder/page.html"), ("--svg", "/no/such/folder/ladder.svg")] {
        let unwritable = engine(&["bench", "--ladder", option, path]);
        assert_eq!(code(&unwritable), Some(1));
        let message = stderr(&unwritable);
        assert!(message.contains(&format!("{option}: cannot write {path}")), "{message}");
    }
    for wrong in [
        &["bench", "--html", "page.html"][..],
        &["bench", "--ladder", "--json", "--csv"],
        &["bench", "--ablate", "--depth", "2-4"],
        &["bench", "--depth", "2-4"],
        &["bench", "--ladder", "--depth", "4-2"],
        &["bench", "--ladder", "--repeat", "0"],
    ] {
        assert_eq!(code(&engine(wrong)), Some(2), "{wrong:?}");
    }
}
