//! Can this machine profile, and if not, what exactly is in the way?
//!
//! [`gather`] looks at the machine; [`diagnose`] is a pure function from what
//! was seen to a verdict, so that every state of every machine can be tested
//! here.

mod diagnose;
mod facts;
mod gather;

pub use diagnose::{Check, Diagnosis, State, diagnose};
pub use facts::{CuptiFacts, Facts, GpuFacts, ProbeFailure};
pub use gather::gather;
