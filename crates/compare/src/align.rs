//! Which kernel of one side stands in the place of which of another.

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

/// A kernel and what stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Place in the first list.
    pub a: Option<usize>,
    /// Place in the second list.
    pub b: Option<usize>,
    /// Why they belong together.
    pub how: How,
}

/// By place, a kernel is taken for another only if its share of the time is at least a
/// third of the other's: what is left over of two programs need not belong together.
const LIKE: f64 = 1.0 / 3.0;

/// Each kernel of both lists once: by full name and configuration, by name, then by the function's own name, then
/// by place among those that are left. Of kernels of one name (in several NVTX ranges,
/// say) those of most time come first.
#[must_use]
pub fn align(a: &[KernelReport], b: &[KernelReport]) -> Vec<Pair> {
    let mut open = Open { a: by_time(a), b: by_time(b), pairs: Vec::new() };
    let signature =
        |kernel: &KernelReport| (kernel.name.full.clone(), format!("{:?}", kernel.configurations));
    open.by_key(How::Signature, |place| signature(&a[place]), |place| signature(&b[place]));
    open.by_key(How::Name, |place| a[place].name.full.clone(), |place| b[place].name.full.clone());
    let own = |kernel: &KernelReport| function(&kernel.name.bare);
    open.by_key(How::Function, |place| own(&a[place]), |place| own(&b[place]));
    open.by_place(a, b);
    open.pairs
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

/// What has no partner yet.
struct Open {
    a: Vec<usize>,
    b: Vec<usize>,
    pairs: Vec<Pair>,
}

impl Open {
    fn by_key<K: PartialEq>(
        &mut self,
        how: How,
        of_a: impl Fn(usize) -> K,
        of_b: impl Fn(usize) -> K,
    ) {
        let mut keys: Vec<(K, usize)> = self.b.iter().map(|&b| (of_b(b), b)).collect();
        let mut taken = BTreeSet::new();
        self.a.retain(|&a| {
            let key = of_a(a);
            let Some(found) = keys.iter().position(|(other, _)| *other == key) else { return true };
            let (_, b) = keys.remove(found);
            taken.insert(b);
            self.pairs.push(Pair { a: Some(a), b: Some(b), how });
            false
        });
        self.b.retain(|b| !taken.contains(b));
    }

    fn by_place(&mut self, a: &[KernelReport], b: &[KernelReport]) {
        let share = |kernel: &KernelReport| kernel.time_share.map_or(0.0, |share| share.get());
        let mut left: Vec<usize> = std::mem::take(&mut self.b);
        for place in std::mem::take(&mut self.a) {
            let own = share(&a[place]);
            let like = left.iter().position(|&other| {
                let other = share(&b[other]);
                own.min(other) >= LIKE * own.max(other)
            });
            let other = like.map(|found| left.remove(found));
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
    fn a_function_is_told_by_its_own_name() {
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
