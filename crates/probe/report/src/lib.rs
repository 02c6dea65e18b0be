//! A device profile and its samples, for people: a page of plots and tables, and the same
//! tables in Markdown.
//!
//! Everything here is a function of the samples and the profile. What is not there is left
//! out: a section appears with its samples, a verdict with its findings.

pub mod guidelines;
mod interval;
mod markdown;
mod page;
pub mod properties;
pub mod published;
mod sections;
mod summary;
mod svg;
mod tables;
mod words;

pub use guidelines::{Guideline, Verdict, guidelines};
pub use interval::{confidence, interval, precise};
pub use markdown::markdown;
pub use page::html;
pub use properties::{Memory, by_property};
pub use summary::at_a_glance;
pub use words::NONE;
