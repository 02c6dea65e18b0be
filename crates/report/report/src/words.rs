//! What is known of a kernel's launches in words.

use propp_base_text::{duration, launch, per_cent};
use propp_judge_analysis::{Configuration, KernelReport};

/// Measured launches of those seen.
pub fn launches(kernel: &KernelReport) -> String {
    match kernel.seen {
        Some(seen) => format!("{}/{seen}", kernel.measured),
        None => format!("{}/?", kernel.measured),
    }
}

/// `(16384)x(256) +1024 B`: grid, block, and shared memory asked for at the launch.
pub fn configuration(of: &Configuration) -> String {
    launch(of.grid, of.block, of.dynamic_shared_bytes)
}

/// `, 12.5 % of the time, 4.20 us a launch`, as far as they are known.
pub(crate) fn share_and_time(kernel: &KernelReport) -> String {
    let share = kernel.time_share.map(|share| format!(", {} % of the time", per_cent(share)));
    let time = kernel.durations.map(|d| format!(", {} a launch", duration(d.median_ns)));
    share.into_iter().chain(time).collect()
}
