//! Pages, pictures and tables for other programs: they hold what the JSON holds, and are what they say they are.

use std::{collections::HashSet, fs};

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

/// Runs `words` with `--json` and `--html`, and reads both.
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

/// The words of the page, as a reader sees them; thousands without commas.
fn words(page: &Document) -> HashSet<String> {
    let texts = page.descendants().filter(roxmltree::Node::is_text);
    let seen = texts.filter(|text| text.parent().is_none_or(|parent| !parent.has_tag_name("style")));
    let words = seen.filter_map(|text| text.text()).flat_map(str::split_whitespace);
    words.map(|word| word.trim_end_matches(['.', ',', ';']).replace(',', "")).collect()
}

fn numbers(value: &Value, found: &mut Vec<String>) {
    match value {
        // 1.0 is written 1.
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

/// The page is well-formed, asks for nothing, and has all numbers of the JSON.
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

#[test]
fn the_page_of_the_ladder_parses_and_holds_every_rung_and_every_number_of_the_json() {
    let (page, record) = page_and_json(&LADDER);
    assert_holds(&page, &record);
    let document = parse(&page);
    let told: HashSet<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("dt"))
        .filter_map(|node| node.text())
        .collect();
    let rungs =
        record["totals"].as_array().expect("an array").iter().filter_map(|total| total["rung"].as_str());
    let rungs: HashSet<_> = rungs.collect();
    assert!(rungs.len() > 30 && rungs.contains("network"), "{rungs:?}");
    assert_eq!(told, rungs, "a paragraph each");
    let charts = document.descendants().filter(|node| node.has_tag_name("svg")).count();
    assert_eq!(charts, 14, "seven a block");
    let folded = document.descendants().filter(|node| node.has_tag_name("summary")).count();
    assert_eq!(folded, 2 * 2 + record["positions"].as_array().expect("an array").len());
    assert!(page.contains("Checked: ") && !page.contains("Refuted"));
    assert!(
        page.contains("<td>blocking</td><td>A</td><td>minimax</td><td>3</td><td>7,403</td><td>7,403</td>")
    );
    assert!(page.contains("<td>blocking</td><td>A</td><td>alpha-beta</td><td>3</td><td>6,720</td>"));
}

#[test]
fn the_page_of_the_ablation_parses_and_holds_every_layer_and_every_number_of_the_json() {
    let (page, record) = page_and_json(&ABLATION);
    assert_holds(&page, &record);
    for without in record["without"].as_array().expect("an array") {
        let layer = without["layer"].as_str().expect("a name");
        assert!(page.contains(&format!("<dt>without {layer}</dt>")), "{layer}");
        assert!(without["times_time"].as_f64().is_some_and(|times| times > 0.0), "{without}");
    }
}

#[test]
fn the_charts_are_written_as_files_of_their_own() {
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
        fs::read_dir(&charts).expect("made").map(|file| file.expect("there").path()).collect();
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

#[test]
fn markdown_and_csv_hold_the_numbers_of_the_json_in_the_order_asked_for() {
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
fn the_student_programs_figures_stand_beside_ours_and_the_median_of_several_runs_is_of_the_same_search() {
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
    assert!(text.contains("student program B: minimax, depth 3: 66890 nodes, here 66890\n"), "{text}");
    assert!(text.contains("built by rustc "), "{text}");
    assert!(text.contains("Depth by depth, exact rungs"), "{text}");
    let heads: Vec<_> = text.lines().filter(|line| line.starts_with("rung ")).collect();
    for column in ["agree", "qnodes", "wrong", "stores", "replaced"] {
        assert!(
            heads.iter().any(|line| line.split_whitespace().any(|head| head == column)),
            "{column}: {text}"
        );
    }
}

#[test]
fn what_cannot_be_written_or_does_not_go_together_is_told_before_anything_is_searched() {
    let unwritable = engine(&["bench", "--ladder", "--html", "/no/such/folder/page.html"]);
    assert_eq!(code(&unwritable), Some(1));
    assert!(
        stderr(&unwritable).contains("--html: cannot write /no/such/folder/page.html"),
        "{}",
        stderr(&unwritable)
    );
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
