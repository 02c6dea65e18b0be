//! The kernels of a calibration in a recording of it.

use propp_judge_analysis::{Analysis, KernelReport};

use super::{CASES, Case, Measured, Use};

/// The kernels of a recording that are for a use.
pub fn measured(analysis: &Analysis, used: Use) -> Vec<Measured> {
    let cases = CASES.iter().filter(|case| case.used == used);
    cases.filter_map(|case| of_case(analysis, case)).collect()
}

/// A case in a recording; `None` if it was not measured.
pub fn of_case(analysis: &Analysis, case: &Case) -> Option<Measured> {
    let is_own = |kernel: &&KernelReport| {
        kernel.name.bare == case.kernel
            && kernel.configurations.first().is_some_and(|one| {
                one.grid == [case.grid[0], case.grid[1], 1] && one.block == [case.threads, 1, 1]
            })
    };
    let kernel = analysis.kernels.iter().find(is_own).filter(|kernel| kernel.measured > 0)?;
    let ns = kernel.durations?.median_ns as f64;
    Some(Measured { name: case.name(), work: kernel.work.first()?.clone(), ns, bias: bias(case) })
}

/// How many times as long as predicted each case takes on an H100, a line each.
const BIASES: &str = include_str!("biases.txt");

/// The bias of a case; 1 for one that was not measured.
fn bias(case: &Case) -> f64 {
    let own = BIASES.lines().find_map(|line| line.strip_prefix(&case.name())?.trim().parse().ok());
    own.unwrap_or(1.0)
}
