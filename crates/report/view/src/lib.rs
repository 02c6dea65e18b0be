//! A recording on a screen to move about in: overview, kernel, source lines, machine code.
//!
//! [`View`] is all of it, and does no input or output: it takes keys, and draws on a frame.
//! `src/cli/view.rs` has the terminal.

mod draw;
mod footer;
mod help;
mod keys;
mod overview;
mod scroll;
mod view;

pub use keys::Key;
pub use view::{Contents, View};
