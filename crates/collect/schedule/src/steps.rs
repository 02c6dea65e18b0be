//! The steps of the program, of which alone launches are measured.

use propp_judge_steps::{Launch, Steps, find, is_tuning};

use super::traced::{IN_GRAPH, Ordered, TracedLaunches};

pub(super) struct Within {
    pub traced: TracedLaunches,
    /// Launches of each kind before the first of them.
    pub before: Vec<u64>,
    /// Whether graphs are launched in them.
    pub has_graphs: bool,
}

/// The launches from the second step to the end of the last; `None` for a program without steps, and
/// of several processes. With them, every kind of launch in the steps has launches to measure.
pub(super) fn within(traced: &TracedLaunches) -> Option<Within> {
    let (order, host) = traced.only_process()?;
    let mut calls = host.in_order();
    let launch = |one: &Ordered| Launch {
        name: one.name,
        start_ns: one.start_ns,
        end_ns: one.start_ns + u64::from(one.duration_ns),
        before: calls.before(one.correlation),
    };
    let launches: Vec<Launch> = order.iter().map(launch).collect();
    let names: Vec<&str> = traced.names.iter().map(String::as_str).collect();
    let kinds = find(&launches, &names);
    let from = kinds.first().map(|steps| steps.begins[1])?;
    let to = kinds.iter().map(Steps::end).max()?;
    let mut before = vec![0; traced.kinds.len()];
    // A later run may use what this one has tuned.
    let is_tuning = is_tuning(&launches, &names);
    for (launch, _) in order[..from].iter().zip(&is_tuning).filter(|(_, is_tuning)| !**is_tuning) {
        if launch.kind != IN_GRAPH {
            before[launch.kind as usize] += 1;
        }
    }
    let inside = &order[from..to];
    let has_graphs = inside.iter().any(|launch| launch.kind == IN_GRAPH);
    Some(Within { traced: traced.only(inside), before, has_graphs })
}
