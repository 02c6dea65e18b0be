//! Programs that end in the middle of something: what was sent is kept, and
//! nothing hangs.

use super::profile::{Profiled, profile};

fn has(profiled: &Profiled, traced: usize, measured: usize) {
    let counts = (profiled.recording.kernels.len(), profiled.recording.measurements.len());
    assert_eq!(counts, (traced, measured), "{}", profiled.notices());
    assert!(!profiled.log.contains("misuse"), "{}", profiled.log);
}

#[test]
fn what_was_waited_for_before_exit_without_handlers_is_kept() {
    let steps = "context 0 launch vadd 1 10 sync sleep 5 launch vadd 1 10 _exit 3";
    let profiled = profile("--all", steps).run().ends(3, "", &[]);
    has(&profiled, 10, 20);
    assert!(profiled.recording.processes.iter().all(|process| process.totals.is_none()));
}

#[test]
fn what_was_waited_for_before_a_kill_is_kept() {
    let steps = "context 0 launch vadd 1 10 sync sleep 5 launch vadd 1 10 kill";
    let traced = profile("--all", steps).run().ends(128 + 9, "", &["no-count-run"]);
    has(&traced, 10, 0);
    let counted = profile("--all --runs count", steps).run().ends(128 + 9, "", &[]);
    has(&counted, 0, 20);
    assert_eq!(counted.numbers(), (0..20).collect::<Vec<_>>());
}

#[test]
fn a_kill_in_the_count_run_alone_keeps_both() {
    let steps = "context 0 launch vadd 1 10 second twice kill end launch vadd 1 10";
    let profiled = profile("--all", steps).run().ends(0, "", &["ended-differently"]);
    has(&profiled, 20, 10);
}

#[test]
fn single_passes_that_wait_are_lost_with_a_kill_and_not_before() {
    // An image is read when it is half full, at 16 of 32 ranges.
    let steps = "context 0 launch vadd 1 40 kill";
    let profiled = profile("--all --runs count --replay application", steps).run();
    assert_eq!(profiled.code, 128 + 9);
    let runs = profiled.recording.runs.len();
    has(&profiled, 0, 32 * runs);
}

/// `exit()` from a handler of a signal that comes in the middle of a call.
fn exits_inside(options: &str, call: &str) -> Profiled {
    // Counters of single passes are read in the end, once.
    let is_once = options.contains("application") && call.contains("Decode");
    let control = format!("signal {call} {}", if is_once { 1 } else { 2 });
    let steps = "context 0 handler 5 launch vadd 1 3 sync launch vadd 1 3 sync destroy";
    let profiled = profile(options, steps).with(&control).run();
    assert!(profiled.calls().contains(call), "{}", profiled.log);
    assert_eq!((profiled.code, profiled.out.as_str()), (5, ""), "{call}: {}", profiled.err);
    assert!(!profiled.log.contains("misuse"), "{}", profiled.log);
    // A lock that is never let go is waited for, for two seconds or ten; whose
    // it is, is known.
    let took = profiled.recording.runs.iter().filter_map(|run| run.duration_ns).max();
    assert!(took < Some(1_500_000_000), "{call} {options}: {took:?}");
    profiled
}

#[test]
fn exit_in_a_signal_handler_during_a_flush_does_not_hang() {
    for call in ["cuptiActivityFlushAll", "cuptiActivityGetNextRecord", "cuCtxSynchronize"] {
        let profiled = exits_inside("--runs trace", call);
        assert!(profiled.recording.kernels.len() >= 3 || call == "cuptiActivityGetNextRecord");
    }
}

#[test]
fn exit_in_a_signal_handler_during_a_launch_does_not_hang() {
    let profiled = exits_inside("--runs trace", "cuLaunchKernel");
    assert_eq!(profiled.recording.kernels.len(), 1);
    for options in ["--runs count --all", "--runs count --all --replay application"] {
        let profiled = exits_inside(options, "cuLaunchKernel");
        let is_parted = profiled.recording.processes.iter().any(|p| p.totals.is_some());
        assert!(!is_parted, "a process with a launch under way has not ended in an orderly way");
        exits_inside(options, "cuptiRangeProfilerDecodeData");
        exits_inside(options, "cuptiRangeProfilerCounterDataGetRangeInfo");
        exits_inside(options, "cuptiProfilerHostEvaluateToGpuValues");
    }
    exits_inside("--runs count --all --replay application", "cuptiRangeProfilerPushRange");
    let profiled = exits_inside("--runs count --all", "cuptiRangeProfilerDecodeData");
    assert_eq!(profiled.numbers(), [0], "what was sent before is kept");
}

/// Thread-local values are gone by then.
#[test]
fn a_launch_in_an_exit_handler_runs_unmeasured() {
    let steps = "context 0 launch vadd 1 2 at-exit vadd exit 7";
    for options in ["--runs trace", "--runs count --all"] {
        let profiled = profile(options, steps).run().ends(7, "launched at exit\n", &[]);
        let totals = profiled.recording.processes[0].totals.clone().unwrap();
        assert_eq!(totals.seen, 3);
    }
}

#[test]
fn a_program_that_closes_every_descriptor_runs_on() {
    let steps = "context 0 launch vadd 1 3 sync sleep 5 mute launch vadd 1 3 sync effects exit 7";
    for (runs, kept) in [("trace", (3, 0)), ("count", (0, 3))] {
        let profiled = profile(&format!("--all --runs {runs}"), steps).run();
        profiled.expect(7, "effects 6\n", &[]);
        has(&profiled, kept.0, kept.1);
        assert!(profiled.recording.processes[0].totals.is_none(), "no goodbye");
    }
}

#[test]
fn a_propp_that_is_killed_leaves_program_and_recording() {
    let steps = "context 0 launch vadd 1 5 sync sleep 1300 launch vadd 1 1 kill-propp sleep 50 \
                 launch vadd 1 5 sync effects";
    for runs in ["trace", "count"] {
        let profiled = profile(&format!("--all --runs {runs}"), steps).run();
        assert_eq!(profiled.code, 128 + 9);
        assert_eq!(profiled.out, "effects 11\n", "the program ran on");
        assert!(!profiled.recording.is_finished());
        let recording = &profiled.recording;
        assert!(recording.kernels.len() + recording.measurements.len() >= 5, "{}", profiled.err);
    }
}
