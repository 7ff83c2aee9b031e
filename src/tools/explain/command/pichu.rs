//! `engine explain --game pichu`: the rungs `minimax` and `alpha-beta` on a Pichu position.

use std::process::ExitCode;

use shakmaty::Color;

use super::{ExplainArguments, output};
use crate::{
    search::Algorithm,
    tools::{
        common::exit::UsageError,
        explain::{html::Page, run},
        pichu::{Pichu, board},
    },
};

/// Runs `engine explain --game pichu`.
pub fn run(arguments: &ExplainArguments) -> anyhow::Result<ExitCode> {
    if arguments.why_not.is_some() {
        return Err(
            UsageError("--why-not works only for chess: remove --game, or use --path".to_owned()).into()
        );
    }
    let chess_options = [
        ("--moves", arguments.start.moves_text().is_some()),
        ("--chess960", arguments.variant.chess960),
        ("--evaluator or --eval-file", arguments.engine_options.eval.evaluator().is_some()),
        ("--hash", arguments.engine_options.megabytes().is_some()),
        ("--syzygy", arguments.tablebase_options.syzygy.is_some()),
    ];
    if let Some((option, _)) = chess_options.into_iter().find(|(_, is_given)| *is_given) {
        return Err(UsageError(format!("{option} has an effect only for chess: remove it, or --game")).into());
    }
    let game = arguments
        .start
        .text()
        .map_or_else(|| Ok(Pichu::start()), |(text, option)| parse_position(&text, option))?;
    let requested = arguments.engine_options.layers;
    let algorithms = [Some(requested.unwrap_or(Algorithm::AlphaBeta)), arguments.against];
    let mut explanations = Vec::new();
    for algorithm in algorithms.into_iter().flatten() {
        let prunes = match algorithm {
            Algorithm::Minimax => false,
            Algorithm::AlphaBeta => true,
            other => {
                let why = format!(
                    "Pichu can be searched by minimax and alpha-beta only, not by {other}: use --layers alpha-beta"
                );
                return Err(UsageError(why).into());
            }
        };
        explanations.push(run::pichu(&game, prunes, arguments.depth, arguments.nodes));
    }
    let page = Page { title: "Search tree: Pichu".to_owned(), ..Page::default() };
    output::write(arguments, &explanations, page)?;
    Ok(ExitCode::SUCCESS)
}

/// Parses a position of Pichu: a board of 64 characters and the side to move, which is White if it is missing. Messages
/// begin with `option`.
fn parse_position(text: &str, option: &str) -> Result<Pichu, UsageError> {
    let (pieces, turn) = text.split_once(' ').unwrap_or((text, "w"));
    let turn = match turn.trim() {
        "w" => Color::White,
        "b" => Color::Black,
        other => {
            return Err(UsageError(format!(
                "{option}'{other}' is not a side to move: write w or b after the board"
            )));
        }
    };
    let pieces = board::read(pieces).map_err(|error| UsageError(format!("{option}{error}")))?;
    Ok(Pichu::new(pieces, turn, 0))
}
