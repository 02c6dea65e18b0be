//! Steps that differ from each other now and then: an attempt that fails is a step without its end, and
//! micro-batches are a step together.

use std::ops::Range;

use crate::stretch::{bag, within};
use crate::{FEWEST, Steps};

/// First kernels by which a beginning is known.
const OPENING: usize = 8;

/// Of the steps, those that hold one beginning, and those of which the pattern is.
const MOSTLY: f64 = 0.7;
const NEARLY_ALL: f64 = 0.9;

/// The kernels that steps have in common.
const SAME: f64 = 0.8;

/// How long a step is at least, of the usual one.
const SHORTEST: f64 = 0.7;

/// With a step for each attempt: where nearly every step has its first kernels once, one that has them several
/// times is several.
pub(crate) fn singly(found: Steps, symbols: &[u32]) -> Steps {
    let mut all: Vec<Range<usize>> = found.each().collect();
    all.sort_by_key(|step| (step.len(), step.start));
    let Some(usual) = all.get(all.len() / 2).cloned() else { return found };
    let opening = &symbols[usual.clone()][..OPENING.min(usual.len().div_ceil(2))];
    let shortest = ((SHORTEST * usual.len() as f64) as usize).max(1);
    let pieces = |step: Range<usize>| -> Vec<Range<usize>> {
        let mut begins = vec![step.start];
        let mut at = step.start + shortest;
        while at + shortest <= step.end {
            if symbols[at..].starts_with(opening) {
                begins.push(at);
                at += shortest;
            } else {
                at += 1;
            }
        }
        Steps::until(begins, step.end).each().collect()
    };
    let divided: Vec<Vec<Range<usize>>> = found.each().map(pieces).collect();
    let once = divided.iter().filter(|pieces| pieces.len() == 1).count();
    let like = bag(&symbols[usual]);
    let is_whole = |piece: &Range<usize>| within(&like, &bag(&symbols[piece.clone()])) >= SAME;
    let mut several = divided.iter().filter(|pieces| pieces.len() > 1).flatten();
    let is_sure = once as f64 >= MOSTLY * found.count() as f64 && several.all(is_whole);
    if is_sure { divided.into_iter().flatten().collect() } else { found }
}

/// With a step for each update of a model, where each step so far is a micro-batch: the same number of them
/// comes before each update, and the last is like the others.
pub(crate) fn accumulated(
    found: Steps,
    symbols: &[u32],
    updates: &impl Fn(Range<usize>) -> bool,
) -> Steps {
    let each: Vec<Range<usize>> = found.each().collect();
    let ends: Vec<usize> = (0..each.len()).filter(|&at| updates(each[at].clone())).collect();
    let [first, second, ..] = ends[..] else { return found };
    let every = second - first;
    let same = ends.windows(2).filter(|two| two[1] - two[0] == every).count();
    let is_even = same as f64 >= NEARLY_ALL * (ends.len() - 1) as f64;
    if every < 2 || ends.len() < FEWEST || first + 1 != every || !is_even {
        return found;
    }
    let [micro, last] = [first - 1, first].map(|at| each[at].clone());
    let is_like = within(&bag(&symbols[micro.clone()]), &bag(&symbols[last.clone()])) >= NEARLY_ALL;
    if !is_like || 2 * micro.len() < last.len() {
        return found;
    }
    let from = |end: usize| ends.partition_point(|&other| other < end);
    let begin = |&end: &usize| from(end).checked_sub(1).map_or(0, |before| ends[before] + 1);
    ends.iter().map(|end| each[begin(end)].start..each[*end].end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> (Steps, Vec<u32>) {
        let places = text.split('|').scan(0, |at, step| {
            *at += step.len();
            Some(*at - step.len()..*at)
        });
        (places.collect(), text.replace('|', "").bytes().map(u32::from).collect())
    }

    fn lengths(steps: &Steps) -> Vec<usize> {
        steps.each().map(|step| step.len()).collect()
    }

    #[test]
    fn an_attempt_that_fails_is_a_step() {
        let (found, symbols) = steps("abcdefg|abcdefg|abcdefabcdefg|abcdefg|abcdefg");
        assert_eq!(lengths(&singly(found, &symbols)), [7, 7, 6, 7, 7, 7]);
        // The iterations of a solver are none.
        let (found, symbols) = steps("abcdefg|abcdabcdefg|abcdabcdabcdefg|abcdabcdefg");
        assert_eq!(singly(found.clone(), &symbols), found);
    }

    #[test]
    fn micro_batches_are_a_step_together() {
        let (found, symbols) = steps("abcd|abcd|abcdU|abcd|abcd|abcdU|abcd|abcd|abcdU");
        let updates = |step: Range<usize>| symbols[step].contains(&u32::from(b'U'));
        assert_eq!(lengths(&accumulated(found, &symbols, &updates)), [13, 13, 13]);
        // What is evaluated before each update is no micro-batch.
        let (found, symbols) = steps("abcd|efghU|abcd|efghU|abcd|efghU");
        let updates = |step: Range<usize>| symbols[step].contains(&u32::from(b'U'));
        assert_eq!(accumulated(found.clone(), &symbols, &updates), found);
    }
}
