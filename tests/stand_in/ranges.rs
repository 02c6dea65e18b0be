//! Ranges of the program as its steps.

use propp_judge_analysis::step_of_launches;

use super::profile::{Profiled, profile};
use crate::support::propp::{propp, refuses};

/// The ranges: the name, and how many launches are in each.
fn ranges(profiled: &Profiled) -> Vec<(&str, usize)> {
    let recording = &profiled.recording;
    let launches = |first: u32, last: u32| {
        recording.kernels.iter().filter(|row| (first..=last).contains(&row.correlation)).count()
    };
    let of = recording.ranges.iter().map(|range| {
        let last = range.last.unwrap_or(u32::MAX);
        (recording.names[range.name].as_str(), launches(range.first, last))
    });
    of.collect()
}

/// Names of the kernels that were measured, and how many launches of each.
fn measured<'a>(profiled: &Profiled, kernels: &[&'a str]) -> Vec<(&'a str, usize)> {
    kernels.iter().map(|kernel| (*kernel, profiled.measured_of(kernel).count())).collect()
}

/// A program that starts, trains ten steps with a log after each, and ends.
const TRAINS: &str = "context 0 launch init 1 7 repeat 10 push train_step launch a 1 6 launch b 1 6 \
                      launch b 2 6 pop launch log 1 1 end launch last 1 3 sync";

#[test]
fn each_range_is_recorded_with_the_launches_in_it() {
    let steps = "context 0 push early launch k1 1 2 push inner launch k1 1 3 pop push empty pop pop \
                 launch k1 1 5 push threads threads 4 k1 1 5 pop push open launch k1 1 2 sync";
    let profiled = profile("--runs trace --nvtx-include all", steps).run().ends(0, "", &[]);
    let expected = [("inner", 3), ("early", 5), ("threads", 20), ("open", 2)];
    assert_eq!(ranges(&profiled), expected);
    assert_eq!(profiled.recording.ranges.last().unwrap().last, None, "it was never closed");
    let none = profile("--runs trace", steps).run().ends(0, "", &[]);
    assert!(none.recording.ranges.is_empty());
}

#[test]
fn ranges_of_hooks_are_recorded_without_an_option() {
    let steps = "context 0 launch k1 1 9 range first launch k1 1 2 range-ends launch k1 1 1 \
                 range next launch k1 1 3 range-ends sync";
    let profiled = profile("--runs trace", steps).run().ends(0, "", &[]);
    assert_eq!(ranges(&profiled), [("first", 2), ("next", 3)]);
}

#[test]
fn ranges_that_repeat_are_the_steps() {
    let profiled = profile("--nvtx-include all", TRAINS).run().ends(0, "", &["outside-steps"]);
    let expected = "10 steps (NVTX range `train_step`) of 18 launches; steps ";
    assert!(profiled.err.contains(expected), "{}", profiled.err);
    let steps = step_of_launches(&profiled.recording);
    assert_eq!(steps.of_launch.iter().filter(|step| step.is_some()).count(), 180);
    assert_eq!(steps.count, 10);
}

#[test]
fn a_step_is_chosen_by_its_name_and_nothing_else_is_measured() {
    let profiled =
        profile("--replay kernel --step train_step", TRAINS).run().ends(0, "", &["outside-steps"]);
    assert_eq!(ranges(&profiled), [("train_step", 18); 10]);
    assert!(profiled.err.contains("(NVTX range `train_step`)"), "{}", profiled.err);
    let kernels = measured(&profiled, &["init", "a", "b", "log", "last"]);
    assert_eq!(kernels, [("init", 0), ("a", 3), ("b", 6), ("log", 0), ("last", 0)]);
    // Of the second step: the first has six launches of each.
    let first = profiled.measured_of("a").map(|m| m.ordinal_in_signature).min();
    assert_eq!(first, Some(7));
    // Kernels are not told apart by ranges.
    assert!(profiled.recording.kernels.iter().all(|kernel| kernel.nvtx.is_none()));
    assert_eq!(profiled.recording.meta["option.step"], "train_step");
}

#[test]
fn numbers_in_the_names_are_left_out() {
    let steps: String = (0..5).map(|step| format!("push step#{step} launch a 1 4 pop ")).collect();
    let steps = format!("context 0 launch b 1 2 {steps} sync");
    let profiled = profile("--runs trace --step step", &steps).run().ends(0, "", &[]);
    assert!(profiled.err.contains("5 steps (NVTX range `step`) of 4 launches"), "{}", profiled.err);
    let one = profile("--runs trace --step step#3", &steps).run().ends(0, "", &[]);
    assert!(one.err.contains("1 step (NVTX range `step#3`) of 4 launches"), "{}", one.err);
}

#[test]
fn a_name_without_ranges_is_refused_with_those_that_there_are() {
    let profiled = profile("--step eval_step", TRAINS).run();
    let expected = "--step eval_step: no kernel was launched in a range of this name; ranges of the \
                    recording: `train_step`";
    assert!(profiled.err.contains(expected), "{}", profiled.err);
    assert_eq!((profiled.code, profiled.recording.ranges.len()), (2, 10));
    let none = profile("--step eval_step", "context 0 launch a 1 3 sync").run();
    assert!(none.err.contains("the recording has no ranges with launches"), "{}", none.err);
}

/// They cost nothing, so no option is needed.
#[test]
fn calls_of_the_profiler_are_steps() {
    let steps = "context 0 launch init 1 40 repeat 6 start launch a 1 4 launch b 1 5 stop end sync";
    let profiled = profile("", steps).run().ends(0, "", &["outside-steps"]);
    assert_eq!(ranges(&profiled), [("cudaProfiler", 9); 6]);
    let expected = "6 steps (cudaProfilerStart to cudaProfilerStop) of 9 launches";
    assert!(profiled.err.contains(expected), "{}", profiled.err);
    assert_eq!(profiled.measured_of("init").count(), 0);
    let window = "--capture-range cuda-profiler-api --every 2";
    let part = profile(window, steps).run().ends(0, "", &[]);
    assert!(part.err.contains("3 steps (cudaProfilerStart"), "{}", part.err);
}

#[test]
fn a_plan_by_an_earlier_recording_has_its_ranges() {
    let earlier = profile("--runs trace --step train_step", TRAINS).run().ends(0, "", &[]);
    let later = profile("--replay kernel --step train_step", TRAINS).like(&earlier).run().ends(
        0,
        "",
        &["outside-steps", "planned-like"],
    );
    let kernels = measured(&later, &["init", "a", "log"]);
    assert_eq!(kernels, [("init", 0), ("a", 3), ("log", 0)], "{}", later.err);
}

#[test]
fn ranges_need_a_run_that_is_recorded() {
    for runs in ["--runs count", "--runs one", "--yield-cupti"] {
        let said = profile(&format!("{runs} --step train_step"), TRAINS).fails();
        assert!(said.contains("--step train_step needs the trace run"), "{said}");
    }
}

#[test]
fn show_and_compare_take_the_ranges_of_a_name() {
    let options = "--runs trace --nvtx-include all";
    let steps =
        "context 0 repeat 8 push train launch a 1 4 pop push eval launch b 1 4 pop end sync";
    let profiled = profile(options, steps).run().ends(0, "", &[]);
    let file = profiled.file().display().to_string();
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = propp(".", &[arguments, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    };
    let eval = json(&["show", &file, "--step", "eval"]);
    assert_eq!(eval["run"]["steps"]["range"], "eval");
    // Nothing of what is between the ranges.
    let kernels: Vec<_> = eval["kernels"].as_array().unwrap().iter().map(|k| &k["name"]).collect();
    assert_eq!(kernels, ["b"]);
    // Neither of the two has nine tenths of the launches, so the kernels say what a step is.
    assert_eq!(json(&["show", &file])["run"]["steps"]["range"], serde_json::Value::Null);
    let both = json(&["compare", &file, &format!("again={file}"), "--step", "train"]);
    assert_eq!(both["sides"][1]["step"]["range"], "train");
    for command in [&["show"][..], &["compare", &file]] {
        let wrong = propp(".", &[command, &[&file, "--step", "test"]].concat());
        refuses(&wrong, &["--step test: no kernel was launched in a range", "`train`, `eval`"]);
    }
    let trace = propp(".", &["show", &file, "--step", "train", "--format", "trace"]);
    assert!(trace.status.success());
}
