//! Reports of recordings.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod hints;
#[path = "../../../../../tests/support/schema.rs"]
mod json_schema;
mod one_time;
mod schema;
#[path = "../../../../../tests/fixtures/recordings/synthetic.rs"]
mod synthetic;
mod tables;
