//! The command line: arguments in, calls into the crates, words out.
//!
//! `command` lists the commands, and each has a file or a folder. `say` and `common` are below
//! all of them: how propp talks, and the options that several commands have.

mod advise;
mod attend;
mod baseline;
mod calibrate;
mod capture;
mod command;
mod common;
mod compare;
mod demo;
mod doctor;
mod emulate;
mod emulate_check;
mod emulate_launch;
mod explain;
mod fit;
mod fleet;
mod gate;
mod hints;
mod inspect;
mod mcp;
mod metrics;
mod probe;
mod profile;
mod rank;
mod replay;
mod run_app;
mod say;
mod shell;
mod show;
mod skill;
mod suite;
mod view;

pub use command::{Cli, run};
pub use say::{Failure, refusal_schema, say_failure, say_wrong_call};
