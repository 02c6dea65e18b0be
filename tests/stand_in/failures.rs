//! Every call of CUPTI's that the injected library makes fails in turn. The
//! program must end with its own code and output, what is missing must be told,
//! and what was measured before must be kept.

use std::collections::BTreeSet;

use super::profile::{of_script, profile};

/// Every call that the library makes, whichever job it does: a context that
/// ends, a graph, a launch that fails.
const STEPS: &str = "context 0 launch vadd 1 3 sync graph step 2 2 bad vadd sync destroy \
                     context 0 launch vmul 1 3 sync effects exit 7";

/// The same with enough launches for a rotation.
const LOOP: &str = "context 0 repeat 40 launch one 1 1 launch two 2 1 sync end bad one destroy \
                    context 0 launch one 1 1 effects exit 7";

/// Calls whose failure is not told, and why that is right.
const SILENT: [(&str, &str); 3] = [
    ("cuptiProfilerInitialize", "fails in every injected process, and means nothing"),
    ("cuptiProfilerHostDeinitialize", "nothing is left to do"),
    ("cuptiActivityGetNumDroppedRecords", "nothing is known to be missing"),
];

/// Profiles at a time.
const WORKERS: usize = 3;

/// Lets uses of each call fail with 999, and checks what comes of it.
fn each_call_fails(options: &str, steps: &str, at_least: &[&str]) {
    let whole = profile(options, steps).run();
    let effects = if steps == LOOP { "effects 81" } else { "effects 10" };
    assert!(whole.out.starts_with(&format!("launch failed: 1\n{effects}\n")), "{}", whole.out);
    whole.expect(7, &whole.out, &[]);
    let calls: BTreeSet<String> = whole.calls().into_iter().map(str::to_owned).collect();
    let cupti = calls.iter().filter(|call| call.starts_with("cupti"));
    for name in at_least {
        assert!(calls.contains(*name), "{name} is not called");
    }
    let full = (whole.recording.kernels.len(), whole.recording.measurements.len());
    let trials: Vec<(&String, u32)> =
        cupti.flat_map(|call| [(call, 1), (call, 2), (call, 0)]).collect();
    let fails = |(call, uses): &(&String, u32)| {
        let profiled = profile(options, steps).with(&format!("fail {call} {uses} 999")).run();
        let context = || format!("{call} {uses}: {}\n{}", profiled.notices(), profiled.log);
        assert_eq!(profiled.code, 7, "{}", context());
        assert_eq!(profiled.out, whole.out, "{}", context());
        profiled.numbers();
        let kept = (profiled.recording.kernels.len(), profiled.recording.measurements.len());
        let is_told = profiled.recording.notices.iter().any(|notice| notice.text.contains(*call));
        let is_silent = SILENT.iter().any(|(name, _)| name == call);
        // A single failure may do no harm; a call that never works does.
        let is_harmless = *uses != 0 && kept == full;
        assert!(is_told || is_silent || is_harmless, "{}", context());
    };
    // Most of a run is waiting.
    std::thread::scope(|scope| {
        for some in trials.chunks(trials.len().div_ceil(WORKERS)) {
            scope.spawn(move || some.iter().for_each(fails));
        }
    });
}

#[test]
fn of_the_trace_run() {
    each_call_fails(
        "--runs trace",
        STEPS,
        &["cuptiSubscribe", "cuptiEnableCallback", "cuptiActivityEnable", "cuptiActivityFlushAll"],
    );
}

#[test]
fn of_kernel_replay() {
    let calls = ["cuptiRangeProfilerDecodeData", "cuptiProfilerHostEvaluateToGpuValues"];
    each_call_fails("--runs count --all", STEPS, &calls);
}

#[test]
fn of_single_passes() {
    let calls = ["cuptiRangeProfilerPushRange", "cuptiRangeProfilerPopRange"];
    each_call_fails("--runs count --all --replay application", STEPS, &calls);
}

#[test]
fn of_rotation() {
    let calls = ["cuptiRangeProfilerPushRange", "cuptiActivityFlushAll"];
    each_call_fails("--replay rotate --max-launches-per-kernel 2", LOOP, &calls);
}

#[test]
fn counters_that_are_refused_have_a_cure_and_an_exit_code() {
    let refusal = "fail cuptiProfilerGetCounterAvailability 0 35";
    for (steps, code) in [("context 0 launch vadd 1 3", 4), ("context 0 launch vadd 1 3 exit 7", 7)]
    {
        let profiled = profile("", steps).with(refusal).run().ends(code, "", &["counters-refused"]);
        assert_eq!(profiled.recording.notices[0].status, 35);
        assert_eq!(profiled.recording.kernels.len(), 3, "times are there all the same");
        for word in ["NVreg_RestrictProfilingToAdminUsers=0", "SYS_ADMIN"] {
            assert!(profiled.err.contains(word), "{}", profiled.err);
        }
    }
}

#[test]
fn another_user_of_cupti_in_the_program_is_named() {
    let profiled =
        profile("", "context 0 launch vadd 1 3 exit 7").with("fail cuptiSubscribe 0 39").run();
    profiled.expect(7, "", &["cannot-start"]);
    assert!(profiled.notices().contains("torch.profiler"), "{}", profiled.notices());
}

#[test]
fn counters_that_another_process_holds_are_named() {
    let profiled = profile("--runs count", "context 0 launch vadd 1 3")
        .with("fail cuptiRangeProfilerEnable 0 26")
        .run();
    profiled.expect(4, "", &["counters-refused"]);
    assert!(profiled.notices().contains("dcgmi profile --pause"), "{}", profiled.notices());
}

#[test]
fn a_failure_half_way_keeps_what_was_measured_before() {
    let profiled = profile("--all --runs count", "context 0 launch vadd 1 10")
        .with("fail cuptiRangeProfilerDecodeData 5 999")
        .run();
    profiled.expect(0, "", &["cannot-read-counters"]);
    assert_eq!(profiled.numbers(), [0, 1, 2, 3]);
}

#[test]
fn a_kernel_that_fails_is_the_programs_own() {
    let both = "fail cuptiRangeProfilerDecodeData 0 999; fail cuCtxSynchronize 0 715";
    let profiled = profile("--all --runs count", "context 0 launch vadd 1 10").with(both).run();
    profiled.expect(0, "", &["kernel-failed"]);
    assert!(profiled.notices().contains("compute-sanitizer"), "{}", profiled.notices());
    assert_eq!(profiled.numbers(), [0; 0]);
}

#[test]
fn records_that_cupti_dropped_are_told() {
    let profiled = profile("--runs trace", "context 0 launch vadd 1 3").with("lost 5").run();
    profiled.expect(0, "", &["records-dropped"]);
    let totals = profiled.recording.processes[0].totals.clone().unwrap();
    assert_eq!((totals.seen, totals.dropped), (3, 5));
}

#[test]
fn a_cupti_of_another_version_in_the_program_stays_alone() {
    let old = super::library::folder().join("old/libcupti.so.12");
    let steps = format!("load {} context 0 launch vadd 1 3 exit 7", old.display());
    let profiled = profile("", &steps).run().ends(7, "", &["cupti-of-program"]);
    assert!(profiled.calls().iter().all(|call| !call.starts_with("cupti")), "{}", profiled.log);
}

#[test]
fn a_cupti_of_this_version_in_the_program_is_used() {
    let own = super::library::folder().join("libcupti.so.13");
    let steps = format!("load {} context 0 launch vadd 1 3", own.display());
    let profiled = profile("--all", &steps).run().ends(0, "", &[]);
    assert_eq!(profiled.numbers(), [0, 1, 2]);
}

#[test]
fn a_launch_that_hangs_while_it_is_measured_is_left_out() {
    let steps = "context 0 launch vadd 1 3 launch waits 1 1 launch vadd 1 3";
    let profiled = profile("--all --launch-timeout 1", steps).with("hang waits").run();
    profiled.expect(0, "", &["launch-hung"]);
    assert_eq!(profiled.measured_of("waits").count(), 0);
    let last = profiled.recording.processes.len() - 1;
    let of_last: Vec<u64> = profiled
        .recording
        .measurements
        .iter()
        .filter(|m| profiled.recording.streams[m.stream].process == last)
        .map(|m| m.ordinal)
        .collect();
    assert_eq!(of_last, [0, 1, 2, 4, 5, 6], "the run that was made again");
}

/// Two kernels; the program says what it did.
const TWO: &str = "context 0 repeat 20 launch vadd 1 1 launch vmul 1 1 sync end effects exit 7";

/// The notice of a run that went wrong; and how many launches the last run measured.
fn tried(options: &str, control: &str) -> (Vec<String>, [usize; 2]) {
    let profiled = profile(options, TWO).with(control).run();
    profiled.expect(7, "effects 40\n", &["ended-differently"]);
    let notices = profiled.recording.notices.iter();
    // Others say that the stand-in's modules have no code.
    let texts = notices.filter(|notice| notice.code == "ended-differently");
    let texts = texts.map(|notice| notice.text.clone()).collect();
    let last = profiled.recording.processes.len() - 1;
    let of = |kernel| {
        let measured = profiled.measured_of(kernel);
        measured.filter(|m| profiled.recording.streams[m.stream].process == last).count()
    };
    (texts, ["vadd", "vmul"].map(of))
}

#[test]
fn a_kernel_that_crashes_while_it_is_measured_is_left_out() {
    let (texts, measured) = tried("", "die vmul");
    assert_eq!(measured, [3, 0]);
    assert_eq!(
        texts,
        ["the program ended differently with counters: without them it exited with code 7, with \
          them it was killed by signal 11, while vmul was measured; the run is made again without \
          that kernel"]
    );
}

#[test]
fn a_program_that_crashes_when_it_is_measured_is_measured_in_other_ways() {
    let (texts, measured) = tried("", "die-patched *");
    assert_eq!((texts.len(), measured), (2, [0, 3]), "{texts:?}");
    assert!(texts[0].contains("while vadd was measured"));
    assert!(texts[1].ends_with("with the hardware's counters only, without patched code"));
}

#[test]
fn graphs_are_left_out_when_the_program_crashes_in_one() {
    let steps = "context 0 graph in_graph 2 3 launch vadd 1 4 exit 7";
    let profiled = profile("", steps).with("die-replayed in_graph").run();
    profiled.expect(7, "", &["ended-differently", "graphs-left-out"]);
    assert_eq!(profiled.measured_of("vadd").count(), 3);
    let notices = profiled.notices();
    assert!(notices.contains("while a graph was measured; the run is made again without graphs"));
    assert!(notices.contains("in_graph ran inside graphs, which went wrong"), "{notices}");
}

#[test]
fn more_is_tried_where_more_is_asked_for() {
    let control = "die-replayed *";
    let (texts, _) = tried("--attempts 4 --replay kernel", control);
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[2].ends_with("one pass at a time, without replay (--replay rotate)"));
    let (texts, _) = tried("--attempts 1", control);
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(texts[0].ends_with("nothing more is tried"));
}

/// The program's own crash is no reason to run it again.
#[test]
fn a_program_that_ends_differently_before_anything_is_measured_is_run_once() {
    let steps = "second mark exit 9 end context 0 launch vadd 1 1 exit 7";
    let profiled = profile("", steps).run().ends(7, "", &["ended-differently"]);
    assert_eq!(profiled.recording.runs.len(), 2);
}

#[test]
fn what_a_run_wrote_that_ended_otherwise_can_be_seen() {
    let script = "[ ! -e once ] || exit 3; touch once; $P context 0 launch vadd 1 3";
    let told = |options: &str| of_script(options, script).run().notices();
    assert!(told("").contains("it exited with code 3; --verbose shows what it wrote"));
    assert!(told("--verbose").contains("it exited with code 3"));
    assert!(!told("--verbose").contains("--verbose shows"));
}
