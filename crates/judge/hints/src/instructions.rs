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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// An instruction with 100 runs of a warp, half of whose threads are on.
    fn one(class: Class, access: Option<(Space, Direction, u16)>) -> Instruction {
        let memory = access.map(|(space, direction, width)| Memory {
            space,
            direction,
            width: Some(width),
            policy: None,
        });
        let counts = Counts {
            executed: 100,
            threads: 2400,
            threads_on: 1600,
            sectors: 150,
            ideal_sectors: 100,
            tags: 200,
            wavefronts: 30,
            ideal_wavefronts: 10,
            local_sectors: 7,
            ..Counts::default()
        };
        Instruction {
            function: "k".to_owned(),
            offset: 0,
            opcode: String::new(),
            class: Some(class),
            memory,
            depth: 0,
            places: Vec::new(),
            waits_for: Vec::new(),
            counts,
        }
    }

    fn lines(divergent: u64) -> KernelLines {
        KernelLines {
            symbol: "k".to_owned(),
            grid: [1; 3],
            block: [1; 3],
            dynamic_shared_bytes: 0,
            static_shared_bytes: 0,
            registers: 0,
            nvtx: None,
            hash: None,
            instructions: Vec::new(),
            lines: Vec::new(),
            files: BTreeMap::new(),
            no_lines: None,
            total: Counts { divergent, ..Counts::default() },
        }
    }

    #[test]
    fn each_rule_counts_what_it_is_about() {
        use Direction::{Atomic, Load, Reduce, Store};
        let memory = |space, direction, width| one(Class::Memory, Some((space, direction, width)));
        let load = memory(Space::Global, Load, 64);
        let store = memory(Space::Generic, Store, 8);
        let shared = memory(Space::Shared, Load, 32);
        let atomic = memory(Space::Global, Atomic, 32);
        let reduce = memory(Space::Global, Reduce, 32);
        let barrier = one(Class::Barrier, None);
        let all = [&load, &store, &shared, &atomic, &reduce, &barrier];
        let counted = |of: Counted| all.map(|one| (of(&lines(0)).amount)(one));
        assert_eq!(counted(excess_sectors), [50.0; 6]);
        assert_eq!(counted(excess_loaded_sectors), [50.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(counted(loaded_sectors), [150.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(counted(waits), [100.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        // 1600 threads load eight bytes each, which are 150 sectors.
        assert_eq!(counted(repeated_bytes), [8000.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(counted(narrow_requests), [12.5, 100.0, 0.0, 25.0, 25.0, 0.0]);
        // 200 lines of 128 bytes.
        assert_eq!(counted(unasked_bytes), [12800.0, 24000.0, 19200.0, 19200.0, 19200.0, 25600.0]);
        assert_eq!(counted(atomics), [0.0, 0.0, 0.0, 1600.0, 1600.0, 0.0]);
        assert_eq!(counted(barriers), [0.0, 0.0, 0.0, 0.0, 0.0, 100.0]);
        assert_eq!(counted(conflicts), [20.0; 6]);
        assert_eq!(counted(local_sectors), [7.0; 6]);
        assert_eq!(counted(idle_threads), [800.0; 6]);
    }

    #[test]
    fn divergence_is_counted_at_branches_unless_none_parts() {
        let mut branch = one(Class::Control, None);
        branch.counts.divergent = 40;
        assert_eq!((divergence(&lines(40)).amount)(&branch), 40.0);
        assert_eq!((divergence(&lines(0)).amount)(&branch), 1600.0);
    }
}
