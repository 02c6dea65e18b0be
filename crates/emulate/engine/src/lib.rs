//! Runs kernels of PTX on a CPU, a warp at a time, and counts what their threads ask of
//! memory. The counts depend on the program alone, so the hardware's are the same; L1 is
//! simulated, and times are not.
//!
//! ```no_run
//! # fn run(text: &str, gpu: &propp_emulate_engine::Gpu) -> Result<(), Box<dyn std::error::Error>> {
//! use propp_emulate_engine::{Launch, Memory, Region};
//!
//! let module = propp_emulate_ptx::Module::parse(text)?;
//! let mut bytes = vec![0; 1024];
//! let base = 0x7000_0000;
//! let region = Region { base, bytes: &mut bytes, writable: true };
//! let launch = Launch {
//!     module: &module,
//!     kernel: &module.kernels[0],
//!     grid: [8, 1, 1],
//!     block: [32, 1, 1],
//!     cluster: [0; 3],
//!     dynamic_shared_bytes: 0,
//!     parameters: &u64::to_le_bytes(base),
//!     addresses: &[],
//!     workspace: 0,
//!     gpu,
//!     threads: 1,
//!     races: false,
//!     local_blocks: None,
//!     stack_bytes: 1 << 16,
//! };
//! let mut memory = Memory::new(vec![region]);
//! let ran = propp_emulate_engine::run(&launch, &mut memory, &mut |text: &[u8]| {
//!     print!("{}", String::from_utf8_lossy(text));
//! })?;
//! println!("{} bytes", ran.counts.global.bytes);
//! # Ok(())
//! # }
//! ```

#![deny(clippy::wildcard_enum_match_arm)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "registers hold bits, which instructions cut and convert"
)]

mod access;
mod activation;
mod alu;
mod arithmetic;
mod asks;
mod asynchronous;
mod atomics;
mod barrier;
mod bulk;
mod calls;
mod chunks;
mod cluster;
mod collective;
mod counts;
mod even;
mod even_access;
mod fault;
mod fetch;
mod footprint;
mod gpu;
mod grid;
mod group;
mod history;
mod host;
mod images;
mod lanes;
mod launch;
mod local;
mod maps;
mod matrix;
mod mbarrier;
mod memory;
mod order;
mod pieces;
mod print;
mod races;
mod ready;
mod repetition;
mod requests;
mod run;
mod shares;
mod state;
mod step;
mod stores;
mod sums;
mod tensor;
mod together;
mod transfer;
mod turns;
mod warp;
mod whereabouts;

pub use counts::{Accesses, Counts, SharedAccesses};
pub use fault::{Cause, Fault, LaunchError};

pub use footprint::Footprint;
pub use history::{Added, History};
pub use host::{Host, Reader};
pub use images::{Image, Images, Layout, Numbers, Outside, Texel, Texture};
pub use launch::{Gpu, Launch};
pub use memory::{LOCAL_WINDOW, Memory, Overrun, PARAMETER_WINDOW, Region, SHARED_WINDOW, Spare};
pub use races::{Race, RaceSide};
pub use run::{Ran, run};
pub use tensor::{Element, Swizzle, TensorMap};
pub use whereabouts::Whereabouts;
