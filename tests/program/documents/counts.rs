//! Computes the counts that the documents and the pages of the layers state.
//!
//! Console blocks have counts too; `console` compares them.

use glulam::{search::RUNGS, support::text::grouped};
use serde_json::Value;

use super::{
    claims::{Claims, columns_with},
    reading::documents,
};
use crate::support::{json, shared_data};

const README: &str = "README.md";
const BENCH: &str = "src/tools/bench/README.md";
const EXPERIMENTS: &str = "src/search/EXPERIMENTS.md";
const LAB: &str = "src/tools/matches/README.md";
const UCI: &str = "src/uci/README.md";
const NETWORK: &str = "src/evaluate/network/README.md";

/// Returns the path of the page of a layer.
fn page(layer: &str) -> String {
    format!("src/search/layers/{layer}.rs")
}

/// Runs `engine` with these arguments, separated by spaces, and parses its JSON.
fn measure(arguments: &str) -> Value {
    json(&arguments.split(' ').collect::<Vec<_>>())
}

/// The rungs of one block of the ladder. Ratios are computed from the single positions: the totals in the JSON
/// are rounded, and rounding twice can change a digit.
struct Block {
    totals: Vec<Value>,
    positions: Vec<Value>,
}

impl Block {
    fn exact(ladder: &Value) -> Self {
        Self::new(ladder, "exact", |position| !position["oracle_leaves"].is_null())
    }

    fn selective(ladder: &Value) -> Self {
        Self::new(ladder, "selective", |position| position["oracle_leaves"].is_null())
    }

    fn new(ladder: &Value, block: &str, has: impl Fn(&Value) -> bool) -> Self {
        let list = |name: &str| ladder[name].as_array().expect("a list").iter().cloned();
        let totals = list("totals").filter(|rung| rung["block"] == block).collect();
        Self { totals, positions: list("positions").filter(|position| has(position)).collect() }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.totals.iter().map(name)
    }

    fn count(&self, rung: &str, key: &str) -> u64 {
        count(&self.totals.iter().find(|total| name(total) == rung).expect("a rung")[key])
    }

    /// Geometric mean over the positions.
    fn mean(&self, ratio: impl Fn(&Value) -> f64) -> f64 {
        let logarithms: f64 = self.positions.iter().map(|position| ratio(position).ln()).sum();
        (logarithms / self.positions.len() as f64).exp()
    }

    /// Nodes of the rung below divided by nodes of `rung`, both in the last iteration. `None` for the first rung.
    fn fewer(&self, rung: &str) -> Option<f64> {
        let index = self.names().position(|name| name == rung).expect("a rung");
        let below = self.names().nth(index.checked_sub(1)?)?;
        let nodes = |position: &Value, rung| of_rung(position, rung, "last_nodes");
        Some(self.mean(|position| nodes(position, below) / nodes(position, rung)))
    }

    /// Nodes of `rung` relative to the rung below, with two decimals.
    fn relative(&self, rung: &str) -> String {
        format!("{:.2}", 1.0 / self.fewer(rung).expect("a rung below"))
    }

    /// A column of a table with a row for each rung for which `cell` has a value.
    fn column(&self, cell: impl Fn(&str) -> Option<String>) -> Vec<(&str, String)> {
        self.names().filter_map(|rung| Some((rung, cell(rung)?))).collect()
    }
}

fn name(rung: &Value) -> &str {
    rung["rung"].as_str().or(rung["name"].as_str()).expect("a name")
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a count")
}

/// Returns a count of a rung on one position.
fn of_rung(position: &Value, rung: &str, key: &str) -> f64 {
    let mut rungs = position["rungs"].as_array().expect("rungs").iter();
    count(&rungs.find(|record| name(record) == rung).expect("a rung")[key]) as f64
}

#[test]
#[ignore = "takes a minute"]
fn the_exact_rungs_visit_at_depth_4_as_many_nodes_as_the_documents_state() {
    let ladder = measure("bench --ladder --selective-depth 1 --json --quiet");
    let exact = Block::exact(&ladder);
    let nodes = |rung: &str| exact.count(rung, "nodes");
    let mut claims = Claims::default();
    for document in [README, BENCH] {
        claims.column(document, "nodes, depth 4", &exact.column(|rung| Some(grouped(nodes(rung)))));
    }
    let two_decimals = |rung: &str| Some(format!("{:.2}", exact.fewer(rung)?));
    claims.column(BENCH, "times fewer", &exact.column(two_decimals));
    let first = |rung: &str| {
        let total = exact.totals.iter().find(|total| name(total) == rung)?;
        Some(format!("{:.1} %", total["cut_first_pct"].as_f64()?))
    };
    claims.column(BENCH, "1st-move cutoffs", &exact.column(first));
    let per_oracle = |rung: &str| {
        let leaves =
            |position: &Value| of_rung(position, rung, "leaves") / of_rung(position, rung, "oracle_leaves");
        let ratio = exact.mean(leaves);
        Some(if ratio < 100.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") })
    };
    claims.column(BENCH, "leaves / oracle", &exact.column(per_oracle));
    let more = 100.0 * (nodes("table-move") as f64 / nodes("table") as f64 - 1.0);
    claims.sentence(BENCH, "`table-move` needs {} % more nodes than `table`.", &[format!("{more:.0}")]);
    let minimax = "minimax visits {} nodes at depth 4 in the 50 bench positions together.";
    claims.sentence("src/search/minimax.rs", minimax, &[grouped(nodes("minimax"))]);
    let fewer = format!("{:.1}", exact.fewer("alpha-beta").expect("a rung below"));
    claims.sentence(
        "src/search/alphabeta.rs",
        "alpha-beta visits {} times fewer nodes than minimax",
        &[fewer],
    );
    let captures = "At depth 4 the rung `captures-first` visits {} times as many nodes as `alpha-beta`";
    claims.sentence(&page("captures_first"), captures, &[exact.relative("captures-first")]);
    claims.check();
}

/// The commands are in the bench guide and the notebook.
#[test]
#[ignore = "takes a minute"]
fn the_rungs_visit_at_depth_6_as_many_nodes_as_the_documents_state() {
    let rungs =
        "captures-first,killers-history,deepening,table,table-move,zero-window,aspiration,mate-distance";
    let ladder =
        measure(&format!("bench --ladder --rungs {rungs} --depth 6 --max-nodes 1000000000 --json --quiet"));
    let exact = Block::exact(&ladder);
    let rungs = "mate-distance,draws,quiescence,deeper-table,check-evasion";
    let selective = Block::selective(&measure(&format!(
        "bench --ladder --rungs {rungs} --depth 1 --selective-depth 6 --max-nodes 1000000000 --json --quiet"
    )));
    let mut claims = Claims::default();
    let nodes = |rung: &str| Some(grouped(exact.count(rung, "nodes")));
    claims.column(BENCH, "nodes, depth 6", &exact.column(nodes));
    let nodes = |rung: &str| (rung != "mate-distance").then(|| grouped(selective.count(rung, "nodes")));
    claims.column(EXPERIMENTS, "nodes, depth 6", &selective.column(nodes));
    let fewer = format!("{:.2}", exact.fewer("table-move").expect("a rung below"));
    claims.sentence(BENCH, "(geometric mean {} times fewer nodes than `table`).", &[fewer]);
    for (layer, sentence) in [
        ("killers", "`killers-history` visits {} times as many nodes as the rung below, `captures-first`"),
        ("table", "`table` visits {} times as many nodes as that of the rung below, `deepening`"),
        ("table_move", "`table-move` visits {} times as many nodes as that of the rung below, `table`"),
        ("zero_window", "`zero-window` visits {} times as many nodes as the rung below, `table-move`"),
        ("aspiration", "`aspiration` visits {} times as many nodes as that of the rung below, `zero-window`"),
        ("mate_distance", "`mate-distance` visits {} times as many nodes as the rung below, `aspiration`"),
    ] {
        let rung = sentence.split('`').nth(1).expect("a rung");
        claims.sentence(&page(layer), sentence, &[exact.relative(rung)]);
    }
    let last = "the last iteration of the rung `deepening` visits {} times as many nodes as the rung below, `killers-history`";
    claims.sentence(&page("deepening"), last, &[exact.relative("deepening")]);
    claims.check();
}

#[test]
fn minimax_has_the_node_counts_of_the_student_programs() {
    let nodes = |depth| {
        measure(&format!("bench --layers minimax --evaluator material --fen blocking --depth {depth} --json"))
    };
    let mut claims = Claims::default();
    let counts = [2, 3, 4].map(|depth| grouped(count(&nodes(depth)["nodes"])));
    claims.sentence(BENCH, "programs: {}, {} and {} nodes on `blocking` at depth 2, 3 and 4.", &counts);
    claims.check();
}

/// Compares columns of the table *Depth* in the notebook.
fn check_depths(depths: &[i32]) {
    let mut claims = Claims::default();
    for depth in depths {
        let rows = [("start position", "startpos"), ("kiwipete", "kiwipete")].map(|(row, position)| {
            let bench = measure(&format!("bench --fen {position} --depth {depth} --hash 64 --json --quiet"));
            (row, grouped(count(&bench["nodes"])))
        });
        claims.column(EXPERIMENTS, &format!("depth {depth}"), &rows);
    }
    claims.check();
}

#[test]
fn the_full_search_visits_as_many_nodes_at_depths_8_and_12_as_the_notebook_states() {
    check_depths(&[8, 12]);
}

#[test]
#[ignore = "takes a minute"]
fn the_full_search_visits_as_many_nodes_at_depths_16_and_20_as_the_notebook_states() {
    check_depths(&[16, 20]);
}

#[test]
#[ignore = "takes a minute"]
fn the_signature_in_the_bench_guide_is_that_of_the_bench() {
    let mut claims = Claims::default();
    let nodes = count(&measure("bench --json --quiet")["nodes"]).to_string();
    claims.sentence(BENCH, "The sum of the node counts, {} here, is the signature of the search.", &[nodes]);
    claims.check();
}

#[test]
#[ignore = "takes minutes"]
fn the_exact_rungs_checkmate_a_random_player_with_as_many_nodes_as_the_lab_guide_states() {
    let names: Vec<_> = RUNGS.iter().map(|rung| rung.name).collect();
    let rungs: Vec<_> =
        names.iter().skip_while(|name| **name != "alpha-beta").take_while(|name| **name != "draws").collect();
    let list = rungs.iter().map(|name| format!("{name}@classical")).collect::<Vec<_>>().join(" ");
    let checkmate = |options: &str| {
        let result = measure(&format!("match --checkmate random,seed=1 {options} --json"));
        let records = result["rungs"].as_array().expect("rungs").clone();
        for record in &records {
            assert_eq!(record["mates"], result["games"], "a game did not end in checkmate: {record}");
        }
        records
    };
    let rows = |records: &[Value], cell: &dyn Fn(&Value) -> String| -> Vec<(&str, String)> {
        rungs.iter().zip(records).map(|(rung, record)| (**rung, cell(record))).collect()
    };
    let nodes = |record: &Value| grouped(count(&record["nodes"]));
    let fewer = |records: &[Value]| {
        let first = count(&records[0]["nodes"]) as f64;
        rows(records, &|record| match first / count(&record["nodes"]) as f64 {
            1.0 => "1".to_owned(),
            factor if factor < 10.0 => format!("{factor:.2}"),
            factor => format!("{factor:.1}"),
        })
    };
    let mut claims = Claims::default();

    let games = checkmate(&format!("--depth 4 --games 20 {list}"));
    claims.column(LAB, "depth 4, 20 games: nodes", &rows(&games, &nodes));
    claims.column(LAB, "nodes per move", &rows(&games, &|record| grouped(count(&record["nodes_per_move"]))));
    claims.column(LAB, "depth 4: times fewer", &fewer(&games));
    claims.check();
}

#[test]
#[ignore = "for .ci/long, needs GLULAM_DATA"]
fn the_full_search_solves_as_many_positions_of_the_suites_as_the_documents_state() {
    let solve = |suite: &str, nodes: u32, hash: u32| {
        let path = shared_data(suite);
        measure(&format!("solve {} --nodes {nodes} --hash {hash} --jobs 2 --json --quiet", path.display()))
    };
    let solved = |report: &Value| grouped(count(&report["solved"]));
    let size = |report: &Value| grouped(count(&report["positions"]));
    let mut claims = Claims::default();

    let mates = solve("mate/matetrack-short-a.epd", 1_000_000, 64);
    let found = mates["results"].as_array().expect("results").iter();
    let found =
        found.filter(|result| result["score"]["mate"].as_i64().is_some_and(|moves| moves > 0)).count();
    let sentence = "`engine solve` finds {} of {} mates in one to eight moves of matetrack at 1,000,000 nodes and `Hash` 64, \
                    and {} of them are the shortest mates;";
    claims.sentence(EXPERIMENTS, sentence, &[grouped(found as u64), size(&mates), solved(&mates)]);
    let sentence = "In this suite, `go mate` finds {} mates, {} of them with the minimum number of moves.";
    claims.sentence(EXPERIMENTS, sentence, &[grouped(found as u64), solved(&mates)]);
    let sentence = "`go mate` finds {} of {} mates in one to eight moves of the collection matetrack, {} of them with the \
                    minimum number of moves;";
    claims.sentence(
        "src/search/mate/solver.rs",
        sentence,
        &[grouped(found as u64), size(&mates), solved(&mates)],
    );

    let [wac, wac_16] = [64, 16].map(|hash| solve("tactical/wac.epd", 2_000_000, hash));
    let kopec = solve("tactical/bratko-kopec.epd", 2_000_000, 64);
    let sentence =
        "Glulam solves {} of {} positions of Win At Chess ({} with `Hash` 16) and {} of {} of Bratko-Kopec.";
    claims.sentence(
        EXPERIMENTS,
        sentence,
        &[solved(&wac), size(&wac), solved(&wac_16), solved(&kopec), size(&kopec)],
    );
    let sentence = "the search with `near-root` solves {} of the {} Win At Chess positions (`Hash` 16 MiB) or {} (`Hash` 64 \
                    MiB).";
    claims.sentence(EXPERIMENTS, sentence, &[solved(&wac_16), size(&wac), solved(&wac)]);
    claims.check();
}

#[test]
fn the_embedded_network_has_the_stated_size() {
    let bytes = include_bytes!("../../../src/evaluate/network/default.nnue");
    let (file, neurons) = (bytes.len() as u64, u64::from(u32::from_le_bytes([bytes[12], bytes[13], 0, 0])));
    let [header, features, king_buckets, buckets, second, third] = [64, 768, 8, 8, 16, 32];
    let rows = king_buckets * features;
    let floats = buckets * (second + 2 * second * third + third + third + 1);
    let by_neuron = rows + 2 + buckets * second;
    assert_eq!(file, by_neuron * neurons + header + 4 * floats, "the formula of the guide");
    let weights = (rows + 1 + buckets * second) * neurons + floats;
    let mut claims = Claims::default();
    claims.sentence(NETWORK, "bytes; {} bytes for the embedded network", &[grouped(file)]);
    claims.sentence(NETWORK, "embedded network, N is {}.", &[grouped(neurons)]);
    claims.sentence(NETWORK, "has its own view of the board: {} features,", &[grouped(features)]);
    claims.sentence(NETWORK, "A move changes two to four of the {} features.", &[grouped(features)]);
    claims.sentence(NETWORK, "An evaluation file has a header of {} bytes", &[grouped(header)]);
    let formula = "| {}·N + {} bytes;";
    claims.sentence(NETWORK, formula, &[by_neuron, header + 4 * floats].map(grouped));
    claims.sentence("src/evaluate/network/mod.rs", "fits a function with {} parameters", &[grouped(weights)]);
    claims.check();
}

/// Compares the table of UCI options with the lines that the engine prints after `uci`.
#[test]
#[cfg_attr(feature = "tuning", ignore = "this build has an option for every tunable")]
fn the_uci_options_have_the_stated_defaults_and_ranges() {
    let printed = crate::support::text(&[], "uci\n");
    let options: Vec<_> = printed.lines().filter_map(|line| line.strip_prefix("option name ")).collect();
    let guide = super::reading::read(UCI).text;
    let mut rows = 0;
    for line in options {
        let (name, definition) = line.split_once(" type ").expect("a type");
        let row = guide.lines().find(|row| {
            row.starts_with("| `")
                && row.split(" | ").next().is_some_and(|names| names.contains(&format!("`{name}`")))
        });
        let row = row.unwrap_or_else(|| panic!("{UCI}: no row for the option {name}"));
        let cells: Vec<_> = row.split('|').map(|cell| cell.trim().replace('`', "")).collect();
        let words: Vec<_> = definition.split(' ').collect();
        let value = |key| {
            words
                .iter()
                .position(|word| *word == key)
                .map(|index| words.get(index + 1).copied().unwrap_or_default())
        };
        if let (Some(low), Some(high)) = (value("min"), value("max")) {
            assert_eq!(cells[3], format!("{low}–{high}"), "{UCI}: range of {name}");
        }
        if words[0] == "button" {
            assert!(cells[2].starts_with("button"), "{UCI}: {name} is a button");
        } else if !cells[2].is_empty() {
            let default = value("default").filter(|default| !default.is_empty() && *default != "<empty>");
            assert_eq!(cells[2], default.unwrap_or("empty"), "{UCI}: default of {name}");
        }
        rows += 1;
    }
    assert!(rows > 25, "only {rows} options");
}

#[test]
fn every_column_of_node_counts_is_computed_here() {
    let computed = include_str!("counts.rs");
    for document in documents() {
        for header in columns_with(&document.text, "nodes") {
            let is_known = computed.contains(&format!("\"{header}\""));
            assert!(is_known, "{}: no test computes the column `{header}`", document.path);
        }
    }
}
