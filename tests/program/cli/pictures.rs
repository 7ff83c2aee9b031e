//! Tests of the HTML page and the picture of `engine bench --ladder`.

use std::{collections::HashSet, fs, process::Output};

use roxmltree::Document;
use serde_json::Value;

use crate::support::{code, engine, json, stderr, stdout};

#[test]
fn the_page_contains_the_json_of_the_ladder_an_idea_for_every_rung_and_no_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let words =
        "bench --ladder --fen blocking --depth 2-3 --selective-depth 3 --hash 4 --quiet --json --html";
    let words: Vec<_> = words.split(' ').chain([path.to_str().expect("UTF-8")]).collect();
    let record = json(&words);
    let page = fs::read_to_string(&path).expect("a page");
    let data = page.split("<script type=\"application/json\" id=\"data\">").nth(1).expect("data");
    let data: Value =
        serde_json::from_str(data.split("</script>").next().expect("the end")).expect("one JSON object");
    for (field, value) in data["ladder"].as_object().expect("an object") {
        assert_eq!(&record[field], value, "{field}");
    }
    let names = |list: &Value| -> HashSet<String> {
        list.as_array()
            .expect("an array")
            .iter()
            .map(|one| one["rung"].as_str().expect("a name").to_owned())
            .collect()
    };
    let rungs = names(&record["totals"]);
    assert!(rungs.len() > 30 && rungs.contains("network"), "{rungs:?}");
    assert_eq!(names(&data["captions"]), rungs);
    let ideas = data["captions"].as_array().expect("an array");
    assert!(ideas.iter().all(|one| one["idea"].as_str().is_some_and(|idea| idea.len() > 20)), "{ideas:?}");
    let minimax = &data["students"][0];
    assert_eq!([&minimax["nodes"], &minimax["own_nodes"]], [7_403; 2], "{minimax}");
    for request in ["http://", "https://", "src=", "url(", "@import"] {
        assert!(!page.replace("http://www.w3.org/", "").contains(request), "{request}");
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
fn the_picture_reports_rungs_above_the_node_limit() {
    let small =
        ["bench", "--ladder", "--fen", "blocking", "--depth", "3", "--rungs", "minimax,alpha-beta,table"];
    let (output, limited) = picture(&[&small[..], &["--max-nodes", "7000"]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(limited.contains("node limit exceeded on 1 of 1 positions"), "{limited}");
    assert!(!limited.contains("same score"), "{limited}");

    let (output, none) = picture(&[&small[..], &["--max-nodes", "1"]].concat());
    assert_eq!(code(&output), Some(3), "{}", stderr(&output));
    assert!(Document::parse(&none).is_ok() && !none.contains("inf") && !none.contains("NaN"), "{none}");
}

#[test]
fn the_picture_counts_the_positions_of_its_own_block() {
    let small =
        ["bench", "--ladder", "--fen", "blocking", "--depth", "3", "--selective-depth", "3", "--quiet"];
    let (output, svg) = picture(&small);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(svg.contains("1 position, depth 3") && !svg.contains("node limit"), "{svg}");
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
        assert!(unwritable.stdout.is_empty());
        assert!(message.contains(&format!("{option}: cannot write {path}")), "{message}");
    }
    for wrong in [
        &["bench", "--html", "page.html"][..],
        &["bench", "--ladder", "--html", "page.html", "--svg", "page.html"],
        &["bench", "--ladder", "--svg", "ladder.svg", "-o", "ladder.svg"],
        &["bench", "--ablate", "--html", "page.html"],
        &["bench", "--ablate", "--depth", "2-4"],
        &["bench", "--depth", "2-4"],
        &["bench", "--ladder", "--depth", "4-2"],
        &["bench", "--ladder", "--repeat", "0"],
    ] {
        assert_eq!(code(&engine(wrong)), Some(2), "{wrong:?}");
    }
}
