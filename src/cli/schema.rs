//! `--schema` and `--request-schema`: print the JSON Schema of a command's JSON output or of its JSON
//! requests, generated from the Rust types of the records.

use std::{ffi::OsString, process::ExitCode};

use schemars::{JsonSchema, Schema, generate::SchemaSettings, schema_for};

use super::output::print;
use crate::{
    analysis::{
        reply::{Analysis, Reply},
        request::Request,
    },
    annotate::report::GameRecord,
    bench::{
        ablation::report::Ablation, comparison::report::ComparisonReport, ladder::report::Ladder,
        signature::report::Bench,
    },
    cli::{
        book::{dump::EntryRecord, lookup::Lookup, make::MakeReport, merge::MergeReport},
        datagen::{
            export::Export, games::GamesReport, inspect::Inspection, openings::OpeningsReport,
            positions::PositionsReport,
        },
        eval::Evaluation,
        perft::{Perft, suite::SuiteReport},
        solve::solution::Solution,
    },
    explain::{jsonl::Node, why_not::WhyNot},
    json::Versioned,
    lab::matches::{checkmate::report::Checkmate, report::Match},
    pichu::advice::Advice,
};

/// Prints a JSON Schema if the arguments contain `--schema` or `--request-schema` and the command has this
/// schema; otherwise returns `None`.
///
/// The function runs before clap parses the arguments, so that required arguments may be missing, as in
/// `engine perft --schema`.
pub fn print_if_requested(words: &[OsString]) -> anyhow::Result<Option<ExitCode>> {
    let has = |word: &str| words.iter().any(|other| other == word);
    let Some(command) = words.first().and_then(|word| word.to_str()) else { return Ok(None) };
    let command = if command == "analyze" { "analyse" } else { command };
    // The subcommand is a part of the title in commands with subcommands.
    let subcommand =
        words.get(1).and_then(|word| word.to_str()).filter(|_| ["datagen", "book"].contains(&command));
    let schema = if has("--schema") {
        schema_of(command, subcommand, has)
    } else if has("--request-schema") && command == "analyse" {
        Some(schema_for!(Request))
    } else {
        None
    };
    let Some(mut schema) = schema else { return Ok(None) };
    let title =
        [Some("engine"), Some(command), subcommand].into_iter().flatten().collect::<Vec<_>>().join(" ");
    schema.insert("title".to_owned(), title.into());
    let text = serde_json::to_string_pretty(&schema)?;
    print(|out| writeln!(out, "{text}"))?;
    Ok(Some(ExitCode::SUCCESS))
}

fn schema_of(command: &str, subcommand: Option<&str>, has: impl Fn(&str) -> bool) -> Option<Schema> {
    match command {
        "analyse" => Some(serialised::<Reply>()),
        "annotate" => Some(serialised::<GameRecord>()),
        "book" => match subcommand? {
            "make" => Some(versioned::<MakeReport>()),
            "merge" => Some(versioned::<MergeReport>()),
            "dump" => Some(versioned::<EntryRecord>()),
            "lookup" => Some(versioned::<Lookup>()),
            _ => None,
        },
        "datagen" => match subcommand? {
            "games" => Some(versioned::<GamesReport>()),
            "positions" => Some(versioned::<PositionsReport>()),
            "openings" => Some(versioned::<OpeningsReport>()),
            "export" => Some(versioned::<Export>()),
            "inspect" => Some(versioned::<Inspection>()),
            _ => None,
        },
        "bestmove" => Some(versioned::<Analysis>()),
        "eval" => Some(versioned::<Evaluation>()),
        "explain" if has("--why-not") => Some(versioned::<WhyNot>()),
        "explain" => Some(versioned::<Node>()),
        "solve" => Some(versioned::<Solution>()),
        "bench" if has("--ladder") => Some(versioned::<Ladder>()),
        "bench" if has("--ablate") => Some(versioned::<Ablation>()),
        "bench" if has("--compare") => Some(versioned::<ComparisonReport>()),
        "bench" => Some(versioned::<Bench>()),
        "match" if has("--checkmate") => Some(versioned::<Checkmate>()),
        "match" => Some(versioned::<Match>()),
        "pichu" => Some(versioned::<Advice>()),
        "perft" if has("--suite") => Some(versioned::<SuiteReport>()),
        "perft" => Some(versioned::<Perft>()),
        _ => None,
    }
}

fn versioned<T: JsonSchema>() -> Schema {
    serialised::<Versioned<T>>()
}

/// Returns the JSON Schema of the serialized form of `T`. A field is optional in the schema only if the
/// program may omit the field.
fn serialised<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
