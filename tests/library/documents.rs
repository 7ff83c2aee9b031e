//! What the documents say is true of the program.

use std::{fs, path::Path};

#[test]
fn every_path_of_the_source_that_readme_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("README.md");
    let paths: Vec<_> = text
        .split('`')
        .filter(|code| code.starts_with("src/") || code.starts_with("tests/"))
        .filter(|code| !code.contains(['*', ' ', '<', '$']))
        .collect();
    assert!(paths.len() > 20, "{paths:?}");
    let missing: Vec<_> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
