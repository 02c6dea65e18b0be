//! How much longer a kernel should take with changed code: from its code before and now, and from
//! what a recording counted of its launches.
//!
//! The recorded counts tell how often a warp passed each loop ([`propp_code_pace`]). The loops of the
//! changed code are paired with those of the recorded code, so their passes are known, too, and with
//! them what the changed code asks of each unit of an SM. The cost model prices both.

mod passes;
mod recorded;
mod work;

use std::collections::BTreeMap;

use propp_base_names::demangle;
use propp_code_inspect::{Body, Code, Gpu, Kernel, Occupancy};
use propp_judge_cost::{CostModel, TERMS, Work};

use crate::kernel::KernelCode;
use crate::result::{CodeResult, Prediction};
use passes::Passed;
pub use recorded::Recorded;
use recorded::RecordedKernel;
use work::Launched;

/// The logarithm of a priced quotient of times, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Priced {
    pub log: f64,
    /// In the unit of [`MARGINS`].
    pub width: f64,
}

/// Quantiles (5 %, 50 %, 95 %) of the error of the priced logarithm in units of its width: of 40
/// planted regressions that were timed on an H200. The test of predictions computes them.
pub const MARGINS: [f64; 3] = [-0.471, 0.095, 1.698];

/// A code change that the prices do not see may cost that much, whatever they say.
const LEAST_WIDTH: f64 = 0.1;
/// What fewer resident warps cost depends on what they hid: the most is what they did.
const OCCUPANCY_WIDTH: f64 = 0.5;

impl Priced {
    /// The logarithms of the lower end, of what is likely, and of the upper end.
    pub fn range(&self, margins: [f64; 3]) -> [f64; 3] {
        margins.map(|margin| self.log + margin * self.width)
    }
}

fn prediction(kernel: &Kernel, priced: Priced) -> Prediction {
    let [low, change, high] = priced.range(MARGINS).map(f64::exp_m1);
    Prediction { architecture: kernel.target.to_string(), change, low, high }
}

/// Predicts the kernels of which something changed, as far as a recording has their code.
pub fn add(result: &mut CodeResult, now: &Code, recorded: &Recorded) {
    let mut kernels: BTreeMap<String, Vec<&Kernel>> = BTreeMap::new();
    for kernel in &now.kernels {
        kernels.entry(demangle(&kernel.name.symbol)).or_default().push(kernel);
    }
    let mut changed: Vec<_> =
        result.kernels.iter_mut().filter(|outcome| !outcome.reasons.is_empty()).collect();
    for outcome in &mut changed {
        let names = [Some(&outcome.name), outcome.before.as_ref()];
        let known = names.into_iter().flatten().find(|name| recorded.knows(name));
        let mut builds = kernels.get(&outcome.name).into_iter().flatten();
        let of = |name: &String| {
            builds.find_map(|kernel| Some(prediction(kernel, priced(recorded, name, kernel)?)))
        };
        outcome.prediction = known.and_then(of);
    }
    let is_none = changed.iter().all(|outcome| outcome.prediction.is_none());
    if !changed.is_empty() && is_none {
        result.notes.push(format!("No times are predicted: {}.", recorded.lack()));
    }
}

/// What the prices say of a kernel that a recording knows by this name. `None` if it has not its code
/// for this architecture, or no counts.
pub fn priced(recorded: &Recorded, name: &str, now: &Kernel) -> Option<Priced> {
    let kernel = recorded.kernels.get(name).filter(|kernel| kernel.code.target == now.target)?;
    let changed = changed(kernel, now)?;
    let before: Vec<Work> = kernel.launches.iter().map(|(_, work)| work.clone()).collect();
    let log = quotient(recorded.model.as_ref()?, &before, &changed)?.ln();
    let resident = |works: &[Work]| -> f64 {
        works.iter().filter_map(|work| work.shape).map(|shape| shape.resident_warps).sum()
    };
    let lost_warps = (resident(&before) / resident(&changed)).ln().max(0.0);
    let width = LEAST_WIDTH + log.abs() + OCCUPANCY_WIDTH * lost_warps;
    width.is_finite().then_some(Priced { log, width })
}

/// The predicted time of launches over that of others. A term with a demand far outside of what its
/// price was fitted to is left out of both.
fn quotient(model: &CostModel, before: &[Work], now: &[Work]) -> Option<f64> {
    let mut model = model.clone();
    loop {
        let priced = model.predict_mean(now).ok()?;
        let outside = priced.outside.as_deref();
        let term = outside.and_then(|name| TERMS.iter().find(|term| term.name == name));
        match term {
            Some(term) => model.lack(&[term.name]),
            None => return Some(priced.ns / model.predict_mean(before).ok()?.ns),
        }
    }
}

/// The work of the recorded launches with the changed code.
fn changed(recorded: &RecordedKernel, now: &Kernel) -> Option<Vec<Work>> {
    let before = &recorded.code;
    let gpu = Gpu::for_target(now.target).into_iter().next()?;
    let codes = [before, now].map(KernelCode::of);
    let works = recorded.launches.iter().map(|(configuration, work)| {
        let runs = recorded.paced.runs(&work.counts, work.shape?.warps)?;
        let passes = |body: &Body| match body.depth {
            0 => 1.0,
            _ => runs.range(..=body.offset).next_back().map_or(0.0, |(_, runs)| *runs),
        };
        let old: Vec<f64> = bodies(before).map(passes).collect();
        let new = passes::changed(&codes[0], &codes[1], &old);
        let threads = configuration.block.iter().product();
        let blocks_per_sm = [before, now].map(|kernel| {
            let dynamic = configuration.dynamic_shared_bytes;
            let name = gpu.product.name;
            let of = Occupancy::new(&kernel.resources, name, &gpu.sm, threads, dynamic);
            of.blocks_per_sm as f64
        });
        let stack_bytes = f64::from(now.resources.stack_bytes);
        let launched = Launched { blocks_per_sm, stack_bytes };
        let passed = |kernel, passes| Passed(bodies(kernel).zip(passes).collect());
        work::changed(work, &passed(before, old), &passed(now, new), launched)
    });
    works.collect()
}

/// The code outside of loops, then the loops: the order of [`KernelCode::bodies`].
fn bodies(kernel: &Kernel) -> impl Iterator<Item = &Body> {
    kernel.code.outside.iter().chain(&kernel.code.loops)
}
