//! `engine explain --game pichu`: the two frozen rungs on the other game.

use std::process::ExitCode;

use shakmaty::Color;

use super::{Arguments, output};
use crate::{
    cli::exit::UsageError,
    explain::{html::Page, run},
    pichu::{Pichu, board},
    search::Algorithm,
};

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.why_not.is_some() {
        return Err(UsageError(
            "--why-not explains moves of chess: leave --game away, or follow a --path".to_owned(),
        )
        .into());
    }
    let game = arguments.start.fen.as_deref().map_or_else(|| Ok(Pichu::start()), parse_position)?;
    let requested = arguments.engine_options.rung.or(arguments.engine_options.layers);
    let algorithms = [Some(requested.unwrap_or(Algorithm::AlphaBeta)), arguments.against];
    let mut accounts = Vec::new();
    for algorithm in algorithms.into_iter().flatten() {
        let prunes = match algorithm {
            Algorithm::Minimax => false,
            Algorithm::AlphaBeta => true,
            other => {
                let why = format!(
                    "Pichu is searched by minimax and alpha-beta, not by {other}: write --rung alpha-beta"
                );
                return Err(UsageError(why).into());
            }
        };
        accounts.push(run::pichu(&game, prunes, arguments.depth, arguments.nodes));
    }
    let page = Page { title: "Why? Pichu".to_owned(), ..Page::default() };
    output::write(arguments, &accounts, page)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the 64 characters and who is to move.
fn parse_position(text: &str) -> Result<Pichu, UsageError> {
    let (pieces, turn) = text.split_once(' ').unwrap_or((text, "w"));
    let turn = match turn.trim() {
        "w" => Color::White,
        "b" => Color::Black,
        other => {
            return Err(UsageError(format!("--fen: '{other}' after the board is no side: write w or b")));
        }
    };
    let pieces = board::read(pieces).map_err(|error| UsageError(format!("--fen: {error}")))?;
    Ok(Pichu::new(pieces, turn, 0))
}
