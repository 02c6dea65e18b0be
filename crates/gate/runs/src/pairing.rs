//! Pairs each kernel of the baseline with the same kernel of today's run.

use std::collections::BTreeMap;

use propp_base_names::demangle;

use super::profile::{Kernel, Key, Profile};
use super::quantity::Quantity;

/// With more changed launches of one function than this, pairing them would be a guess,
/// and they stay unpaired.
const MAX_CHANGED: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Pairs<'a> {
    /// The same kernel, before and now.
    pub(super) both: Vec<(&'a Kernel, &'a Kernel)>,
    /// Only in the baseline.
    pub(super) gone: Vec<&'a Kernel>,
    /// Only in today's run.
    pub(super) new: Vec<&'a Kernel>,
}

/// Pairs kernels with equal keys first. The remaining launches of a function are paired by
/// how many launch attributes agree: a kernel that got another block size or more shared
/// memory has changed, but it is still the same kernel.
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
        // A kernel that only some runs of the baseline launched may be missing today.
        let always: Vec<&Kernel> = gone.into_iter().filter(|k| is_in_every_run(k)).collect();
        let is_known = !are_several(&always) && !are_several(&new);
        let may_pair = always.len().max(new.len()) <= MAX_CHANGED && is_known;
        for kernel in always {
            let places = (0..new.len()).rev();
            let common = |&place: &usize| common_attributes(kernel, new[place]);
            match places.max_by_key(common).filter(|_| may_pair) {
                Some(place) => pairs.both.push((kernel, new.remove(place))),
                None => pairs.gone.push(kernel),
            }
        }
        pairs.new.extend(new);
    }
    pairs
}

type Function<'a> = (String, Option<&'a str>);

/// By its readable name, because symbols of functions with internal linkage have a hash of their file
/// in them.
fn function(kernel: &Kernel) -> Function<'_> {
    (demangle(&kernel.key.function), kernel.key.nvtx.as_deref())
}

/// Whether several functions have one readable name, as in the anonymous namespaces of two files.
fn are_several(kernels: &[&Kernel]) -> bool {
    kernels.windows(2).any(|two| two[0].key.function != two[1].key.function)
}

fn is_in_every_run(kernel: &Kernel) -> bool {
    let launches = kernel.measures.get(&Quantity::Launches);
    launches.is_some_and(|samples| samples.means().all(|launches| launches > 0.0))
}

fn common_attributes(a: &Kernel, b: &Kernel) -> usize {
    let same = [
        a.key.block == b.key.block,
        a.key.grid == b.key.grid,
        a.key.dynamic_shared_bytes == b.key.dynamic_shared_bytes,
    ];
    same.into_iter().filter(|same| *same).count()
}
