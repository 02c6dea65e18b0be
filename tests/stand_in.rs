//! `propp profile` with the injected library at work, on any machine: a
//! stand-in for the driver and CUPTI lets a program launch kernels that do not
//! exist, with counters that are made up.
//!
//! What is tested is the plumbing: which launches are measured, that each has
//! its own values, that whatever fails is told and the program does not notice.
//! No figure of these recordings means anything.

mod attach;
mod captures;
mod chaos;
mod code;
mod endings;
mod failures;
mod launches;
mod layouts;
mod library;
mod methods;
mod owners;
mod processes;
pub(crate) mod profile;
mod ranges;
mod replays;
mod runs;
mod sites;
mod waits;
