//! Bytes that are on their way, by Little's law.

use crate::counters::catalogue::names::*;
use crate::hints::Evidence;
use crate::hints::facts::Facts;

use super::number::{Number, Unit};
use super::{Measured, said};

/// With less than one of it under way, waiting is not what the time is made of.
const SECTOR: f64 = 32.0;

/// What memory at its full rate asks for on each SM, and what this kernel has, by the rate
/// that it reaches: a rate is bytes under way over latency. For a kernel that L2 serves,
/// what it has there; how much L2 could take, no probe says.
pub(super) fn bytes(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let (Some(ns), [_]) = (facts.median_ns(), facts.kernel.work.as_slice()) else {
        return Vec::new();
    };
    // Counts and times that do not go together give no rate.
    if facts.memory_share().is_none() {
        return Vec::new();
    }
    let of_memory = facts.or_0(DRAM_READ) + facts.or_0(DRAM_WRITTEN);
    let of_l2 = facts.count(L2_SECTORS_FROM_L1).map(|sectors| SECTOR * sectors);
    let on_each_sm = |bytes: f64| bytes / ns.max(1.0) / facts.machine.sms;
    match of_l2 {
        Some(bytes) if of_memory < 0.5 * bytes => {
            at_l2(on_each_sm(bytes), measured).into_iter().collect()
        }
        _ => at_memory(on_each_sm(of_memory), measured).unwrap_or_default(),
    }
}

/// `rate` is in bytes a nanosecond and SM.
fn at_memory(rate: f64, measured: &Measured<'_>) -> Option<Vec<Evidence>> {
    const NEEDED: &str = "bandwidth.bytes_in_flight_needed";
    const LATENCY: &str = "latency.dram.ns";
    let needed = measured.get(NEEDED)?;
    let has = measured.get(LATENCY)?.times(rate);
    if has.value < SECTOR {
        return None;
    }
    Some(vec![
        said(
            format!(
                "by Little's law, memory at its full rate asks for {} under way on each SM at least",
                needed.words(Unit::Bytes)
            ),
            (needed, Unit::Bytes),
            &[NEEDED],
            [],
        ),
        said(
            format!(
                "by the same law and its own rate, this kernel has about {} under way",
                has.words(Unit::Bytes)
            ),
            (has, Unit::Bytes),
            &[LATENCY],
            [DRAM_READ, DRAM_WRITTEN],
        ),
    ])
}

fn at_l2(rate: f64, measured: &Measured<'_>) -> Option<Evidence> {
    let ends = ["latency.l2_near.ns", "latency.l2_far.ns"];
    let latencies = [measured.get(ends[0])?, measured.get(ends[1])?];
    let has = Number::spanning(&latencies)?.times(rate);
    (has.value >= SECTOR).then(|| {
        said(
            format!(
                "most of it comes out of L2: by Little's law and its own rate, this kernel has \
                 about {} under way there on each SM",
                has.words(Unit::Bytes)
            ),
            (has, Unit::Bytes),
            &ends,
            [L2_SECTORS_FROM_L1],
        )
    })
}
