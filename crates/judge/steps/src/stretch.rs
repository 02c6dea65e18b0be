//! What two stretches of launches have in common, and the gaps in them.

use std::collections::HashMap;

use crate::Launch;

/// How often each kernel runs in a stretch.
pub(crate) type Bag = HashMap<u32, usize>;

pub(crate) fn bag(symbols: &[u32]) -> Bag {
    let mut bag = HashMap::new();
    for symbol in symbols {
        *bag.entry(*symbol).or_default() += 1;
    }
    bag
}

/// The share of one stretch that the other has, too.
pub(crate) fn within(part: &Bag, whole: &Bag) -> f64 {
    let both: usize =
        part.iter().map(|(name, &count)| count.min(whole.get(name).copied().unwrap_or(0))).sum();
    both as f64 / part.values().sum::<usize>().max(1) as f64
}

/// The share of kernels that two stretches have in common. How often each ran counts little, as
/// loops within steps have changing lengths.
pub(crate) fn alike(a: &Bag, b: &Bag) -> f64 {
    let of = |bag: &Bag, name: &u32| bag.get(name).map_or(0.0, |&count| (1.0 + count as f64).ln());
    let all = a.keys().chain(b.keys().filter(|name| !a.contains_key(name)));
    let (mut both, mut either) = (0.0, 0.0);
    for name in all {
        both += of(a, name).min(of(b, name));
        either += of(a, name).max(of(b, name));
    }
    if either > 0.0 { both / either } else { 0.0 }
}

/// How long no kernel ran before a launch.
pub(crate) fn gap(place: usize, launches: &[Launch]) -> u64 {
    let before = launches[..place].iter().rev().take(8).map(|launch| launch.end_ns).max();
    launches[place].start_ns.saturating_sub(before.unwrap_or(0))
}
