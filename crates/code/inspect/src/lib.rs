//! What compiled kernels tell without running them: resources, occupancy, instructions by class
//! and loop, accesses, and the static price of loops. Bytes of files in, reports out. Pure.

mod code;
mod effort;
mod files;
mod findings;
mod gpus;
mod inspection;
mod kernel;
mod loops;
mod occupancy;
mod occurrences;
mod price;
pub mod report;
mod resources;
mod selection;
mod stack;
mod work;

pub use code::Access;
pub use effort::Effort;
pub use files::{Code, File, Part};
pub use findings::{Finding, Topic};
pub use gpus::Gpu;
pub use inspection::{Inspected, Inspection, Launches, Order};
pub use kernel::{Kernel, Place};
pub use loops::Body;
pub use occupancy::{Occupancy, Step};
pub use occurrences::Occurrences;
pub use price::Price;
pub use propp_code_fatbin::{NoDeviceCode, Target};
pub use resources::Resources;
pub use selection::{architecture, without_code};
pub use stack::{Local, Traffic};
pub use work::{Content, Work};
