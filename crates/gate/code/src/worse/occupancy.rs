//! Occupancy steps: at block sizes that somebody named, at the launch bounds, or at all of the
//! usual sizes.

use std::collections::HashMap;

use propp_base_text::significant;
use propp_code_inspect::{Gpu, Occupancy, architecture};

use super::{Change, Subject};
use crate::kernel::KernelCode;
use crate::limits::{Limits, Topic};

/// Block sizes of kernels that nothing is known of.
const USUAL: [u32; 4] = [128, 256, 512, 1024];

/// A block that a kernel is launched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Block {
    pub(crate) threads: u32,
    pub(crate) dynamic_shared_bytes: u32,
}

/// The GPU that occupancy is computed for, by architecture.
#[derive(Default)]
pub(crate) struct Gpus(HashMap<String, Option<Gpu>>);

impl Gpus {
    pub(crate) fn of<'a>(architectures: impl IntoIterator<Item = &'a str>) -> Self {
        let gpu = |name: &str| {
            let target = architecture(name).ok()?;
            Gpu::for_target(target).into_iter().next()
        };
        Self(architectures.into_iter().map(|name| (name.to_owned(), gpu(name))).collect())
    }

    fn gpu(&self, architecture: &str) -> Option<&Gpu> {
        self.0.get(architecture)?.as_ref()
    }
}

/// An occupancy before and now, at one block size.
struct Step {
    threads: u32,
    before: Occupancy,
    now: Occupancy,
}

pub(super) fn change(subject: &Subject<'_>, limits: &Limits, gpus: &Gpus) -> Option<Change> {
    let limit = limits.of(Topic::Occupancy)?;
    let (before, now) = (subject.before, subject.now);
    let is_same = |of: fn(&KernelCode) -> u32| of(before) == of(now);
    if is_same(|k| k.registers)
        && is_same(|k| k.shared_bytes)
        && is_same(|k| k.named_barriers)
        && before.threads == now.threads
    {
        return None;
    }
    let gpu = gpus.gpu(&now.architecture)?;
    let step = |block: Block| {
        let of = |kernel: &KernelCode| {
            let Block { threads, dynamic_shared_bytes } = block;
            Occupancy::new(
                &kernel.resources(),
                gpu.product.name,
                &gpu.sm,
                threads,
                dynamic_shared_bytes,
            )
        };
        Step { threads: block.threads, before: of(before), now: of(now) }
    };
    let plain = |threads: u32| Block { threads, dynamic_shared_bytes: 0 };
    let own = now.threads.or(before.threads);
    let beyond = |step: &Step| step.of(limit).is_some();
    let found = if !subject.blocks.is_empty() {
        subject.blocks.iter().map(|block| step(*block)).find(beyond)
    } else if let Some(own) = own {
        Some(step(plain(own))).filter(beyond)
    } else {
        // Nobody knows how it is launched: it counts if it is so however it is launched.
        let steps: Vec<Step> = USUAL.into_iter().map(|threads| step(plain(threads))).collect();
        let directions: Vec<Option<bool>> = steps.iter().map(|step| step.of(limit)).collect();
        let is_all = directions.iter().all(|one| one.is_some() && *one == directions[0]);
        steps.into_iter().nth(1).filter(|_| is_all)
    };
    let step = found?;
    let is_worse = step.of(limit)?;
    Some(Change {
        topic: Topic::Occupancy,
        is_worse,
        text: step.words(before, now),
        line: None,
        before: step.before.occupancy,
        now: step.now.occupancy,
    })
}

impl Step {
    /// Whether it became worse, where it changed beyond a limit.
    fn of(&self, limit: f64) -> Option<bool> {
        let (before, now) = (self.before.occupancy, self.now.occupancy);
        let low = before.min(now);
        (before.max(now) > low * (1.0 + limit) + 1e-9).then_some(now < before)
    }

    fn words(&self, before: &KernelCode, now: &KernelCode) -> String {
        let share = |occupancy: &Occupancy| significant(100.0 * occupancy.occupancy, 3);
        let why = if let Some(refused) = &self.now.refused {
            format!("none fits: {refused}")
        } else if before.shared_bytes != now.shared_bytes
            && self.now.limits.contains(&"shared memory")
        {
            format!("{} B of shared memory, before {} B", now.shared_bytes, before.shared_bytes)
        } else {
            format!("{} registers, before {}", now.registers, before.registers)
        };
        format!(
            "occupancy {} % at blocks of {} threads, before {} % ({why}; {})",
            share(&self.now),
            self.threads,
            share(&self.before),
            self.now.gpu
        )
    }
}
