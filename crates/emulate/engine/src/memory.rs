//! Global and constant memory of emulated kernels: regions with bounds. Where several threads run
//! the blocks of a launch, each has a draft of it, and what they have written comes together in the
//! end.

mod draft;
mod regions;
mod stage;

pub use draft::Spare;
pub(crate) use draft::{Draft, News, Reducing, SECTIONS};
#[cfg(test)]
pub(crate) use draft::{LINE, PAGE};
pub use regions::{LOCAL_WINDOW, Memory, Overrun, PARAMETER_WINDOW, Region, SHARED_WINDOW};
pub(crate) use regions::{Refused, WINDOW_BYTES};
pub(crate) use stage::{By, Stage};
