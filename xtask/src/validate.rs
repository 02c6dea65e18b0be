//! `cargo xtask validate`: propp's counters and criteria against those of Nsight
//! Compute, launch by launch.
//!
//! The comparison itself is a device test, so that it runs on a GPU machine
//! without cargo, too; it prints its table, and writes it into the folder that
//! PROPP_VALIDATION_DIR names.

use crate::error::Error;
use crate::gpu_test;
use crate::paths::Paths;

const COMPARISON: &str = "agrees_with_ncu";

pub(crate) fn run(paths: &Paths) -> Result<(), Error> {
    let arguments = ["--exact", COMPARISON].map(str::to_owned).to_vec();
    gpu_test::run(&gpu_test::Args { arguments }, paths)
}
