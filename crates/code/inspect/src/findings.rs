//! What is conspicuous in a kernel.

use std::fmt;

use propp_base_text::count;
use schemars::JsonSchema;
use serde::Serialize;

use crate::code::Code;
use crate::kernel::Kernel;
use crate::occupancy::{Occupancy, Step};
use crate::occurrences::Occurrences;
use crate::stack::Traffic;

/// What a finding is about. The first are told first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// No block of the size fits on an SM.
    DoesNotFit,
    SpillsInLoop,
    /// Local memory that is no spill, in a loop.
    StackInLoop,
    /// Values become double, are computed with, and become single again.
    DoubleBetweenSingle,
    DivisionInLoop,
    /// Accesses of one or two bytes to global memory, in a loop.
    NarrowInLoop,
    /// Spills outside of loops.
    Spills,
    /// One block more would fit with a little less of a resource.
    OccupancyStep,
    /// Local memory that is no spill, outside of loops.
    Stack,
}

/// Something conspicuous.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    pub topic: Topic,
    /// One line.
    pub text: String,
    /// Source line, where the code has line information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Loops around it.
    pub depth: usize,
}

impl fmt::Display for Finding {
    /// `spills in a loop: 33 loads, 27 stores (slow.cu:36)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.line {
            Some(line) => write!(f, "{} ({line})", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A step is told if it takes at most this share of the resource.
const SMALL_STEP: f64 = 0.125;

/// The findings of a kernel, the worst first. The occupancy is that of one block size on one
/// GPU.
pub(crate) fn find(kernel: &Kernel, occupancy: Option<&Occupancy>) -> Vec<Finding> {
    let code = &kernel.code;
    let mut findings = Vec::new();
    findings.extend(spills(&code.local.spills));
    findings.extend(stack(code));
    findings.extend(double(code));
    findings.extend(divisions(code));
    findings.extend(narrow(code));
    findings.extend(occupancy.and_then(of_occupancy));
    findings.sort_by_key(|finding| (finding.topic, std::cmp::Reverse(finding.depth)));
    findings
}

impl Finding {
    fn at(topic: Topic, text: String, place: &Occurrences) -> Self {
        Self { topic, text, line: place.line.clone(), depth: place.depth }
    }
}

/// `12 loads, 4 stores`.
fn accesses(loads: u32, stores: u32) -> String {
    let loads = (loads > 0).then(|| count(loads.into(), "load", "loads"));
    let stores = (stores > 0).then(|| count(stores.into(), "store", "stores"));
    loads.into_iter().chain(stores).collect::<Vec<_>>().join(", ")
}

/// The deeper of the two.
fn deepest(traffic: &Traffic) -> &Occurrences {
    if traffic.stores.depth > traffic.loads.depth || traffic.loads.is_empty() {
        &traffic.stores
    } else {
        &traffic.loads
    }
}

fn spills(spills: &Traffic) -> Option<Finding> {
    if spills.is_empty() {
        return None;
    }
    let place = deepest(spills);
    Some(if spills.in_loops() > 0 {
        let accesses = accesses(spills.loads.in_loops, spills.stores.in_loops);
        let text = format!("spills in a loop{}: {accesses}", deep(place.depth));
        Finding::at(Topic::SpillsInLoop, text, place)
    } else {
        let accesses = accesses(spills.loads.count, spills.stores.count);
        Finding::at(Topic::Spills, format!("spills outside of loops: {accesses}"), place)
    })
}

fn stack(code: &Code) -> Option<Finding> {
    let [fixed, computed] = [&code.local.fixed, &code.local.computed];
    let sum = |of: fn(&Traffic) -> u32| of(fixed) + of(computed);
    if fixed.is_empty() && computed.is_empty() {
        return None;
    }
    let what = if computed.is_empty() { "variables on the stack" } else { "array on the stack" };
    let worst = if computed.is_empty() { fixed } else { computed };
    let place = deepest(if worst.in_loops() == 0 && fixed.in_loops() > 0 { fixed } else { worst });
    Some(if sum(Traffic::in_loops) > 0 {
        let accesses = accesses(sum(|t| t.loads.in_loops), sum(|t| t.stores.in_loops));
        let text = format!("{what}, used in a loop{}: {accesses}", deep(place.depth));
        Finding::at(Topic::StackInLoop, text, place)
    } else {
        let accesses = accesses(sum(|t| t.loads.count), sum(|t| t.stores.count));
        Finding::at(Topic::Stack, format!("{what}: {accesses}"), place)
    })
}

fn deep(depth: usize) -> String {
    if depth > 1 { format!(", depth {depth}") } else { String::new() }
}

fn double(code: &Code) -> Option<Finding> {
    let Code { double, to_double, to_single, .. } = code;
    if double.is_empty() || to_double.is_empty() || to_single.is_empty() {
        return None;
    }
    let (place, operations) = match double.in_loops {
        0 => ("", double.count),
        in_loops => (" in a loop", in_loops),
    };
    let operations = count(operations.into(), "operation", "operations");
    let text = format!("float is made double and back{place}: {operations} in double");
    Some(Finding::at(Topic::DoubleBetweenSingle, text, double))
}

fn divisions(code: &Code) -> Option<Finding> {
    let short = &code.divisions;
    let long = &code.long_divisions;
    let words = |one: &Occurrences, bits: &str| {
        (one.in_loops > 0).then(|| {
            count(one.in_loops.into(), &format!("{bits} division"), &format!("{bits} divisions"))
        })
    };
    let all = [words(short, "integer"), words(long, "64-bit integer")];
    let all: Vec<String> = all.into_iter().flatten().collect();
    let place = if long.in_loops > 0 { long } else { short };
    (!all.is_empty()).then(|| {
        let text = format!("{} in a loop{}", all.join(", "), deep(place.depth));
        Finding::at(Topic::DivisionInLoop, text, place)
    })
}

fn narrow(code: &Code) -> Option<Finding> {
    const NARROW: u16 = 16;
    let in_loops = || code.global().filter(|access| access.depth > 0);
    let narrow = || in_loops().filter(|access| access.width.is_some_and(|width| width <= NARROW));
    let [all, few] = [in_loops().map(|a| a.count).sum::<u32>(), narrow().map(|a| a.count).sum()];
    let widest = narrow().filter_map(|access| access.width).max()?;
    let depth = narrow().map(|access| access.depth).max().unwrap_or(0);
    let bytes = count(u64::from(widest / 8), "byte", "bytes");
    let most = if narrow().any(|access| access.width != Some(widest)) { "at most " } else { "" };
    let text = format!("{few} of {all} global accesses in loops move {most}{bytes}");
    Some(Finding { topic: Topic::NarrowInLoop, text, line: None, depth })
}

fn of_occupancy(occupancy: &Occupancy) -> Option<Finding> {
    let finding = |topic, text| Finding { topic, text, line: None, depth: 0 };
    if let Some(reason) = &occupancy.refused {
        let text = format!("blocks of {} threads do not fit: {reason}", occupancy.block);
        return Some(finding(Topic::DoesNotFit, text));
    }
    let step = occupancy.next.as_ref().filter(|step| step.share <= SMALL_STEP)?;
    Some(finding(Topic::OccupancyStep, step_text(step, occupancy)))
}

/// `75`, `62.5`.
pub(crate) fn per_cent(share: f64) -> String {
    let per_cent = (share * 1000.0).round() / 10.0;
    if per_cent.fract() == 0.0 { format!("{per_cent:.0}") } else { format!("{per_cent:.1}") }
}

/// `2 registers fewer: occupancy 75 % instead of 62.5 %`.
pub(crate) fn step_text(step: &Step, occupancy: &Occupancy) -> String {
    let less = if step.resource == "registers" {
        format!("{} fewer", count(step.less.into(), "register", "registers"))
    } else {
        format!("{} less shared memory", count(step.less.into(), "byte", "bytes"))
    };
    let [new, old] = [step.occupancy, occupancy.occupancy].map(per_cent);
    format!("{less}: occupancy {new} % instead of {old} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_says_how_deep_in_loops_it_is() {
        let loads = |in_loops: u32, depth: usize| Traffic {
            loads: Occurrences { count: 3, in_loops, depth, ..Occurrences::default() },
            ..Traffic::default()
        };
        let said = |traffic: &Traffic| spills(traffic).map(|one| (one.text, one.depth));
        assert_eq!(said(&loads(2, 2)), Some(("spills in a loop, depth 2: 2 loads".to_owned(), 2)));
        assert_eq!(said(&loads(1, 1)), Some(("spills in a loop: 1 load".to_owned(), 1)));
        assert_eq!(said(&loads(0, 0)), Some(("spills outside of loops: 3 loads".to_owned(), 0)));
        assert_eq!(said(&Traffic::default()), None);
    }
}
