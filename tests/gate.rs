//! `propp baseline` and `propp gate`, on runs recorded on an H200.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

#[path = "gate/command.rs"]
mod command;
#[path = "gate/docs.rs"]
mod docs;
#[path = "gate/false_alarms.rs"]
mod false_alarms;
#[path = "gate/formats.rs"]
mod formats;
#[path = "gate/large.rs"]
mod large;
#[path = "support/many.rs"]
#[allow(dead_code, reason = "a test module, of which other tests use more")]
mod many;
#[path = "gate/planted.rs"]
mod planted;
#[path = "gate/runs.rs"]
mod runs;
#[path = "gate/size.rs"]
mod size;
#[path = "gate/verdicts.rs"]
mod verdicts;
