//! Pairs the kernels of two sides.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::Hash;

use propp_base_model::counters::GLOBAL_BYTES;
use propp_base_names::shorten;
use propp_judge_analysis::KernelReport;
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
    /// What is left and alike: names that share words, or the only kernels.
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

/// Words of two names that are the same, of all: below it they are not alike.
const SHARED_WORDS: f64 = 0.3;

/// Kernels of each side, those of most time, that are compared by their words: each is compared with
/// each.
const MOST_ALIKE: usize = 1000;

/// Words that say nothing of what a kernel does.
const EMPTY_WORDS: [&str; 8] =
    ["kernel", "device", "impl", "void", "with", "without", "the", "for"];

/// Pairs kernels by full name and configuration, then by full name, then by the function's own
/// name, then what is alike. Among kernels with one name (such as in several NVTX ranges),
/// the longest time comes first.
pub fn align(a: &[&KernelReport], b: &[&KernelReport]) -> Vec<Pair> {
    let mut alignment = Alignment { a: by_time(a), b: by_time(b), pairs: Vec::new() };
    let signature =
        |kernel: &KernelReport| (kernel.name.full.clone(), format!("{:?}", kernel.configurations));
    let name = |kernel: &KernelReport| kernel.name.full.clone();
    let own_name = |kernel: &KernelReport| function(&kernel.name.bare);
    alignment.by_key(How::Signature, |at| signature(a[at]), |at| signature(b[at]));
    alignment.by_key(How::Name, |at| name(a[at]), |at| name(b[at]));
    alignment.by_key(How::Function, |at| own_name(a[at]), |at| own_name(b[at]));
    alignment.by_likeness(a, b);
    alignment.pairs
}

/// The function's own name, without namespaces and template arguments.
fn function(bare: &str) -> String {
    let path = bare.split('<').next().unwrap_or(bare);
    let own = path.rsplit("::").next().unwrap_or(path).trim();
    if own.is_empty() { shorten(bare, 80) } else { own.to_owned() }
}

fn by_time(kernels: &[&KernelReport]) -> Vec<usize> {
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
    fn by_key<K: Eq + Hash>(
        &mut self,
        how: How,
        key_a: impl Fn(usize) -> K,
        key_b: impl Fn(usize) -> K,
    ) {
        let mut of_b: HashMap<K, VecDeque<usize>> = HashMap::new();
        self.b.iter().for_each(|&b| of_b.entry(key_b(b)).or_default().push_back(b));
        let mut paired = BTreeSet::new();
        self.a.retain(|&a| {
            let Some(b) = of_b.get_mut(&key_a(a)).and_then(VecDeque::pop_front) else {
                return true;
            };
            paired.insert(b);
            self.pairs.push(Pair { a: Some(a), b: Some(b), how });
            false
        });
        self.b.retain(|b| !paired.contains(b));
    }

    /// Pairs the most alike first. What is like nothing stays alone.
    fn by_likeness(&mut self, a: &[&KernelReport], b: &[&KernelReport]) {
        let (of_a, of_b) = (std::mem::take(&mut self.a), std::mem::take(&mut self.b));
        let mut all: Vec<(f64, usize, usize)> = Vec::new();
        if let (1, 1, [at], [other]) = (a.len(), b.len(), &of_a[..], &of_b[..]) {
            all.push((0.0, *at, *other));
        }
        let words_of = |kernel: &KernelReport| words(&function(&kernel.name.bare));
        let words_of_b: Vec<(usize, BTreeSet<String>)> =
            of_b.iter().take(MOST_ALIKE).map(|&other| (other, words_of(b[other]))).collect();
        for &at in of_a.iter().take(MOST_ALIKE) {
            let own = words_of(a[at]);
            for (other, theirs) in &words_of_b {
                let shared = own.intersection(theirs).count();
                let share = shared as f64 / own.union(theirs).count().max(1) as f64;
                if share >= SHARED_WORDS {
                    let is_same_work =
                        a[at].seen == b[*other].seen && is_same_traffic(a[at], b[*other]);
                    all.push((share + f64::from(u8::from(is_same_work)) / 2.0, at, *other));
                }
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
