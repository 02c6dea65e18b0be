//! Small kernels, run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod asynchronous;
mod behaviour;
mod calls;
mod clusters;
mod faults;
mod groups;
mod images;
mod instructions;
mod matrices;
mod order;
mod random;
mod support;
mod tensors;
mod threads;
