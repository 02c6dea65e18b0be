//! Hints of the run: gaps between kernels, and copies.

use propp_base_text::count;
use propp_judge_analysis::{Between, GapCause, RunReport, Steps};
use propp_judge_criteria::{Criterion, TraceNumber};

use super::Evidence;
use super::facts::evidence;
use super::rules::Finding;

/// Below this, the GPU waits.
const GAPS: f64 = 0.8;

/// Copies that could at best save less than a twentieth are not worth a stream.
const WORTH_A_STREAM: f64 = 1.05;

/// From this share on, pageable memory is why copies take as long as they do.
const MOSTLY: f64 = 0.5;

/// What a rule of the run found.
pub(super) struct RunFinding {
    pub(super) finding: Finding,
    pub(super) value: f64,
    /// The time that could change, and how many times shorter it could become at best.
    pub(super) now_ns: f64,
    pub(super) most: f64,
}

fn value(run: &RunReport, criterion: Criterion) -> Option<f64> {
    run.criteria.get(&criterion)?.aggregate.value.measured().map(|value| value.get())
}

/// A number that a criterion of the run came from.
fn input(run: &RunReport, criterion: Criterion, number: TraceNumber) -> Option<f64> {
    run.criteria.get(&criterion)?.evidence.of_trace(number)
}

pub(super) fn host_gaps(run: &RunReport) -> Option<RunFinding> {
    let whole = value(run, Criterion::HSync)?;
    let of_trace = |number| input(run, Criterion::HSync, number);
    let startup = of_trace(TraceNumber::StartupNs).filter(|_| run.steps.is_none()).unwrap_or(0.0);
    let launches = run.seen.filter(|launches| *launches > 1)? as f64;
    let mean = run.kernel_time_ns as f64 / launches;
    let span = of_trace(TraceNumber::SpanNs)? - startup;
    let of_start = of_trace(TraceNumber::StartupBusyNs).filter(|_| startup > 0.0).unwrap_or(0.0);
    // What copies fill is theirs.
    let filled = of_trace(TraceNumber::BusyNs)? - of_start + alone_ns(run).unwrap_or(0.0);
    let busy = (filled / span.max(1.0)).min(1.0);
    if span <= 0.0 || busy >= GAPS {
        return None;
    }
    let gap = span * (1.0 - busy) / (launches - 1.0);
    let cause = if gap > 100_000.0 {
        "long gaps: the host computes, allocates, copies or waits between launches"
    } else if gap > mean {
        "gaps longer than the kernels between them: short kernels launched one by one, or a \
         wait (cudaDeviceSynchronize, a copy to pageable memory) after each"
    } else {
        "a wait or a copy between kernels"
    };
    let mut causes = vec![cause.to_owned()];
    let mut seen =
        vec![evidence("HSync: share of the run with a kernel running", whole, ["trace"])];
    if let Some(steps) = &run.steps {
        seen.extend([
            evidence("repeated steps", steps.count as f64, ["trace"]),
            evidence("launches per step", steps.launches as f64, ["trace"]),
            evidence("mean time of a step, ns", steps.each_ns(), ["trace"]),
            evidence("share of a step with a kernel running", busy, ["trace"]),
        ]);
    } else if startup > 0.0 {
        seen.push(evidence("start of the run, excluded here, ns", startup, ["trace"]));
        seen.push(evidence("share of the rest with a kernel running", busy, ["trace"]));
        causes.push(
            "the start of the run, in which programs load code and prepare, is excluded".to_owned(),
        );
    }
    let one = run.steps.as_ref().map_or(span, Steps::each_ns);
    // Not even a graph launches kernels without any gap.
    let least_gap = run.between.as_ref().and_then(|between| between.shortest_ns);
    let least_gap = least_gap.unwrap_or(0.0).min(gap);
    let least = (busy + (launches - 1.0) * least_gap / span).min(1.0);
    let without_gaps = "the same with the shortest gaps, the upper limit of the gain, ns";
    seen.extend([
        evidence(without_gaps, one * least, ["trace"]),
        evidence("launches", run.seen.unwrap_or(0) as f64, ["trace"]),
        evidence("mean gap between launches, ns", gap, ["trace"]),
        evidence("mean time of a kernel, ns", mean, ["trace"]),
    ]);
    seen.extend(run.between.iter().flat_map(|between| gaps_by_cause(between, run.steps.is_some())));
    // A few copies to begin with and to end with are no reason for gaps.
    let copying = match 10.0 * run.traffic.host_copies as f64 >= launches {
        true => "; copy asynchronously from pinned memory",
        false => "",
    };
    let remedy = format!("{}{copying}", remedy(mean));
    Some(RunFinding {
        finding: Finding::new(seen, causes, remedy),
        value: if run.steps.is_some() { busy } else { whole },
        now_ns: one,
        most: 1.0 / least.max(1e-9),
    })
}

/// What the gaps come from, and how long those have to be in which the host only launches.
fn gaps_by_cause(between: &Between, of_steps: bool) -> Vec<Evidence> {
    let part = if of_steps { "of all reported steps" } else { "of the whole trace" };
    let mut seen = Vec::new();
    for gaps in &between.gaps {
        let (what, predicted) = match gaps.cause {
            GapCause::Launch => (
                "in which the host only launches",
                "what these take if each launch is ready in time, ns",
            ),
            GapCause::Wait => (
                "in which the host waits for the GPU or for a copy",
                "what these waits themselves take, ns",
            ),
            GapCause::Memory => ("in which memory of the GPU is allocated or freed", ""),
        };
        let all = format!("{} {what}, {part}, ns", count(gaps.count, "gap", "gaps"));
        seen.push(evidence(all, gaps.ns as f64, ["trace"]));
        let each = gaps.predicted_ns.map(|each| each * gaps.count as f64);
        seen.extend(each.map(|all| evidence(predicted, all, ["prices of the GPU"])));
    }
    seen
}

/// Short kernels are launched more slowly than they run; long ones wait for something.
fn remedy(mean_ns: f64) -> &'static str {
    const SHORT_NS: f64 = 20_000.0;
    if mean_ns < SHORT_NS {
        "put repeated sequences into a CUDA graph (in PyTorch: torch.cuda.graph around the \
         whole step, with tensors at fixed addresses, or torch.compile with \
         mode=\"reduce-overhead\"; in JAX: one jax.jit for all of it), and fuse short kernels; \
         wait once at the end instead of after each kernel"
    } else {
        "wait once at the end instead of after each kernel; allocate before the loop \
         (cudaMallocAsync); put repeated sequences into a CUDA graph"
    }
}

/// The time of copies between host and device while no kernel runs.
fn alone_ns(run: &RunReport) -> Option<f64> {
    let copied = input(run, Criterion::Dt, TraceNumber::CopiedBytes)?;
    let overlapped = input(run, Criterion::Dt, TraceNumber::OverlappedBytes)?;
    Some(run.traffic.host_copy_ns as f64 * (1.0 - (overlapped / copied.max(1.0)).min(1.0)))
}

pub(super) fn copies(run: &RunReport) -> Option<RunFinding> {
    let copied = input(run, Criterion::Dt, TraceNumber::CopiedBytes)?;
    let overlapped = input(run, Criterion::Dt, TraceNumber::OverlappedBytes)?;
    let dt = value(run, Criterion::Dt)?;
    let span = run.traffic.span_ns as f64;
    let alone = alone_ns(run)?;
    let both_ways = run.traffic.to_device_bytes.min(run.traffic.to_host_bytes) > 0;
    // At best all overlaps: kernels, copies there and copies back each take their time.
    let copy_ns = run.traffic.host_copy_ns as f64;
    let pageable = run.between.as_ref().map(|between| between.pageable);
    let by_pinning = pageable.and_then(|of| Some((of.ns as f64 - of.pinned_ns?).max(0.0)));
    let by_pinning = by_pinning.unwrap_or(0.0).min(copy_ns);
    let one_way = (copy_ns - by_pinning) / if both_ways { 2.0 } else { 1.0 };
    let most = span / (span - alone).max(run.kernel_time_ns as f64).max(one_way).max(1.0);
    if most < WORTH_A_STREAM {
        return None;
    }
    let mut seen = vec![
        evidence("DT", dt, ["trace"]),
        evidence("the run from its first kernel or copy to its last, ns", span, ["trace"]),
        evidence("bytes copied between host and device", copied, ["trace"]),
        evidence("these bytes while a kernel ran", overlapped, ["trace"]),
        evidence("copies between host and device", run.traffic.host_copies as f64, ["trace"]),
        evidence("time of copies between host and device, ns", copy_ns, ["trace"]),
    ];
    if let Some(pageable) = pageable.filter(|pageable| pageable.count > 0) {
        let pinned = pageable.pinned_ns.map(|ns| {
            evidence("the same from and to pinned memory, ns", ns, ["prices of the GPU"])
        });
        seen.push(evidence("of this with pageable memory, ns", pageable.ns as f64, ["trace"]));
        seen.extend(pinned);
    }
    let cause = if both_ways {
        "copies to the device, kernels, and copies back run one after the other"
    } else {
        "data is copied before (or after) the kernels that use it, while no kernel runs"
    };
    let remedy =
        "leave data for the next kernel on the device; for the rest use pinned memory and \
         cudaMemcpyAsync, in pieces of a few MiB on two to four streams, so that one piece is \
         copied while another is computed; use few large copies instead of many small ones"
            .to_owned();
    let mut causes = vec![cause.to_owned()];
    if by_pinning > MOSTLY * copy_ns {
        causes.push("the host's memory is pageable, so the driver copies it twice".to_owned());
    }
    let finding = Finding::new(seen, causes, remedy);
    let one = run.steps.as_ref().map_or(span, Steps::each_ns);
    Some(RunFinding { finding, value: dt, now_ns: one, most })
}
