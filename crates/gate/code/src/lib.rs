//! `propp gate` without a GPU: what became worse in the code of a program's kernels.
//!
//! A [`Build`] holds what compiled kernels tell ([`propp_code_inspect`]); a baseline is a build in a
//! file. [`compare`] pairs its kernels with those of a new build and judges each under [`Limits`];
//! [`report`] writes the result in five formats. Nothing is measured, so nothing varies.
//! `docs/code-gate.md` is for users.

mod compare;
mod content;
mod earlier;
mod file;
mod kernel;
mod limits;
mod pairing;
pub mod predict;
pub mod report;
mod result;
mod worse;

pub use compare::{Rules, compare};
pub use earlier::{Earlier, Weight};
pub use file::{BaselineError, Build, SCHEMA};
pub use kernel::{Accesses, Count, Counted, KernelCode, LoopCode};
pub use limits::{Limits, NamedLaunch, Topic};
pub use predict::Recorded;
pub use result::{CodeResult, KernelOutcome, Prediction, Reason};
pub use worse::Change;
