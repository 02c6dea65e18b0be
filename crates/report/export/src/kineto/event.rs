//! Events of a trace.

use std::collections::HashMap;

use serde_json::Value;

/// A call that launches a kernel.
pub(super) struct Launch {
    pub(super) correlation: Option<i64>,
    pub(super) pid: Value,
    pub(super) tid: i64,
    /// As it was written: a number with a fraction must not change.
    pub(super) ts: Value,
    pub(super) dur: Value,
    /// Whether it is a call of the driver's interface.
    pub(super) is_driver: bool,
}

pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) grid: Option<[u32; 3]>,
    /// Threads of a block along x, y, z.
    pub(super) block: Option<[u32; 3]>,
}

/// The calls in the order of time.
pub(super) fn launches(events: &[Value]) -> Vec<Launch> {
    let mut all: Vec<Launch> = events.iter().filter_map(launch).collect();
    let at = |launch: &Launch| launch.ts.as_f64().unwrap_or_default();
    all.sort_by(|a, b| at(a).total_cmp(&at(b)));
    all
}

fn launch(event: &Value) -> Option<Launch> {
    let name = event["name"].as_str()?;
    let is_driver = match event["cat"].as_str()? {
        "cuda_runtime" if name.starts_with("cudaLaunchKernel") => false,
        "cuda_driver" if name.starts_with("cuLaunchKernel") => true,
        _ => return None,
    };
    Some(Launch {
        correlation: event["args"]["correlation"].as_i64(),
        pid: event["pid"].clone(),
        tid: event["tid"].as_i64().unwrap_or_default(),
        ts: event["ts"].clone(),
        dur: event["dur"].clone(),
        is_driver,
    })
}

/// The kernels by the number that links them with their call.
pub(super) fn kernels(events: &[Value]) -> HashMap<i64, Kernel> {
    let of = |event: &Value| {
        if event["cat"] != "kernel" {
            return None;
        }
        let args = &event["args"];
        let kernel = Kernel {
            name: event["name"].as_str()?.to_owned(),
            grid: xyz(&args["grid"]),
            block: xyz(&args["block"]),
        };
        Some((args["correlation"].as_i64()?, kernel))
    };
    events.iter().filter_map(of).collect()
}

fn xyz(value: &Value) -> Option<[u32; 3]> {
    let numbers = value.as_array()?.iter().map(|n| u32::try_from(n.as_u64()?).ok());
    numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()
}
