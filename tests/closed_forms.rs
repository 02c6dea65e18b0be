//! The criteria of kernels whose values follow from their source, on a
//! recording of an H200: from the file to the report, everything but the GPU.

use propp_recording::Recording;

use crate::support::recorded;

#[path = "gpu/predictions.rs"]
mod predictions;

use predictions::{compare, read_predictions};

const PREDICTIONS: &str = include_str!("fixtures/recordings/h200_closed_forms.jsonl");

fn recording() -> Recording {
    recorded("tests/fixtures/recordings/h200_closed_forms.propp")
}

#[test]
fn every_prediction_holds() {
    let predictions = read_predictions(PREDICTIONS).unwrap();
    let comparison = compare(&predictions, &recording()).unwrap();
    assert_eq!((comparison.kernels, comparison.kernels > 100), (PREDICTIONS.lines().count(), true));
    if let Err(table) = comparison.verdict() {
        panic!("{table}");
    }
}

/// In each round thread 0 of a block stores and all its warps load: what has no active lane is
/// an instruction to the hardware, and makes no wavefront.
#[test]
fn the_hardware_counts_shared_accesses_without_an_active_lane() {
    use propp_base_model::counters::{
        SHARED_LOAD_WAVEFRONTS, SHARED_LOADS, SHARED_STORE_WAVEFRONTS, SHARED_STORES,
    };
    let recording = recording();
    for (rounds, warps) in [(1, 2), (1, 8), (16, 8), (64, 8)] {
        let kernel = format!("void barriers<{rounds}, {warps}>");
        let a_round = |counter| counted(&recording, &kernel, counter) / f64::from(132 * rounds);
        assert_eq!(a_round(SHARED_LOADS) + a_round(SHARED_STORES), f64::from(2 * warps));
        let wavefronts = a_round(SHARED_LOAD_WAVEFRONTS) + a_round(SHARED_STORE_WAVEFRONTS);
        assert_eq!(wavefronts, f64::from(warps + 1));
    }
}

/// What a counter says of a kernel's first launch that has it.
fn counted(recording: &Recording, kernel: &str, counter: &str) -> f64 {
    let value = recording.measurements.iter().find_map(|measurement| {
        let key = recording.launch_key(measurement.signature, measurement.nvtx);
        let name = propp_base_names::demangle(key.function?);
        let set = &recording.counter_sets[measurement.counter_set];
        let place = set.counters.iter().position(|name| name == counter)?;
        measurement.values[place].filter(|_| name.starts_with(kernel))
    });
    value.unwrap_or_else(|| panic!("{kernel} has no {counter}"))
}
