//! Pairs the kernels of two sides.

use std::collections::BTreeSet;

use propp_analysis::KernelReport;
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
    /// What is left, in the order of time.
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

/// Pairs by order of time need shares of the time within this ratio: the remaining kernels
/// of two programs may be unrelated.
const MIN_RATIO: f64 = 1.0 / 3.0;

/// Pairs kernels by full name and configuration, then by full name, then by the function's own
/// name, then by order of time. Among kernels with one name (such as in several NVTX ranges),
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
    alignment.by_time(a, b);
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

    fn by_time(&mut self, a: &[KernelReport], b: &[KernelReport]) {
        let share = |kernel: &KernelReport| kernel.time_share.map_or(0.0, |share| share.get());
        let mut left: Vec<usize> = std::mem::take(&mut self.b);
        for place in std::mem::take(&mut self.a) {
            let own = share(&a[place]);
            let similar = left.iter().position(|&other| {
                let other = share(&b[other]);
                own.min(other) >= MIN_RATIO * own.max(other)
            });
            let other = similar.map(|found| left.remove(found));
            let how = if other.is_some() { How::Place } else { How::Alone };
            self.pairs.push(Pair { a: Some(place), b: other, how });
        }
        self.pairs.extend(left.into_iter().map(|b| Pair { a: None, b: Some(b), how: How::Alone }));
    }
}

#[cfg(test)]
mod tests {
    use super::function;

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
