//! How often a warp passes through the loops of changed code.

use propp_base_statistics::median::median;
use propp_code_inspect::{Body, Effort, Work};

use crate::kernel::{KernelCode, LoopCode};
use crate::worse::loop_pairs;

/// What a warp does in a launch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) instructions: f64,
    pub(super) issue: f64,
    pub(super) global_wait: f64,
    pub(super) other_wait: f64,
    pub(super) load_store: f64,
    pub(super) global_loads: f64,
    pub(super) global_stores: f64,
    pub(super) shared_words: f64,
    pub(super) local_words: f64,
    pub(super) integer: f64,
    pub(super) single: f64,
    pub(super) double: f64,
    pub(super) special: f64,
    pub(super) branches: f64,
}

impl Sums {
    /// `passes` are in the order of the bodies.
    pub(super) fn of<'b>(bodies: impl Iterator<Item = &'b Body>, passes: &[f64]) -> Self {
        let mut sums = Self::default();
        for (body, passes) in bodies.zip(passes) {
            sums.add(body, *passes);
        }
        sums
    }

    fn add(&mut self, body: &Body, passes: f64) {
        let Effort {
            load_store,
            global_loads,
            global_stores,
            shared_words,
            local_words,
            integer,
            single,
            double,
            special,
            branches,
        } = body.effort;
        for (sum, amount) in [
            (&mut self.instructions, body.instructions),
            (&mut self.issue, body.price.issue_cycles),
            (&mut self.global_wait, body.price.global_wait_cycles),
            (&mut self.other_wait, body.price.other_wait_cycles),
            (&mut self.load_store, load_store),
            (&mut self.global_loads, global_loads),
            (&mut self.global_stores, global_stores),
            (&mut self.shared_words, shared_words),
            (&mut self.local_words, local_words),
            (&mut self.integer, integer),
            (&mut self.single, single),
            (&mut self.double, double),
            (&mut self.special, special),
            (&mut self.branches, branches),
        ] {
            *sum += passes * f64::from(amount);
        }
    }
}

/// The passes of the bodies of changed code, from those of the recorded code: a loop that does twice
/// the work in a pass has half the passes. A loop without a counterpart has none: it is the rest of an
/// unrolled one.
pub(super) fn changed(before: &KernelCode, now: &KernelCode, passes: &[f64]) -> Vec<f64> {
    let pairs = loop_pairs(before, now);
    let of_body = |place: usize| {
        let own = pairs.iter().filter(|pair| pair.now == place);
        let loops = own.filter_map(|pair| Some(passes.get(pair.before)? / pair.multiple));
        loops.sum()
    };
    let outside = passes.first().copied().unwrap_or(1.0);
    let all = now.bodies.iter().enumerate();
    let mut found: Vec<f64> =
        all.map(|(place, body)| if body.depth == 0 { outside } else { of_body(place) }).collect();
    let share = remaining_share(&before.bodies, passes, &now.bodies, &found);
    for (passes, body) in found.iter_mut().zip(&now.bodies) {
        *passes *= if body.depth == 0 { 1.0 } else { share };
    }
    found
}

/// The work of a kernel stays what it was: what the loops have to do of it, as a share of what they
/// would do with these passes. The median over the kinds of work, since one may have changed.
fn remaining_share(before: &[LoopCode], passes: &[f64], now: &[LoopCode], found: &[f64]) -> f64 {
    let work = |bodies: &[LoopCode], passes: &[f64], kind: usize, in_loops: bool| -> f64 {
        let own = bodies.iter().zip(passes).filter(|(body, _)| (body.depth > 0) == in_loops);
        own.map(|(body, passes)| passes * f64::from(body.work.0[kind])).sum()
    };
    let shares = (0..Work::default().0.len()).filter_map(|kind| {
        let whole = work(before, passes, kind, true) + work(before, passes, kind, false);
        let left = whole - work(now, found, kind, false);
        let in_loops = work(now, found, kind, true);
        (left > 0.0 && in_loops > 0.0).then_some(left / in_loops)
    });
    median(&shares.collect::<Vec<_>>()).unwrap_or(1.0)
}
