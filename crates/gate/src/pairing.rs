//! Which kernel of today is which of the baseline.

use std::collections::BTreeMap;

use super::profile::{Kernel, Key, Profile};
use super::quantity::Quantity;

/// In functions with more changed launches than this none is paired with another:
/// which is which would be a guess.
const MOST_CHANGED: usize = 64;

/// Kernels of both sides, brought together.
#[derive(Debug, Default)]
pub(super) struct Pairs<'a> {
    /// The same kernel, before and now.
    pub(super) both: Vec<(&'a Kernel, &'a Kernel)>,
    /// Of the baseline alone.
    pub(super) gone: Vec<&'a Kernel>,
    /// Of today alone.
    pub(super) new: Vec<&'a Kernel>,
}

/// The same signature first. What is left of a function is paired by how much of the
/// launch is the same: another block size or more shared memory is a change of the
/// kernel, and no other kernel.
pub(super) fn pair<'a>(before: &'a Profile, now: &'a Profile) -> Pairs<'a> {
    let mut pairs = Pairs::default();
    let mut left: BTreeMap<&Key, &Kernel> = now.kernels.iter().map(|k| (&k.key, k)).collect();
    let mut changed: BTreeMap<Function<'_>, [Vec<&Kernel>; 2]> = BTreeMap::new();
    for kernel in &before.kernels {
        match left.remove(&kernel.key) {
            Some(same) => pairs.both.push((kernel, same)),
            None => changed.entry(function(kernel)).or_default()[0].push(kernel),
        }
    }
    for kernel in left.into_values() {
        changed.entry(function(kernel)).or_default()[1].push(kernel);
    }
    for [gone, mut new] in changed.into_values() {
        // One that not every run of the baseline had need not be there today.
        let always: Vec<&Kernel> = gone.into_iter().filter(|kernel| is_always(kernel)).collect();
        let may_pair = always.len().max(new.len()) <= MOST_CHANGED;
        for kernel in always {
            let places = (0..new.len()).rev();
            match places.max_by_key(|&place| alike(kernel, new[place])).filter(|_| may_pair) {
                Some(place) => pairs.both.push((kernel, new.remove(place))),
                None => pairs.gone.push(kernel),
            }
        }
        pairs.new.extend(new);
    }
    pairs
}

type Function<'a> = (&'a str, Option<&'a str>);

fn function(kernel: &Kernel) -> Function<'_> {
    (&kernel.key.function, kernel.key.nvtx.as_deref())
}

/// Whether every run has it.
fn is_always(kernel: &Kernel) -> bool {
    let launches = kernel.measures.get(&Quantity::Launches);
    launches.is_some_and(|samples| samples.means().all(|launches| launches > 0.0))
}

fn alike(a: &Kernel, b: &Kernel) -> usize {
    let same = [
        a.key.block == b.key.block,
        a.key.grid == b.key.grid,
        a.key.dynamic_shared_bytes == b.key.dynamic_shared_bytes,
    ];
    same.into_iter().filter(|same| *same).count()
}
