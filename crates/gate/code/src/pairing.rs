//! Pairs each kernel of the baseline with the same kernel of the new build: by its symbol, by its
//! name, and what is left by its instructions.

use std::collections::{BTreeMap, HashMap, HashSet};

use propp_base_names::{demangle, own_name};

use crate::file::Build;
use crate::kernel::KernelCode;

/// How much two kernels must have in common to be the same one under another name.
const SIMILAR: f64 = 0.5;
/// The same where the function's own name is equal, so that only its namespace, its template
/// arguments or its parameters changed.
const SIMILAR_OF_A_NAME: f64 = 0.2;

#[derive(Debug, Default)]
pub(crate) struct Pairs<'a> {
    pub(crate) both: Vec<Pair<'a>>,
    pub(crate) gone: Vec<&'a KernelCode>,
    pub(crate) new: Vec<&'a KernelCode>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) before: &'a KernelCode,
    pub(crate) now: &'a KernelCode,
    /// Found by its instructions under another name.
    pub(crate) is_renamed: bool,
}

/// Kernels of architectures that both builds have.
pub(crate) fn pair<'a>(before: &'a Build, now: &'a Build) -> Pairs<'a> {
    let mut pairs = Pairs::default();
    for architecture in before.architectures() {
        let of = |build: &'a Build| -> Vec<&'a KernelCode> {
            build.kernels.iter().filter(|kernel| kernel.architecture == architecture).collect()
        };
        let (old, new) = (of(before), of(now));
        if !new.is_empty() {
            pair_architecture(old, new, &mut pairs);
        }
    }
    pairs
}

fn pair_architecture<'a>(
    old: Vec<&'a KernelCode>,
    new: Vec<&'a KernelCode>,
    pairs: &mut Pairs<'a>,
) {
    let symbol = |kernel: &&'a KernelCode| kernel.symbol.clone();
    let (old, new) = pair_groups(old, new, symbol, pairs);
    // Symbols of functions with internal linkage have a hash of their file in them.
    let (old, new) = pair_groups(old, new, |kernel| demangle(&kernel.symbol), pairs);
    let (old, new) = pair_by_content(old, new, pairs);
    pairs.gone.extend(old);
    pairs.new.extend(new);
}

/// Pairs kernels of the same key, and returns what is left. Several of one key (versions of one
/// kernel that a compiler made at run time) are paired by their instructions.
fn pair_groups<'a>(
    old: Vec<&'a KernelCode>,
    new: Vec<&'a KernelCode>,
    key: impl Fn(&&'a KernelCode) -> String,
    pairs: &mut Pairs<'a>,
) -> (Vec<&'a KernelCode>, Vec<&'a KernelCode>) {
    let mut groups: BTreeMap<String, [Vec<&'a KernelCode>; 2]> = BTreeMap::new();
    for (side, kernels) in [old, new].into_iter().enumerate() {
        for kernel in kernels {
            groups.entry(key(&kernel)).or_default()[side].push(kernel);
        }
    }
    let mut left = (Vec::new(), Vec::new());
    for [old, new] in groups.into_values() {
        let found = matched(&old, &new, |_, _| 0.0);
        let (old, new) = put(old, new, &found, false, pairs);
        left.0.extend(old);
        left.1.extend(new);
    }
    left
}

/// Puts kernels at matched places together, and returns what is left.
fn put<'a>(
    old: Vec<&'a KernelCode>,
    new: Vec<&'a KernelCode>,
    found: &[(usize, usize)],
    is_renamed: bool,
    pairs: &mut Pairs<'a>,
) -> (Vec<&'a KernelCode>, Vec<&'a KernelCode>) {
    let pair = |&(a, b): &(usize, usize)| Pair { before: old[a], now: new[b], is_renamed };
    pairs.both.extend(found.iter().map(pair));
    let (of_old, of_new): (HashSet<usize>, HashSet<usize>) = found.iter().copied().unzip();
    let rest = |all: Vec<&'a KernelCode>, taken: HashSet<usize>| {
        let all = all.into_iter().enumerate().filter(|(place, _)| !taken.contains(place));
        all.map(|(_, kernel)| kernel).collect()
    };
    (rest(old, of_old), rest(new, of_new))
}

/// Pairs what has no partner of its name.
fn pair_by_content<'a>(
    old: Vec<&'a KernelCode>,
    new: Vec<&'a KernelCode>,
    pairs: &mut Pairs<'a>,
) -> (Vec<&'a KernelCode>, Vec<&'a KernelCode>) {
    let own = |kernels: &[&KernelCode]| -> Vec<String> {
        kernels.iter().map(|kernel| own_name(&demangle(&kernel.symbol)).to_owned()).collect()
    };
    let names = [own(&old), own(&new)];
    let least = |a: usize, b: usize| {
        if names[0][a] == names[1][b] { SIMILAR_OF_A_NAME } else { SIMILAR }
    };
    let found = matched(&old, &new, least);
    put(old, new, &found, true, pairs)
}

/// Places of kernels that belong together: those of the same instructions, then the most similar
/// ones that have at least the given share in common.
fn matched(
    old: &[&KernelCode],
    new: &[&KernelCode],
    least: impl Fn(usize, usize) -> f64,
) -> Vec<(usize, usize)> {
    if let ([_], [_]) = (old, new)
        && old[0].content.similarity(&new[0].content) >= least(0, 0)
    {
        return vec![(0, 0)];
    }
    let mut found = Vec::new();
    let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, kernel) in new.iter().enumerate().rev() {
        by_hash.entry(kernel.content.hash).or_default().push(place);
    }
    let mut open: Vec<usize> = Vec::new();
    for (place, kernel) in old.iter().enumerate() {
        match by_hash.get_mut(&kernel.content.hash).and_then(Vec::pop) {
            Some(same) => found.push((place, same)),
            None => open.push(place),
        }
    }
    let taken: HashSet<usize> = found.iter().map(|(_, b)| *b).collect();
    let free: Vec<usize> = (0..new.len()).filter(|place| !taken.contains(place)).collect();
    let mut candidates: Vec<(f64, usize, usize)> = likely(old, new, &open, &free)
        .into_iter()
        .map(|(a, b)| (old[a].content.similarity(&new[b].content), a, b))
        .filter(|(similarity, a, b)| *similarity >= least(*a, *b))
        .collect();
    candidates.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    let (mut used, mut taken) = (HashSet::new(), HashSet::new());
    for (_, a, b) in candidates {
        if !used.contains(&a) && taken.insert(b) {
            used.insert(a);
            found.push((a, b));
        }
    }
    found
}

/// With more pairs than this only those are looked at that have a part of the sketch in common.
const ALL_PAIRS: usize = 1 << 20;
/// Kernels of a build that share a part of the sketch with more others than this say nothing.
const COMMON: usize = 64;

fn likely(
    old: &[&KernelCode],
    new: &[&KernelCode],
    open: &[usize],
    free: &[usize],
) -> Vec<(usize, usize)> {
    if open.len().saturating_mul(free.len()) <= ALL_PAIRS {
        return open.iter().flat_map(|&a| free.iter().map(move |&b| (a, b))).collect();
    }
    let mut by_part: HashMap<(usize, u32), Vec<usize>> = HashMap::new();
    for &b in free {
        for (place, least) in new[b].content.sketch.iter().enumerate() {
            by_part.entry((place, *least)).or_default().push(b);
        }
    }
    let mut pairs = HashSet::new();
    for &a in open {
        for (place, least) in old[a].content.sketch.iter().enumerate() {
            let same = by_part.get(&(place, *least)).map_or(&[][..], Vec::as_slice);
            if same.len() <= COMMON {
                pairs.extend(same.iter().map(|&b| (a, b)));
            }
        }
    }
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_unstable();
    pairs
}
