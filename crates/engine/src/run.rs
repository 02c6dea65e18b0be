//! Runs a launch, on several threads where it makes no difference.

use propp_requests::Caches;

use crate::counts::Counts;
use crate::fault::LaunchError;
use crate::grid::{Grid, LONG_SHARE, SHARE};
use crate::host::Host;
use crate::lanes::LANES;
use crate::launch::{Launch, check, product};
use crate::memory::Memory;
use crate::ready::Ready;
use crate::state::Counting;
use crate::step::Machine;
use crate::together::{any_order, is_large, run_together};

/// A launch that has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    pub counts: Counts,
    /// Several threads were tried in vain.
    pub in_vain: bool,
}

/// Runs a launch. On how many threads it ran makes no difference to what comes of it.
///
/// # Errors
/// When the kernel cannot be launched so, or when it does what the hardware would refuse.
pub fn run(
    launch: &Launch<'_>,
    memory: &mut Memory<'_>,
    host: &mut dyn Host,
) -> Result<Ran, LaunchError> {
    let code = check(launch)?;
    let ready = Ready::new(code);
    let any_order = any_order(code);
    let tried = any_order.filter(|_| is_large(launch));
    if let Some(reducing) = tried
        && let Some(counts) = run_together(launch, &ready, reducing, memory, host)
    {
        return Ok(Ran { counts: with_sizes(counts, launch), in_vain: false });
    }
    let caches = Caches::new(launch.gpu.l1_bytes, launch.gpu.multiprocessors);
    let mut counting = Counting { counts: Counts::default(), caches };
    let mut machine = Machine::new(&ready, launch.parameters, memory, &mut counting, host);
    let mut grid = Grid::new(launch, code, 0..u64::from(launch.gpu.multiprocessors.max(1)));
    grid.share = if any_order.is_some() { LONG_SHARE } else { SHARE };
    grid.run(&mut machine)?;
    Ok(Ran { counts: with_sizes(counting.counts, launch), in_vain: tried.is_some() })
}

fn with_sizes(counts: Counts, launch: &Launch<'_>) -> Counts {
    let blocks = product(launch.grid);
    let threads = product(launch.block);
    let warps = blocks * threads.div_ceil(LANES as u64);
    Counts { blocks, threads: blocks * threads, warps, ..counts }
}
