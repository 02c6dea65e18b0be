//! What the document on hints says of their ranges is what the command says of the
//! recordings that propp brings along.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Margin, Rule};
use propp_recording_store::read;
use propp_suite_cases::calibrate::{
    PairResult, calibrate, margins, markdown, of_all, of_unfitted, pairs,
};

const PROGRAMS: [&str; 2] = ["tests/fixtures/hints", "recordings/pairs"];
const FILES: [&str; 3] = [
    "recordings/h200/suite.propp",
    "recordings/h200/compute.propp",
    "tests/fixtures/recordings/h200_app.propp",
];

static OUTCOMES: LazyLock<Vec<PairResult>> = LazyLock::new(|| {
    let of_folder = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".propp.gz")).collect();
        names.sort();
        names.into_iter().map(|name| format!("{folder}/{name}")).collect()
    };
    let files =
        FILES.into_iter().map(str::to_owned).chain(PROGRAMS.into_iter().flat_map(of_folder));
    let weighed = files.map(|file| {
        let recording = read(&root().join(file)).unwrap();
        let weights = Weights::for_reports(&propp_judge_analysis::gpu(&recording)).unwrap();
        (recording, weights)
    });
    calibrate(&weighed.collect::<Vec<_>>(), &pairs().unwrap())
});

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn the_document_holds_the_tables_that_the_command_writes() {
    let document = text("lab/hints.md");
    let programs = PROGRAMS.map(|folder| format!("{folder}/*.propp.gz")).join(" ");
    let command = format!("propp hints calibrate {} {programs}", FILES.join(" "));
    assert!(document.contains(&command), "{command}");
    let tables = markdown(&OUTCOMES);
    assert!(document.contains(tables.trim()), "run the command in lab/hints.md:\n{tables}");
}

#[test]
fn the_margins_are_those_that_the_recordings_ask_for() {
    assert_eq!(text("crates/judge/hints/src/margins.toml"), margins(&OUTCOMES));
}

/// Each domain is judged by ranges that it did not help to make.
#[test]
fn ranges_hold_four_fifths_of_what_came_of_it_in_domains_that_they_do_not_know() {
    let all = of_all(&OUTCOMES).unwrap();
    let unfitted = of_unfitted(&OUTCOMES).unwrap();
    for (one, first) in [(&all, 0.84), (&unfitted, 0.82)] {
        assert!(one.within as f64 >= 0.8 * one.found as f64, "{one:?}");
        assert!(one.first[0] as f64 >= first * one.first[1] as f64, "{one:?}");
    }
    // Outside of the fit are programs alone, since `compute.*` is in it: their ranges are wider.
    assert!(all.width.unwrap() <= 3.0 && unfitted.width.unwrap() <= 3.4, "{all:?} {unfitted:?}");
    assert!(all.found > 430 && unfitted.found > 170, "{all:?} {unfitted:?}");
}

/// Where a rule has no margin, the document says so.
#[test]
fn rules_that_no_pair_has_checked_are_listed() {
    let document = text("docs/hints.md");
    let section = document.split("## Rules and gains that no pair has checked").nth(1).unwrap();
    for rule in Rule::ALL {
        let is_listed = section.contains(&format!("| `{rule}` |"));
        assert_eq!(is_listed, !Margin::of(rule).unwrap().calibrated, "{rule}");
    }
    // A pair of programs is found by their commands.
    let mut planted = OUTCOMES.iter().filter(|one| one.pair.programs.is_some());
    assert_eq!(planted.next().unwrap().problem, "./planted conflict2");
}
