//! A tree of Parquet files with the recordings of many ranks and runs.
//!
//! [`Tree`] reads and writes its files, [`add`] puts recordings into it, and
//! [`compact`] puts small files together.

mod add;
mod compact;
mod error;
mod tree;

pub use add::{Added, Settings, add};
pub use compact::{Compacted, compact};
pub use error::TreeError;
pub use tree::Tree;
