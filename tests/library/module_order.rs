//! The order of modules: each room imports only from rooms to its left, so each can be read without the rooms to
//! its right. [`ROOMS`] is the order of the crate and [`SEARCH`] the order inside `search`. Inside `search`, only
//! the node (`negamax` and `node`), the move picker, and the layers may import each other, because together they
//! form one recursion. A command imports another command only where [`TOOLS`] lists it.
//!
//! The tests read every Rust file below `src` as tokens. They check whole `use` trees, paths inside functions
//! and macros, `super::` paths and test modules. Links in the documentation may lead anywhere. A re-export
//! counts as the module that defines the item.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::searching::files_below;

/// The rooms of the crate, in order.
const ROOMS: &str = "support chess evaluate search engine uci tools";

/// The modules of `search`, in order. Modules in braces call each other and may import each other.
const SEARCH: &str = "layer rungs tunable types | tt | time | observe | random | { node move_picker layers negamax } | tunable_list | \
                      run minimax alphabeta | mate | root | threads | hash_file | ask";

/// All permitted imports between layers, as pairs of importing and imported layer.
///
/// A layer may import another layer for its table type, because one is a part of the other, because it
/// calls the other layer, or in its tests.
const LAYERS: [(&str, &str); 17] = [
    ("deepening", "aspiration"),
    ("aspiration", "shallow_aspiration"),
    ("table", "deeper_table"),
    ("zero_window", "deeper_shallower"),
    ("late_reductions", "near_root"),
    ("null_move", "table"),
    ("razoring", "quiescence"),
    ("quiescence", "exchange_pruning"),
    ("quiescence", "fail_blend"),
    ("quiescence", "quiescence_pruning"),
    ("quiescence", "quiescence_table"),
    ("quiescence", "table_eval"),
    ("quiescence", "table_move"),
    ("quiescence_pruning", "quiescence"),
    ("quiescence_table", "quiescence"),
    ("quiescence_table", "table"),
    ("zero_window", "table"),
];

/// All permitted imports between commands, as pairs of importing and imported command. Every command may import
/// `common`.
const TOOLS: [(&str, &str); 10] = [
    ("bench", "explain"),
    ("bestmove", "analyse"),
    ("datagen", "matches"),
    ("explain", "pichu"),
    ("play", "annotate"),
    ("play", "explain"),
    ("play", "matches"),
    ("solve", "analyse"),
    ("tune", "datagen"),
    ("tune", "matches"),
];

/// One reference from a file to a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reference {
    file: String,
    line: usize,
    /// Module of the file, as a path from the crate root.
    from: Vec<String>,
    /// Referenced module or item, as a path from the crate root.
    to: Vec<String>,
}

impl Reference {
    fn describe(&self) -> String {
        format!("{}:{}: {}", self.file, self.line, self.to.join("::"))
    }
}

/// The modules of the crate with their references and re-exports.
#[derive(Default)]
struct Sources {
    modules: BTreeSet<Vec<String>>,
    references: Vec<Reference>,
    /// Maps the path of every re-export to the path that it re-exports.
    reexports: BTreeMap<Vec<String>, Vec<String>>,
}

impl Sources {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = files_below(&root, ".rs");
        files.sort();
        let mut sources = Self::default();
        for path in files {
            let file = path.strip_prefix(&root).expect("below src").with_extension("");
            let mut module: Vec<_> =
                file.iter().map(|part| part.to_str().expect("UTF-8").to_owned()).collect();
            if ["lib", "main"].contains(&module[0].as_str()) {
                continue;
            }
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
            }
            let name = format!("src/{}.rs", file.display());
            sources.add(&name, &module, &fs::read_to_string(&path).expect("readable"));
        }
        sources
    }

    fn add(&mut self, file: &str, module: &[String], text: &str) {
        self.modules.insert(module.to_vec());
        let tokens: TokenStream = text.parse().expect("Rust");
        Reader { sources: self, file, module, inner: Vec::new() }.read(tokens);
    }

    /// Returns `path` with re-exports replaced by the modules that define the items.
    fn resolve(&self, path: &[String]) -> Vec<String> {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let found = (1..=path.len())
                .rev()
                .filter(|length| !self.modules.contains(&path[..*length]))
                .find_map(|length| Some((length, self.reexports.get(&path[..length])?)));
            let Some((length, target)) = found else { break };
            path = target.iter().chain(&path[length..]).cloned().collect();
        }
        path
    }

    /// Returns the references that violate `order`: references to a module that is not to the left.
    ///
    /// Checks the child modules of the module `base`. An empty `base` is the crate root.
    fn violations(&self, order: &Order, base: &[&str]) -> Vec<String> {
        let unit = |path: &[String]| -> Option<String> {
            let inside = path.len() > base.len() && path.iter().zip(base).all(|(part, base)| part == base);
            inside.then(|| path[base.len()].clone())
        };
        let mut violations = BTreeSet::new();
        for reference in &self.references {
            let (Some(from), Some(to)) = (unit(&reference.from), unit(&self.resolve(&reference.to))) else {
                continue;
            };
            if !order.allows(&from, &to) {
                violations.insert(format!("{} ({from} -> {to})", reference.describe()));
            }
        }
        violations.into_iter().collect()
    }
}

/// Collects the references of one file from its tokens.
struct Reader<'a> {
    sources: &'a mut Sources,
    file: &'a str,
    module: &'a [String],
    /// Inline modules around the current token, from the outermost, such as `tests`.
    inner: Vec<String>,
}

impl Reader<'_> {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut index = 0;
        while index < tokens.len() {
            let previous = index.checked_sub(1).map(|before| &tokens[before]);
            match &tokens[index] {
                TokenTree::Ident(word) if word == "use" => {
                    let end = (index..tokens.len()).find(|end| is_punct(&tokens[*end], ';'));
                    let end = end.unwrap_or(tokens.len());
                    let public = previous.is_some_and(is_visibility);
                    self.read_use(&tokens[index + 1..end], &[], public);
                    index = end;
                }
                TokenTree::Ident(word) if word == "mod" => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                        (tokens.get(index + 1), tokens.get(index + 2))
                        && body.delimiter() == Delimiter::Brace
                    {
                        self.inner.push(name.to_string());
                        self.read(body.stream());
                        self.inner.pop();
                        index += 2;
                    }
                }
                TokenTree::Ident(word) if ["crate", "super", "self"].contains(&word.to_string().as_str()) => {
                    let (path, end) = path_from(&tokens, index);
                    if path.len() > 1 {
                        let line = word.span().start().line;
                        self.add_reference(&path, line);
                    }
                    index = end - 1;
                }
                TokenTree::Group(group) => self.read(group.stream()),
                _ => {}
            }
            index += 1;
        }
    }

    /// Reads a `use` tree that follows the path `prefix`.
    fn read_use(&mut self, tokens: &[TokenTree], prefix: &[String], public: bool) {
        let (path, end) = path_from(tokens, 0);
        let line = tokens.first().map_or(0, |token| token.span().start().line);
        let whole: Vec<_> =
            prefix.iter().cloned().chain(path).filter(|part| part != "self" || prefix.is_empty()).collect();
        match tokens.get(end) {
            Some(TokenTree::Group(group)) => {
                let inside: Vec<_> = group.stream().into_iter().collect();
                for branch in inside.split(|token| is_punct(token, ',')).filter(|branch| !branch.is_empty()) {
                    self.read_use(branch, &whole, public);
                }
            }
            _ => {
                if whole.first().is_some_and(|root| ["crate", "super", "self"].contains(&root.as_str())) {
                    self.add_reference(&whole, line);
                    if public && self.inner.is_empty() {
                        let mut name = self.module.to_vec();
                        name.extend(whole.last().cloned());
                        let target = self.absolute(&whole);
                        if target != name {
                            self.sources.reexports.insert(name, target);
                        }
                    }
                }
            }
        }
    }

    fn add_reference(&mut self, path: &[String], line: usize) {
        let to = self.absolute(path);
        let from: Vec<_> = self.module.to_vec();
        if !to.is_empty() && !from.starts_with(&to) {
            self.sources.references.push(Reference { file: self.file.to_owned(), line, from, to });
        }
    }

    /// Returns `path`, which begins with `crate`, `super` or `self`, as a path from the crate root.
    fn absolute(&self, path: &[String]) -> Vec<String> {
        let mut base: Vec<_> = self.module.iter().chain(&self.inner).cloned().collect();
        let mut rest = path;
        match rest[0].as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            _ => {
                while rest.first().is_some_and(|part| part == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
        }
        base.extend(rest.iter().cloned());
        base
    }
}

/// Returns the segments of the path that begins at token `index`, and the index of the next token.
fn path_from(tokens: &[TokenTree], mut index: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    loop {
        match tokens.get(index) {
            Some(TokenTree::Ident(word)) => path.push(word.to_string()),
            Some(TokenTree::Punct(star)) if star.as_char() == '*' => path.push("*".to_owned()),
            _ => return (path, index),
        }
        let colons = tokens.get(index + 1..index + 3);
        if !colons.is_some_and(|colons| colons.iter().all(|colon| is_punct(colon, ':'))) {
            return (path, index + 1);
        }
        index += 3;
    }
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

fn is_visibility(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word == "pub",
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    }
}

/// Rank of every module in an order. Modules in braces have the same rank.
struct Order(BTreeMap<String, usize>);

impl Order {
    fn new(text: &str) -> Self {
        let mut ranks = BTreeMap::new();
        let (mut rank, mut in_braces) = (0, false);
        for word in text.split_whitespace().filter(|word| *word != "|") {
            match word {
                "{" => in_braces = true,
                "}" => in_braces = false,
                _ => {
                    ranks.insert(word.to_owned(), rank);
                }
            }
            if !in_braces {
                rank += 1;
            }
        }
        Self(ranks)
    }

    fn allows(&self, from: &str, to: &str) -> bool {
        from == to
            || match (self.0.get(from), self.0.get(to)) {
                (Some(from), Some(to)) => to <= from,
                // A target without a rank is not a module, for example an item of `search/mod.rs`. It is
                // permitted.
                (_, None) => true,
                (None, _) => false,
            }
    }
}

fn assert_none(violations: &[String]) {
    assert!(
        violations.is_empty(),
        "{} imports violate the order:\n{}",
        violations.len(),
        violations.join("\n")
    );
}

#[test]
fn a_module_imports_only_from_modules_to_its_left() {
    assert_none(&Sources::read().violations(&Order::new(ROOMS), &[]));
}

#[test]
fn inside_search_a_module_imports_only_from_modules_to_its_left() {
    assert_none(&Sources::read().violations(&Order::new(SEARCH), &["search"]));
}

#[test]
fn the_order_lists_every_module_once() {
    let sources = Sources::read();
    for (text, base) in [(ROOMS, &[][..]), (SEARCH, &["search"][..])] {
        let order = Order::new(text);
        let units = sources.modules.iter().filter(|module| {
            module.len() == base.len() + 1 && module.iter().zip(base).all(|(part, base)| part == base)
        });
        let units: BTreeSet<_> = units.map(|module| module[base.len()].clone()).collect();
        assert_eq!(units, order.0.keys().cloned().collect());
    }
}

#[test]
fn inside_search_an_import_names_the_file_that_defines_the_item() {
    let sources = Sources::read();
    let indirect = sources.references.iter().filter(|reference| {
        let inside = reference.from.len() > 1 && reference.from[0] == "search";
        inside && reference.to[0] == "search" && sources.resolve(&reference.to) != reference.to
    });
    assert_none(&indirect.map(Reference::describe).collect::<Vec<_>>());
}

#[test]
fn a_layer_imports_only_the_layers_permitted_for_it() {
    let sources = Sources::read();
    let mut violations = Vec::new();
    let mut used = BTreeSet::new();
    for reference in &sources.references {
        let target = sources.resolve(&reference.to);
        let ([a, b, from, ..], [c, d, to, ..]) = (&reference.from[..], &target[..]) else { continue };
        let both = [a, c] == ["search"; 2] && [b, d] == ["layers"; 2];
        if !both || from == to || !sources.modules.contains(&target[..3]) {
            continue;
        }
        match LAYERS.iter().find(|pair| **pair == (from.as_str(), to.as_str())) {
            Some(pair) => _ = used.insert(*pair),
            None => violations.push(reference.describe()),
        }
    }
    assert_none(&violations);
    assert_eq!(used, BTreeSet::from(LAYERS), "the list has only imports that exist");
}

#[test]
fn a_command_imports_only_the_commands_permitted_for_it() {
    let sources = Sources::read();
    let mut violations = Vec::new();
    let mut used = BTreeSet::new();
    for reference in &sources.references {
        let target = sources.resolve(&reference.to);
        let ([a, from, ..], [b, to, ..]) = (&reference.from[..], &target[..]) else { continue };
        if [a, b] != ["tools"; 2]
            || !sources.modules.contains(&target[..2])
            || from == to
            || to == "common"
            || ["documents", "grammar"].contains(&from.as_str())
        {
            continue;
        }
        match TOOLS.iter().find(|pair| **pair == (from.as_str(), to.as_str())) {
            Some(pair) => _ = used.insert(*pair),
            None => violations.push(reference.describe()),
        }
    }
    assert_none(&violations);
    assert_eq!(used, BTreeSet::from(TOOLS), "the list has only imports that exist");
}

#[test]
fn a_type_or_trait_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), ".rs") {
        let text = fs::read_to_string(&path).expect("readable");
        for line in text.lines() {
            let mut words = line.split(' ').skip_while(|word| word.starts_with("pub"));
            if matches!(words.next(), Some("struct" | "enum" | "trait")) {
                let name = words.next().unwrap_or_default();
                let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                places.entry(name.to_owned()).or_default().push(path.display().to_string());
            }
        }
    }
    let doubled: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(places.len() > 300 && doubled.is_empty(), "{doubled:#?}");
}

#[test]
fn violations_of_every_form_are_detected() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    for (path, text) in [
        ("support::text", "use crate::chess::position::Position;"),
        ("support::text", "use crate::{lines::Lines, chess::{self, Move}};"),
        ("evaluate::wdl", "use super::super::search::Setup;"),
        ("chess::see", "fn f() { crate::uci::run(); }"),
        ("chess::tablebase", "macro_rules! m { () => { $crate::search::X } }"),
        ("chess::pgn", "#[cfg(test)] mod tests { use super::super::super::search::Score; }"),
        ("chess::epd", "#[cfg(test)] mod tests { fn t() { let _ = [crate::tools::main]; } }"),
    ] {
        let mut sources = Sources::default();
        sources.add("planted.rs", &module(path), text);
        assert!(!sources.violations(&Order::new(ROOMS), &[]).is_empty(), "{path}: {text}");
    }
    let mut sources = Sources::default();
    sources.add("a.rs", &module("search"), "pub use self::root::Driver;");
    sources.add("b.rs", &module("search::tt"), "use crate::search::Driver;");
    assert_eq!(sources.violations(&Order::new(SEARCH), &["search"]).len(), 1, "a re-export");
}
