//! The HTML page that contains the trees.

use serde_json::Value;

use super::data;
use crate::support::text::{command_html, escape};

const STYLE: &str = include_str!("style.css");
const BODY: &str = include_str!("page.html");
const TEXTS: &str = include_str!("page.js");
const PLAYER: &str = include_str!("player.js");

/// Content of the HTML page that `engine explain` writes.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Title and heading of the page.
    pub title: String,
    /// Root position as text: a FEN for chess, 64 characters for Pichu.
    pub position: String,
    /// The trees, which are shown side by side: see [`tree`](super::tree).
    pub trees: Vec<Value>,
    /// Texts of a lesson, or the contents of the course; `null` for a page with trees only.
    pub lesson: Value,
    /// Command line that creates the page.
    pub command: String,
}

impl Page {
    /// Returns the complete page as one HTML file.
    pub fn html(&self) -> String {
        let (title, command) = (escape(&self.title), command_html(&self.command));
        let data = data::page(self);
        let body = format!(
            "<h1>{title}</h1>{BODY}<footer><p>Created by <code>{command}</code>. Glulam is free software under the GPL, version 3 or later.</p></footer>\
             <script type=\"application/json\" id=\"data\">{data}</script><script>{TEXTS}{PLAYER}</script>"
        );
        document(&self.title, STYLE, &body)
    }
}

/// Returns a page without trees.
pub fn plain(title: &str, body: &str) -> String {
    let heading = escape(title);
    document(title, STYLE, &format!("<h1>{heading}</h1><div class=\"intro\">{body}</div>"))
}

/// Returns a complete HTML file. The page loads nothing: `style` and the scripts in `body` are part of it.
pub fn document(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"icon\" href=\"data:,\"><title>{title}</title><style>{style}</style></head><body>{body}</body></html>\n"
    )
}
