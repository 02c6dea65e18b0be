//! The case studies without a GPU: each version checks its own results, and a page has the
//! criteria that need no time.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{compiled, emulate, words};
use crate::support::propp::{document, in_repository, is_committed, propp_here};

const SEARCH: &str = "examples/load_balancing_search";

/// Runs a program, which must find its results right.
fn checked(program: &Path, arguments: &str) -> PathBuf {
    let (output, recording) = emulate(program, &arguments.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8_lossy(&output.stdout);
    let is_right = output.status.success() && said.trim_end().ends_with(", correct");
    assert!(is_right, "{program:?} {arguments}: {said}{}", words(&output));
    recording
}

#[test]
fn every_version_of_mnf_and_the_largest_tile_of_the_transpose_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let source = "examples/transpose/transpose.cu";
    let Some(transpose) = compiled(source, folder.path(), "shared") else { return };
    checked(&transpose, "128 4");
    let Some(mnf) = compiled("examples/mnf/mnf.cu", folder.path(), "shared") else { return };
    for (step, versions) in [("filtering", 4), ("covariance", 6), ("transformation", 3)] {
        for version in 0..versions {
            checked(&mnf, &format!("{step} {version} 0 1"));
        }
    }
    checked(&mnf, "cuda 0");
}

/// A row of the table: criteria of the only kernel, and the rule of its first hint.
fn row(version: usize, recording: &Path) -> String {
    let recording = recording.to_str().unwrap();
    let shown = document(&propp_here(&["show", recording, "--format", "json"]));
    let kernel = &shown["kernels"][0];
    let mut row = format!("| {version} |");
    for criterion in ["Gran_L1", "Gran_L2", "SMem_eff", "TDiv", "OCC"] {
        match kernel["criteria"][criterion]["value"].as_f64() {
            Some(value) => write!(row, " {value:.2} |").unwrap(),
            None => row += " n/a |",
        }
    }
    let rule = kernel["advice"]["hints"][0]["rule"].as_str();
    row + &format!(" {} |\n", rule.map_or("none".to_owned(), |rule| format!("`{rule}`")))
}

#[test]
fn the_page_of_the_search_has_the_criteria_of_its_versions() {
    let folder = tempfile::tempdir().unwrap();
    let source = format!("{SEARCH}/load_balancing_search.cu");
    let Some(program) = compiled(&source, folder.path(), "shared") else { return };
    let rows =
        (0..4).map(|version| row(version, &checked(&program, &format!("{version} 1048576 1"))));
    let rows: String = rows.collect();
    let path = format!("{SEARCH}/README.md");
    let page = std::fs::read_to_string(in_repository(&path)).unwrap();
    let (above, rest) = page.split_once("|---|---|---|---|---|---|---|\n").unwrap();
    let (_, below) = rest.split_once("\n\n").unwrap();
    let anew = format!("{above}|---|---|---|---|---|---|---|\n{rows}\n{below}");
    is_committed(&path, &anew);
}
