//! The criteria of kernels whose values follow from their source, on a
//! recording of an H200: from the file to the report, everything but the GPU.

use std::path::Path;

use propp_recording::Recording;
use propp_store::read;

#[path = "gpu/predictions.rs"]
mod predictions;

use predictions::{compare, read_predictions};

const PREDICTIONS: &str = include_str!("fixtures/recordings/h200_closed_forms.jsonl");

fn recording() -> Recording {
    let file = "tests/fixtures/recordings/h200_closed_forms.propp";
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
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
