//! From where programs launch, and the steps that their loops are.

use std::path::Path;

use propp_judge_analysis::step_of_launches;
use propp_recording::Recording;

use super::profile::{Profiled, of_script, profile};
use crate::support::python;

/// The calls on the way to a launch, from the outermost on: function and line.
fn calls(recording: &Recording, correlation: u32) -> Vec<(String, u32)> {
    let from = recording.launched_from.iter().find(|row| row.correlation == correlation);
    let mut number = from.map_or(0, |row| row.site);
    let mut calls = Vec::new();
    while let Some(site) = recording.sites.iter().find(|site| site.number == number) {
        let name = recording.names[site.function].rsplit(['/', ':']).next().unwrap();
        calls.push((name.to_owned(), site.line.unwrap_or(0)));
        number = site.parent;
    }
    calls.reverse();
    calls
}

/// A profile of `loops.py`, if there is a Python.
fn loops() -> Option<Profiled> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_in/python/loops.py");
    let script = format!("{} {}", python()?.display(), program.display());
    Some(of_script("--runs trace", &script).run().ends(0, "", &[]))
}

#[test]
fn calls_of_python_are_known_by_function_and_line() {
    let Some(profiled) = loops() else { return };
    let recording = &profiled.recording;
    let mut correlations: Vec<u32> = recording.kernels.iter().map(|row| row.correlation).collect();
    correlations.sort_unstable();
    let names = |lines: &[(&str, u32)]| -> Vec<(String, u32)> {
        lines.iter().map(|(name, line)| ((*name).to_owned(), *line)).collect()
    };
    let outer = [("<module>", 33), ("main", 28), ("step", 19), ("launch", 15)];
    assert_eq!(calls(recording, correlations[0]), names(&outer));
    let rare = [("<module>", 33), ("main", 28), ("step", 21), ("launch", 15)];
    assert_eq!(calls(recording, correlations[5]), names(&rare));
    let log = [("<module>", 33), ("main", 29), ("launch", 15)];
    assert_eq!(calls(recording, correlations[9]), names(&log));
}

#[test]
fn the_loop_that_trains_is_the_step_and_not_the_loop_around() {
    let Some(profiled) = loops() else { return };
    assert_eq!(step_of_launches(&profiled.recording).count, 12);
    assert!(
        profiled.err.contains("12 steps (loop at loops.py:28) of 2 launches"),
        "{}",
        profiled.err
    );
}

#[test]
fn calls_of_machine_code_are_the_same_for_the_same_place_in_the_program() {
    let steps = "context 0 repeat 20 launch k1 1 1 launch k2 1 1 sync end";
    let profiled = profile("--runs trace", steps).run().ends(0, "", &[]);
    let recording = &profiled.recording;
    let sites: Vec<u32> = recording.launched_from.iter().map(|row| row.site).collect();
    assert_eq!(sites.len(), 40);
    let name = |site: &u32| {
        let site = recording.sites.iter().find(|row| row.number == *site).unwrap();
        recording.names[site.function].clone()
    };
    assert!(sites.iter().all(|site| name(site).contains("program:+0x")), "{:?}", name(&sites[0]));
    assert!(sites.iter().all(|site| *site == sites[0] || *site == sites[1]), "{sites:?}");
}
