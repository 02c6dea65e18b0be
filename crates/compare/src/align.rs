//! Pairs the kernels of two sides.

use std::collections::BTreeSet;

use propp_analysis::KernelReport;
use propp_model::counters::GLOBAL_BYTES;
use propp_names::shorten;
use schemars::JsonSchema;
use serde::Serialize;

/// Why two kernels belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The same full name, launched the same way.
    Signature,
    /// The same full name.
    Name,
    /// The same function, with other template arguments or parameters.
    Function,
    /// What is left and alike: names that share a word, the same work, or the only kernels.
    Place,
    /// Nothing stands in its place.
    Alone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Index in the first list.
    pub a: Option<usize>,
    /// Index in the second list.
    pub b: Option<usize>,
    pub how: How,
}

/// Bytes of global memory of a launch that count as the same.
const SAME_BYTES: f64 = 0.9;

/// Words that say nothing of what a kernel does.
const EMPTY_WORDS: [&str; 8] =
    ["kernel", "device", "impl", "void", "with", "without", "the", "for"];

/// Pairs kernels by full name and configuration, then by full name, then by the function's own
/// name, then what is alike. Among kernels with one name (such as in several NVTX ranges),
/// the longest time comes first.
#[must_use]
pub fn align(a: &[KernelReport], b: &[KernelReport]) -> Vec<Pair> {
    let mut alignment = Alignment { a: by_time(a), b: by_time(b), pairs: Vec::new() };
    let signature =
        |kernel: &KernelReport| (kernel.name.full.clone(), format!("{:?}", kernel.configurations));
    let name = |kernel: &KernelReport| kernel.name.full.clone();
    let own_name = |kernel: &KernelReport| function(&kernel.name.bare);
    alignment.by_key(How::Signature, |at| signature(&a[at]), |at| signature(&b[at]));
    alignment.by_key(How::Name, |at| name(&a[at]), |at| name(&b[at]));
    alignment.by_key(How::Function, |at| own_name(&a[at]), |at| own_name(&b[at]));
    alignment.by_likeness(a, b);
    alignment.pairs
}

/// The function's own name, without namespaces and template arguments.
fn function(bare: &str) -> String {
    let path = bare.split('<').next().unwrap_or(bare);
    let own = path.rsplit("::").next().unwrap_or(path).trim();
    if own.is_empty() { shorten(bare, 80) } else { own.to_owned() }
}

fn by_time(kernels: &[KernelReport]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..kernels.len()).collect();
    places.sort_by_key(|place| std::cmp::Reverse(kernels[*place].total_ns()));
    places
}

/// The pairs so far, and the kernels without one.
struct Alignment {
    a: Vec<usize>,
    b: Vec<usize>,
    pairs: Vec<Pair>,
}

impl Alignment {
    fn by_key<K: PartialEq>(
        &mut self,
        how: How,
        key_a: impl Fn(usize) -> K,
        key_b: impl Fn(usize) -> K,
    ) {
        let mut keys: Vec<(K, usize)> = self.b.iter().map(|&b| (key_b(b), b)).collect();
        let mut paired = BTreeSet::new();
        self.a.retain(|&a| {
            let key = key_a(a);
            let Some(found) = keys.iter().position(|(other, _)| *other == key) else { return true };
            let (_, b) = keys.remove(found);
            paired.insert(b);
            self.pairs.push(Pair { a: Some(a), b: Some(b), how });
            false
        });
        self.b.retain(|b| !paired.contains(b));
    }

    /// Pairs the most alike first. What is like nothing stays alone.
    fn by_likeness(&mut self, a: &[KernelReport], b: &[KernelReport]) {
        let (of_a, of_b) = (std::mem::take(&mut self.a), std::mem::take(&mut self.b));
        let only = a.len() == 1 && b.len() == 1;
        let mut all: Vec<(f64, usize, usize)> = Vec::new();
        for &at in &of_a {
            for &other in &of_b {
                let likeness = likeness(&a[at], &b[other]).or(only.then_some(0.0));
                all.extend(likeness.map(|likeness| (likeness, at, other)));
            }
        }
        // The sort is stable: among equals, the longest time comes first.
        all.sort_by(|one, other| other.0.total_cmp(&one.0));
        let (mut paired_a, mut paired_b) = (BTreeSet::new(), BTreeSet::new());
        for (_, at, other) in all {
            if !paired_a.contains(&at) && !paired_b.contains(&other) {
                paired_a.insert(at);
                paired_b.insert(other);
                self.pairs.push(Pair { a: Some(at), b: Some(other), how: How::Place });
            }
        }
        let alone = |a, b| Pair { a, b, how: How::Alone };
        let only_a = of_a.into_iter().filter(|at| !paired_a.contains(at));
        self.pairs.extend(only_a.map(|at| alone(Some(at), None)));
        let only_b = of_b.into_iter().filter(|other| !paired_b.contains(other));
        self.pairs.extend(only_b.map(|other| alone(None, Some(other))));
    }
}

/// How much two kernels are alike: by the words that their names share, then by the same work.
/// `None` for kernels that share no word and do other work.
fn likeness(a: &KernelReport, b: &KernelReport) -> Option<f64> {
    let [of_a, of_b] = [a, b].map(|kernel| words(&function(&kernel.name.bare)));
    let shared = of_a.intersection(&of_b).count();
    let all = of_a.union(&of_b).count().max(1);
    let is_same_work = a.seen == b.seen && is_same_traffic(a, b);
    (shared > 0 || is_same_work).then(|| {
        f64::from(u8::from(shared > 0))
            + shared as f64 / all as f64
            + f64::from(u8::from(is_same_work)) / 2.0
    })
}

fn is_same_traffic(a: &KernelReport, b: &KernelReport) -> bool {
    let bytes = |kernel: &KernelReport| match kernel.work.as_slice() {
        [work] => work.counts.get(GLOBAL_BYTES).filter(|bytes| **bytes > 0.0).copied(),
        _ => None,
    };
    let Some((a, b)) = bytes(a).zip(bytes(b)) else { return false };
    a.min(b) >= SAME_BYTES * a.max(b)
}

/// The words of a name, which underscores or capitals part.
fn words(name: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        if letter.is_uppercase() && before.is_lowercase() {
            spaced.push(' ');
        }
        spaced.push(if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
        before = letter;
    }
    let all = spaced.split_whitespace().filter(|word| word.len() > 2);
    all.filter(|word| !EMPTY_WORDS.contains(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{function, words};

    #[test]
    fn a_name_has_the_words_that_tell_it() {
        let all = |name: &str| words(name).into_iter().collect::<Vec<_>>();
        assert_eq!(all("DeviceRadixSortOnesweepKernel"), ["onesweep", "radix", "sort"]);
        assert_eq!(all("turn_without_conflicts"), ["conflicts", "turn"]);
        assert_eq!(all("k2_of_7"), [""; 0]);
    }

    #[test]
    fn a_function_has_its_own_name() {
        for (bare, own) in [
            ("transpose", "transpose"),
            ("cub::detail::scan::DeviceScanKernel<cub::Policy<4>, int>", "DeviceScanKernel"),
            ("(anonymous namespace)::f<1>", "f"),
            ("<odd>", "<odd>"),
        ] {
            assert_eq!(function(bare), own);
        }
    }
}
