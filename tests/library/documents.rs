//! Checks that README.md, CONTRIBUTING.md and the guides match the repository. `tests/program/documents` runs their
//! commands.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::searching::files_below;

/// Links of README.md to pages that GitHub adds to the repository.
const GITHUB_PAGES: [&str; 2] = ["../../deployments", "../../releases"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md, CONTRIBUTING.md, the notebook, and every README.md below `src`.
fn documents() -> Vec<PathBuf> {
    let mut found: Vec<_> = ["README.md", ".github/CONTRIBUTING.md", "src/search/EXPERIMENTS.md"]
        .map(|path| root().join(path))
        .into();
    found.extend(files_below(&root().join("src"), "README.md"));
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text without its fenced code blocks.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

#[test]
fn every_source_path_named_in_a_document_exists() {
    let mut checked = 0;
    for document in documents() {
        let text = read(&document);
        let paths = text
            .split('`')
            .filter(|code| ["src/", "tests/", "positions/"].iter().any(|folder| code.starts_with(folder)))
            .filter(|code| !code.contains(['*', ' ', '<', '$', '\n']));
        for path in paths {
            assert!(root().join(path).exists(), "{} names {path}", document.display());
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} paths");
}

#[test]
fn every_relative_link_in_a_document_leads_to_a_file() {
    let mut checked = 0;
    for document in documents() {
        let text = prose(&read(&document));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.contains(' ') {
                continue;
            }
            let folder = document.parent().expect("a folder");
            if folder == root() && GITHUB_PAGES.contains(&target) {
                continue;
            }
            assert!(folder.join(target).exists(), "{} links to {link}", document.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links");
}

/// The tests that run the commands of the documents follow these links.
#[test]
fn readme_links_to_every_guide() {
    let readme = read(&root().join("README.md"));
    for guide in files_below(&root().join("src"), "README.md") {
        let path = guide.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        assert!(readme.contains(&format!("]({path})")), "README.md does not link to {path}");
    }
}

#[test]
fn readme_has_at_most_200_lines() {
    let lines = read(&root().join("README.md")).lines().count();
    assert!(lines <= 200, "{lines} lines");
}

#[test]
fn the_documents_state_the_versions_that_the_project_needs() {
    let manifest = read(&root().join("Cargo.toml"));
    let (_, version) = manifest.split_once("\nrust-version = \"").expect("the oldest version of Rust");
    let version = version.split('"').next().unwrap_or_default();
    let sentence = format!("You need [Rust](https://rustup.rs) {version} or newer");
    assert!(read(&root().join("README.md")).contains(&sentence), "README.md: {sentence}");

    let script = read(&root().join("tests/clients/fastchess.py"));
    let (_, version) = script.split_once("Disservin/fastchess, ").expect("the oldest version of fastchess");
    let version = version.split(' ').next().unwrap_or_default();
    let sentence = format!("[fastchess](https://github.com/Disservin/fastchess) {version} or newer.");
    assert!(
        read(&root().join("src/tools/bench/README.md")).contains(&sentence),
        "src/tools/bench/README.md: {sentence}"
    );
}
