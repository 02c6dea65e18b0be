//! Global and constant memory of emulated kernels: regions with bounds. Where several threads run
//! the blocks of a launch, each has a draft of it, and what they have written comes together in the
//! end.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "addresses are offsets into regions, once they are known to lie within"
)]

mod draft;
mod regions;
mod stage;

pub use draft::{Draft, LINE, News, PAGE, Reducing, SECTIONS, Spare};
pub use regions::{
    LOCAL_WINDOW, Memory, PARAMETER_WINDOW, Refused, Region, SHARED_WINDOW, WINDOW_BYTES,
};
pub use stage::{By, Stage};
