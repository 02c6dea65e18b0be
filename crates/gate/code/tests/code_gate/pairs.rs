//! Files, and kernels that are found again.

use propp_gate_code::{Build, Count, KernelCode};
use propp_gate_runs::Verdict;

use crate::support::{build, judged};

#[test]
fn a_baseline_is_read_as_it_was_written() {
    let before = build("before.regressions");
    let text = before.to_json();
    let read = Build::from_json(&text).unwrap();
    assert_eq!(read, before);
    assert_eq!(read.to_json(), text);
    // A line for each kernel.
    assert_eq!(
        text.lines().filter(|line| line.contains("\"symbol\"")).count(),
        before.kernels.len()
    );
    let kernel = before.kernels.iter().find(|k| k.count(Count::Double).in_loops > 0).unwrap();
    assert!(serde_json::to_string(kernel).unwrap().contains("\"double\""));
}

/// The diff of two baselines shows changed kernels only, in whatever order a file has them.
#[test]
fn the_lines_of_a_baseline_have_a_fixed_order() {
    let build = build("before.regressions");
    let is_same = |a: &KernelCode, b: &KernelCode| a.architecture == b.architecture;
    let groups: Vec<&[KernelCode]> = build.kernels.chunk_by(is_same).collect();
    let architectures: Vec<&str> = groups.iter().map(|group| &*group[0].architecture).collect();
    assert_eq!(architectures, ["sm_80", "sm_90", "sm_100"]);
    assert!(groups.iter().all(|group| group.is_sorted_by_key(|kernel| &kernel.symbol)));
    let mut reversed = build.clone();
    reversed.kernels.reverse();
    assert_eq!(Build::from_json(&reversed.to_json()).unwrap(), build);
}

#[test]
fn a_build_is_as_good_as_itself() {
    for name in ["before.regressions", "after.regressions"] {
        let build = build(name);
        let result = judged(&build, &build);
        assert_eq!(result.verdict, Verdict::Pass);
        assert!(result.kernels.iter().all(|kernel| kernel.reasons.is_empty()));
    }
}

/// What is worse in one direction is better in the other.
#[test]
fn the_way_back_is_no_regression() {
    let result = judged(&build("after.regressions"), &build("before.regressions"));
    let improved = result.count(Verdict::Improved);
    assert!(improved >= 30, "{improved}");
}

fn renamed(build: &Build, name: impl Fn(usize, &KernelCode) -> String) -> Build {
    let mut other = build.clone();
    for (place, kernel) in other.kernels.iter_mut().enumerate() {
        kernel.symbol = name(place, kernel);
    }
    other
}

/// All kernels under new names that say nothing, in another order: found by their instructions.
#[test]
fn kernels_are_found_by_their_instructions() {
    let before = build("before.regressions");
    let mut now = renamed(&before, |place, _| format!("kernel_{}", (place * 7919) % 1000));
    now.kernels.reverse();
    let result = judged(&before, &now);
    assert_eq!(result.verdict, Verdict::Pass, "{:?}", result.refusal);
    assert!(result.new.is_empty() && result.gone.is_empty(), "{:?} {:?}", result.new, result.gone);
}

/// Kernels that changed and have names that say nothing, too: each belongs to one at most, on each of the
/// three architectures.
#[test]
fn a_kernel_is_found_again_once() {
    let before = build("before.regressions");
    let now = renamed(&build("after.regressions"), |place, _| format!("kernel_{place}"));
    let result = judged(&before, &now);
    let mut found: Vec<&String> =
        result.kernels.iter().filter_map(|kernel| kernel.before.as_ref()).collect();
    found.sort();
    let times: Vec<usize> = found.chunk_by(|a, b| a == b).map(<[&String]>::len).collect();
    assert!(times.len() >= 8 && times.iter().all(|times| *times <= 3), "{found:?}");
}

/// A regression in a kernel that has another name, too.
#[test]
fn a_renamed_kernel_that_became_worse_is_told() {
    let before = build("before.regressions");
    let now = build("after.regressions");
    let now = renamed(&now, |_, kernel| kernel.symbol.replace("sum_defect", "sum_better"));
    let result = judged(&before, &now);
    let told = result.kernels.iter().find(|kernel| kernel.name.contains("r03")).unwrap();
    assert_eq!(told.verdict, Verdict::Regressed);
    assert!(told.before.as_ref().unwrap().contains("sum_defect"));
}

#[test]
fn builds_for_other_gpus_have_no_verdict() {
    let before = build("before.regressions");
    let only = |name: &str| {
        let mut build = before.clone();
        build.kernels.retain(|kernel| kernel.architecture == name);
        build
    };
    let result = judged(&only("sm_80"), &only("sm_90"));
    assert_eq!(result.exit_code(), 3);
    assert!(result.refusal.unwrap().contains("sm_80, and the files have code for sm_90"));
    let result = judged(&before, &only("sm_90"));
    assert_eq!((result.exit_code(), result.architectures), (0, vec!["sm_90".to_owned()]));
    assert!(result.notes[0].contains("sm_80, sm_100"), "{:?}", result.notes);
}
