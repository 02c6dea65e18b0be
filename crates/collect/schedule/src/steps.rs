//! The steps of the program, of which alone launches are measured.

use propp_judge_steps::{Launch, Process, ProgramRange, Steps, choose, is_tuning};

use super::traced::{IN_GRAPH, Ordered, TracedLaunches};

pub(super) struct Within {
    pub traced: TracedLaunches,
    /// The number of each launch of each kind among all of its launches.
    pub numbers: Vec<Vec<u64>>,
    /// Whether graphs are launched in them.
    pub has_graphs: bool,
}

/// The launches from the second step to the end of the last; `None` for a program without steps, and
/// of several processes. With them, every kind of launch in the steps has launches to measure. With a
/// name, ranges of this name are the steps.
pub(super) fn within(traced: &TracedLaunches, asked: Option<&str>) -> Option<Within> {
    let (order, process) = traced.only_process()?;
    let host = &process.host;
    let mut calls = host.in_order();
    let launch = |one: &Ordered| Launch {
        name: one.name,
        start_ns: one.start_ns,
        end_ns: one.start_ns + u64::from(one.duration_ns),
        before: calls.before(one.correlation),
        site: 0,
    };
    let mut launches: Vec<Launch> = order.iter().map(launch).collect();
    let names: Vec<&str> = traced.names.iter().map(String::as_str).collect();
    let calls: Vec<u32> = order.iter().map(|launch| launch.correlation).collect();
    process.calls.set(&mut launches, &calls);
    let ranges = process.ranges.iter().map(|&(name, [first, last])| {
        let name = names.get(name as usize).copied().unwrap_or_default();
        ProgramRange { name, first, last }
    });
    let ranges: Vec<ProgramRange<'_>> = ranges.collect();
    let sites = process.calls.sites();
    let (launches, names) = (&launches[..], &names[..]);
    let process = Process { launches, names, calls: &calls, sites: &sites, ranges: &ranges };
    let found = choose(&process, asked);
    let from = found.kinds.first()?.second()?;
    let to = found.kinds.iter().map(Steps::end).max()?;
    // A range says what is in a step; between steps that were guessed, others may lie.
    let mut is_inside = vec![found.range.is_none(); to];
    if found.range.is_some() {
        let steps = found.kinds.iter().flat_map(Steps::each);
        steps.for_each(|step| is_inside[step].fill(true));
    }
    let mut numbers = vec![Vec::new(); traced.kinds.len()];
    let mut counts = vec![0_u64; traced.kinds.len()];
    let mut inside = Vec::new();
    // A later run may use what this one has tuned.
    let is_tuning = is_tuning(launches, names);
    for (place, launch) in order.iter().enumerate().take(to) {
        let is_measured = place >= from && is_inside[place];
        if is_measured {
            inside.push(*launch);
        }
        if launch.kind == IN_GRAPH || (place < from && is_tuning[place]) {
            continue;
        }
        let count = &mut counts[launch.kind as usize];
        if is_measured {
            numbers[launch.kind as usize].push(*count);
        }
        *count += 1;
    }
    let has_graphs = inside.iter().any(|launch| launch.kind == IN_GRAPH);
    Some(Within { traced: traced.only(&inside), numbers, has_graphs })
}
