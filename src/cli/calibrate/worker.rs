//! `propp calibrate-worker`: the program that `propp calibrate` profiles.

use propp_collect_cuda::{ShortKernel, run_short_kernels};
use propp_suite_calibrate::{CASES, Case, PTX, Use, WORDS};

use crate::cli::say::{Failure, Result};

const ROUNDS: u32 = 5;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Index of the GPU
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: u32,
    /// Also run the kernels that no calibration needs; a recording of all kernels, in
    /// `recordings/h100`, was used to choose the needed ones
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let wanted = CASES.iter().filter(|case| args.all || case.used != Use::Spare);
    let kernels: Vec<ShortKernel> = wanted.map(of_case).collect();
    let fill = ShortKernel {
        name: "fill",
        grid: [2048, 1],
        threads: 256,
        numbers: [WORDS, WORDS],
        zeroed: false,
    };
    run_short_kernels(args.device, PTX, WORDS, &fill, &kernels, ROUNDS).map_err(Failure::no_gpu)
}

fn of_case(case: &Case) -> ShortKernel {
    ShortKernel {
        name: case.kernel,
        grid: case.grid,
        threads: case.threads,
        numbers: [case.n, case.m],
        zeroed: case.zeroed,
    }
}
