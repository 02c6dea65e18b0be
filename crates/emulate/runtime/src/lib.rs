//! The CUDA runtime for programs that `propp emulate` runs: found instead of the toolkit's
//! `libcudart.so.13` (and of `libcuda.so.1`), it runs kernels on the CPU and records what they ask of memory.
//!
//! The symbols and their meaning are those that NVIDIA documents for the runtime, and those
//! that nvcc emits calls of. `crates/collect/embedded` links this library as a shared one, with
//! `libcudart.map` for the symbols' version.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "sizes of this process's memory, and counters as the frames carry them"
)]

mod api;
mod arena;
mod arrays;
mod children;
mod copying;
mod descriptions;
mod fork;
mod graphs;
mod heap;
mod images;
mod launching;
mod line;
mod modules;
mod moves;
mod pools;
mod record;
mod reserve;
mod runtime;
mod settings;
mod spoiled;
mod status;
mod watch;
mod work;
