//! How good the paper's metric is on the paper's own results, by the figures that
//! `propp fit` prints: what has to be beaten, in sample.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use propp_base_statistics::kendall::kendall_tau_b;
use propp_suite_fit::{Prediction, ordering};

struct Row {
    primitive: String,
    speedup: f64,
    quality: f64,
}

fn rows() -> Vec<Row> {
    let text = include_str!("../../../../tests/fixtures/paper/table_3.csv");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        Row {
            primitive: cells[0].to_owned(),
            speedup: cells[2].parse().unwrap(),
            quality: cells[3].parse().unwrap(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn share(threshold: f64) -> (u64, f64) {
    let rows = rows();
    let predictions: Vec<Prediction<'_>> = rows
        .iter()
        .map(|row| Prediction {
            group: &row.primitive,
            case: "",
            measured: 1.0 / row.speedup,
            predicted: 1.0 / row.quality,
            parts: None,
        })
        .collect();
    let score = ordering(&predictions, threshold).total;
    (score.pairs, score.right)
}

#[test]
fn three_quarters_of_the_papers_pairs_are_in_order() {
    // Sort has a pair of equal metrics and unequal speedups, which counts half.
    assert_eq!(share(1.0), (40, 29.5));
    assert_eq!(share(1.05), (38, 28.5));
}

#[test]
fn over_all_primitives_the_metric_says_nothing_of_the_speedup() {
    let rows = rows();
    let speedups: Vec<f64> = rows.iter().map(|row| row.speedup).collect();
    let qualities: Vec<f64> = rows.iter().map(|row| row.quality).collect();
    let tau = kendall_tau_b(&speedups, &qualities).unwrap();
    assert!(tau.abs() < 0.1, "{tau}");
}
