//! `propp profile` with the injected library at work, on any machine: a
//! stand-in for the driver and CUPTI lets a program launch kernels that do not
//! exist, with counters that are made up.
//!
//! What is tested is the plumbing: which launches are measured, that each has
//! its own values, that whatever fails is told and the program does not notice.
//! No figure of these recordings means anything.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "stand_in/endings.rs"]
mod endings;
#[path = "stand_in/failures.rs"]
mod failures;
#[path = "stand_in/launches.rs"]
mod launches;
#[path = "stand_in/layouts.rs"]
mod layouts;
#[path = "stand_in/library.rs"]
mod library;
#[path = "stand_in/methods.rs"]
mod methods;
#[path = "stand_in/processes.rs"]
mod processes;
#[path = "stand_in/profile.rs"]
mod profile;
#[path = "stand_in/runs.rs"]
mod runs;
