//! Where a step begins: of `c a b c a b c a b` the names alone do not tell whether it is `c a b`,
//! `a b c` or `b c a`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::fold::Token;
use crate::stretch::{alike, bag, gap, within};
use crate::{FEWEST, Launch, Steps};

/// Iterations before which the host did the same, of all.
const MOST: f64 = 0.7;

/// How much of two stretches is the same kernels, for both to be steps.
const LEAST_ALIKE: f64 = 0.8;

/// How much of a step a first one has that tries out kernels besides.
const MOST_WITHIN: f64 = 0.9;

/// A step that is so much longer than another may be two, if both are so much alike.
const LONG: f64 = 1.5;
const VERY_ALIKE: f64 = 0.9;

/// A first step that is as much like the others is surely one.
const SURELY_ALIKE: f64 = 0.9;

/// By how much a gap is longer than another, to say where steps begin.
const CLEAR: f64 = 2.0;

/// How many times longer than all others a gap is that tells where steps begin.
const IDLE: f64 = 3.0;

/// First kernels by which beginnings are compared.
const LONGEST_OPENING: usize = 8;

/// Shorter gaps are between any two kernels, in ns.
const LEAST_GAP: u64 = 1_000;

/// Less difference between two phases is none, in steps.
const NEARLY: f64 = 0.05;

/// The part of the steps that may be less like the others, where copies tell the beginning.
const FEW: f64 = 0.05;

/// Waits or copies a step, where they tell its beginning.
const MOST_MARKS: usize = 2;

/// Steps that are judged at either end.
const JUDGED: usize = 32;

/// Phases that are judged, those with the longest gaps.
const MOST_JUDGED: usize = 16;

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
    /// Before this launch are other steps.
    pub floor: usize,
}

struct Places<'a> {
    symbols: &'a [u32],
    launches: &'a [Launch],
    floor: usize,
    /// For each iteration the first launches of its tokens.
    rows: Vec<Vec<usize>>,
    /// Whether each token is within a loop of the iteration.
    is_inner: Vec<bool>,
    /// The same of the tokens after the last iteration that go on like one.
    after: Vec<usize>,
    end: usize,
    /// The iterations after which something else comes before the next.
    followed: Vec<usize>,
    /// Launches of the first token that end the step before.
    shared: usize,
}

impl<'a> Places<'a> {
    fn of(iterations: &[Vec<Token>], tokens: &[Token], of: Sequence<'a>) -> Self {
        let Sequence { symbols, launches, floor } = of;
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
        let mut places = Self { symbols, launches, floor, rows, is_inner, after, end, followed, shared: 0 };
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
        let (first, later) = (run(self.rows[0][0]), run(self.rows[1][0]));
        let is_same = self.rows.iter().skip(1).all(|row| run(row[0]) == later);
        if !is_same || later <= first || self.rows[0].len() < 2 {
            return;
        }
        self.shared = later - first;
        for row in self.rows.iter_mut().skip(1) {
            row[0] += self.shared;
        }
        if let Some(after) = self.after.first_mut().filter(|after| run(**after) >= self.shared) {
            *after += self.shared;
        }
    }

    /// With which token of an iteration a step begins: so that most steps are whole, that the host
    /// did the same before each, or that the GPU waited longest.
    fn rotation(&self) -> usize {
        let by = self.likely_rotation();
        // Most of a step before the first one is one.
        let is_part = || 2 * (self.rows[0][by] - self.rows[0][0]) > self.rows[1][0] - self.rows[0][0];
        let is_behind = self.usual_gap(by) > self.usual_gap(0) && !is_part();
        if by == 0 || self.shared > 0 || is_behind || !self.is_guessed(by) {
            return by;
        }
        0
    }

    /// Whether the steps are as many as from the first token only with a first one that is unlike
    /// the others: then the loop begins where the kernels began to repeat.
    fn is_guessed(&self, by: usize) -> bool {
        let steps = |by: usize| {
            let mut begins = self.begins(by);
            self.end(by, &mut begins).map(|end| Steps::until(begins, end))
        };
        let Some((first, other)) = steps(0).zip(steps(by)) else { return false };
        let added = self.extended(other.clone());
        let Some(like) = other.each().nth(other.count() / 2) else { return false };
        let is_like = |step: Range<usize>| self.alike(step, &like) >= SURELY_ALIKE;
        let mut more = added.each().take_while(|step| step.start < other.begins[0]);
        let is_later = added.begins[0] > self.rows[0][0];
        let may_be = self.is_inner[by] && is_later || !more.any(is_like);
        first.count() > other.count() && may_be
    }

    fn likely_rotation(&self) -> usize {
        let copied = self.marked(|launch| launch.before.copied_in);
        let waited = self.marked(|launch| launch.before.waited);
        if let Some(by) = self.copied_each() {
            return by;
        }
        // To judge all would take long.
        let mut some: Vec<usize> = (0..self.rows[0].len()).collect();
        some.sort_by_key(|&by| Reverse(self.usual_gap(by)));
        some.truncate(MOST_JUDGED);
        let idle = self.idle();
        some.extend(copied.iter().chain(&waited).chain(&idle));
        some.extend([0, self.after.len()].into_iter().filter(|&by| by < self.rows[0].len()));
        let scores: BTreeMap<usize, (f64, usize)> =
            some.into_iter().map(|by| (by, self.score(by))).collect();
        let most = scores.values().map(|score| score.0).fold(0.0, f64::max);
        if std::env::var_os("SHOW").is_some() {
            eprintln!("ROT rows {} tokens {} after {} copied {copied:?} waited {waited:?} idle {idle:?} floor {}", self.rows.len(), self.rows[0].len(), self.after.len(), self.floor);
            for (by, score) in &scores { eprintln!("  by {by} score {score:?} gap {} row0 {} row1 {} whole {}", self.usual_gap(*by), self.rows[0][*by], self.rows[1][*by], self.whole(*by)); }
        }
        let near = |by: usize, less: f64| scores[&by].0 > most - less;
        let best: Vec<usize> = scores.keys().copied().filter(|&by| near(by, NEARLY)).collect();
        let within = |mut some: Vec<usize>, less: f64| {
            some.retain(|&by| near(by, less));
            some
        };
        // Data for a step is copied before it; a wait may be in the middle of one.
        let far = 0.5 + FEW * self.rows.len().min(2 * JUDGED) as f64;
        // What comes now and then comes between steps, and not after the longest gap within them.
        let most_whole = best.iter().map(|&by| self.whole(by)).max().unwrap_or(0);
        let idle = within(idle, far).into_iter().filter(|&by| self.whole(by) >= most_whole);
        let by_host = [within(copied, far), within(waited, NEARLY), idle.collect()];
        let by_host = by_host.into_iter().find(|some| !some.is_empty());
        let longest = |some: &[usize]| {
            some.iter().copied().max_by_key(|&by| (self.usual_gap(by), Reverse(by)))
        };
        if let Some(by) = by_host.as_deref().and_then(longest) {
            return by;
        }
        // What else may begin with the first kernels of a step comes after it, as a rule.
        let first = best.iter().copied().min_by_key(|by| (scores[by].1, *by)).unwrap_or(0);
        let longest = longest(&best).unwrap_or(first);
        let gap = self.usual_gap(first).max(LEAST_GAP);
        let is_clear = self.usual_gap(longest) as f64 >= CLEAR * gap as f64;
        if is_clear { longest } else { first }
    }

    /// The token before which the GPU waits much longer than before all others, if there is one.
    fn idle(&self) -> Vec<usize> {
        let mut gaps: Vec<(u64, usize)> =
            (0..self.rows[0].len()).map(|by| (self.usual_gap(by), self.rows[1][by])).collect();
        gaps.sort_unstable_by_key(|&(gap, place)| (Reverse(gap), place));
        gaps.dedup();
        let [(longest, place), (next, _), ..] = gaps[..] else { return Vec::new() };
        let is_clear = longest as f64 >= IDLE * next.max(LEAST_GAP) as f64;
        (0..self.rows[0].len()).filter(|&by| is_clear && self.rows[1][by] == place).collect()
    }

    /// The only token before which the host copies data to the GPU, if it does in each iteration.
    fn copied_each(&self) -> Option<usize> {
        let is = |launch: &Launch| launch.before.copied_in;
        let by = (0..self.rows[0].len())
            .find(|&by| self.rows.iter().skip(1).all(|row| is(&self.launches[row[by]])))?;
        let only = |two: &[Vec<usize>]| {
            self.launches[two[0][by]..two[1][by]].iter().skip(1).all(|launch| !is(launch))
        };
        self.rows.windows(2).all(only).then_some(by)
    }

    /// The tokens before which the host did something in most steps, and seldom within them.
    fn marked(&self, is: fn(&Launch) -> bool) -> Vec<usize> {
        let mut marks: Vec<usize> = (self.rows.windows(2))
            .map(|two| self.launches[two[0][0]..two[1][0]].iter().filter(|one| is(one)).count())
            .collect();
        marks.sort_unstable();
        if marks.get(marks.len() / 2).is_none_or(|&usual| usual > MOST_MARKS) {
            return Vec::new();
        }
        let share = |by: usize| {
            let later = self.rows.iter().skip(1).map(|row| &self.launches[row[by]]);
            let count = later.len().max(1) as f64;
            later.filter(|launch| is(launch)).count() as f64 / count
        };
        (0..self.rows[0].len()).filter(|&by| share(by) >= MOST).collect()
    }

    /// How many steps there are if they begin with this token, and where the first begins; one that
    /// is unlike the others counts less.
    fn score(&self, by: usize) -> (f64, usize) {
        let mut begins = self.begins(by);
        let Some(end) = self.end(by, &mut begins) else { return (0.0, usize::MAX) };
        let steps = self.extended(Steps::until(begins, end));
        let Some(like) = steps.each().nth(steps.count() / 2) else { return (0.0, usize::MAX) };
        // Of many, the first and the last tell.
        let is_judged = |number: &usize| *number < JUDGED || number + JUDGED >= steps.count();
        let judged = steps.each().enumerate().filter(|(number, _)| is_judged(number));
        let all = judged.map(|(_, step)| 2.0 * self.alike(step, &like) - 1.0).sum();
        (all, steps.begins[0])
    }

    /// How many of the steps that are followed by something else are whole, so that it comes after
    /// them and not within.
    fn whole(&self, by: usize) -> usize {
        let middle = self.rows.len() / 2;
        let next = self.rows.get(middle + 1).map_or(self.end, |row| row[by]);
        let like = &self.symbols[self.rows[middle][by]..next];
        let followed = self.followed.iter().map(|&row| &self.symbols[self.rows[row][by]..]);
        followed.filter(|rest| rest.starts_with(like)).count()
    }

    /// How long no kernel ran before this token, in the middle of all iterations.
    fn usual_gap(&self, by: usize) -> u64 {
        let later = self.rows.iter().skip(1);
        let mut gaps: Vec<u64> = later.map(|row| gap(row[by], self.launches)).collect();
        gaps.sort_unstable();
        gaps.get(gaps.len() / 2).copied().unwrap_or(0)
    }

    fn begins(&self, by: usize) -> Vec<usize> {
        self.rows.iter().map(|row| row[by]).collect()
    }

    /// Where the last step ends; one that is not whole is none.
    fn end(&self, by: usize, begins: &mut Vec<usize>) -> Option<usize> {
        match by {
            0 => Some(self.after.first().copied().unwrap_or(self.end)),
            _ if self.after.len() > by => Some(self.after[by]),
            _ if self.after.len() == by => Some(self.end),
            _ => begins.pop(),
        }
    }

    /// With steps before the first and after the last that differ from the others a little, as the
    /// first and the last of all often do.
    fn extended(&self, steps: Steps) -> Steps {
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
            let begins = near.filter_map(|begin| Some((begin, self.after(begin, &like)?)));
            begins.rev().max_by_key(|(begin, _)| self.opening(*begin, &like))
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
        let is_like = |from: usize| {
            let end = (from + length).min(self.symbols.len());
            self.alike(from..end, like) >= VERY_ALIKE
        };
        let mut added = Vec::new();
        for step in steps.each().filter(|step| step.len() as f64 >= LONG * length as f64) {
            let within = step.start + length.div_ceil(2)..=step.end - length.div_ceil(2);
            let mut openings = within.filter(|&at| self.is_opening(at, like));
            added.extend(openings.find(|&at| is_like(step.start) && is_like(at)));
        }
        added
    }

    /// How much a stretch is like that step.
    fn alike(&self, stretch: Range<usize>, like: &Range<usize>) -> f64 {
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
        let near = near.map(|at| (at, self.alike(at..place, like)));
        let best = near.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|best| best.1 >= LEAST_ALIKE);
        best.map(|(begin, _)| begin)
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
