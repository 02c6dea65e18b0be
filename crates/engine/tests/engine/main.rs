//! Small kernels, run.

mod behaviour;
mod faults;
mod instructions;
mod support;
