//! Attempts to make propp lose, mix or disclose data: each fault that was found so is a test here.
//!
//! Long ones have the attribute `ignore`, and `cargo xtask hard` runs them.

mod disks;
mod emulated;
mod files;
mod limits;
mod processes;
mod trust;
