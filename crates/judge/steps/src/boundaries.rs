//! Where a step begins: of `c a b c a b c a b` the names alone do not tell whether it is `c a b`,
//! `a b c` or `b c a`.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::cycles::Program;
use crate::fold::Token;
use crate::stretch::{alike, bag, within};
use crate::{FEWEST, Launch, Steps};

/// Iterations that begin with as many launches of one kernel, of all.
const MOST: f64 = 0.7;

/// How much of two stretches is the same kernels, for both to be steps.
const LEAST_ALIKE: f64 = 0.8;

/// How much of a step a first one has that tries out kernels besides.
const MOST_WITHIN: f64 = 0.9;

/// A step that is so much longer than another may be two, if both are so much alike.
const LONG: f64 = 1.5;
const VERY_ALIKE: f64 = 0.9;

/// Places where the next step may begin that are compared as a whole.
const MOST_BEGINS: usize = 16;

/// First kernels by which beginnings are compared.
const LONGEST_OPENING: usize = 8;

/// The steps of these iterations of a loop.
pub(crate) fn placed(
    iterations: &[Vec<Token>],
    tokens: &[Token],
    of: Sequence<'_>,
) -> Option<Steps> {
    let places = Places::of(iterations, tokens, of);
    let by = places.rotation();
    let mut begins = places.begins(by);
    let end = places.end(by, &mut begins)?;
    let steps = places.continued(places.extended(Steps::until(begins, end)));
    Some(places.with_openings(steps))
}

/// What is known of the launches.
#[derive(Clone, Copy)]
pub(crate) struct Sequence<'a> {
    pub symbols: &'a [u32],
    pub launches: &'a [Launch],
    pub program: &'a Program<'a>,
    /// Before this launch are other steps.
    pub floor: usize,
}

pub(crate) struct Places<'a> {
    pub(super) symbols: &'a [u32],
    pub(super) launches: &'a [Launch],
    pub(super) program: &'a Program<'a>,
    floor: usize,
    /// For each iteration the first launches of its tokens.
    pub(super) rows: Vec<Vec<usize>>,
    /// Whether each token is within a loop of the iteration.
    pub(super) is_inner: Vec<bool>,
    /// The same of the tokens after the last iteration that go on like one.
    pub(super) after: Vec<usize>,
    pub(super) end: usize,
    /// The iterations after which something else comes before the next.
    pub(super) followed: Vec<usize>,
    /// Launches of the first token that end the step before.
    pub(super) shared: usize,
}

impl<'a> Places<'a> {
    fn of(iterations: &[Vec<Token>], tokens: &[Token], of: Sequence<'a>) -> Self {
        let Sequence { symbols, launches, program, floor } = of;
        let rows: Vec<Vec<usize>> = iterations.iter().map(|row| candidates(row)).collect();
        let last = &iterations[iterations.len() - 1];
        let mut end = last.last().map_or(0, |token| token.to);
        let mut after = Vec::new();
        let until = end;
        let following = tokens.iter().skip_while(|token| token.from < until);
        for (token, like) in following.zip(last) {
            if token.symbol != like.symbol {
                break;
            }
            after.extend(candidates(std::slice::from_ref(token)));
            end = token.to;
        }
        let is_followed = |two: &[Vec<Token>]| {
            two[0].last().zip(two[1].first()).is_some_and(|(a, b)| a.to < b.from)
        };
        let pairs = iterations.windows(2).enumerate().filter(|(_, two)| is_followed(two));
        let followed = pairs.map(|(row, _)| row).collect();
        let firsts: BTreeSet<usize> = iterations[0].iter().map(|token| token.from).collect();
        let is_inner = rows[0].iter().map(|place| !firsts.contains(place)).collect();
        let mut places = Self {
            symbols,
            launches,
            program,
            floor,
            rows,
            is_inner,
            after,
            end,
            followed,
            shared: 0,
        };
        places.split_first();
        places
    }

    /// Where a step begins with the kernel that the step before ends with, both are one token:
    /// how many of its launches belong to the beginning is seen at the first step.
    fn split_first(&mut self) {
        let symbols = self.symbols;
        let run = |from: usize| {
            let same = |place: &usize| symbols[*place] == symbols[from];
            (from..symbols.len()).take_while(same).count()
        };
        let first = run(self.rows[0][0]);
        let mut all: Vec<usize> = self.rows.iter().skip(1).map(|row| run(row[0])).collect();
        all.sort_unstable();
        let later = all[all.len() / 2];
        let same = all.iter().filter(|one| **one == later).count() as f64;
        if same < MOST * all.len() as f64 || later <= first || self.rows[0].len() < 2 {
            return;
        }
        self.shared = later - first;
        for row in self.rows.iter_mut().skip(1).filter(|row| run(row[0]) >= later) {
            row[0] += self.shared;
        }
        if let Some(after) = self.after.first_mut().filter(|after| run(**after) >= self.shared) {
            *after += self.shared;
        }
    }

    pub(super) fn begins(&self, by: usize) -> Vec<usize> {
        self.rows.iter().map(|row| row[by]).collect()
    }

    /// Where the last step ends; one that is not whole is none.
    pub(super) fn end(&self, by: usize, begins: &mut Vec<usize>) -> Option<usize> {
        match by {
            0 => Some(self.after.first().copied().unwrap_or(self.end)),
            _ if self.after.len() > by => Some(self.after[by]),
            _ if self.after.len() == by => Some(self.end),
            _ => begins.pop(),
        }
    }

    /// With steps before the first and after the last that differ from the others a little, as the
    /// first and the last of all often do.
    pub(super) fn extended(&self, steps: Steps) -> Steps {
        let Some(like) = steps.each().nth(steps.count() / 2) else { return steps };
        let mut end = steps.end();
        let mut begins = steps.begins;
        // Of a first step that differs, an end may look like one.
        if let [first, second, ..] = begins[..]
            && let Some(begin) = self.before(second, &like)
            && begin < first
            && self.alike(begin..second, &like) > self.alike(first..second, &like)
        {
            begins[0] = begin;
        }
        let mut earlier = Vec::new();
        let mut first = begins[0];
        while let Some(begin) = self.before(first, &like) {
            earlier.push(begin);
            first = begin;
        }
        if earlier.is_empty() {
            earlier.extend(self.first_before(first, &like));
        }
        begins.splice(0..0, earlier.into_iter().rev());
        if let Some(after) = self.after(end, &like) {
            begins.push(end);
            end = after;
        }
        let steps = Steps::until(begins, end);
        let added = self.divisions(&steps, &like);
        let mut begins = steps.begins;
        begins.extend(added);
        begins.sort_unstable();
        Steps::until(begins, end)
    }

    /// With the steps that go on after the last, where the loop was seen to end at one that differs.
    fn continued(&self, steps: Steps) -> Steps {
        let Some(like) = steps.each().nth(steps.count() / 2) else { return steps };
        let mut end = steps.end();
        let mut begins = steps.begins;
        let next = |end: usize| {
            let near = end..(end + like.len() / 2 + 1).min(self.symbols.len());
            let mut begins: Vec<usize> = near.filter(|&at| self.is_opening(at, &like)).collect();
            begins.sort_by_key(|&begin| (Reverse(self.opening(begin, &like)), begin));
            begins.truncate(MOST_BEGINS);
            begins.into_iter().find_map(|begin| Some((begin, self.after(begin, &like)?)))
        };
        while let Some((begin, after)) = next(end) {
            begins.push(begin);
            end = after;
        }
        Steps::until(begins, end)
    }

    /// What comes before the first step as before later ones is where they begin, unless it ends the
    /// last one, too.
    fn with_openings(&self, steps: Steps) -> Steps {
        let is_marked = |place: usize| {
            let before = self.launches[place].before;
            before.waited || before.copied_in
        };
        let Some(like) = steps.each().nth(steps.count() / 2) else { return steps };
        let Some((&first, later)) = steps.begins.split_first() else { return steps };
        let preceding = &self.symbols[self.floor..first];
        let common = |begin: &usize| {
            let symbols = self.symbols[..*begin].iter().rev().take(like.len() / 2);
            symbols.zip(preceding.iter().rev()).take_while(|(a, b)| a == b).count()
        };
        let length = later.iter().map(common).max().unwrap_or(0);
        let opening = &preceding[preceding.len() - length..];
        let marked = later.iter().filter(|&&begin| is_marked(begin)).count();
        let is_opened = |begin: usize| self.symbols[..begin].ends_with(opening);
        let again = later.iter().filter(|&&begin| is_opened(begin)).count();
        if length < 2 || again < FEWEST || 2 * marked > later.len() || is_opened(steps.end()) {
            return steps;
        }
        let mut begins: Vec<usize> = Vec::with_capacity(steps.count());
        for &begin in &steps.begins {
            let last = begins.last().copied();
            let earlier = begin.checked_sub(length).filter(|_| is_opened(begin));
            let earlier = earlier.filter(|earlier| last.is_none_or(|last| last < *earlier));
            begins.push(earlier.unwrap_or(begin));
        }
        Steps::until(begins, steps.end())
    }

    /// A step that differs may not have been seen: the one before is then long, and holds two.
    fn divisions(&self, steps: &Steps, like: &Range<usize>) -> Vec<usize> {
        let length = like.len();
        let usual = bag(&self.symbols[like.clone()]);
        let is_like = |from: usize| {
            let end = (from + length).min(self.symbols.len());
            alike(&bag(&self.symbols[from..end]), &usual) >= VERY_ALIKE
        };
        let mut added = Vec::new();
        for step in steps.each().filter(|step| step.len() as f64 >= LONG * length as f64) {
            if !is_like(step.start) {
                continue;
            }
            let within = step.start + length.div_ceil(2)..=step.end - length.div_ceil(2);
            let mut openings = within.filter(|&at| self.is_opening(at, like));
            added.extend(openings.find(|&at| is_like(at)));
        }
        added
    }

    /// How much a stretch is like that step.
    pub(super) fn alike(&self, stretch: Range<usize>, like: &Range<usize>) -> f64 {
        alike(&bag(&self.symbols[stretch]), &bag(&self.symbols[like.clone()]))
    }

    /// The first two kernels of a step, by which its beginning is known.
    fn is_opening(&self, at: usize, like: &Range<usize>) -> bool {
        self.symbols[at..].iter().take(2).eq(self.symbols[like.clone()].iter().take(2))
    }

    /// How many of the first kernels are those of a step.
    fn opening(&self, at: usize, like: &Range<usize>) -> usize {
        let both = self.symbols[at..].iter().zip(&self.symbols[like.clone()]);
        both.take(LONGEST_OPENING).take_while(|(a, b)| a == b).count()
    }

    /// Where a step begins that ends at `place` and is like that one.
    fn before(&self, place: usize, like: &Range<usize>) -> Option<usize> {
        let length = like.len();
        let nearest = place.checked_sub(length.div_ceil(2))?;
        let farthest = place.saturating_sub(3 * length).max(self.floor);
        let near = (farthest..=nearest).rev().filter(|&at| self.is_opening(at, like));
        let near = near.map(|at| (at, self.opening(at, like), self.alike(at..place, like)));
        let alike = near.filter(|one| one.2 >= LEAST_ALIKE);
        let best = alike.max_by(|a, b| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2)));
        best.map(|(begin, ..)| begin)
    }

    /// The same for a first step that tries out kernels besides: it has all that the others have.
    fn first_before(&self, place: usize, like: &Range<usize>) -> Option<usize> {
        let nearest = place.checked_sub(like.len())?;
        let wanted = bag(&self.symbols[like.clone()]);
        let copied = |at: usize| self.launches[at].before.copied_in;
        let begins = |at: usize| match copied(like.start) {
            true => copied(at),
            false => self.is_opening(at, like),
        };
        let mut far = (self.floor..=nearest).rev().filter(|&at| begins(at));
        far.find(|&at| within(&wanted, &bag(&self.symbols[at..place])) >= MOST_WITHIN)
    }

    /// Where a step ends that begins at `place` and is like that one.
    fn after(&self, place: usize, like: &Range<usize>) -> Option<usize> {
        let end = place + like.len().min(self.symbols.len() - place);
        // To compare whole steps takes long.
        let may_be = self.is_opening(place, like) && end > place;
        (may_be && self.alike(place..end, like) >= LEAST_ALIKE).then_some(end)
    }
}

/// The launches of an iteration with which a step may begin: those of its tokens, and of the first
/// and the last iteration of a loop in it.
fn candidates(row: &[Token]) -> Vec<usize> {
    let mut places = Vec::new();
    for token in row {
        places.push(token.from);
        if let (Some(first), Some(last)) = (token.iterations.first(), token.iterations.last()) {
            places.extend(candidates(first).into_iter().skip(1));
            places.extend(candidates(last));
        }
    }
    places
}
