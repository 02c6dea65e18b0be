//! What became worse in the code of one kernel.

mod counts;
mod loops;
mod occupancy;
mod widths;

use schemars::JsonSchema;
use serde::Serialize;

use crate::kernel::KernelCode;
use crate::limits::{Limits, Topic};
pub(crate) use loops::loop_pairs;
pub(crate) use occupancy::{Block, Gpus};

/// Something that is not what it was.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Change {
    pub topic: Topic,
    /// Whether it became worse; otherwise it became better.
    pub is_worse: bool,
    /// What changed, in words.
    pub text: String,
    /// Source line, where the code has line information.
    pub line: Option<String>,
    /// What it was, in the unit of the text.
    pub before: f64,
    /// What it is.
    pub now: f64,
}

/// A kernel in two builds.
pub(crate) struct Subject<'a> {
    pub(crate) before: &'a KernelCode,
    pub(crate) now: &'a KernelCode,
    /// Block sizes that somebody named.
    pub(crate) blocks: Vec<Block>,
}

/// What changed beyond its limit, the worst topic first.
pub(crate) fn changes(subject: &Subject<'_>, limits: &Limits, gpus: &Gpus) -> Vec<Change> {
    let (before, now) = (subject.before, subject.now);
    if before.is_like(now) {
        return Vec::new();
    }
    let mut changes = Vec::new();
    changes.extend(counts::spills(before, now, limits));
    changes.extend(counts::local(before, now, limits));
    changes.extend(occupancy::change(subject, limits, gpus));
    changes.extend(widths::change(before, now, limits));
    changes.extend(counts::barriers(before, now, limits));
    changes.extend(counts::divisions(before, now, limits));
    changes.extend(counts::double(before, now, limits));
    changes.extend(loops::changes(before, now, limits));
    let is_told = |changes: &[Change], topics: &[Topic]| {
        changes.iter().any(|change| change.is_worse && topics.contains(&change.topic))
    };
    let is_slower = is_told(&changes, &[Topic::LoopPrice, Topic::LoopInstructions]);
    if is_slower && now.loops().next().is_some() && !is_told(&changes, &[Topic::Divisions]) {
        changes.extend(counts::split_division(before, now, limits));
    }
    if !is_told(&changes, &[Topic::Spills, Topic::Local]) {
        changes.extend(counts::stack(before, now, limits));
    }
    changes.sort_by_key(|change| (!change.is_worse, change.topic));
    changes
}

impl Change {
    /// The change of a number that is better if it is less, where it is beyond its limit.
    fn of(
        topic: Topic,
        [before, now]: [f64; 2],
        limits: &Limits,
        text: impl FnOnce() -> String,
    ) -> Option<Self> {
        let limit = limits.of(topic)?;
        let (low, high) = (before.min(now), before.max(now));
        // The same of both directions: half as much is as far as twice as much.
        let is_beyond = high > low * (1.0 + limit) + 1e-9;
        let is_worse = now > before;
        is_beyond.then(|| Self { topic, is_worse, text: text(), line: None, before, now })
    }

    fn at(self, line: Option<String>) -> Self {
        Self { line, ..self }
    }
}

/// The work of a pass of all loops, now as a multiple of what it was. Without loops nothing can be
/// unrolled.
fn multiple(before: &KernelCode, now: &KernelCode) -> f64 {
    let total = |kernel: &KernelCode| {
        let mut sum = propp_code_inspect::Work::default();
        for body in kernel.loops() {
            for (sum, amount) in sum.0.iter_mut().zip(body.work.0) {
                *sum = sum.saturating_add(amount);
            }
        }
        sum
    };
    total(now).least_multiple_of(&total(before)).unwrap_or(1.0)
}
