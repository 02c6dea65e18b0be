//! Loads that are on their way: how many memory needs, and how many a kernel has.

use propp_base_model::counters::*;

use super::number::{Number, Unit, size};
use super::{Measured, said};
use crate::Evidence;
use crate::facts::{Facts, SECTOR};

/// The least share of its loads that a kernel has from beyond L1: below, memory is not
/// what its warps wait for.
const BEYOND_L1: f64 = 0.5;

/// What copies and reads needed on each SM; what this kernel's warps can have, which the
/// launch and the requests tell; and what they have, which time, rate and latency tell.
/// For a kernel that L2 serves the last alone: how much L2 needs, no probe says.
pub(crate) fn bytes(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    // Counts and times that do not go together give no rate.
    let ([_], Some(_)) = (facts.kernel.work.as_slice(), facts.memory_share()) else {
        return Vec::new();
    };
    match Loads::of(facts) {
        Some(loads) if loads.from_l2 < BEYOND_L1 => Vec::new(),
        Some(loads) if loads.from_memory < 0.5 * loads.from_l2 => {
            loads.out_of_l2(measured).into_iter().collect()
        }
        Some(loads) => loads.out_of_memory(measured),
        None => Vec::new(),
    }
}

/// The loads of a launch.
struct Loads {
    /// Warps that are at a time on an SM that has any.
    warps_of_an_sm: f64,
    /// SMs that have any, and all of them.
    busy: [f64; 2],
    of_a_warp: f64,
    /// Bytes of the sectors of a load.
    bytes: f64,
    /// Loads that a nanosecond brings each of the warps that are there.
    rate: f64,
    /// Share of the sectors that come from L2, or through it.
    from_l2: f64,
    /// Share of the sectors that come from memory.
    from_memory: f64,
}

impl Loads {
    /// `None` where they are not known, or other instructions read as well.
    fn of(facts: &Facts<'_>) -> Option<Self> {
        let others = [ASYNC_COPIES, BULK_COPIES, LOCAL_BYTES];
        if others.iter().any(|name| facts.or_0(name) > 0.0) {
            return None;
        }
        let shape = facts.work.shape?;
        let positive = |number: f64| (number > 0.0).then_some(number);
        let loads = positive(facts.count(GLOBAL_LOADS)?)?;
        let sectors = positive(facts.count(GLOBAL_LOAD_SECTORS)?)?;
        let stored = [GLOBAL_STORE_SECTORS, GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS];
        let stored: f64 = stored.iter().map(|name| facts.or_0(name)).sum();
        let beyond_l1 = facts.count(L2_SECTORS_FROM_L1)? - stored;
        let resident = positive(shape.resident_warps)?;
        Some(Self {
            warps_of_an_sm: resident / positive(shape.busy_sms)?,
            busy: [shape.busy_sms, facts.machine.sms],
            of_a_warp: loads / positive(shape.warps)?,
            bytes: SECTOR * sectors / loads,
            rate: loads / facts.median_ns()?.max(1.0) / resident,
            from_l2: (beyond_l1 / sectors).clamp(0.0, 1.0),
            from_memory: (facts.count(DRAM_READ)? / SECTOR / sectors).clamp(0.0, 1.0),
        })
    }

    fn out_of_memory(&self, measured: &Measured<'_>) -> Vec<Evidence> {
        [self.needed(measured), self.possible(measured), self.under_way(measured)]
            .into_iter()
            .flatten()
            .collect()
    }

    fn needed(&self, measured: &Measured<'_>) -> Option<Evidence> {
        const NEEDED: &str = "bandwidth.bytes_in_flight_needed";
        let needed = measured.get(NEEDED)?;
        let words = needed.words(Unit::Size);
        let sentence =
            format!("by Little's law, reading at the best rate needs {words} in flight per SM");
        Some(said(sentence, (needed, Unit::Size), &[NEEDED], []))
    }

    /// Between one load of each warp at a time, which the next waits for, and all of them
    /// at once.
    fn possible(&self, measured: &Measured<'_>) -> Option<Evidence> {
        const COPY: &str = "bandwidth.copy.bytes_in_flight";
        let needed = measured.get(COPY)?;
        let bytes = |loads: f64| size(self.warps_of_an_sm * self.bytes * loads);
        let has = if self.of_a_warp > 1.05 {
            let all = bytes(self.of_a_warp);
            format!(
                "{} with one load per warp, and {all} with all {:.1}",
                bytes(1.0),
                self.of_a_warp
            )
        } else {
            format!("{} with one load per warp", bytes(self.of_a_warp.min(1.0)))
        };
        let (words, warps) = (needed.words(Unit::Size), self.warps());
        let sentence = format!(
            "a copy of words came within 5 % of its best rate with {words}; the {warps} have {has}"
        );
        Some(said(sentence, (needed, Unit::Size), &[COPY], [GLOBAL_LOADS, GLOBAL_LOAD_SECTORS]))
    }

    fn warps(&self) -> String {
        let [busy, all] = self.busy;
        let some =
            if busy < all { format!(" ({busy:.0} of {all:.0} SMs busy)") } else { String::new() };
        format!("{:.1} warps of this kernel per SM{some}", self.warps_of_an_sm)
    }

    fn under_way(&self, measured: &Measured<'_>) -> Option<Evidence> {
        const LATENCY: &str = "latency.dram.ns";
        let loads = measured.get(LATENCY)?.times(self.rate * self.from_memory);
        let words = loads.words(Unit::Loads);
        let sentence = format!(
            "by the same law, a warp has on average about {words} in flight to device memory"
        );
        let counters = [DRAM_READ, GLOBAL_LOADS, GLOBAL_LOAD_SECTORS];
        Some(said(sentence, (loads, Unit::Loads), &[LATENCY], counters))
    }

    fn out_of_l2(&self, measured: &Measured<'_>) -> Option<Evidence> {
        let ends = ["latency.l2_near.ns", "latency.l2_far.ns"];
        let latencies = [measured.get(ends[0])?, measured.get(ends[1])?];
        let loads = Number::spanning(&latencies)?.times(self.rate * self.from_l2);
        let (warps, words) = (self.warps(), loads.words(Unit::Loads));
        let sentence = format!(
            "most loads hit in L2: by Little's law each of the {warps} has on average about {words} \
             in flight to L2"
        );
        let counters = [L2_SECTORS_FROM_L1, GLOBAL_LOADS, GLOBAL_LOAD_SECTORS];
        Some(said(sentence, (loads, Unit::Loads), &ends, counters))
    }
}
