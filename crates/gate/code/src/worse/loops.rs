//! The static price of loops, for the same work.
//!
//! A loop that is unrolled has another price of a pass and does more work in it; one that the
//! compiler split has a part for the rest. So each loop of the baseline is compared with the loop
//! that now does its work at the least price, and prices are for the same work (`Work`).

use propp_base_text::{count, grouped};
use propp_code_inspect::Work;

use super::Change;
use crate::kernel::{KernelCode, LoopCode};
use crate::limits::{Limits, Topic};

/// Differences below this are a few instructions or one short wait, whatever their share.
const LEAST_CYCLES: f64 = 32.0;
const LEAST_INSTRUCTIONS: f64 = 4.0;

/// A loop, and what does its work now.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) before: &'a LoopCode,
    pub(crate) now: &'a LoopCode,
    /// The work of a pass now, as a multiple of what it was.
    pub(crate) multiple: f64,
}

pub(super) fn changes(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Vec<Change> {
    let pairs = loop_pairs(before, now);
    let price = worst(&pairs, |pair| pair.price(limits));
    let instructions = worst(&pairs, |pair| pair.instructions(limits));
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

/// Loops that do the same work; the code outside of loops where it is the main path.
pub(crate) fn loop_pairs<'a>(before: &'a KernelCode, now: &'a KernelCode) -> Vec<Pair<'a>> {
    let old: Vec<&LoopCode> = before.loops().collect();
    let new: Vec<&LoopCode> = now.loops().collect();
    let outside = before.outside().zip(now.outside());
    let straight = outside.filter(|(body, _)| is_main(body, &old)).map(|(before, now)| {
        let multiple = now.work.results_of(&before.work);
        Pair { before, now, multiple }
    });
    let is_same_shape = old.iter().map(|body| body.depth).eq(new.iter().map(|body| body.depth));
    if is_same_shape {
        let all: Vec<Option<Pair<'_>>> =
            old.iter().zip(&new).map(|(before, now)| in_order(before, now)).collect();
        if all.iter().all(Option::is_some) {
            return all.into_iter().flatten().chain(straight).collect();
        }
    }
    let Matched { mut pairs, vanished, fresh } = matched(&old, &new);
    // A loop that is gone: what does its work now at the least price.
    pairs.extend(vanished.iter().filter_map(|before| cheapest(before, &new)));
    // A loop that was none: the code that lost its work.
    let all: Vec<Pair<'_>> = outside
        .map(|(before, now)| Pair { before, now, multiple: 1.0 })
        .into_iter()
        .chain(pairs.iter().copied())
        .collect();
    let origins = fresh.iter().filter_map(|now| origin(now, &all, &vanished));
    let origins: Vec<Pair<'_>> = origins.collect();
    // What is in a loop now costs the code outside nothing.
    let straight = straight.filter(|_| origins.is_empty());
    pairs.extend(origins);
    pairs.extend(straight);
    pairs
}

/// The code outside of loops is the main path of a kernel if it moves so many times the bytes of a
/// pass of each loop.
const MAIN: u32 = 4;

fn is_main(outside: &LoopCode, loops: &[&LoopCode]) -> bool {
    let most = loops.iter().map(|body| body.work.global_bytes()).max().unwrap_or(0);
    loops.is_empty() || outside.work.global_bytes() >= MAIN * most.max(1)
}

/// Loops that belong together one to one, and the others.
struct Matched<'a> {
    pairs: Vec<Pair<'a>>,
    vanished: Vec<&'a LoopCode>,
    fresh: Vec<&'a LoopCode>,
}

fn matched<'a>(old: &[&'a LoopCode], new: &[&'a LoopCode]) -> Matched<'a> {
    let mut candidates: Vec<(f64, usize, usize, Pair<'a>)> = Vec::new();
    for (a, before) in old.iter().enumerate() {
        for (b, now) in new.iter().enumerate() {
            let is_level = before.depth == now.depth;
            if let Some(pair) = in_order(before, now).filter(|_| is_level) {
                candidates.push((pair.distance(), a, b, pair));
            }
        }
    }
    candidates.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    let (mut used, mut taken) = (vec![false; old.len()], vec![false; new.len()]);
    let mut pairs = Vec::new();
    for (_, a, b, pair) in candidates {
        if !used[a] && !taken[b] {
            (used[a], taken[b]) = (true, true);
            pairs.push(pair);
        }
    }
    let rest = |all: &[&'a LoopCode], used: &[bool]| {
        all.iter().zip(used).filter(|(_, used)| !**used).map(|(body, _)| *body).collect()
    };
    Matched { pairs, vanished: rest(old, &used), fresh: rest(new, &taken) }
}

/// The loop that does the work of another at the least price.
fn cheapest<'a>(before: &'a LoopCode, new: &[&'a LoopCode]) -> Option<Pair<'a>> {
    let all = new.iter().filter_map(|now| alike(before, now));
    all.min_by(|a, b| a.ratio().total_cmp(&b.ratio()))
}

/// The code that did the work of a new loop: that which lost the most of it.
fn origin<'a>(
    now: &'a LoopCode,
    pairs: &[Pair<'a>],
    vanished: &[&'a LoopCode],
) -> Option<Pair<'a>> {
    let nothing = Work::default();
    let lost = pairs.iter().map(|pair| (pair.before, pair.before.work.lost_to(&pair.now.work)));
    let gone = vanished.iter().map(|body| (*body, body.work.lost_to(&nothing)));
    let multiple = |lost: &Work| lost.multiple_of(&now.work).filter(|multiple| *multiple >= 1.0);
    let all = lost.chain(gone).filter_map(|(body, lost)| Some((body, multiple(&lost)?)));
    let (before, _) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let multiple = now.work.multiple_of(&before.work)?;
    Some(Pair { before, now, multiple })
}

/// Loops in the same place of two versions of a kernel.
fn in_order<'a>(before: &'a LoopCode, now: &'a LoopCode) -> Option<Pair<'a>> {
    let are_empty = before.work.is_empty() && now.work.is_empty();
    let multiple = now.work.multiple_of(&before.work).or(are_empty.then_some(1.0))?;
    Some(Pair { before, now, multiple })
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

    /// How far the two are from each other in work and length.
    fn distance(&self) -> f64 {
        let of = |body: &LoopCode| f64::from(body.instructions.max(1)).ln();
        self.multiple.ln().abs() + (of(self.now) - of(self.before)).abs()
    }

    fn price(&self, limits: &Limits) -> Option<Change> {
        let before = f64::from(self.before.cycles());
        let now = f64::from(self.now.cycles()) / self.multiple;
        if (now - before).abs() < LEAST_CYCLES {
            return None;
        }
        let change = Change::of(Topic::LoopPrice, [before, now], limits, || {
            format!(
                "{}: {} of one warp for the same work, before {}{}",
                self.place(),
                count(now.round() as u64, "cycle", "cycles"),
                grouped(before.round()),
                self.why()
            )
        })?;
        Some(change.at(self.now.line.clone()))
    }

    fn instructions(&self, limits: &Limits) -> Option<Change> {
        let before = f64::from(self.before.instructions);
        let now = f64::from(self.now.instructions) / self.multiple;
        if (now - before).abs() < LEAST_INSTRUCTIONS {
            return None;
        }
        let change = Change::of(Topic::LoopInstructions, [before, now], limits, || {
            let number = count(now.round() as u64, "instruction", "instructions");
            format!(
                "{}: {number} for the same work, before {}",
                self.place(),
                grouped(before.round())
            )
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
        assert!(pair.price(&Limits::default()).unwrap().is_worse);
        let text = pair.price(&Limits::default()).unwrap().text;
        assert!(text.contains("a pass does 1/4 of the work"), "{text}");
        assert!(text.contains(": more for waits for global memory"), "{text}");
        let pair = alike(&rolled, &unrolled).unwrap();
        assert!(!pair.price(&Limits::default()).unwrap().is_worse);
    }

    #[test]
    fn the_rest_of_an_unrolled_loop_is_no_regression() {
        let (rolled, unrolled) = (body(1, 10, 700, 4), body(1, 24, 700, 16));
        let pair = cheapest(&rolled, &[&unrolled, &rolled]).unwrap();
        assert!(!pair.price(&Limits::default()).unwrap().is_worse);
    }
}
