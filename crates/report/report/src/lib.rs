//! Reports: an [`Analysis`](propp_judge_analysis::Analysis) as text.
//!
//! One file per format; CSV and Parquet share `rows.rs`. `src/cli/show/render.rs` lists the
//! formats. Nothing is computed here but roundings; every format says the same, and
//! `propp-report-pages` shares the parts of which they are made.

mod blocks;
pub mod brief;
pub mod cells;
pub mod code;
mod column;
pub mod cures;
pub mod drill;
pub mod elsewhere;
pub mod explain;
pub mod first;
mod floor;
pub mod footnotes;
pub mod head;
pub mod headings;
pub mod hints;
pub mod json;
pub mod kernel;
pub mod lines;
pub mod markdown;
mod modules;
mod predicted;
pub mod prices;
pub mod roofline;
pub mod rows;
pub mod summary;
pub mod table;
pub mod trace;
pub mod words;
