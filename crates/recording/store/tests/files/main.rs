//! Files of recordings: what is written into them, and copies of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod copies;
#[path = "../../../../../tests/fixtures/recordings/synthetic.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod synthetic;
mod written;
