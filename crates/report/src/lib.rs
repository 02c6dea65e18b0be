//! Reports: an [`Analysis`](propp_analysis::Analysis) as text.
//!
//! One file a format. Nothing is computed here but roundings; every format
//! says the same.

mod blocks;
pub mod csv;
pub mod explain;
mod footnotes;
mod head;
mod headings;
mod hints;
pub mod html;
pub mod json;
pub mod markdown;
mod predicted;
pub mod rows;
pub mod table;
pub mod trace;
mod words;

pub use words::{configuration, duration, grouped, indented};

/// What a text is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Characters in a line.
    pub width: usize,
    /// Whether the reader sees colours.
    pub colour: bool,
}

impl Page {
    /// Text that goes to a file or another program.
    pub const PLAIN: Self = Self { width: 100, colour: false };
}
