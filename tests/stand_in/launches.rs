//! Which launches are measured by kernel replay, each with its own values.

use std::collections::BTreeSet;

use propp_recording::Measurement;

use super::profile::{Profiled, profile};

/// Profiles every launch of a program whose launches are all measured.
fn every_launch(steps: &str, launches: u64) -> Profiled {
    let profiled = profile("--all", steps).run().ends(0, "", &[]);
    assert_eq!(profiled.recording.kernels.len() as u64, launches, "traced");
    assert_eq!(profiled.recording.measurements.len() as u64, launches, "measured");
    profiled
}

/// A profiler that was opened after a graph was made may run the graph several times.
#[test]
fn graphs_are_left_alone_once_code_was_unloaded() {
    let steps = "context 0 graph step 2 1 launch vadd 1 1 unload graph step 2 3 effects";
    let profiled = profile("--all --runs count", steps).run();
    profiled.expect(0, "effects 9\n", &["graphs-lost"]);
    assert_eq!(profiled.numbers(), [0, 1, 2]);
}

/// JAX tries kernels out: it loads one, launches it, unloads it and loads the next.
#[test]
fn code_that_is_unloaded_was_measured_and_does_no_harm() {
    let steps = "context 0 repeat 5 launch vadd 1 2 sync unload end effects";
    let profiled = profile("--all --runs count", steps).run().ends(0, "effects 10\n", &[]);
    assert_eq!(profiled.numbers(), (0..10).collect::<Vec<_>>());
    let rotated = profile("--all --runs count --replay application", steps).run();
    rotated.expect(0, "effects 10\n", &[]);
}

/// Each opening of the profiler takes a tenth of a second, so one launch of a kind has to do.
#[test]
fn of_code_that_is_unloaded_each_time_one_launch_is_measured() {
    let steps = "context 0 repeat 3 launch first 1 4 sync unload end \
                 repeat 9 launch vadd 1 1 sync unload end launch other 1 9 effects";
    let profiled = profile("--replay kernel", steps).run().ends(0, "effects 30\n", &[]);
    assert_eq!(
        profiled.measured_of("first").count(),
        3,
        "it is not known yet that all is unloaded"
    );
    assert_eq!(profiled.measured_of("vadd").count(), 1);
    assert_eq!(profiled.measured_of("other").count(), 3);
}

#[test]
fn every_launch_of_a_thread_is_measured_once() {
    let profiled = every_launch("context 0 launch vadd 3 20 launch vmul 5 7 launch vadd 4 1", 28);
    let all: Vec<u64> = (0..28).collect();
    assert_eq!(profiled.ordinals(), all);
    assert_eq!(profiled.numbers(), all, "each has its own values");
    assert_eq!(profiled.measured_of("vadd").count(), 21);
    let in_kind: Vec<u64> =
        profiled.measured_of("vmul").map(|measured| measured.ordinal_in_signature).collect();
    assert_eq!(in_kind, [0, 1, 2, 3, 4, 5, 6]);
    let totals = profiled.counted().next().unwrap().totals.clone().unwrap();
    assert_eq!((totals.seen, totals.measured, totals.dropped), (28, 28, 0));
    let seen: BTreeSet<(&str, u64)> = profiled
        .recording
        .seen
        .iter()
        .map(|seen| (profiled.name(seen.signature), seen.launches))
        .collect();
    assert_eq!(seen, BTreeSet::from([("vadd", 20), ("vmul", 7), ("vadd", 1)]));
    assert!(profiled.recording.is_finished());
    let device = &profiled.recording.devices[0];
    assert_eq!((device.name.as_str(), device.chip.as_str()), ("Stand-in GPU", "STANDIN"));
}

#[test]
fn every_launch_of_eight_threads_is_measured_alone() {
    let profiled = every_launch("context 0 threads 8 vadd 4 25", 200);
    let numbers: BTreeSet<u64> = profiled.numbers().into_iter().collect();
    assert_eq!(numbers, (0..200).collect(), "no launch counts for another");
    let ordinals: BTreeSet<u64> = profiled.ordinals().into_iter().collect();
    assert_eq!(ordinals.len(), 200);
}

#[test]
fn launches_that_began_before_one_that_is_measured_are_not_counted() {
    let kinds: String = (0..20).map(|kind| format!("threads 4 k{kind} 1 6 ")).collect();
    let steps = format!("context 0 {kinds}");
    let options = "--runs count --max-launches-per-kernel 3";
    let profiled = profile(options, &steps).with("late 200").run().ends(0, "", &[]);
    assert_eq!(profiled.recording.measurements.len(), 60);
}

#[test]
fn without_a_plan_a_kind_is_measured_less_and_less_often() {
    let steps = "context 0 launch vadd 3 100 launch vmul 5 2";
    for (most, expected) in
        [(1, vec![0, 100]), (2, vec![0, 1, 100, 101]), (4, vec![0, 1, 2, 4, 100, 101])]
    {
        let options = format!("--runs count --max-launches-per-kernel {most}");
        let profiled = profile(&options, steps).run().ends(0, "", &[]);
        assert_eq!(profiled.ordinals(), expected);
        assert_eq!(profiled.numbers(), expected);
    }
}

#[test]
fn what_was_planned_is_measured_and_nothing_else() {
    let steps = "context 0 launch vadd 3 100 launch vmul 5 2";
    for (most, expected) in
        [(1, vec![1, 101]), (2, vec![1, 2, 100, 101]), (4, vec![1, 2, 4, 8, 100, 101])]
    {
        let options = format!("--replay kernel --max-launches-per-kernel {most}");
        let profiled = profile(&options, steps).run().ends(0, "", &[]);
        assert_eq!(profiled.numbers(), expected);
    }
}

#[test]
fn a_kind_that_the_trace_run_did_not_have_is_measured_as_if_without_a_plan() {
    let steps = "context 0 launch vadd 3 50 second twice launch late 1 20 end launch vadd 3 50";
    let profiled = profile("--replay kernel --max-launches-per-kernel 3", steps).run();
    profiled.expect(0, "", &[]);
    assert_eq!(profiled.traced().len(), 100);
    assert_eq!(profiled.numbers(), [1, 2, 4, 50, 51, 52]);
    assert_eq!(profiled.measured_of("late").count(), 3);
}

#[test]
fn skip_and_count_are_a_window() {
    let options = "--all --launch-skip 5 --launch-count 3";
    let profiled = profile(options, "context 0 launch vadd 3 4 launch vmul 3 10").run();
    profiled.expect(0, "", &[]);
    assert_eq!(profiled.numbers(), [5, 6, 7], "{:?}", profiled.recording.notices);
    let profiled = profile("--all --launch-skip 5", "context 0 launch vadd 1 8").run();
    assert_eq!(profiled.expect(0, "", &[]).numbers(), [5, 6, 7]);
    let profiled = profile("--all -k vmul", "context 0 launch vadd 3 4 launch vmul 3 2").run();
    profiled.expect(0, "", &[]);
    assert_eq!(profiled.numbers(), [4, 5], "{:?}", profiled.recording.notices);
    let steps = "context 0 launch vadd 3 4 context 1 launch vadd 3 2";
    let profiled = profile("--all --devices 1", steps).run().ends(0, "", &[]);
    assert_eq!(profiled.numbers(), [4, 5], "{:?}", profiled.recording.notices);
}

#[test]
fn contexts_of_one_device_take_turns() {
    every_launch("context 0 launch a1 1 5 destroy context 0 launch b1 1 6 destroy", 11);
    let profiled = every_launch(
        "context 0 launch a1 1 5 context 0 launch b1 1 6 use 0 launch c1 1 2 use 1 launch a1 1 2",
        15,
    );
    assert_eq!(profiled.numbers(), (0..15).collect::<Vec<_>>());
    let of = |m: &Measurement| profiled.recording.streams[m.stream].context;
    let contexts: Vec<u32> = profiled.recording.measurements.iter().map(of).collect();
    assert_eq!(contexts, [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 2, 2]);
}

/// CUPTI that records them beside other copies may end a program (lab/steps.md).
#[test]
fn copies_between_devices_are_recorded_only_where_a_program_uses_several() {
    // Four kinds of records and those of memory come before.
    let sixth_is_refused = |steps: &str, notices: &[&str]| {
        let profiled = profile("--runs trace", steps).with("fail cuptiActivityEnable 6 999").run();
        profiled.ends(0, "", notices);
    };
    sixth_is_refused("context 0 launch a1 1 3 sync sleep 5 launch a1 1 2 sync", &[]);
    let two = "context 0 launch a1 1 3 sync context 1 launch a1 1 4 sleep 5 sync";
    sixth_is_refused(two, &["records-refused"]);
}

#[test]
fn two_devices_are_told_apart() {
    let profiled = every_launch("context 0 launch a1 1 3 context 1 launch a1 1 4", 7);
    let on = |device: u32| {
        let streams = &profiled.recording.streams;
        let measurements = profiled.recording.measurements.iter();
        measurements.filter(|m| streams[m.stream].device_index == device).count()
    };
    assert_eq!((on(0), on(1)), (3, 4));
}

#[test]
fn every_kernel_of_a_graph_is_measured_and_runs_once() {
    let steps = "context 0 launch init 1 2 graph step 20 10 launch done 1 1 effects";
    let profiled = profile("--all --runs count", steps).run().ends(0, "effects 203\n", &[]);
    assert_eq!(profiled.numbers(), (0..203).collect::<Vec<_>>());
    let places: Vec<u32> = profiled.recording.measurements.iter().map(|m| m.graph).collect();
    let graph = (0..10).flat_map(|_| 1..=20);
    assert_eq!(places, [0, 0].into_iter().chain(graph).chain([0]).collect::<Vec<_>>());
    // In part, with launches between that run as they are.
    let profiled = profile("", "context 0 graph step 20 10 effects").run();
    profiled.expect(0, "effects 200\n", &[]);
    let options = "--runs count --max-launches-per-kernel 2";
    let profiled = profile(options, "context 0 graph step 20 10 effects").run();
    profiled.expect(0, "effects 200\n", &[]);
    assert_eq!(profiled.numbers(), (0..40).collect::<Vec<_>>());
}

/// The stand-in gives a new graph the address of the one that was destroyed, as the driver does.
#[test]
fn a_graph_is_not_taken_for_one_that_was_destroyed() {
    let steps = "context 0 graph step 2 4 graph other 2 4 graph third 2 4 effects";
    let profiled = profile("--runs count --max-launches-per-kernel 1", steps).run();
    profiled.expect(0, "effects 24\n", &[]);
    assert_eq!(profiled.numbers(), [0, 1, 8, 9, 16, 17]);
    let seen = &profiled.recording.seen;
    assert_eq!(seen.iter().map(|row| row.launches).collect::<Vec<_>>(), [4, 4, 4]);
}

#[test]
fn a_graph_of_more_kernels_than_there_is_room_for_is_told() {
    let steps = "context 0 graph step 600 1 launch vadd 1 1 effects";
    let profiled = profile("--all --runs count", steps).run();
    profiled.expect(0, "effects 601\n", &["ranges-do-not-fit"]);
    assert_eq!(profiled.numbers(), [600]);
}

#[test]
fn a_launch_that_fails_is_not_measured() {
    let steps = "context 0 launch vadd 1 2 bad vadd launch vadd 1 2";
    for options in ["--all", "--all --runs count", "--all --runs count --replay application"] {
        let profiled = profile(options, steps).run().ends(0, "launch failed: 1\n", &[]);
        let ordinals: BTreeSet<u64> = profiled.ordinals().into_iter().collect();
        assert_eq!(ordinals, BTreeSet::from([0, 1, 3, 4]));
        let numbers: BTreeSet<u64> = profiled.numbers().into_iter().collect();
        assert_eq!(numbers, (0..4).collect());
    }
}

#[test]
fn launches_into_a_graph_that_is_captured_are_none() {
    let profiled = every_launch("context 0 capture vadd 5 launch vadd 1 3", 3);
    assert_eq!(profiled.counted().next().unwrap().totals.clone().unwrap().seen, 3);
}

#[test]
fn a_handle_that_comes_again_has_its_new_name() {
    let steps = "context 0 launch first 1 3 unload launch second 1 4 unload launch first 1 1";
    let profiled = every_launch(steps, 8);
    assert_eq!(profiled.measured_of("first").count(), 4);
    assert_eq!(profiled.measured_of("second").count(), 4);
    let in_order = "first".repeat(3) + &"second".repeat(4) + "first";
    assert_eq!(profiled.traced().concat(), in_order);
    for runs in ["trace", "one"] {
        let recorded = profile(&format!("--runs {runs}"), steps).run();
        assert_eq!(recorded.traced().concat(), in_order, "{runs}");
    }
}

#[test]
fn ranges_select() {
    let steps = "context 0 launch k1 1 2 push outer launch k1 1 3 push inner launch k1 1 4 pop \
                 launch k1 1 5 pop launch k1 1 6";
    for (range, expected) in [("outer", 2..14), ("inner", 5..9)] {
        let profiled = profile(&format!("--all --nvtx-include {range}"), steps).run();
        profiled.expect(0, "", &[]);
        assert_eq!(profiled.numbers(), expected.collect::<Vec<_>>());
        assert_eq!(profiled.recording.kernels.len(), 20);
        let range_of = |m: &Measurement| profiled.recording.names[m.nvtx.unwrap()].as_str();
        for measured in &profiled.recording.measurements {
            let is_inner = (5..9).contains(&measured.ordinal);
            assert_eq!(range_of(measured), if is_inner { "inner" } else { "outer" });
        }
    }
}

#[test]
fn an_expression_selects_ranges_and_all_tells_them_apart() {
    let steps = "context 0 launch k1 1 8 push step1 launch k1 1 8 pop push step2 launch k1 1 8 pop";
    let profiled = profile("--all --nvtx-include regex:^step[2-9]$", steps).run().ends(0, "", &[]);
    assert_eq!(profiled.numbers(), (16..24).collect::<Vec<_>>());
    // As planned from the trace run, in and out of ranges.
    let profiled = profile("--replay kernel --nvtx-include all", steps).run().ends(0, "", &[]);
    assert_eq!(profiled.numbers(), [1, 2, 4, 9, 10, 12, 17, 18, 20]);
}

/// Both runs see what lies between the calls, so rotation can be planned.
#[test]
fn the_program_says_what_is_profiled() {
    let steps = "context 0 launch k1 1 5 sync start push inner launch k1 1 20 sync pop stop \
                 launch k1 1 5 start launch k2 1 2 stop launch k2 1 3 sync";
    let window = "--capture-range cuda-profiler-api";
    let profiled = profile(&format!("--all --nvtx-include all {window}"), steps).run();
    profiled.expect(0, "", &[]);
    assert_eq!(profiled.traced().len(), 22);
    assert_eq!(profiled.numbers().len(), 22);
    assert_eq!(profiled.ordinals(), (0..22).collect::<Vec<_>>());
    assert_eq!(profiled.recording.syncs.len(), 1);
    let seen: Vec<u64> = profiled.recording.seen.iter().map(|seen| seen.launches).collect();
    assert_eq!(seen, [20, 2]);
    let rotated = profile(&format!("--replay rotate {window}"), steps).run();
    rotated.expect(0, "", &["too-seldom"]);
    assert!(rotated.measured_of("k1").count() > 3);
    let never = profile(window, "context 0 launch k1 1 5 sync").run();
    never.expect(0, "", &["window-never-opened", "window-empty"]);
}

/// Between the ranges that are profiled CUPTI records nothing, and nothing inside is lost.
#[test]
fn every_third_range_is_profiled_and_the_others_cost_nothing() {
    let steps = "context 0 repeat 7 start launch k1 1 4 stop launch k2 1 9 sync end records";
    let window = "--capture-range cuda-profiler-api --every 3";
    let traced = profile(&format!("--runs trace {window}"), steps).run();
    // Twelve launches, and the three waits for them.
    traced.expect(0, "records 15\n", &[]);
    assert_eq!(traced.traced().len(), 12);
    let counted = profile(&format!("--all {window}"), steps).run();
    assert_eq!(counted.numbers().len(), 12, "{}", counted.err);
    // To wait would end the capture: recording goes on until a range ends without one.
    let steps = "context 0 start launch k1 1 4 capture-begins stop capture-ends launch k2 1 9 \
                 start stop start stop start launch k1 1 2 stop launch k2 1 9 records";
    let captured = profile(&format!("--runs trace {window}"), steps).run();
    captured.expect(0, "records 16\n", &[]);
    assert_eq!(captured.traced().len(), 6);
}

#[test]
fn a_window_of_time_has_a_beginning_and_an_end() {
    let steps = "context 0 launch k1 1 5 sync sleep 400 launch k2 1 5 sync";
    let ended = profile("--all --duration 0.2", steps).run();
    assert_eq!(ended.code, 0);
    assert_eq!(ended.measured_of("k2").count(), 0, "{}", ended.err);
    let begun = profile("--all --delay 0.2 --duration 1000", steps).run().ends(0, "", &[]);
    assert_eq!(begun.measured_of("k2").count(), 5);
    let later = profile("--all --delay 1000", steps).run().ends(0, "", &["window-empty"]);
    assert!(later.recording.kernels.is_empty());
    let whole = profile("--all --duration 1000", steps).run();
    assert_eq!(whole.expect(0, "", &[]).numbers().len(), 10);
}

#[test]
fn a_hundred_thousand_launches_need_no_more_memory_than_a_thousand() {
    let memory = |runs: &str, launches: u32| {
        let steps = format!("context 0 launch vadd 1 {launches} sync memory");
        let profiled = profile(&format!("--runs {runs}"), &steps).run();
        let measured = if runs == "count" { 3 } else { 0 };
        assert_eq!(profiled.recording.measurements.len(), measured, "{}", profiled.err);
        let traced = if runs == "trace" { launches as usize } else { 0 };
        assert_eq!(profiled.recording.kernels.len(), traced);
        let kib = profiled.out.strip_prefix("memory ").unwrap().trim().parse::<i64>().unwrap();
        assert_eq!(profiled.code, 0);
        kib
    };
    for runs in ["count", "trace"] {
        let more = memory(runs, 100_000) - memory(runs, 1_000);
        assert!(more < 4_096, "{more} KiB more in the {runs} run");
    }
}

#[test]
fn copies_and_waits_are_traced() {
    let profiled = every_launch("context 0 copy 4096 launch vadd 1 2 sync copy 100 sync", 2);
    let bytes: Vec<u64> = profiled.recording.copies.iter().map(|copy| copy.bytes).collect();
    assert_eq!(bytes, [4096, 100]);
    assert_eq!(profiled.recording.syncs.len(), 2);
}
