//! Which bars of the timeline are a kernel's.

use std::collections::BTreeSet;

use propp_judge_analysis::{KernelReport, Lane, Span, SpanKind, Timeline};

/// Kernels that can be marked besides those with hints: the first by time.
const MOST: usize = 10;

/// A kernel of the report, as the timeline knows it.
#[derive(Debug)]
pub(super) struct Mark {
    /// The kernel's place in the analysis.
    pub(super) place: usize,
    /// Its names in the timeline: recordings have their own.
    names: BTreeSet<usize>,
    /// Its range; `None` where it has none.
    ranges: Option<BTreeSet<usize>>,
    /// Grid and block of its configurations.
    shapes: BTreeSet<[[u32; 3]; 2]>,
}

impl Mark {
    /// Whether something in the timeline is a launch of it. Launches that differ in nothing
    /// but shared memory or registers are not told apart.
    pub(super) fn is_of(&self, span: &Span) -> bool {
        let SpanKind::Kernel { name: Some(name), nvtx, grid, block, .. } = span.what else {
            return false;
        };
        let is_in_range = match (&self.ranges, nvtx) {
            (Some(ranges), Some(range)) => ranges.contains(&range),
            (ranges, range) => ranges.is_none() && range.is_none(),
        };
        is_in_range && self.names.contains(&name) && self.shapes.contains(&[grid, block])
    }
}

/// The kernels that have bars in some of the lanes.
pub(super) fn of(
    timeline: &Timeline,
    kernels: &[&KernelReport],
    hints: &BTreeSet<usize>,
    lanes: &[&Lane],
) -> Vec<Mark> {
    let mut longest: Vec<usize> = (0..kernels.len()).collect();
    longest.sort_by_key(|place| std::cmp::Reverse(kernels[*place].total_ns()));
    longest.truncate(MOST);
    let places: BTreeSet<usize> = hints.iter().copied().chain(longest).collect();
    let used = used_names(lanes).into_iter();
    let names: Vec<(usize, &str)> =
        used.filter_map(|name| Some((name, timeline.names.get(name)?.as_str()))).collect();
    let spans = || lanes.iter().flat_map(|lane| &lane.spans);
    places
        .into_iter()
        .filter_map(|place| Some(mark(place, kernels.get(place)?, &names, timeline)))
        .filter(|mark| spans().any(|span| mark.is_of(span)))
        .collect()
}

fn mark(place: usize, kernel: &KernelReport, names: &[(usize, &str)], timeline: &Timeline) -> Mark {
    let own = names.iter().filter(|(_, name)| *name == kernel.name.symbol).map(|(name, _)| *name);
    let range_names = |range: &String| {
        let all = timeline.names.iter().enumerate();
        all.filter(|(_, name)| *name == range).map(|(name, _)| name).collect()
    };
    Mark {
        place,
        names: own.collect(),
        ranges: kernel.nvtx.as_ref().map(range_names),
        shapes: kernel.configurations.iter().map(|one| [one.grid, one.block]).collect(),
    }
}

/// Names of the functions in some lanes.
fn used_names(lanes: &[&Lane]) -> BTreeSet<usize> {
    let spans = lanes.iter().flat_map(|lane| &lane.spans);
    spans
        .filter_map(|span| match span.what {
            SpanKind::Kernel { name, .. } => name,
            _ => None,
        })
        .collect()
}
