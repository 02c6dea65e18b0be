//! What a report says first: how busy the GPU was, what to change first, and of each kernel
//! how near it comes to what the GPU can do.

mod change;
mod gain;
mod order;
mod roofs;

pub use change::{Change, changes, together};
pub use gain::{gain, likely, weakest, weakest_words};
pub use order::{LEGEND, extrapolated, is_ordered, place};
pub use roofs::{Roof, Roofs};

use propp_base_model::Fraction;
use propp_base_text::{count, duration, per_cent};
use propp_judge_analysis::Analysis;
use propp_judge_criteria::{Criterion, TraceNumber};

/// `GPU busy 1 % of 211 ms: 4 kernels, 20 launches, 2.02 ms.`
pub fn verdict(analysis: &Analysis) -> String {
    let run = &analysis.run;
    let kernels = count(analysis.kernels.len() as u64, "kernel", "kernels");
    let launches = run.seen.unwrap_or(run.measured);
    let launches = count(launches, "launch", "launches");
    let busy = run.criteria.get(&Criterion::HSync).and_then(|report| {
        let busy = report.aggregate.value.measured()?;
        let span = report.evidence.of_trace(TraceNumber::SpanNs)?;
        let of_trace = |number| report.evidence.of_trace(number);
        if let Some(steps) = &run.steps {
            return Some(format!(
                "GPU busy {} % of {}; {} steps of {} launches, {} each, GPU busy {} % of it: ",
                per_cent(busy),
                duration(span as u64),
                steps.count,
                steps.launches,
                duration(steps.median_ns),
                per_cent(steps.busy)
            ));
        }
        let start = of_trace(TraceNumber::StartupNs).and_then(|start| {
            let busy = of_trace(TraceNumber::BusyNs)? - of_trace(TraceNumber::StartupBusyNs)?;
            let rest = span - start;
            let busy = Fraction::clamped(busy / rest).map(per_cent)?;
            let [start, rest] = [start, rest].map(|ns| duration(ns as u64));
            Some(format!(" (start of the run {start}; then {busy} % of {rest})"))
        });
        let start = start.unwrap_or_default();
        Some(format!("GPU busy {} % of {}{start}: ", per_cent(busy), duration(span as u64)))
    });
    let time = match run.kernel_time_ns {
        0 => "times unknown".to_owned(),
        ns => format!("{} in kernels", duration(ns)),
    };
    format!("{}{kernels}, {launches}, {time}", busy.unwrap_or_default())
}
