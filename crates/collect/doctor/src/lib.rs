//! Can this machine profile, and if not, why?
//!
//! [`gather`] collects facts about the machine. [`diagnose`] is a pure function of the
//! facts, so that every state of every machine can be tested.

mod diagnose;
mod facts;
mod gather;
mod next;
mod text;

pub use diagnose::{Check, Diagnosis, State, diagnose};
pub use facts::{CuptiFacts, Facts, GpuFacts, ProbeFailure};
pub use gather::gather;
pub use text::text;
