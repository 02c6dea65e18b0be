//! Which cache what a kernel touches fits into.

use propp_base_model::counters::*;

use super::number::{Number, Unit, size};
use super::{Measured, said};
use crate::Evidence;
use crate::facts::{Facts, SECTOR};

const NEAR: &str = "l2.near_capacity";
const WHOLE: &str = "l2.capacity";

/// On which side of the capacities of L2 it is, where the counters tell: it touches no
/// more than the sectors that it asks of L2, and what memory delivers beyond L2's
/// capacity cannot all have stayed there. Within the interval of a capacity nothing is
/// told.
pub(super) fn in_l2(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let sentences = || {
        let touched = SECTOR * facts.count(L2_SECTORS_FROM_L1)?;
        let (near, whole) = (measured.get(NEAR)?, measured.get(WHOLE)?);
        let read = facts.or_0(DRAM_READ);
        if touched <= 0.0 {
            None
        } else if touched < near.low {
            let start = format!(
                "its data, {} at most, fits the near part of L2, {}",
                size(touched),
                near.words(Unit::Size)
            );
            sides(measured, (start, L2_SECTORS_FROM_L1), (NEAR, &[NEAREST]), MEMORY)
        } else if near.high < touched && touched < whole.low {
            let start = format!(
                "its data, {} at most, fits L2 ({}) but perhaps not its near part ({})",
                size(touched),
                whole.words(Unit::Size),
                near.words(Unit::Size)
            );
            sides(measured, (start, L2_SECTORS_FROM_L1), (NEAR, &[NEAREST]), FAR)
        } else if read > whole.high {
            let start = format!(
                "device memory delivers {}, more than the capacity of L2, {}",
                size(read),
                whole.words(Unit::Size)
            );
            sides(measured, (start, DRAM_READ), (WHOLE, &[NEAREST, FAR.1]), MEMORY)
        } else {
            None
        }
    };
    sentences().unwrap_or_default()
}

const NEAREST: &str = "latency.l2_near";
const FAR: (&str, &str) = ("the far part of L2", "latency.l2_far");
const MEMORY: (&str, &str) = ("memory", "latency.dram");

/// Both sides of a capacity: what a load takes within, and beyond.
fn sides(
    measured: &Measured<'_>,
    (start, counter): (String, &'static str),
    (capacity, within): (&str, &[&str]),
    (place, beyond): (&str, &str),
) -> Option<Vec<Evidence>> {
    let served: Option<Vec<Number>> = within.iter().map(|id| measured.get(id)).collect();
    let near = Number::spanning(&served?)?;
    let far = measured.get(beyond)?;
    let known: Vec<&str> = std::iter::once(capacity).chain(within.iter().copied()).collect();
    let there = format!("{start}: a load that hits takes {}", near.words(Unit::Cycles));
    let further = format!("a load from {place} takes {}", far.words(Unit::Cycles));
    Some(vec![
        said(there, (near, Unit::Cycles), &known, [counter]),
        said(further, (far, Unit::Cycles), &[beyond], []),
    ])
}

/// Whether the program's memory lies within the reach of the translation of addresses.
pub(super) fn in_reach(measured: &Measured<'_>) -> Option<Evidence> {
    let ids = ["tlb.reach", "tlb.penalty"];
    let (reach, penalty) = (measured.get(ids[0])?, measured.get(ids[1])?);
    let sentence = format!(
        "the program allocates {}, more than the TLB reach of {}; a TLB miss adds {}",
        size(measured.allocated_bytes),
        reach.words(Unit::Size),
        penalty.words(Unit::Cycles)
    );
    let is_beyond = measured.allocated_bytes > reach.high;
    is_beyond.then(|| said(sentence, (penalty, Unit::Cycles), &ids, ["trace"]))
}
