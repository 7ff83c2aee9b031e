//! Where a game of a PGN file begins, by its tags: the one place that says which variants are read as Chess960.

use pgn_reader::RawTag;
use shakmaty::CastlingMode;

/// The tags that say where a game begins.
#[derive(Clone, Debug, Default)]
pub struct StartTags {
    /// The tag FEN; without one the game begins at the start.
    pub fen: Option<String>,
    chess960: bool,
}

impl StartTags {
    /// Heeds a tag, if it is one of them.
    pub fn heed(&mut self, name: &[u8], value: &RawTag<'_>) {
        match name {
            b"FEN" => self.fen = Some(value.decode_utf8_lossy().into_owned()),
            b"Variant" => {
                let variant = value.decode_utf8_lossy().to_ascii_lowercase();
                self.chess960 = variant.contains("960") || variant.contains("fischer");
            }
            _ => (),
        }
    }

    /// How castling is told: as the tags say, else as `usual`.
    #[must_use]
    pub const fn mode(&self, usual: CastlingMode) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { usual }
    }
}
