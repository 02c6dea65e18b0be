//! Cubins, as bytes: functions and their resources, source lines, instructions, and the
//! control flow between them.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = std::fs::read("kernels.cubin")?;
//! let cubin = propp_code_sass::Cubin::parse(&bytes)?;
//! let lines = cubin.lines();
//! for function in cubin.functions() {
//!     let table = lines.as_ref().ok().and_then(|lines| lines.table(function));
//!     for instruction in function.instructions() {
//!         let location = table.and_then(|table| table.at(instruction.offset));
//!         println!("{:#06x} {} {location:?}", instruction.offset, instruction.opcode);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here starts a process. Hostile bytes give errors or missing values: no panic, work
//! and memory in proportion to the bytes.

mod arch;
mod class;
mod cubin;
mod cut;
mod elf;
mod error;
mod flow;
mod function;
pub mod graph;
mod info;
mod instruction;
mod lines;
mod opcodes;
mod operands;
mod resources;

pub use arch::Architecture;
pub use class::{Class, Direction, Space};
pub use cubin::Cubin;
pub use cut::{cut, cut_into, kernels, variables};
pub use error::CubinError;
pub use flow::{Block, Flow, Loop};
pub use function::{Function, Kind};
pub use instruction::{Control, Guard, Instruction, Memory, Opcode, Register};
pub use lines::{Frame, LineTable, Lines, Location, NoLines, SourceFile};
pub use opcodes::Policy;
pub use operands::{Operand, Operands};
pub use resources::{Parameter, Resources};
