//! What single instructions and source lines of a kernel ask of the GPU.
//!
//! A line run counts for each instruction of a launch ([`propp_recording::LineLaunch`]). Here the
//! counts meet the code: what the instruction is, and which source line it comes from. Samples of
//! wait runs of the same kind of launch are with them. Of that,
//! [`sources`] alone reads files.

mod counts;
mod kernel;
pub mod listing;
mod producers;
pub mod sources;
mod waits;

pub use counts::Counts;
pub use kernel::{Instruction, KernelLines, Line, NO_LINE_INFORMATION, Place, of_recording};
pub use sources::Sources;
pub use waits::{Reason, Waits};
