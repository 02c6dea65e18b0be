//! Several processes, and forks.

use std::collections::BTreeSet;

use propp_recording_wire::Job;

use super::profile::{Profiled, of_script, profile};

/// Kernels and measurements by process of the run that has them, ascending.
fn shares(profiled: &Profiled) -> (Vec<usize>, Vec<usize>) {
    let recording = &profiled.recording;
    let process = |stream: usize| recording.streams[stream].process;
    let of = |job: Job| {
        (0..recording.processes.len())
            .filter(move |p| recording.runs[recording.processes[*p].run].job == job)
    };
    let traced = |p: usize| recording.kernels.iter().filter(|k| process(k.stream) == p).count();
    let measured =
        |p: usize| recording.measurements.iter().filter(|m| process(m.stream) == p).count();
    let mut shares: (Vec<usize>, Vec<usize>) =
        (of(Job::Trace).map(traced).collect(), of(Job::Count).map(measured).collect());
    shares.0.sort_unstable();
    shares.1.sort_unstable();
    shares
}

#[test]
fn every_process_of_a_script_is_profiled() {
    let script = "$P context 0 launch one 1 3 & $P context 1 launch two 1 4 & \
                  $P context 0 launch one 1 5; wait";
    let profiled = of_script("--all", script).run().ends(0, "", &[]);
    assert_eq!(shares(&profiled), (vec![3, 4, 5], vec![3, 4, 5]));
    let pids: BTreeSet<u32> = profiled
        .recording
        .processes
        .iter()
        .map(|process| process.hello.clone().unwrap().pid)
        .collect();
    assert_eq!(pids.len(), 6);
    assert!(profiled.recording.processes.iter().all(|process| process.totals.is_some()));
}

#[test]
fn the_program_alone_is_profiled_where_that_was_asked_for() {
    let script = "$P context 0 launch one 1 3; exit 3";
    let options = "--all --target-processes application-only";
    let profiled = of_script(options, script).run();
    assert_eq!(profiled.code, 3);
    assert!(profiled.recording.processes.is_empty(), "{}", profiled.notices());
    let profiled = profile(options, "context 0 launch one 1 3").run().ends(0, "", &[]);
    assert_eq!(shares(&profiled), (vec![3], vec![3]));
}

#[test]
fn both_sides_of_a_fork_before_cuda_are_profiled() {
    let steps = "fork context 0 launch child 1 3 parent context 0 launch one 1 4";
    let profiled = profile("--all", steps).run().ends(0, "", &[]);
    assert_eq!(shares(&profiled), (vec![3, 4], vec![3, 4]));
}

#[test]
fn a_fork_after_cuda_does_no_harm() {
    // The child cannot use CUDA; its launch fails, and it ends in each way.
    let ends = ["", "_exit 0", "exit 0"];
    for (end, runs) in ends.iter().flat_map(|end| [(end, "trace"), (end, "count")]) {
        let steps = format!(
            "context 0 launch one 1 4 sync fork launch one 1 1 {end} parent launch one 1 4 effects"
        );
        let profiled = profile(&format!("--all --runs {runs}"), &steps).run();
        profiled.expect(0, "launch failed: 3\neffects 8\n", &[]);
        let recording = &profiled.recording;
        assert_eq!(recording.processes.len(), 1);
        assert!(recording.processes[0].totals.is_some());
        assert_eq!(recording.kernels.len() + recording.measurements.len(), 8);
    }
}

#[test]
fn a_child_that_outlives_its_parent_does_not_keep_the_parents_connection() {
    let script = "$P context 0 launch one 1 2 sync fork sleep 200 parent exit 3";
    let profiled = of_script("--all", script).run().ends(3, "", &[]);
    assert_eq!(shares(&profiled), (vec![2], vec![2]));
}

#[test]
fn a_process_below_the_program_that_hangs_is_ended_and_left_out() {
    let script = "$P context 0 launch vadd 1 2 launch waits 1 1 launch vadd 1 2; exit 3";
    let profiled = of_script("--all --launch-timeout 1", script).with("hang waits").run();
    profiled.expect(3, "", &["launch-hung"]);
    assert_eq!(profiled.measured_of("waits").count(), 0);
    assert_eq!(shares(&profiled), (vec![5], vec![2, 4]));
}
