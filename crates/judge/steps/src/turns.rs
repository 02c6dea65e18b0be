//! Steps of two kinds in turns, such as training and evaluation epoch by epoch: what lies between
//! stretches of one kind may be steps of another.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::stretch::{alike, bag};
use crate::{FEWEST, Launch, Steps};

/// How much of two stretches is the same kernels, for both to be steps of a kind.
const ALIKE: f64 = 0.8;

/// Less in common with a step of the kind: another kind.
const UNLIKE: f64 = 0.5;

/// First kernels by which a beginning is known, where no data is copied.
const OPENING: usize = 8;

/// A pass of a model has as many launches.
const SHORTEST: usize = 16;

/// How far from its usual length a step may end, as a share of it.
const NEAR: f64 = 0.05;

/// The steps of this kind in a region, and those of another in between: if the host copies data to the GPU
/// before each step of both, or if the steps of the kind update a model and those of the other do not.
pub(crate) fn in_turns(
    steps: &Steps,
    symbols: &[u32],
    launches: &[Launch],
    region: Range<usize>,
    updates: &impl Fn(Range<usize>) -> bool,
) -> Option<[Steps; 2]> {
    let is_copied = |place: usize| launches[place].before.copied_in;
    let are_fed = steps.begins.iter().skip(1).all(|&place| is_copied(place));
    if !are_fed && !steps.each().all(updates) {
        return None;
    }
    let copies = region.clone().filter(|&place| is_copied(place)).collect();
    let firsts = steps.begins.iter().map(|&begin| symbols[begin]).collect();
    let program =
        Program { symbols, copies, firsts, like: usual(steps)?, stop: region.end, are_fed };
    let (own, others) = if are_fed { program.divided(steps) } else { program.cut(steps) };
    let pieces: Steps = others.into_iter().flat_map(|stretch| program.pieces(stretch)).collect();
    let like = usual(&pieces)?;
    let first = if are_fed { Vec::new() } else { program.first(region.start..own[0].start, &like) };
    let like_bag = bag(&symbols[like.clone()]);
    let is_like = |piece: &Range<usize>| alike(&bag(&symbols[piece.clone()]), &like_bag) >= ALIKE;
    let others: Steps = first.into_iter().chain(pieces.each()).filter(is_like).collect();
    let are_between = others.begins.iter().any(|&begin| begin < steps.begins[steps.count() - 1]);
    let are_passes = like.len() >= SHORTEST && !updates(like) && are_between;
    let is_kind = others.count() >= FEWEST && own.len() >= FEWEST && (are_fed || are_passes);
    (is_kind && 2 * others.count() > pieces.count()).then(|| [own.into_iter().collect(), others])
}

/// The step of middle length.
fn usual(steps: &Steps) -> Option<Range<usize>> {
    let mut all: Vec<Range<usize>> = steps.each().collect();
    all.sort_by_key(Range::len);
    all.get(all.len() / 2).cloned()
}

struct Program<'a> {
    symbols: &'a [u32],
    /// The launches before which the host copied data to the GPU.
    copies: Vec<usize>,
    /// The kernels with which steps begin.
    firsts: BTreeSet<u32>,
    like: Range<usize>,
    stop: usize,
    /// Whether the host copies data to the GPU before each step.
    are_fed: bool,
}

impl Program<'_> {
    /// The steps of the kind, and the stretches between them.
    fn divided(&self, steps: &Steps) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        let last = steps.begins.last().copied();
        for step in steps.each() {
            let until = if Some(step.start) == last { self.stop } else { step.end };
            let end = if self.alike(&step) < UNLIKE {
                others.push(step.clone());
                step.end
            } else {
                let end = self.end(step.start, until).unwrap_or(step.end);
                own.push(step.start..end);
                end
            };
            self.divide(end..until, &mut own, &mut others);
        }
        (own, others)
    }

    /// The steps of the kind, and what comes after some of them.
    fn cut(&self, steps: &Steps) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        let last = steps.begins.last().copied();
        for step in steps.each() {
            let until = if Some(step.start) == last { self.stop } else { step.end };
            let end = self.end(step.start, until).or_else(|| self.same_end(step.start, until));
            let end = end.unwrap_or(step.end);
            own.push(step.start..end);
            if end < until {
                others.push(end..until);
            }
        }
        (own, others)
    }

    /// Steps of the kind in a stretch, and what is between.
    fn divide(
        &self,
        stretch: Range<usize>,
        own: &mut Vec<Range<usize>>,
        others: &mut Vec<Range<usize>>,
    ) {
        let mut at = stretch.start;
        let mut add = |from: usize, to: usize| {
            if from < to {
                others.push(from..to);
            }
        };
        for &copy in self.within(&stretch) {
            let is_first = self.firsts.contains(&self.symbols[copy]);
            if copy < at || !is_first || !self.is_begin(copy, stretch.end) {
                continue;
            }
            add(at, copy);
            at = self.end(copy, stretch.end).unwrap_or(copy + self.like.len());
            own.push(copy..at);
        }
        add(at, stretch.end);
    }

    fn within(&self, stretch: &Range<usize>) -> &[usize] {
        let before = |place: usize| self.copies.partition_point(|&copy| copy < place);
        &self.copies[before(stretch.start)..before(stretch.end)]
    }

    /// Whether a step begins at the copy, and not at one a little later.
    fn is_begin(&self, copy: usize, end: usize) -> bool {
        let length = self.like.len();
        let alike = |from: usize| {
            let whole = from..from + length;
            if whole.end <= end { self.alike(&whole) } else { 0.0 }
        };
        let own = alike(copy);
        let mut later = self.within(&(copy + 1..copy + length)).iter();
        own >= ALIKE && later.all(|&later| alike(later) <= own)
    }

    /// Where a step ends, if data is copied at about its usual length after its begin.
    fn end(&self, begin: usize, until: usize) -> Option<usize> {
        let usual = begin + self.like.len();
        let near = (NEAR * self.like.len() as f64) as usize;
        if usual >= until || self.alike(&(begin..usual)) < ALIKE {
            return None;
        }
        let is_same = |copy: usize| self.opening(copy).eq(self.opening(begin));
        let ends = self.within(&(usual - near..until.min(usual + near + 1))).iter().copied();
        ends.max_by_key(|&end| (is_same(end), Reverse(end.abs_diff(usual)), end))
    }

    /// Where a step ends that is the same as the usual one, if data is copied nowhere after it.
    fn same_end(&self, begin: usize, until: usize) -> Option<usize> {
        let end = begin + self.like.len();
        let is_same = end < until && self.symbols[begin..end] == self.symbols[self.like.clone()];
        (is_same && self.within(&(end..until)).is_empty()).then_some(end)
    }

    /// Those of the other kind before the first step.
    fn first(&self, stretch: Range<usize>, like: &Range<usize>) -> Vec<Range<usize>> {
        let is_same = |copy: &&usize| self.opening(**copy).eq(self.opening(like.start));
        let from = self.within(&stretch).iter().find(is_same);
        from.map(|&from| self.pieces(from..stretch.end)).unwrap_or_default()
    }

    /// How much a stretch is like a step.
    fn alike(&self, stretch: &Range<usize>) -> f64 {
        let bag = |stretch: &Range<usize>| bag(&self.symbols[stretch.clone()]);
        alike(&bag(stretch), &bag(&self.like))
    }

    /// The first kernels after a copy.
    fn opening(&self, at: usize) -> impl Iterator<Item = &u32> {
        self.symbols[at..self.stop].iter().take(2)
    }

    /// A stretch divided where data is copied as at its begin.
    fn pieces(&self, stretch: Range<usize>) -> Vec<Range<usize>> {
        if !self.are_fed && self.within(&stretch).is_empty() {
            let opening = &self.symbols[stretch.clone()][..OPENING.min(stretch.len())];
            let is_begin = |at: &usize| self.symbols[*at..stretch.end].starts_with(opening);
            let begins = stretch.clone().filter(is_begin).collect();
            return Steps::until(begins, stretch.end).each().collect();
        }
        let is_same = |copy: &usize| self.opening(*copy).eq(self.opening(stretch.start));
        let begins = self.within(&stretch).iter().copied().filter(is_same).collect();
        Steps::until(begins, stretch.end).each().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_may_be_evaluated_without_copies() {
        let train = "abcdefghijklmnopU";
        let evaluate = "0123456789!\"#$%&'()";
        let epoch = format!("{}{}", train.repeat(6), evaluate.repeat(2));
        let text = epoch.repeat(3);
        let symbols: Vec<u32> = text.bytes().map(u32::from).collect();
        let launches = vec![Launch::default(); symbols.len()];
        let begins = (0..18).map(|step| step / 6 * epoch.len() + step % 6 * train.len()).collect();
        let updates = |step: Range<usize>| symbols[step].contains(&u32::from(b'U'));
        let steps = Steps::until(begins, symbols.len());
        let region = 0..symbols.len();
        let found = in_turns(&steps, &symbols, &launches, region.clone(), &updates);
        let [own, others] = found.unwrap_or_else(|| [steps.clone(), steps.clone()]);
        assert_eq!([own.count(), others.count()], [18, 6]);
        assert!(others.each().all(|step| text[step] == *evaluate));
        let never = |_: Range<usize>| false;
        assert_eq!(in_turns(&steps, &symbols, &launches, region, &never), None);
    }
}
