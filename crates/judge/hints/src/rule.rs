//! The rules, a row each: whatever is said of a rule, and the functions that find its defect, change
//! the work as its remedy would, and say where in the code it is and what it costs.

use std::fmt;

use propp_judge_analysis::RunReport;
use propp_judge_criteria::Criterion;
use serde::{Deserialize, Serialize};

use super::change::Change;
use super::facts::Facts;
use super::instructions::{self, Counted};
use super::measured::{self, Costs};
use super::rules::{self, Finding};
use super::run::{self, RunFinding};

macro_rules! rules {
    ($($id:ident = $name:literal, $definition:expr;)*) => {
        /// A defect that hints know; the titles of the rows below say which.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Rule {
            $(#[serde(rename = $name)] $id,)*
        }

        impl Rule {
            pub const ALL: [Self; DEFINITIONS.len()] = [$(Self::$id),*];

            /// As in JSON and in the list of pairs.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$id => $name),* }
            }
        }

        static DEFINITIONS: [Definition; [$($name),*].len()] = [$($definition),*];
    };
}

pub(super) struct Definition {
    title: &'static str,
    criterion: Option<Criterion>,
    further: &'static str,
    pub(super) seeks: Seeks,
    /// What it counts on each instruction; `None` for rules on the launch or the run.
    pub(super) counted: Option<Counted>,
    /// What the defect costs by a device profile.
    pub(super) costs: Option<Costs>,
    /// Of a defect that no count shows: how much of the time it may be.
    pub(super) uncounted: Option<Uncounted>,
    /// How far a gain may pass what the SMs could do with what its change leaves: remedies also take out
    /// instructions that the rule does not count.
    pub(super) passes: f64,
}

/// The most nanoseconds of a launch that a defect may take; `None` where that is not known.
type Uncounted = fn(&Facts<'_>) -> Option<f64>;

/// How a rule finds its defect.
#[derive(Clone, Copy)]
pub(super) enum Seeks {
    /// In a kernel; the work changes as the remedy would change it.
    InKernel { find: fn(&Facts<'_>) -> Option<Finding>, change: Change },
    /// In how the host drives the GPU.
    InRun(fn(&RunReport) -> Option<RunFinding>),
}

/// What most remedies take out besides. Chosen with the pairs of lab/hints.md.
const SOME: f64 = 1.6;

/// The same where code is written anew around a call or an array. Chosen with these pairs, too.
const MUCH: f64 = 2.5;

/// A rule with nothing but the way it finds its defect; its row says the rest.
const fn seeking(seeks: Seeks) -> Definition {
    let (title, further) = ("", "");
    let (criterion, counted, costs, uncounted) = (None, None, None, None);
    let passes = SOME;
    Definition { title, criterion, further, seeks, counted, costs, uncounted, passes }
}

const fn in_kernel(find: fn(&Facts<'_>) -> Option<Finding>, change: Change) -> Definition {
    seeking(Seeks::InKernel { find, change })
}

const fn in_run(find: fn(&RunReport) -> Option<RunFinding>) -> Definition {
    seeking(Seeks::InRun(find))
}

rules! {
    ScatteredAccess = "scattered-access", Definition {
        title: "Uncoalesced accesses: neighbouring threads access distant addresses",
        criterion: Some(Criterion::GranL1),
        further: "propp explain Gran_L1; CUDA Best Practices Guide, coalesced access; \
             guideline G_3 of Fang et al.",
        counted: Some(instructions::excess_sectors),
        costs: Some(measured::of_scattered),
        ..in_kernel(rules::access::scattered_access, rules::access::gathered)
    };
    ScatteredReads = "scattered-reads", Definition {
        title: "Uncoalesced loads: neighbouring threads read far apart",
        criterion: Some(Criterion::GranL2),
        further: "propp explain Gran_L2; CUDA Best Practices Guide, coalesced access and \
             texture memory; guidelines G_3, G_4 and T_4 of Fang et al.",
        counted: Some(instructions::excess_loaded_sectors),
        costs: Some(measured::of_scattered),
        ..in_kernel(rules::access::scattered_reads, rules::access::gathered)
    };
    MisalignedAccess = "misaligned-access", Definition {
        title: "Misaligned accesses",
        criterion: Some(Criterion::GranL1),
        further: "propp explain Gran_L1; CUDA Best Practices Guide, misaligned sequential \
             accesses; guideline G_3 of Fang et al.",
        counted: Some(instructions::excess_sectors),
        costs: Some(measured::access::sectors),
        ..in_kernel(rules::access::misaligned, rules::access::gathered)
    };
    NarrowTypes = "narrow-types", Definition {
        title: "Narrow accesses: few bytes per thread",
        criterion: Some(Criterion::GranL1),
        further: "CUDA C++ Programming Guide, built-in vector types; guideline G_2 of Fang et al.",
        counted: Some(instructions::narrow_requests),
        costs: Some(measured::access::types),
        ..in_kernel(rules::narrow::narrow, rules::narrow::widened)
    };
    Broadcast = "broadcast", Definition {
        title: "Many threads load the same words",
        further: "CUDA Best Practices Guide, constant memory; guidelines C_1 to C_4 of Fang et al.",
        counted: Some(instructions::repeated_bytes),
        costs: Some(measured::places::as_constants),
        ..in_kernel(rules::reuse::broadcast, rules::reuse::broadcast_once)
    };
    SharedMemoryReuse = "shared-memory-reuse", Definition {
        title: "The same data is loaded from L2 repeatedly",
        further: "CUDA Best Practices Guide, shared memory in matrix multiplication; guidelines \
             S_5 and S_6 of Fang et al.",
        counted: Some(instructions::loaded_sectors),
        costs: Some(measured::of_reuse),
        ..in_kernel(rules::reuse::from_l2, rules::reuse::staged)
    };
    LocalMemory = "local-memory", Definition {
        title: "Local memory: spilled registers or arrays",
        criterion: Some(Criterion::GranL2),
        further: "CUDA Best Practices Guide, local memory; guidelines L_1 to L_4 of Fang et al.",
        counted: Some(instructions::local_sectors),
        costs: Some(measured::places::local),
        passes: MUCH,
        ..in_kernel(rules::reuse::local_memory, rules::reuse::in_registers)
    };
    BankConflicts = "bank-conflicts", Definition {
        title: "Bank conflicts in shared memory",
        criterion: Some(Criterion::SmemEff),
        further: "propp explain SMem_eff; CUDA Best Practices Guide, shared memory and memory \
             banks; guideline S_1 of Fang et al.",
        counted: Some(instructions::conflicts),
        costs: Some(measured::places::conflicts),
        ..in_kernel(rules::shared::conflicts, rules::shared::without_conflicts)
    };
    Divergence = "divergence", Definition {
        title: "Warp divergence: threads of a warp branch differently",
        criterion: Some(Criterion::TDiv),
        further: "propp explain TDiv; CUDA Best Practices Guide, branching and divergence",
        counted: Some(instructions::divergence),
        ..in_kernel(rules::compute::divergence, rules::compute::together)
    };
    PartialWarps = "partial-warps", Definition {
        title: "Blocks do not fill their warps",
        criterion: Some(Criterion::TDiv),
        further: "propp explain TDiv; CUDA Best Practices Guide, thread and block heuristics",
        ..in_kernel(rules::warps::empty_lanes, rules::warps::full_warps)
    };
    Barriers = "barriers", Definition {
        title: "Warps wait at barriers",
        criterion: Some(Criterion::DSync),
        further: "propp explain DSync; CUDA C++ Programming Guide, warp shuffle functions and \
             cooperative groups",
        counted: Some(instructions::barriers),
        ..in_kernel(rules::barriers::barriers, rules::barriers::without_barriers)
    };
    FewBlocks = "few-blocks", Definition {
        title: "Too few blocks for this GPU",
        criterion: Some(Criterion::LbSm),
        further: "propp explain LB_SM, propp explain OCC; CUDA Best Practices Guide, thread and block \
             heuristics",
        costs: Some(measured::flight::bytes),
        ..in_kernel(rules::launch::few_blocks, rules::launch::more_blocks)
    };
    UnevenSms = "uneven-sms", Definition {
        title: "Uneven load between SMs",
        criterion: Some(Criterion::LbSm),
        further: "propp explain LB_SM",
        ..in_kernel(rules::balance::uneven_sms, rules::balance::even_sms)
    };
    UnevenWarps = "uneven-warps", Definition {
        title: "Low achieved occupancy",
        criterion: Some(Criterion::LbW),
        further: "propp explain LB_W",
        costs: Some(measured::flight::bytes),
        ..in_kernel(rules::balance::uneven_warps, rules::balance::full_sms)
    };
    Occupancy = "occupancy", Definition {
        title: "Low occupancy: few warps fit on an SM",
        criterion: Some(Criterion::Occ),
        further: "propp explain OCC; CUDA Best Practices Guide, occupancy; guidelines S_4 and \
             G_4 of Fang et al.",
        costs: Some(measured::flight::bytes),
        ..in_kernel(rules::launch::occupancy, rules::launch::fully_occupied)
    };
    LatencyBound = "latency-bound", Definition {
        title: "Latency-bound: too few loads in flight",
        further: "CUDA Best Practices Guide, hiding register dependencies; propp explain QM, \
             latency",
        counted: Some(instructions::waits),
        costs: Some(measured::of_waiting),
        ..in_kernel(rules::compute::latency, rules::compute::more_in_flight)
    };
    BusyPipe = "busy-pipe", Definition {
        title: "An arithmetic pipe or the issue slots are full",
        criterion: Some(Criterion::Ci),
        further: "propp explain CI; CUDA Best Practices Guide, arithmetic instructions",
        passes: f64::INFINITY,
        ..in_kernel(rules::compute::busy_pipe, rules::compute::half_the_pipe)
    };
    Atomics = "atomics", Definition {
        title: "Atomics to global memory",
        further: "CUDA C++ Programming Guide, atomic functions and warp reduce functions",
        counted: Some(instructions::atomics),
        ..in_kernel(rules::compute::atomics, rules::compute::summed_first)
    };
    ExpensiveSequence = "expensive-sequence", Definition {
        title: "Arithmetic that takes many instructions",
        further: "CUDA Best Practices Guide, arithmetic instructions and math libraries; propp \
             inspect lists the code",
        passes: MUCH,
        ..in_kernel(rules::code::routines::expensive, rules::code::routines::cheaper_routines)
    };
    MemoryAsRegister = "memory-as-register", Definition {
        title: "A loop keeps a value in memory",
        further: "CUDA C++ Programming Guide, __restrict__",
        ..in_kernel(rules::code::state::state_in_memory, rules::code::state::in_a_register)
    };
    Lock = "lock", Definition {
        title: "Threads try an atomic again and again",
        further: "CUDA C++ Programming Guide, atomic functions",
        uncounted: Some(rules::code::retries::most_of_locks),
        ..in_kernel(rules::code::retries::lock, rules::code::retries::without_lock)
    };
    OneThread = "one-thread", Definition {
        title: "One thread works while its block waits",
        criterion: Some(Criterion::DSync),
        further: "propp explain DSync; CUDA C++ Programming Guide, warp shuffle functions",
        passes: f64::INFINITY,
        ..in_kernel(rules::code::waits::one_thread, rules::code::waits::by_all_threads)
    };
    Fences = "fences", Definition {
        title: "Warps wait at memory fences",
        further: "CUDA C++ Programming Guide, memory fence functions",
        uncounted: Some(rules::code::waits::most_of_fences),
        ..in_kernel(rules::code::waits::fenced, rules::code::waits::as_counted)
    };
    SharedAtomics = "shared-atomics", Definition {
        title: "Atomics to shared memory collide",
        further: "CUDA C++ Programming Guide, atomic functions and warp match functions",
        ..in_kernel(rules::code::retries::shared_atomics, rules::code::retries::without_collisions)
    };
    IndexedConstants = "indexed-constants", Definition {
        title: "Threads of a warp read different constants",
        further: "CUDA Best Practices Guide, constant memory",
        uncounted: Some(rules::code::waits::most_of_constants),
        ..in_kernel(rules::code::waits::indexed_constants, rules::code::waits::as_counted)
    };
    Precision = "precision", Definition {
        title: "Single precision is computed in double",
        further: "CUDA Best Practices Guide, single and double precision",
        ..in_kernel(rules::code::precision::double_between, rules::code::precision::single_throughout)
    };
    Search = "search", Definition {
        title: "Threads search a table entry by entry",
        further: "CUDA C++ Core Libraries, thrust::lower_bound",
        ..in_kernel(rules::code::searches::search, rules::code::searches::halving)
    };
    Heap = "heap", Definition {
        title: "Threads allocate memory",
        further: "CUDA C++ Programming Guide, dynamic global memory allocation and operations",
        uncounted: Some(rules::code::heap::most_of_heap),
        passes: f64::INFINITY,
        ..in_kernel(rules::code::heap::heap, rules::code::heap::allocated_before)
    };
    RegisterTile = "register-tile", Definition {
        title: "Each thread computes few results from shared memory",
        further: "CUTLASS, efficient GEMM in CUDA: thread-level tiles",
        ..in_kernel(rules::tiles::few_results, rules::tiles::tiled_in_registers)
    };
    LaunchBound = "launch-bound", Definition {
        title: "Launch overhead exceeds the work",
        further: "CUDA C++ Programming Guide, CUDA graphs",
        ..in_kernel(rules::launch::launch_bound, rules::launch::fused)
    };
    HostGaps = "host-gaps", Definition {
        title: "The GPU waits for the host",
        criterion: Some(Criterion::HSync),
        further: "propp explain HSync; CUDA C++ Programming Guide, CUDA graphs and asynchronous \
             concurrent execution",
        ..in_run(run::host_gaps)
    };
    Copies = "copies", Definition {
        title: "Copies and kernels run one after the other",
        criterion: Some(Criterion::Dt),
        further: "propp explain DT; CUDA Best Practices Guide, asynchronous and overlapping \
             transfers",
        ..in_run(run::copies)
    };
}

impl Rule {
    pub(super) fn definition(self) -> &'static Definition {
        &DEFINITIONS[self as usize]
    }

    pub fn title(self) -> &'static str {
        self.definition().title
    }

    /// The criterion that falls where the rule applies. Latency, launches and atomics
    /// have none.
    pub fn criterion(self) -> Option<Criterion> {
        self.definition().criterion
    }

    /// Where more is said; the guidelines are those of Fang et al., section 7.
    pub fn further(self) -> &'static str {
        self.definition().further
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn every_row_has_its_words() {
        for rule in Rule::ALL {
            assert!(!rule.title().is_empty() && !rule.further().is_empty(), "{rule}");
        }
    }
}
