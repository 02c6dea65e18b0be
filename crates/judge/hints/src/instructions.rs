//! What rules count on single instructions.

use propp_code_lines::{Counts, Instruction, KernelLines};
use propp_code_sass::{Class, Direction, Memory, Space};

use super::facts::{LANES, SECTOR};

/// Bytes of a line of L1.
const L1_LINE: f64 = 128.0;

/// What is asked for, and what is needed of it.
pub(super) type Asked = fn(&Counts) -> (u64, u64);

/// What a rule counts on each instruction.
pub(super) struct Measure {
    pub(super) of: &'static str,
    pub(super) amount: fn(&Instruction) -> f64,
    /// Where more can be asked for than is needed.
    pub(super) asked: Option<Asked>,
}

/// What a rule counts in the code of a kernel.
pub(super) type Counted = fn(&KernelLines) -> Measure;

const fn measure(of: &'static str, amount: fn(&Instruction) -> f64) -> Measure {
    Measure { of, amount, asked: None }
}

pub(super) fn excess_sectors(_: &KernelLines) -> Measure {
    Measure {
        asked: Some(|counts| (counts.sectors, counts.ideal_sectors)),
        ..measure("sectors beyond those that the data fill", |one| {
            one.counts.excess_sectors() as f64
        })
    }
}

pub(super) fn excess_loaded_sectors(_: &KernelLines) -> Measure {
    Measure {
        asked: Some(|counts| (counts.sectors, counts.ideal_sectors)),
        ..measure("loaded sectors beyond those that the data fill", |one| {
            of_loads(one, one.counts.excess_sectors() as f64)
        })
    }
}

pub(super) fn narrow_requests(_: &KernelLines) -> Measure {
    measure("requests to global memory with few bytes a thread", |one| {
        let bytes = one.memory.and_then(|memory| memory.width).map_or(4, |bits| bits / 8);
        if is_global(one) && bytes < 16 {
            one.counts.executed as f64 / f64::from(bytes)
        } else {
            0.0
        }
    })
}

pub(super) fn repeated_bytes(_: &KernelLines) -> Measure {
    measure("bytes that several threads load", |one| {
        of_loads(one, (asked_bytes(one) - one.counts.sectors as f64 * SECTOR).max(0.0))
    })
}

pub(super) fn loaded_sectors(_: &KernelLines) -> Measure {
    measure("loaded sectors", |one| of_loads(one, one.counts.sectors as f64))
}

pub(super) fn local_sectors(_: &KernelLines) -> Measure {
    measure("sectors of local memory", |one| one.counts.local_sectors as f64)
}

pub(super) fn conflicts(_: &KernelLines) -> Measure {
    Measure {
        asked: Some(|counts| (counts.wavefronts, counts.ideal_wavefronts)),
        ..measure("passes through shared memory because of bank conflicts", |one| {
            one.counts.excess_wavefronts() as f64
        })
    }
}

/// Short branches are predicated: then lanes are idle where no branch diverges.
pub(super) fn divergence(lines: &KernelLines) -> Measure {
    if lines.total.divergent > 0 {
        measure("branches at which threads of a warp part", |one| one.counts.divergent as f64)
    } else {
        measure("idle threads", |one| {
            one.counts.executed as f64 * LANES - one.counts.threads_on as f64
        })
    }
}

pub(super) fn barriers(_: &KernelLines) -> Measure {
    measure("barriers that warps reach", |one| of_class(one, Class::Barrier))
}

pub(super) fn waits(_: &KernelLines) -> Measure {
    measure("waits for loads from global memory", |one| of_loads(one, one.counts.executed as f64))
}

pub(super) fn atomics(_: &KernelLines) -> Measure {
    measure("atomics to global memory", |one| {
        let directions = [Direction::Atomic, Direction::Reduce];
        let is_it = |memory: &Memory| directions.contains(&memory.direction);
        let is_it = is_global(one) && one.memory.as_ref().is_some_and(is_it);
        if is_it { one.counts.threads_on as f64 } else { 0.0 }
    })
}

pub(super) fn idle_threads(_: &KernelLines) -> Measure {
    measure("idle threads", |one| one.counts.executed as f64 * LANES - one.counts.threads as f64)
}

pub(super) fn unasked_bytes(_: &KernelLines) -> Measure {
    measure("bytes of L1 lines that were looked up and not asked for", |one| {
        (one.counts.tags as f64 * L1_LINE - asked_bytes(one)).max(0.0)
    })
}

/// Bytes that threads asked for, of an instruction whose width is known.
fn asked_bytes(one: &Instruction) -> f64 {
    let width = one.memory.and_then(|memory| memory.width).map_or(0, |bits| bits / 8);
    one.counts.threads_on as f64 * f64::from(width)
}

/// Generic addresses of a kernel that uses them are mostly global.
fn is_global(one: &Instruction) -> bool {
    let is_it = |memory: &Memory| matches!(memory.space, Space::Global | Space::Generic);
    one.memory.as_ref().is_some_and(is_it)
}

fn of_loads(one: &Instruction, amount: f64) -> f64 {
    let loads = [Direction::Load, Direction::CopyToShared];
    let is_load = |memory: &Memory| loads.contains(&memory.direction);
    if is_global(one) && one.memory.as_ref().is_some_and(is_load) { amount } else { 0.0 }
}

fn of_class(one: &Instruction, class: Class) -> f64 {
    if one.class == Some(class) { one.counts.executed as f64 } else { 0.0 }
}
