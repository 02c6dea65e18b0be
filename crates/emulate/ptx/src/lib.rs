//! PTX, the text that nvcc embeds beside machine code: parsed and decoded, with the control
//! flow that decides where diverged lanes meet again.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let module = propp_emulate_ptx::Module::parse(&std::fs::read_to_string("kernels.ptx")?)?;
//! for kernel in &module.kernels {
//!     match &kernel.code {
//!         Ok(code) => println!("{}: {} instructions", kernel.name, code.instructions.len()),
//!         Err(reason) => println!("{}: {reason}", kernel.name),
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Calls of device functions are inlined, but those by address and of functions that call
//! themselves. Any text gives a module or an error with its line.

#![deny(clippy::wildcard_enum_match_arm)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices of a text that was read into memory, and bits cut to a type's width"
)]

mod decode;
mod flow;
mod gathered;
mod joins;
mod layout;
mod machine;
mod module;
mod op;
mod predication;
mod registers;
mod sinking;
#[allow(clippy::wildcard_enum_match_arm, reason = "any other word of a text is an error")]
mod text;
mod unread;

pub use flow::Block;
pub use module::{
    Code, Constant, Kernel, Module, Parameter, Place, Pointer, Routine, Special, Unwritten,
    Variable,
};
pub use op::{
    Access, Address, Arrival, Atomic, Barrier, BarrierOp, Base, Beyond, Bulk, Caching, Call,
    Callee, Chain, Clock, Comparison, ControlOp, CopyAsync, Expected, Factor, Facts, Fetch, Flags,
    Float8, FloatOp, Fragment, Geometry, GroupMultiply, GroupSource, Guard, ImageOp, Instruction,
    IntegerOp, Joined, LaneOp, Layout, Logic, MapField, MapOp, Mbarrier, MemoryOp, Multiply, Op,
    Order, Path, Piece, Query, Request, Role, Rounding, Sampling, Saved, Shuffle, Slot, StoreAsync,
    SurfacePlace, SystemOp, TensorCopy, TensorPath, Tiles, TilesKind, Toward, Vector, Video,
    VideoOp, Vote, WarpOp, Width,
};
pub use predication::MAX_SKIPS;
pub use text::{File, Format, PtxError, Reason, SourceFile, Space, Type};

impl Module {
    /// Parses a text, and decodes its kernels.
    /// Fails when the text is no PTX. A kernel that cannot be executed is no error here:
    /// [`Kernel::code`] says why.
    pub fn parse(text: &str) -> Result<Self, PtxError> {
        Self::link(&[text])
    }

    /// Parses the texts of a program's translation units, and links them: a unit sees what others
    /// define if it declares that.
    /// Fails as [`Module::parse`] does, and if two units define the same.
    pub fn link(texts: &[&str]) -> Result<Self, PtxError> {
        let texts = texts.iter().map(|text| crate::text::parse(text));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        crate::decode::module(&texts)
    }
}

#[cfg(test)]
mod tests;
