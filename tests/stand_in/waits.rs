//! The wait run: launches whose warps are sampled. The stand-in has no counters of instructions, so
//! the line run before it is refused.

use propp_recording::Recording;
use propp_recording_wire::Job;

use super::library::cubin;
use super::profile::{Profiled, profile};

/// What each sampled launch has: 30 samples that wait at one instruction, 10 that issue at another.
const SAMPLES: [Sample<'_>; 2] = [
    (16, "smsp__pcsamp_warps_issue_stalled_long_scoreboard", 30),
    (32, "smsp__pcsamp_warps_issue_stalled_selected", 10),
];

const WITHOUT_LINES: [&str; 3] = ["counters-absent", "instructions-refused", "no-line-run"];

fn steps(text: &str) -> String {
    text.replace("CUBIN", cubin("kernels.sm_90").to_str().unwrap())
        .replace("NESTED", super::code::NESTED)
}

/// Offset, counter and samples.
type Sample<'a> = (u32, &'a str, u64);

/// Number, and samples by offset, of each sampled launch.
fn sampled(recording: &Recording) -> Vec<(u64, Vec<Sample<'_>>)> {
    let of_wait_run = recording.line_launches.iter().filter(|launch| {
        let process = &recording.processes[recording.streams[launch.stream].process];
        recording.runs[process.run].job == Job::Waits
    });
    let values = of_wait_run.map(|launch| {
        let name = |counter: usize| recording.counters[counter].as_str();
        let values = launch.values.iter().map(|one| (one.offset, name(one.counter), one.value));
        (launch.ordinal, values.collect())
    });
    values.collect()
}

fn jobs(profiled: &Profiled) -> Vec<Job> {
    profiled.recording.runs.iter().map(|run| run.job).collect()
}

#[test]
fn launches_are_sampled_one_by_one() {
    let steps = steps("context 0 cubin CUBIN 31 launch NESTED 1 4 sync effects exit 7");
    let profiled = profile("--waits", &steps).run();
    profiled.expect(7, "effects 4\n", &WITHOUT_LINES);
    assert_eq!(jobs(&profiled), [Job::Trace, Job::Count, Job::Lines, Job::Waits]);
    // The first may load code.
    let all = [1, 2, 3].map(|number| (number, SAMPLES.to_vec()));
    assert_eq!(sampled(&profiled.recording), all);
    assert!(profiled.err.contains("wait run: 3 launches sampled"), "{}", profiled.err);
    let waits = &propp_code_lines::of_recording(&profiled.recording)[0];
    assert_eq!(waits.total.samples.total(), 120);
    assert_eq!(profiled.recording.meta["option.waits"], "true");
}

#[test]
fn sampling_ends_with_the_context() {
    let of_context = "launch NESTED 1 3 sync destroy";
    let steps = format!("context 0 cubin CUBIN 31 {of_context} context 0 {of_context} exit 7");
    let profiled = profile("--waits", &self::steps(&steps)).run();
    profiled.expect(7, "", &WITHOUT_LINES);
    // From the second of six on, whose contexts are two.
    assert_eq!(sampled(&profiled.recording).len(), 5);
}

#[test]
fn calls_that_fail_leave_the_program_alone() {
    let calls = ["Enable", "SetConfigurationAttribute", "GetNumStallReasons", "GetStallReasons"];
    let calls = calls.into_iter().chain(["Start", "Stop", "GetData"]);
    let steps = steps("context 0 cubin CUBIN 31 launch NESTED 1 4 sync effects exit 7");
    for call in calls {
        let control = format!("fail cuptiPCSampling{call} 0 7");
        let profiled = profile("--waits", &steps).with(&control).run();
        let notices = [&WITHOUT_LINES[..], &["waits-refused", "no-wait-run"]].concat();
        profiled.expect(7, "effects 4\n", &notices);
        assert_eq!(sampled(&profiled.recording), [], "{call}");
    }
}

#[test]
fn it_needs_times_and_code() {
    for options in ["--waits --runs one", "--waits --no-code", "--waits --runs count"] {
        let refused = profile(options, "context 0").fails();
        assert!(refused.contains("--waits"), "{options}: {refused}");
    }
}
