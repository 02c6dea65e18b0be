//! The rules of kernels: what each looks for, and how it changes the counts of work. Those
//! of the run are in `run.rs`.

mod access;
mod balance;
mod compute;
mod launch;
mod narrow;
mod reuse;
mod shared;

pub(super) use access::sectors_in_vain;
pub(super) use compute::bottleneck;
pub(super) use shared::{Conflict, conflict};

use super::change::Change;
use super::facts::Facts;
use super::{Evidence, Rule};

/// What a rule found.
pub(super) struct Finding {
    pub(super) evidence: Vec<Evidence>,
    /// The likeliest first.
    pub(super) causes: Vec<String>,
    pub(super) remedy: String,
}

/// A rule of kernels.
pub(super) struct Row {
    pub(super) rule: Rule,
    pub(super) find: fn(&Facts<'_>) -> Option<Finding>,
    pub(super) change: Change,
}

const fn row(rule: Rule, find: fn(&Facts<'_>) -> Option<Finding>, change: Change) -> Row {
    Row { rule, find, change }
}

/// All rules of kernels.
pub(super) const OF_A_KERNEL: &[Row] = &[
    row(Rule::ScatteredAccess, access::scattered_access, access::gathered),
    row(Rule::ScatteredReads, access::scattered_reads, access::gathered),
    row(Rule::MisalignedAccess, access::misaligned, access::gathered),
    row(Rule::NarrowTypes, narrow::narrow, narrow::widened),
    row(Rule::Broadcast, reuse::broadcast, reuse::broadcast_once),
    row(Rule::SharedMemoryReuse, reuse::from_l2, reuse::staged),
    row(Rule::LocalMemory, reuse::local_memory, reuse::in_registers),
    row(Rule::BankConflicts, shared::conflicts, shared::without_conflicts),
    row(Rule::Divergence, compute::divergence, compute::together),
    row(Rule::Barriers, shared::barriers, shared::without_barriers),
    row(Rule::FewBlocks, launch::few_blocks, launch::more_blocks),
    row(Rule::UnevenSms, balance::uneven_sms, balance::even_sms),
    row(Rule::UnevenWarps, balance::uneven_warps, balance::full_sms),
    row(Rule::Occupancy, launch::occupancy, launch::fully_occupied),
    row(Rule::LatencyBound, compute::latency, compute::more_in_flight),
    row(Rule::BusyPipe, compute::busy_pipe, compute::half_the_pipe),
    row(Rule::Atomics, compute::atomics, compute::summed_first),
    row(Rule::LaunchBound, launch::launch_bound, launch::fused),
];
