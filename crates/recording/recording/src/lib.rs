//! What a recording holds, in memory: everything that was measured of a program.
//!
//! The crate `store` writes it to a file and reads it back; `analysis` says what it means.

mod code;
mod facts;
mod instructions;
mod kept;
mod printable;
mod rows;
mod suite;
mod times;

pub use code::{CodeRow, Cubin, cubin_hash, pack};
pub use facts::{Ending, Facts, utc};
pub use instructions::{InstructionValue, LineLaunch};
pub use kept::{Computed, Kept};
pub use rows::{
    Copied, CounterSet, Device, KernelRow, LaunchedFromRow, Measurement, MemoryRow, NoticeRow,
    OwnerRow, Process, RangeRow, Recording, Run, SeenRow, SetRow, Signature, SiteRow, Stream,
    SyncRow,
};
pub use suite::{SuiteCase, SuiteMeasured, SuiteState};
pub use times::KernelTimes;
