//! What programs say by the injected library's own calls: ranges, and whose launches are.

use std::path::Path;

use propp_judge_analysis::{ModuleTime, ModuleTimes};

use super::profile::{Profiled, of_script, profile};
use crate::support::python;

/// Launches of the trace run by kernel and owner.
fn owned(profiled: &Profiled) -> Vec<(String, u64)> {
    let parts = ModuleTimes::of(&[&profiled.recording]);
    let all: u64 = parts.parts.iter().map(|part| part.launches).sum();
    assert!(parts.is_empty() || all == profiled.recording.kernels.len() as u64);
    let name = |part: &ModuleTime| {
        let module = part.module.clone().unwrap_or_default();
        part.phase.as_ref().map_or(module.clone(), |phase| format!("{module} {phase}"))
    };
    let mut all: Vec<_> = parts.parts.iter().map(|part| (name(part), part.launches)).collect();
    all.sort();
    all
}

fn owners<'a>(all: impl IntoIterator<Item = (&'a str, u64)>) -> Vec<(String, u64)> {
    all.into_iter().map(|(name, launches)| (name.to_owned(), launches)).collect()
}

#[test]
fn launches_are_whose_the_program_says_and_the_parts_are_the_whole() {
    // The first call comes before CUDA is initialised.
    let steps = "own Net.fc(forward) context 0 launch k1 1 2 own Net launch k1 1 3 \
                 own Late launch k1 1 6 sync";
    let profiled = profile("--runs trace", steps).run().ends(0, "", &[]);
    let expected = [("Late", 6), ("Net", 3), ("Net.fc(forward)", 2)];
    assert_eq!(owned(&profiled), owners(expected));
}

#[test]
fn a_program_that_says_nothing_has_no_owners() {
    let profiled = profile("--runs trace", "context 0 launch k1 1 3 sync").run().ends(0, "", &[]);
    assert!(profiled.recording.owners.is_empty());
}

#[test]
fn ranges_by_our_own_calls_tell_launches_apart_in_both_runs_without_an_option() {
    let steps = "range early context 0 launch k1 1 2 range inner launch k1 1 3 range-ends \
                 launch k1 1 4 range-ends launch k1 1 5 range-ends sync";
    let profiled = profile("--all", steps).run().ends(0, "", &[]);
    let names = &profiled.recording.names;
    let range = |nvtx: Option<usize>| nvtx.map_or("", |place| names[place].as_str());
    let count = |ranges: Vec<&str>| {
        ["early", "inner", ""].map(|of| ranges.iter().filter(|range| **range == of).count())
    };
    let traced = profiled.recording.kernels.iter().map(|kernel| range(kernel.nvtx)).collect();
    assert_eq!(count(traced), [6, 3, 5]);
    let measured = profiled.recording.measurements.iter().map(|m| range(m.nvtx)).collect();
    assert_eq!(count(measured), [6, 3, 5]);
    // Ranges of both kinds are selected alike.
    let profiled = profile("--all --nvtx-include inner", steps).run().ends(0, "", &[]);
    assert_eq!(profiled.recording.measurements.len(), 3);
}

fn script(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_in/python");
    folder.join(name).display().to_string()
}

#[test]
fn a_python_program_that_imports_torch_says_which_module_launches() {
    let Some(python) = python() else { return };
    // Its own sitecustomize runs, and it sees nothing of the hook.
    let words = "own sitecustomize\nhook False\n";
    let (own, train) = (script("own"), script("train.py"));
    let script = format!("PYTHONPATH=${{PYTHONPATH}}:{own} {} {train}", python.display());
    let profiled = of_script("--pytorch modules --all", &script).run().ends(0, words, &[]);
    let expected = [
        ("", 2),
        ("Net backward", 2),
        ("Net forward", 2),
        ("Net.first backward", 4),
        ("Net.first forward", 2),
        ("Net.kept backward", 2),
        ("Net.kept forward", 2),
        ("Net.kept.layer backward", 4),
        ("Net.kept.layer forward", 2),
        ("SGD optimizer", 2),
    ];
    assert_eq!(owned(&profiled), owners(expected));
    assert_eq!(profiled.recording.measurements.len(), 24, "the count run has no hook");
    let off = of_script("--all", &script).run().ends(0, words, &[]);
    assert!(off.recording.owners.is_empty());
}
