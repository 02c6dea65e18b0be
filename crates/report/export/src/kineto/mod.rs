//! Counters of a recording in a trace of `torch.profiler` (Kineto). Pure.
//!
//! Kineto wrote an event of the category `cuda_profiler_range` for each launch when it could read
//! counters itself, and HTA (Holistic Trace Analysis) gives those to the operators that launched
//! the kernels: the events in the order of time are the calls `cudaLaunchKernel` in the order of
//! time. [`add_counters`] adds such events, one a call. The trace and the recording are of
//! different runs, so the counters of a launch are those of the measured launches of the same
//! kernel and configuration.

mod event;
mod measured;

use serde_json::{Map, Value};

use event::{Launch, kernels, launches};
use measured::Measured;

pub use measured::Run;

/// What HTA looks for.
const CATEGORY: &str = "cuda_profiler_range";

/// The same of calls that HTA does not count: those of the driver, as Triton's are.
const OF_THE_DRIVER: &str = "cuda_profiler_range_driver";

/// The events are on tracks of their own: the launching thread's number, and this.
const TRACKS: i64 = 1 << 40;

/// Why a trace is not one.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum KinetoError {
    #[error("it has no list `traceEvents`; write it with `torch.profiler`'s export_chrome_trace")]
    NoEvents,
    #[error(
        "it has no call of cudaLaunchKernel; profile with ProfilerActivity.CPU and \
         ProfilerActivity.CUDA"
    )]
    NoLaunches,
    #[error("it has counters already (events of the category cuda_profiler_range)")]
    HasCounters,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    pub launches: usize,
    pub counted: usize,
}

/// Adds counters and criteria to a trace.
/// Fails when the trace is none of `torch.profiler`, or has counters already.
pub fn add_counters(trace: &mut Value, runs: &[Run<'_>]) -> Result<Added, KinetoError> {
    let Some(Value::Array(events)) = trace.get_mut("traceEvents") else {
        return Err(KinetoError::NoEvents);
    };
    if events.iter().any(|event| event["cat"] == CATEGORY) {
        return Err(KinetoError::HasCounters);
    }
    let measured = Measured::of(runs);
    let kernels = kernels(events);
    let launches = launches(events);
    if launches.is_empty() {
        return Err(KinetoError::NoLaunches);
    }
    let mut added = Added { launches: launches.len(), counted: 0 };
    let mut new = Vec::new();
    let mut tracks = std::collections::BTreeSet::new();
    for launch in &launches {
        let kernel = launch.correlation.and_then(|correlation| kernels.get(&correlation));
        let values = kernel.and_then(|kernel| measured.values(kernel)).unwrap_or_default();
        added.counted += usize::from(!values.is_empty());
        let name = kernel.map_or("", |kernel| kernel.name.as_str());
        if tracks.insert((launch.pid.to_string(), launch.tid)) {
            new.push(track(launch));
        }
        new.push(range(launch, name, values));
    }
    events.extend(new);
    Ok(added)
}

fn track(launch: &Launch) -> Value {
    let name = format!("propp: counters of thread {}", launch.tid);
    serde_json::json!({ "ph": "M", "name": "thread_name", "pid": launch.pid,
                        "tid": launch.tid + TRACKS, "args": { "name": name } })
}

fn range(launch: &Launch, kernel: &str, values: Map<String, Value>) -> Value {
    let category = if launch.is_driver { OF_THE_DRIVER } else { CATEGORY };
    serde_json::json!({ "ph": "X", "cat": category, "name": kernel, "pid": launch.pid,
                        "tid": launch.tid + TRACKS, "ts": launch.ts, "dur": launch.dur,
                        "args": values })
}

#[cfg(test)]
mod tests;
