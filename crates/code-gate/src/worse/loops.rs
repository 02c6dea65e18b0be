//! The static price of loops, for the same work.
//!
//! A loop that is unrolled has another price of a pass and does more work in it; one that the
//! compiler split has a part for the rest. So each loop of the baseline is compared with the loop
//! that now does its work at the least price, and prices are for the same work (`Work`).

use propp_text::count;

use super::Change;
use crate::kernel::{KernelCode, LoopCode};
use crate::limits::{Limits, Topic};

/// Differences below this are rounding of a few instructions, whatever their share.
const LEAST_CYCLES: f64 = 16.0;
const LEAST_INSTRUCTIONS: f64 = 4.0;

/// A loop, and what does its work now.
#[derive(Clone, Copy)]
struct Pair<'a> {
    before: &'a LoopCode,
    now: &'a LoopCode,
    /// The work of a pass now, as a multiple of what it was.
    multiple: f64,
}

pub(super) fn changes(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Vec<Change> {
    let pairs = pairs(before, now);
    let price = limits.of(Topic::LoopPrice).and_then(|limit| {
        worst(&pairs, |pair| pair.price(limit))
    });
    let instructions = limits.of(Topic::LoopInstructions).and_then(|limit| {
        worst(&pairs, |pair| pair.instructions(limit))
    });
    // The price has the instructions in it.
    let instructions = match &price {
        Some(price) => instructions.filter(|other| other.is_worse != price.is_worse),
        None => instructions,
    };
    price.into_iter().chain(instructions).collect()
}

/// The change of the pair that became worst; the largest improvement if none became worse.
fn worst(pairs: &[Pair<'_>], of: impl Fn(&Pair<'_>) -> Option<Change>) -> Option<Change> {
    let by = |change: &Change| change.now / change.before.max(1.0);
    let all: Vec<Change> = pairs.iter().filter_map(of).collect();
    let worse = all.iter().filter(|change| change.is_worse);
    let worse = worse.max_by(|a, b| by(a).total_cmp(&by(b)));
    worse.or_else(|| all.iter().min_by(|a, b| by(a).total_cmp(&by(b)))).cloned()
}

fn pairs<'a>(before: &'a KernelCode, now: &'a KernelCode) -> Vec<Pair<'a>> {
    let old: Vec<&LoopCode> = before.loops().collect();
    let new: Vec<&LoopCode> = now.loops().collect();
    let outside = before.outside().zip(now.outside());
    if old.is_empty() && new.is_empty() {
        return outside.and_then(|(before, now)| alike(before, now)).into_iter().collect();
    }
    let is_same_shape = old.iter().map(|body| body.depth).eq(new.iter().map(|body| body.depth));
    if is_same_shape {
        let all: Vec<Option<Pair<'_>>> =
            old.iter().zip(&new).map(|(before, now)| in_order(before, now)).collect();
        if all.iter().all(Option::is_some) {
            return all.into_iter().flatten().collect();
        }
    }
    let mut pairs: Vec<Pair<'_>> =
        old.iter().filter_map(|before| cheapest(before, &new)).collect();
    // A loop that has no like before, of what was straight code.
    if let Some(straight) = before.outside() {
        let has_like = |now: &LoopCode| old.iter().any(|before| alike(before, now).is_some());
        let fresh = new.iter().filter(|now| !has_like(now));
        pairs.extend(fresh.filter_map(|now| alike(straight, now)));
    }
    pairs
}

/// The loop that does the work of another at the least price.
fn cheapest<'a>(before: &'a LoopCode, new: &[&'a LoopCode]) -> Option<Pair<'a>> {
    let all = new.iter().filter_map(|now| alike(before, now));
    all.min_by(|a, b| a.ratio().total_cmp(&b.ratio()))
}

/// Loops in the same place of two versions of a kernel.
fn in_order<'a>(before: &'a LoopCode, now: &'a LoopCode) -> Option<Pair<'a>> {
    match now.work.multiple_of(&before.work) {
        Some(multiple) => Some(Pair { before, now, multiple }),
        None if before.work.is_empty() && now.work.is_empty() => {
            Some(Pair { before, now, multiple: 1.0 })
        }
        None => None,
    }
}

/// Most kinds of work in the same relation.
const ALIKE: f64 = 0.5;
/// Two amounts are in the same relation as the others within this factor.
const WITHIN: f64 = 2.0;

/// Two loops, if they do work of the same kinds.
fn alike<'a>(before: &'a LoopCode, now: &'a LoopCode) -> Option<Pair<'a>> {
    let multiple = now.work.multiple_of(&before.work)?;
    let (mut agree, mut all) = (0, 0);
    for (old, new) in before.work.0.iter().zip(&now.work.0).filter(|(a, b)| **a + **b > 0) {
        let ratio = f64::from(*new) / (f64::from(*old) * multiple);
        all += 1;
        agree += usize::from((1.0 / WITHIN..=WITHIN).contains(&ratio));
    }
    let is_alike = f64::from(agree as u32) >= ALIKE * f64::from(all);
    is_alike.then_some(Pair { before, now, multiple })
}

impl Pair<'_> {
    /// The price for the same work, as a multiple of what it was.
    fn ratio(&self) -> f64 {
        f64::from(self.now.cycles()) / self.multiple / f64::from(self.before.cycles().max(1))
    }

    fn price(&self, limit: f64) -> Option<Change> {
        let before = f64::from(self.before.cycles());
        let now = f64::from(self.now.cycles()) / self.multiple;
        if (now - before).abs() < LEAST_CYCLES {
            return None;
        }
        let change = Change::of(Topic::LoopPrice, [before, now], limit, |_| {
            format!(
                "{}: {} of one warp for the same work, before {}{}",
                self.place(),
                count(now.round() as u64, "cycle", "cycles"),
                before.round(),
                self.why()
            )
        })?;
        Some(change.at(self.now.line.clone()))
    }

    fn instructions(&self, limit: f64) -> Option<Change> {
        let before = f64::from(self.before.instructions);
        let now = f64::from(self.now.instructions) / self.multiple;
        if (now - before).abs() < LEAST_INSTRUCTIONS {
            return None;
        }
        let change = Change::of(Topic::LoopInstructions, [before, now], limit, |_| {
            let number = count(now.round() as u64, "instruction", "instructions");
            format!("{}: {number} for the same work, before {}", self.place(), before.round())
        })?;
        Some(change.at(self.now.line.clone()))
    }

    fn place(&self) -> &'static str {
        if self.now.depth == 0 { "the kernel" } else { "a pass of the loop" }
    }

    /// What the most of the difference is.
    fn why(&self) -> String {
        let of = |part: fn(&LoopCode) -> u32| {
            f64::from(part(self.now)) / self.multiple - f64::from(part(self.before))
        };
        let parts = [
            (of(|body| body.global_wait), "waits for global memory"),
            (of(|body| body.issue), "its instructions"),
            (of(|body| body.other_wait), "other waits"),
        ];
        let sign = (self.ratio() - 1.0).signum();
        let most = parts.iter().max_by(|a, b| (sign * a.0).total_cmp(&(sign * b.0)));
        let unrolled = if self.multiple < 0.75 {
            format!("; a pass does {} of the work, as without unrolling", share(self.multiple))
        } else {
            String::new()
        };
        let more = if sign > 0.0 { "more" } else { "less" };
        most.map_or_else(String::new, |(_, what)| format!(": {more} for {what}{unrolled}"))
    }
}

/// `1/4`, `0.6`.
fn share(multiple: f64) -> String {
    let parts = 1.0 / multiple;
    if (parts - parts.round()).abs() < 0.02 {
        format!("1/{}", parts.round())
    } else {
        format!("{multiple:.2}")
    }
}

#[cfg(test)]
mod tests {
    use propp_inspect::Work;

    use super::*;

    fn body(depth: usize, instructions: u32, global_wait: u32, loads: u32) -> LoopCode {
        let mut work = Work::default();
        work.0[0] = loads;
        work.0[1] = loads;
        LoopCode {
            depth,
            line: None,
            instructions,
            issue: 4 * instructions,
            global_wait,
            other_wait: 0,
            work,
        }
    }

    #[test]
    fn an_unrolled_loop_has_the_price_of_its_work() {
        let rolled = body(1, 10, 700, 4);
        let unrolled = body(1, 24, 700, 16);
        let pair = alike(&unrolled, &rolled).unwrap();
        assert_eq!(pair.multiple, 0.25);
        assert!(pair.price(0.05).unwrap().is_worse);
        let text = pair.price(0.05).unwrap().text;
        assert!(text.contains("a pass does 1/4 of the work"), "{text}");
        let pair = alike(&rolled, &unrolled).unwrap();
        assert!(!pair.price(0.05).unwrap().is_worse);
    }

    #[test]
    fn the_rest_of_an_unrolled_loop_is_no_regression() {
        let (rolled, unrolled) = (body(1, 10, 700, 4), body(1, 24, 700, 16));
        let pair = cheapest(&rolled, &[&unrolled, &rolled]).unwrap();
        assert!(!pair.price(0.05).unwrap().is_worse);
    }
}
