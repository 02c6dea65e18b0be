//! Reports: a first screen, one kernel in full, JSON, a flat table, Markdown, a page.

mod full;
mod json;
mod markdown;
mod page;
mod rows;
mod screen;
mod words;

pub use full::render as full;
pub use json::{render as json, schema};
pub use markdown::render as markdown;
pub use page::render as page;
pub use rows::table as rows;
pub use screen::{KERNELS, render as screen};
