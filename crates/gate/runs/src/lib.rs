//! `propp gate`: has a program become worse than it was?
//!
//! A [`Profile`] holds the values of one or several runs ([`measure`]); a baseline is a
//! profile in a file. [`compare`] judges new runs against it under a [`Policy`], and
//! [`report`] writes the result in five formats. [`benchmarks`] reads results of other tools as
//! runs. `docs/ci.md` and `docs/gate.md` are for users;
//! [`noise`] holds the noise of each quantity and where the numbers come from.

pub mod benchmarks;
pub mod calibrate;
mod certificate;
mod compare;
mod file;
mod judge;
mod measure;
pub mod noise;
mod options;
mod pairing;
mod policy;
mod policy_file;
mod profile;
mod quantity;
mod ratchet;
pub mod reason;
mod renamed;
pub mod report;
mod scope;
mod secondary;
mod subject;
mod values;
mod verdict;

pub use certificate::{
    Certificate, FalseAlarms, KernelPower, LeastChange, Runner, RunsPower, Shape,
};
pub use compare::compare;
pub use file::{BaselineError, SCHEMA, bare, json, other_schema};
pub use measure::measure;
pub use policy::{Limit, Policy, Strictness, Undecided};
pub use policy_file::PolicyError;
pub use profile::{Ended, Gpu, Kernel, Key, Measures, NotJoined, Origin, Profile, Samples};
pub use quantity::{Kind, Quantity};
pub use ratchet::ratchet;
pub use reason::Reason;
pub use renamed::Rename;
pub use scope::Allowed;
pub use verdict::{Finding, GateResult, KernelOutcome, Verdict};
