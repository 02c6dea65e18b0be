//! A launch on several threads. Each has multiprocessors of its own, with their L1 and their
//! blocks in order, and a draft of the memory. If no thread has used what another one changed, the
//! counts and the memory are those of one thread; else the launch is run again by one.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, scope};

use propp_ptx::{Atomic, Code, Op, Order, Space};
use propp_requests::Caches;

use crate::counts::Counts;
use crate::draft::{Draft, Reducing};
use crate::grid::Grid;
use crate::host::Host;
use crate::launch::{Launch, product};
use crate::memory::Memory;
use crate::ready::Ready;
use crate::step::Machine;

use crate::state::Counting;

/// With fewer threads of the kernel a thread of the processor costs more than it saves.
const LEAST_THREADS: u64 = 1 << 12;

/// How the blocks of a kernel that may run in any order reduce; None if they may not.
pub(crate) fn any_order(code: &Code) -> Option<Option<Reducing>> {
    let mut reducing = None;
    for instruction in &code.instructions {
        let is_global = |space: &Space| matches!(space, Space::Global | Space::Generic);
        match &instruction.op {
            Op::Load { space, order: Order::Strong, .. } if is_global(space) => return None,
            Op::Atomic { space, atomic, ty, is_read, .. } if is_global(space) => {
                let own = Reducing { atomic: *atomic, ty: *ty };
                let commutes = match atomic {
                    Atomic::Add => !ty.is_float(),
                    Atomic::And | Atomic::Or | Atomic::Xor | Atomic::Min | Atomic::Max => true,
                    _ => false,
                };
                let fits = commutes && !is_read && matches!(ty.bytes(), 4 | 8);
                if !fits || reducing.is_some_and(|other| other != own) {
                    return None;
                }
                reducing = Some(own);
            }
            Op::Clock { .. } | Op::Print { .. } | Op::Bulk(_) | Op::Fragment(_) => return None,
            _ => {}
        }
    }
    Some(reducing)
}

/// Whether several threads are worth their while.
pub(crate) fn is_large(launch: &Launch<'_>) -> bool {
    let blocks = product(launch.grid);
    let threads = u64::from(launch.threads);
    let all = blocks.saturating_mul(product(launch.block));
    threads > 1 && blocks >= 2 * threads && all >= LEAST_THREADS && launch.workspace == 0
}

/// The multiprocessors of each thread.
fn parts(launch: &Launch<'_>) -> Vec<Range<u64>> {
    // Those that have blocks.
    let all = u64::from(launch.gpu.multiprocessors.max(1)).min(product(launch.grid));
    let threads = u64::from(launch.threads).min(all);
    (0..threads).map(|i| all * i / threads..all * (i + 1) / threads).collect()
}

/// Nobody hears of what further threads do.
struct Silent;

impl Host for Silent {
    fn print(&mut self, _: &[u8]) {}
}

/// Runs a launch on several threads. None if a thread has met a fault, or blocks wait for each
/// other or use what others write; then memory is as it was.
pub(crate) fn run_together(
    launch: &Launch<'_>,
    ready: &Ready<'_>,
    reducing: Option<Reducing>,
    memory: &mut Memory<'_>,
    host: &mut dyn Host,
) -> Option<Counts> {
    let parts = parts(launch);
    let (first, others) = parts.split_first()?;
    let (shared, stop) = (&*memory, &AtomicBool::new(false));
    let ran: Option<Vec<Part>> = scope(|scope| {
        let begin = |part: &Range<u64>| {
            let (part, own) = (part.clone(), move || shared.draft());
            let work = move || run_part(launch, ready, own(), &mut Silent, part, stop);
            Builder::new().spawn_scoped(scope, work).ok()
        };
        let begun: Vec<_> = others.iter().map(begin).collect();
        let own = run_part(launch, ready, shared.draft(), host, first.clone(), stop);
        let ended = begun.into_iter().map(|thread| thread?.join().ok().flatten());
        // All are waited for, before one that failed ends it.
        let ended: Vec<Option<Part>> = ended.collect();
        std::iter::once(own).chain(ended).collect()
    });
    let mut counts = Counts::default();
    let mut drafts: Vec<Vec<Draft>> = Vec::new();
    for part in ran? {
        counts += part.counts;
        drafts.resize_with(part.drafts.len(), Vec::new);
        drafts.iter_mut().zip(part.drafts).for_each(|(all, own)| all.push(own));
    }
    memory.take(&drafts, reducing).then_some(counts)
}

struct Part {
    counts: Counts,
    /// By region.
    drafts: Vec<Draft>,
}

fn run_part(
    launch: &Launch<'_>,
    ready: &Ready<'_>,
    mut memory: Memory<'_>,
    host: &mut dyn Host,
    multiprocessors: Range<u64>,
    stop: &AtomicBool,
) -> Option<Part> {
    let caches = Caches::new(launch.gpu.l1_bytes, launch.gpu.multiprocessors);
    let mut counting = Counting { counts: Counts::default(), caches };
    let mut machine = Machine::new(ready, launch.parameters, &mut memory, &mut counting, host);
    let mut grid = Grid::new(launch, ready.code, multiprocessors);
    let ended = grid.run_in_order(&mut machine, stop);
    if !ended {
        stop.store(true, Ordering::Relaxed);
        return None;
    }
    Some(Part { counts: counting.counts, drafts: memory.into_drafts() })
}
