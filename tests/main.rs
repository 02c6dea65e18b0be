//! The integration tests, one program: a module each, and [`support`] for what they share.
//!
//! They run in one process on all cores. So no test changes what belongs to the process:
//! its environment, its working directory, what it does on signals.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod advise;
mod agents;
mod brief;
mod browser;
mod cases_page;
mod cli;
mod closed_forms;
mod code_gate;
mod columns;
mod compare;
mod doc_comments;
mod duckdb;
mod emulate;
mod exported;
mod first_screen;
mod fit_command;
mod fleet;
mod gate;
mod hard;
mod host_library;
mod inspect;
mod left_out;
mod libraries_page;
mod lines;
#[cfg(feature = "mcp")]
mod mcp;
mod picture;
mod probe;
mod probe_h200;
mod profile;
mod programs;
mod readme;
mod recording_damage;
mod recording_docs;
mod recording_files;
mod recording_round_trip;
mod recording_size;
mod reports;
mod show;
mod show_code;
mod stand_in;
mod suite_build;
mod suite_bundled;
mod suite_inputs;
mod suite_live;
mod suite_matrix;
mod suite_rows;
mod suite_supervision;
mod suite_worker;
mod support;
mod variables;
mod verdict;
mod view;
mod walls;
mod words;
mod workflows;
mod your_gpu;
