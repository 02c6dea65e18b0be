//! `propp gate`: has a program become worse than it was?
//!
//! Pure. A [`Profile`] holds what one or several runs came to ([`measure`]); written
//! down it is a baseline. [`compare`] judges new runs by it under a [`Policy`], and the
//! reports say the same in five formats. `docs/ci.md` is for users; what is allowed to
//! vary by how much, and why, is in [`noise`].

mod alongside;
mod compare;
mod file;
mod judge;
mod measure;
pub mod noise;
mod options;
mod pairing;
mod policy;
mod profile;
mod quantity;
mod ratchet;
pub mod report;
mod row;
mod values;
mod verdict;

pub use compare::{Allowed, compare};
pub use file::{BadBaseline, SCHEMA};
pub use measure::measure;
pub use policy::{BadPolicy, Limit, Policy, Strictness, Undecided};
pub use profile::{Gpu, Kernel, Key, Measures, NotJoined, Origin, Profile, Samples};
pub use quantity::{Kind, Quantity};
pub use ratchet::ratchet;
pub use verdict::{Finding, KernelOutcome, Outcome, Verdict};
