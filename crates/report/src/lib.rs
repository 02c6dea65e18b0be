//! Reports: an [`Analysis`](propp_analysis::Analysis) as text.
//!
//! One file a format; CSV and Parquet share `rows.rs`. `src/cli/render.rs` lists the
//! formats. Nothing is computed here but roundings; every format says the same.

mod blocks;
mod cells;
pub mod code;
pub mod elsewhere;
pub mod explain;
mod first;
mod footnotes;
mod head;
mod headings;
mod hints;
pub mod html;
pub mod json;
pub mod lines;
pub mod markdown;
mod predicted;
mod prices;
pub mod rows;
pub mod summary;
pub mod table;
pub mod trace;
mod words;

pub use hints::{expected, of as advice};
