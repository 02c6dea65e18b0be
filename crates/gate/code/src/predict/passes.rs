//! How often a warp passes through the loops of changed code.

use propp_base_statistics::median::median;
use propp_code_inspect::{Body, Work};

use crate::kernel::{KernelCode, LoopCode};
use crate::worse::loop_pairs;

/// What a warp does in a launch: the bodies of a kernel, and how often it passes each.
pub(super) struct Passed<'a>(pub(super) Vec<(&'a Body, f64)>);

impl Passed<'_> {
    /// What the passes add up to of a number of each body.
    pub(super) fn sum(&self, of: fn(&Body) -> u32) -> f64 {
        self.0.iter().map(|(body, passes)| passes * f64::from(of(body))).sum()
    }
}

/// The passes of the bodies of changed code, from those of the recorded code: a loop that does twice
/// the work in a pass has half the passes. A loop without a counterpart has none: it is the rest of an
/// unrolled one.
pub(super) fn changed(before: &KernelCode, now: &KernelCode, passes: &[f64]) -> Vec<f64> {
    let pairs = loop_pairs(before, now);
    let of_body = |body: &LoopCode| {
        let own = pairs.iter().filter(|pair| std::ptr::eq(pair.now, body));
        let loops = own.filter_map(|pair| {
            let place = before.bodies.iter().position(|one| std::ptr::eq(one, pair.before))?;
            Some(passes.get(place)? / pair.multiple)
        });
        loops.sum()
    };
    let outside = passes.first().copied().unwrap_or(1.0);
    let all = now.bodies.iter();
    let mut found: Vec<f64> =
        all.map(|body| if body.depth == 0 { outside } else { of_body(body) }).collect();
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
