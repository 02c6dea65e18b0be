//! What the document on hints says of their ranges is what the command says of the
//! recordings that propp brings along.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use propp_cases::calibrate::{
    PairResult, calibrate, margins, markdown, pairs, summary, too_narrow,
};
use propp_criteria::quality::Weights;
use propp_hints::{Margin, Rule};

use crate::support::{SUITE, SUITE_FILE, recorded};

const FILES: [&str; 4] = [
    SUITE_FILE,
    "tests/fixtures/recordings/h200_app.propp",
    "tests/fixtures/gate/planted_none_1.propp.gz",
    "tests/fixtures/gate/planted_conflict2.propp.gz",
];

static OUTCOMES: LazyLock<Vec<PairResult>> = LazyLock::new(|| {
    let others = FILES[1..].iter().map(|file| recorded(file));
    let recordings: Vec<_> = std::iter::once(SUITE.clone()).chain(others).collect();
    let weights = Weights::for_gpu("NVIDIA H200").unwrap();
    calibrate(&recordings, &weights, &pairs().unwrap())
});

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn the_document_holds_the_tables_that_the_command_writes() {
    let document = text("docs/hints.md");
    assert!(document.contains(&format!("propp hints calibrate {}", FILES.join(" "))));
    let tables = markdown(&OUTCOMES);
    assert!(document.contains(tables.trim()), "run the command in docs/hints.md:\n{tables}");
}

/// Pairs that neither prices nor margins were made from.
#[test]
fn the_document_tells_of_the_pairs_that_no_range_was_made_from() {
    let folder = root().join("tests/fixtures/hints");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_recording = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "gz");
    let mut files: Vec<String> = files
        .filter(is_recording)
        .map(|path| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    files.insert(0, "recordings/h200/compute.propp".to_owned());
    let recordings: Vec<_> = files.iter().map(|file| recorded(file)).collect();
    let weights = Weights::for_gpu("NVIDIA H200").unwrap();
    let tables = markdown(&calibrate(&recordings, &weights, &pairs().unwrap()));
    let document = text("docs/hints.md");
    assert!(document.contains(tables.trim()), "run the command in docs/hints.md:\n{tables}");
}

#[test]
fn the_margins_are_those_that_the_recordings_ask_for() {
    assert_eq!(text("crates/hints/src/margins.toml"), margins(&OUTCOMES));
}

#[test]
fn calibrated_ranges_hold_four_fifths_of_what_came_of_it() {
    assert_eq!(too_narrow(&OUTCOMES, 0.8), Ok(Vec::new()));
    let all = summary(&OUTCOMES);
    let (found, within) = all.iter().fold((0, 0), |(f, w), of| (f + of.found, w + of.within));
    assert!(found > 150 && within as f64 >= 0.9 * found as f64, "{within} of {found}");
}

/// Where a rule has no margin, the document says so.
#[test]
fn rules_that_no_pair_has_checked_are_listed() {
    let document = text("docs/hints.md");
    let section = document.split("## Rules that no pair has checked").nth(1).unwrap();
    for rule in Rule::ALL {
        let is_listed = section.contains(&format!("| `{rule}` |"));
        assert_eq!(is_listed, !Margin::of(rule).unwrap().calibrated, "{rule}");
    }
    // A pair of programs is found by their commands.
    let planted = OUTCOMES.iter().filter(|one| one.pair.programs.is_some());
    assert_eq!(
        planted.map(|one| one.problem.as_str()).collect::<Vec<_>>(),
        ["./planted conflict2"]
    );
}

#[test]
fn the_command_refuses_what_it_cannot_calibrate_with() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_propp"));
        command.args(["hints", "calibrate"]).args(arguments).current_dir(root());
        command.env_remove("PROPP_WEIGHTS");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let said = run(&["--weights", "paper", FILES[1]]);
    assert!(said.contains("no prices"), "{said}");
    let said = run(&["recordings/h200_transpose.propp"]);
    assert!(said.contains("no pair of implementations"), "{said}");
}
