//! A tree of Parquet files with the recordings of many ranks and runs.
//!
//! [`Tree`] reads and writes its files, [`add`] puts recordings into it.

mod add;
mod error;
mod tree;

pub use add::{Added, Settings, add};
pub use error::TreeError;
pub use tree::Tree;
