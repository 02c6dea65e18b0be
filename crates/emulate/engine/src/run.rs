//! Runs a launch, on several threads where it makes no difference.

use std::sync::Arc;
use std::time::Duration;

use crate::memory::Memory;

use crate::counts::Counts;
use crate::fault::LaunchError;
use crate::footprint::Footprint;
use crate::grid::Grid;
use crate::host::Host;
use crate::lanes::LANES;
use crate::launch::{Launch, check, product};
use crate::races::Races;
use crate::ready::Ready;
use crate::shares::Share;
use crate::state::Counting;
use crate::step::Machine;
use crate::together::{Blocks, Together, is_large, run_together};

/// A launch that has come to its end.
#[derive(Debug)]
pub struct Ran {
    pub counts: Counts,
    pub footprint: Footprint,
    /// Of the processor.
    pub threads: u32,
    /// Several were tried in vain: another launch of the kernel had better have one.
    pub in_vain: bool,
    /// How long this thread was idle since others had more to do.
    pub waited: Duration,
}

/// Runs a launch. On how many threads it ran makes no difference to what comes of it.
/// Fails when the kernel cannot be launched so, or when it does what the hardware would refuse.
pub fn run(
    launch: &Launch<'_>,
    memory: &mut Memory<'_>,
    host: &mut dyn Host,
) -> Result<Ran, LaunchError> {
    let code = check(launch)?;
    let blocks = Blocks::of(code);
    let mut ready = Ready::new(code, launch.stack_bytes);
    let tries = blocks != Blocks::Alone && is_large(launch);
    let mut waited = Duration::ZERO;
    if tries {
        if blocks == Blocks::InTurns {
            ready = ready.in_turns();
        }
        let together = run_together(launch, &ready, blocks, memory, host, &mut waited);
        if let Some(together) = together {
            let Together { counts, footprint, threads, in_vain } = together;
            let (counts, footprint) = whole(counts, footprint, blocks, launch);
            return Ok(Ran { counts, footprint, threads, in_vain, waited });
        }
    }
    let spare = Arc::clone(&memory.spare);
    let caches = spare.caches(launch.gpu.l1_bytes, launch.gpu.multiprocessors);
    let mut counting = Counting::new(caches, launch);
    let mut machine = Machine::new(&ready, launch.parameters, memory, &mut counting, host);
    machine.launch = Some(launch);
    machine.races = launch.races.then(|| Races::new(launch));
    let mut grid = Grid::new(launch, code, Share::whole(launch), blocks.stint());
    let ran = grid.run(&mut machine);
    let Counting { counts, caches, footprint, .. } = counting;
    spare.keep_caches(caches);
    ran?;
    let (counts, footprint) = whole(counts, footprint, blocks, launch);
    Ok(Ran { counts, footprint, threads: 1, in_vain: tries, waited })
}

/// With what is known only at the end.
fn whole(
    counts: Counts,
    footprint: Footprint,
    order: Blocks,
    launch: &Launch<'_>,
) -> (Counts, Footprint) {
    let footprint = footprint.whole(matches!(order, Blocks::AnyOrder(_)));
    let needed = footprint.needed();
    let blocks = product(launch.grid);
    let threads = product(launch.block);
    let warps = blocks * threads.div_ceil(LANES as u64);
    let counts = Counts {
        blocks,
        threads: blocks * threads,
        warps,
        needed_reads: needed.read,
        needed_writes: needed.written,
        read_back: needed.read_back,
        ..counts
    };
    (counts, footprint)
}
