//! What is known of a kernel's launches in words.

use propp_base_text::launch;
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
