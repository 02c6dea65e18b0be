//! What ran when, for Perfetto (ui.perfetto.dev) and Chrome's viewer: the Trace Event
//! Format, complete events of one track a stream.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt::Write as _;

use propp_base_names::{KernelName, shorten};
use propp_judge_analysis::{Lane, LaneKind, Span, SpanKind, Timeline};
use serde_json::{Value, json};

/// Characters of a name: a viewer shows few, and each launch repeats it.
const NAME: usize = 120;

/// The trace as JSON. Times are microseconds since the first event; when that was is in
/// `otherData`, in nanoseconds since 1970.
pub fn render(timeline: &Timeline, sources: &[&str]) -> String {
    let mut out = format!(
        "{{\"displayTimeUnit\":\"ns\",\"otherData\":{},\"traceEvents\":[",
        json!({
            "schema": "propp.trace/1",
            "propp_version": env!("CARGO_PKG_VERSION"),
            "start_ns": timeline.start_ns.to_string(),
            "recordings": sources,
        })
    );
    let short = |name: &String| shorten(&KernelName::from_symbol(name).bare, NAME);
    let names: Vec<String> = timeline.names.iter().map(short).collect();
    let mut events = Events { out: &mut out, timeline, names: &names, begun: false };
    let mut process = 0;
    let mut track = 0;
    let mut of = None;
    for lane in &timeline.lanes {
        // Ranks on several machines may have the same process id.
        if of != Some((lane.file, lane.process)) {
            of = Some((lane.file, lane.process));
            process += 1;
            let source = sources.get(lane.file).copied().unwrap_or_default();
            let name = format!("process {} of {source}", lane.process);
            events.name("process_name", process, 0, &name);
        }
        for (row, spans) in rows(&lane.spans).into_iter().enumerate() {
            track += 1;
            let more = if row == 0 { String::new() } else { format!(" ({})", row + 1) };
            events.name("thread_name", process, track, &format!("{}{more}", title(lane)));
            for span in spans {
                events.span(process, track, span);
            }
        }
    }
    out.push_str("\n]}\n");
    out
}

struct Events<'a> {
    out: &'a mut String,
    timeline: &'a Timeline,
    names: &'a [String],
    begun: bool,
}

impl Events<'_> {
    fn put(&mut self, event: &Value) {
        let comma = if std::mem::replace(&mut self.begun, true) { "," } else { "" };
        let _ = write!(self.out, "{comma}\n{event}");
    }

    fn name(&mut self, kind: &str, process: usize, track: usize, name: &str) {
        let args = json!({ "name": name });
        self.put(&json!({ "ph": "M", "name": kind, "pid": process, "tid": track, "args": args }));
    }

    fn span(&mut self, process: usize, track: usize, span: &Span) {
        let text = |place: Option<usize>| place.and_then(|place| self.names.get(place));
        let step;
        let (name, category, args) = match span.what {
            SpanKind::Step { kind, number } => {
                step = format!("step {number}");
                (step.as_str(), "step", json!({ "kind": kind, "number": number }))
            }
            SpanKind::Kernel { name, nvtx, grid, block, correlation } => (
                text(name).map_or("kernel", String::as_str),
                "kernel",
                json!({ "grid": grid, "block": block, "correlation": correlation,
                        "nvtx": text(nvtx) }),
            ),
            SpanKind::Copy { bytes, pageable } => {
                ("copy", "copy", json!({ "bytes": bytes, "pageable": pageable }))
            }
            SpanKind::Set { bytes } => ("memset", "copy", json!({ "bytes": bytes })),
            SpanKind::Wait { kind } => (wait(kind), "sync", json!({ "kind": kind })),
        };
        let event = json!({
            "ph": "X", "name": name, "cat": category, "pid": process, "tid": track,
            "ts": microseconds(span.start_ns - self.timeline.start_ns),
            "dur": microseconds(span.end_ns - span.start_ns),
            "args": args,
        });
        self.put(&event);
    }
}

/// A time as the format has it. Perfetto multiplies by 1000 and cuts off what is behind the
/// point, and drops a slice that begins within another one and ends behind it: a number
/// that would come out a nanosecond short is the next larger one.
fn microseconds(ns: u64) -> f64 {
    let number = ns as f64 / 1000.0;
    if ((number * 1000.0) as u64) < ns { number.next_up() } else { number }
}

/// `CUpti_ActivitySynchronizationType`.
fn wait(kind: u32) -> &'static str {
    match kind {
        1 => "wait for an event",
        3 => "wait for a stream",
        4 => "wait for a context",
        _ => "wait",
    }
}

fn title(lane: &Lane) -> String {
    match lane.kind {
        LaneKind::Steps => "steps".to_owned(),
        LaneKind::Kernels { device, stream } => format!("GPU {device} stream {stream}: kernels"),
        LaneKind::ToDevice { device } => format!("GPU {device}: copies from the host"),
        LaneKind::ToHost { device } => format!("GPU {device}: copies to the host"),
        LaneKind::Within { device } => format!("GPU {device}: copies within the device, memset"),
        LaneKind::HostWaits => "host waits".to_owned(),
    }
}

/// Spans in rows of which none overlap: the format knows only what is nested, and
/// copies of several streams and kernels of a graph may overlap as they like. They come in the order
/// of their starts, and each goes into the first row that is free then.
fn rows(spans: &[Span]) -> Vec<Vec<&Span>> {
    let mut rows: Vec<Vec<&Span>> = Vec::new();
    let mut free: BTreeSet<usize> = BTreeSet::new();
    let mut taken: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    for span in spans {
        while let Some(&Reverse((end_ns, row))) = taken.peek()
            && end_ns <= span.start_ns
        {
            taken.pop();
            free.insert(row);
        }
        let row = free.pop_first().unwrap_or(rows.len());
        taken.push(Reverse((span.end_ns, row)));
        match rows.get_mut(row) {
            Some(row) => row.push(span),
            None => rows.push(vec![span]),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_overlaps_is_in_rows_of_its_own_and_the_first_free_row_is_taken() {
        let span = |&[start_ns, end_ns]: &[u64; 2]| {
            let what = SpanKind::Wait { kind: 1 };
            Span { start_ns, end_ns, what }
        };
        let spans: Vec<Span> = [[0, 9], [1, 3], [2, 5], [3, 4], [5, 6], [5, 7], [9, 9], [9, 10]]
            .iter()
            .map(span)
            .collect();
        let starts: Vec<Vec<u64>> =
            rows(&spans).iter().map(|row| row.iter().map(|span| span.start_ns).collect()).collect();
        assert_eq!(starts, [vec![0, 9, 9], vec![1, 3, 5], vec![2, 5]]);
        // A row for each: by looking at each row for each, this would take hours.
        let many: Vec<Span> = (0..300_000).map(|n| span(&[n, n + 1_000_000])).collect();
        assert_eq!(rows(&many).len(), many.len());
    }

    proptest! {
        #[test]
        fn no_nanosecond_is_lost_on_the_way_to_perfetto(ns in 0_u64..100_000_000_000_000) {
            let text = serde_json::to_string(&microseconds(ns)).unwrap();
            let read: f64 = text.parse().unwrap();
            prop_assert_eq!((read * 1000.0) as u64, ns);
        }
    }
}
