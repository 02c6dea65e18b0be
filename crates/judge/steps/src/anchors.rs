//! Steps by what the host does at their beginning: it copies data to the GPU, or waits, and the
//! same kernels come first.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::stretch::{alike, bag, within};
use crate::{FEWEST, Launch, Steps};

/// How much of two stretches is the same kernels, for both to be steps of a kind.
const ALIKE: f64 = 0.8;

/// Less in common with a step of the kind: another kind.
const UNLIKE: f64 = 0.5;

/// Steps before and after that one is compared with.
const NEAR: usize = 8;

/// Of the steps, those that are like one near them.
const EXPLAINED: f64 = 0.9;

/// Steps at the start that may be unlike all others, as of their share.
const AT_START: f64 = 0.25;

/// The first launches by which a beginning is known.
const OPENING: usize = 2;

/// What the host does before a step.
type Host = fn(&Launch) -> bool;

/// Steps that begin where the host did something and the same kernels follow.
pub(crate) struct Anchored {
    pub steps: Steps,
    /// How many of the steps are like another one near them.
    pub explained: usize,
}

/// The divisions by each thing that the host does and the kernels that follow.
pub(crate) fn anchored(
    [exact, symbols]: [&[u32]; 2],
    launches: &[Launch],
    host: Host,
) -> Vec<Anchored> {
    let marked: Vec<usize> = (0..launches.len()).filter(|&place| host(&launches[place])).collect();
    let mut of_opening: BTreeMap<&[u32], Vec<usize>> = BTreeMap::new();
    for length in 1..=OPENING {
        for &place in &marked {
            let opening = &exact[place..(place + length).min(exact.len())];
            of_opening.entry(opening).or_default().push(place);
        }
    }
    let mut divisions: Vec<Vec<usize>> = of_opening.into_values().collect();
    divisions.sort();
    divisions.dedup();
    let divisions = divisions.into_iter().filter(|begins| begins.len() >= FEWEST);
    divisions.filter_map(|begins| divided(begins, symbols)).collect()
}

fn divided(begins: Vec<usize>, symbols: &[u32]) -> Option<Anchored> {
    let whole = Steps::until(begins, symbols.len());
    let bags: Vec<HashMap<u32, usize>> = whole.each().map(|step| bag(&symbols[step])).collect();
    let mut lengths: Vec<usize> = whole.each().map(|step| step.len()).collect();
    lengths.sort_unstable();
    let usual = lengths[lengths.len() / 2];
    let is_explained = |at: usize| {
        let near = at.saturating_sub(NEAR)..(at + NEAR + 1).min(bags.len());
        near.filter(|&other| other != at).any(|other| alike(&bags[at], &bags[other]) >= ALIKE)
    };
    let mut explained: Vec<bool> = (0..bags.len()).map(is_explained).collect();
    // The start of the program may look like the beginning of a step.
    let most = (AT_START * bags.len() as f64) as usize;
    let first = explained.iter().position(|is| *is).filter(|first| *first <= most.max(1))?;
    // A first step that tries out kernels besides is a step.
    let has_all = |at: usize| {
        let like = &bags[first];
        like.keys().all(|symbol| bags[at].contains_key(symbol))
    };
    let first = (0..first).find(|&at| has_all(at) && (at..first).all(&has_all)).unwrap_or(first);
    let mut end = symbols.len();
    let last = bags.len() - 1;
    if !explained[last] {
        // Something else follows the last step.
        let begin = whole.begins[last];
        end = (begin + usual).min(end);
        let rest = bag(&symbols[begin..end]);
        let near = last.saturating_sub(NEAR)..last;
        explained[last] = near.into_iter().any(|other| alike(&rest, &bags[other]) >= ALIKE);
    }
    let mut begins = whole.begins[first..].to_vec();
    if !explained[last] {
        end = begins.pop()?;
    }
    let explained = explained[first..].iter().filter(|is| **is).count();
    (begins.len() >= FEWEST).then(|| Anchored { steps: Steps::until(begins, end), explained })
}

impl Anchored {
    pub(crate) fn is_sure(&self) -> bool {
        self.explained as f64 >= EXPLAINED * self.steps.count() as f64
    }

    /// By kind, where steps of more than one come in any order.
    pub(crate) fn kinds(&self, symbols: &[u32]) -> Vec<Steps> {
        let mut kinds: Vec<(HashMap<u32, usize>, Vec<Range<usize>>)> = Vec::new();
        for step in self.steps.each() {
            let own = bag(&symbols[step.clone()]);
            match kinds.iter_mut().find(|(like, _)| alike(like, &own) >= UNLIKE) {
                Some((_, steps)) => steps.push(step),
                None => kinds.push((own, vec![step])),
            }
        }
        let (mut kinds, others): (Vec<_>, Vec<_>) =
            kinds.into_iter().partition(|(_, steps)| steps.len() >= FEWEST);
        // A first step that tries out kernels besides has all that the others have.
        for (own, steps) in others {
            let of = kinds.iter_mut().find(|(like, _)| within(like, &own) >= ALIKE);
            if let Some((_, all)) = of {
                all.extend(steps);
                all.sort_by_key(|step| step.start);
            }
        }
        let is_work = |steps: &Steps| 2 * steps.launches() > 3 * steps.count();
        let kinds = kinds.into_iter().map(|(_, steps)| steps.into_iter().collect::<Steps>());
        kinds.filter(is_work).collect()
    }
}
