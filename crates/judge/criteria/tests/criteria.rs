//! The criteria on what GPUs counted, on what a driver answers, and on whatever else comes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod criteria {
    mod h200;
    mod launch_tables;
    mod properties;
}
