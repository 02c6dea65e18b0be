//! What the code says of the launches of a suite, for recordings that do not keep the code.

use std::collections::HashMap;

use propp_base_model::counters::INST_EXECUTED;
use propp_base_model::counters::OF_CODE;
use propp_judge_analysis::KernelReport;
use propp_judge_cost::quality::Weights;
use propp_recording::{Computed, Recording};
use propp_recording_wire::LaunchKey;

use super::split::Cases;

/// What the code of each measured launch of a case says together with the counts of the case. The
/// weights do not affect it.
pub fn paced(recording: &Recording, weights: &Weights) -> Computed {
    let cases = Cases::new(recording, weights).with_code();
    let mut computed = Computed {
        beside: INST_EXECUTED.to_owned(),
        counters: OF_CODE.iter().map(|one| one.name.to_owned()).collect(),
        ..Computed::default()
    };
    for marker in recording.suite.iter().filter_map(|case| case.marker) {
        let (Some(judged), Some(selection)) = (cases.judge(marker), cases.selection(marker)) else {
            continue;
        };
        let known: HashMap<LaunchKey<Option<&str>>, Vec<f64>> = judged
            .kernels
            .iter()
            .filter_map(|kernel| Some((key(kernel)?, values(kernel)?)))
            .collect();
        for (place, _) in &selection.measurements {
            let measurement = &recording.measurements[*place];
            let own = recording.launch_key(measurement.signature, measurement.nvtx);
            if let Some(values) = known.get(&own) {
                computed.values.insert(*place, values.clone());
            }
        }
    }
    computed
}

/// What its launches are known by.
fn key(kernel: &KernelReport) -> Option<LaunchKey<Option<&str>>> {
    let [configuration] = kernel.configurations.as_slice() else { return None };
    Some(LaunchKey {
        function: Some(&kernel.name.symbol),
        nvtx: kernel.nvtx.as_deref(),
        grid: configuration.grid,
        block: configuration.block,
        dynamic_shared_bytes: configuration.dynamic_shared_bytes,
    })
}

/// In the order of [`OF_CODE`]; `None` if its code is not known.
fn values(kernel: &KernelReport) -> Option<Vec<f64>> {
    let [work] = kernel.work.as_slice() else { return None };
    OF_CODE.iter().map(|one| work.counts.get(one.name).copied()).collect()
}
