//! Recordings of many ranks and runs: their rows in a tree of tables, and questions about the
//! tree. Pure: `crates/fleet/tree` reads and writes the files.
//!
//! [`rows::tables`] makes the tables of a recording, [`Fleet`] is a tree in memory, and
//! [`Question`] names what [`ask`] answers. `docs/fleet.md` describes the tables, and
//! `docs/fleet/*.sql` asks the same questions in SQL.

mod ask;
mod build;
mod fleet;
mod identity;
pub mod place;
pub mod rows;
pub mod show;
mod steps;

pub use ask::{Question, ask};
pub use fleet::{Cell, Cells, Fleet, FleetError, Kernel, Notice, Run};
