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

/// How far from its usual length a step may end, as a share of it.
const NEAR: f64 = 0.05;

/// The steps of this kind until `stop`, and those of another in between, if the host copies data to
/// the GPU before each step of both.
pub(crate) fn in_turns(
    steps: &Steps,
    symbols: &[u32],
    launches: &[Launch],
    stop: usize,
) -> Option<[Steps; 2]> {
    let is_copied = |place: usize| launches[place].before.copied_in;
    if !steps.begins.iter().skip(1).all(|&place| is_copied(place)) {
        return None;
    }
    let copies = (steps.begins[0]..stop).filter(|&place| is_copied(place)).collect();
    let firsts = steps.begins.iter().map(|&begin| symbols[begin]).collect();
    let program = Program { symbols, copies, firsts, like: usual(steps)?, stop };
    let (own, others) = program.divided(steps);
    let pieces: Steps = others.into_iter().flat_map(|stretch| program.pieces(stretch)).collect();
    let like = bag(&symbols[usual(&pieces)?]);
    let is_like = |piece: &Range<usize>| alike(&bag(&symbols[piece.clone()]), &like) >= ALIKE;
    let others: Steps = pieces.each().filter(is_like).collect();
    let is_kind = others.count() >= FEWEST && own.len() >= FEWEST;
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
        let is_same = |copy: &usize| self.opening(*copy).eq(self.opening(stretch.start));
        let begins = self.within(&stretch).iter().copied().filter(is_same).collect();
        Steps::until(begins, stretch.end).each().collect()
    }
}
