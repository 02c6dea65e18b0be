//! What all reports share: numbers and lengths of time in words, lines that break, escapers,
//! the look of tables. Pure; it knows nothing of what is reported.

pub mod escape;
pub mod html;
mod launch;
pub mod markdown;
mod numbers;
mod page;
pub mod progress;
pub mod table;
mod units;
mod wrap;

pub use launch::{cuda_version, cupti_version, dimensions, grid_and_block, launch};
pub use numbers::{
    count, grouped, grouped_digits, hundredths, per_cent, short, significant, times,
};
pub use page::Page;
pub use propp_base_model::{printable, shows_itself};
pub use units::{bytes, clock, duration, scaled};
pub use wrap::{cut, cut_words, indented, line_at, line_words, wrapped};
