//! What lies between the kernels of recorded programs.

use propp_judge_analysis::{Between, GapCause, Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording::{Copied, MemoryRow, Recording, SyncRow};
use propp_recording_wire::{Direction, Memory, Synchronisation};

use crate::fixture;

fn between(recording: &Recording) -> Option<Between> {
    let weights = Weights::bundled("h200").unwrap();
    analyse(&[Input { name: "app", recording }], &weights, Grouping::Signature).run.between
}

fn count(between: &Between, cause: GapCause) -> u64 {
    between.gaps(cause).map_or(0, |gaps| gaps.count)
}

#[test]
fn launches_in_a_queue_follow_each_other_as_the_price_says() {
    let between = between(&fixture("h200_app")).unwrap();
    let launches = between.gaps(GapCause::Launch).unwrap();
    let ratio = launches.predicted_ns.unwrap() / launches.median_ns as f64;
    assert!(launches.count > 1000 && (0.8..1.25).contains(&ratio), "{launches:?}");
    // Memory has no price.
    assert_eq!(between.gaps(GapCause::Memory).unwrap().predicted_ns, None);
}

#[test]
fn a_gap_has_the_cause_that_was_recorded_in_it() {
    let mut recording = fixture("h200_app_two_runs");
    let process = recording.streams[recording.kernels[0].stream].process;
    recording.syncs.clear();
    recording.memory.clear();
    recording.copies.clear();
    let causes = |recording: &Recording| {
        let between = between(recording).unwrap();
        [GapCause::Launch, GapCause::Wait, GapCause::Memory].map(|cause| count(&between, cause))
    };
    let [launches, ..] = causes(&recording);
    assert_eq!(causes(&recording), [launches, 0, 0]);

    // The host waits until just after the first kernel, and takes memory after the second.
    let ends = [0, 1].map(|place: usize| recording.kernels[place].end_ns);
    let wait = Synchronisation {
        kind: 3,
        start_ns: 0,
        end_ns: ends[0] + 1,
        context: 1,
        stream: 0,
        correlation: 0,
    };
    recording.syncs.push(SyncRow { process, wait });
    assert_eq!(causes(&recording), [launches - 1, 1, 0]);
    let event = Memory {
        allocated: true,
        kind: 3,
        address: 0,
        bytes: 1,
        at_ns: ends[1] + 1,
        device: 0,
        context: 1,
    };
    recording.memory.push(MemoryRow { process, event });
    assert_eq!(causes(&recording), [launches - 2, 1, 1]);

    // A stream that waits for an event is not the host.
    recording.syncs[0].wait.kind = Synchronisation::STREAM_FOR_EVENT;
    assert_eq!(causes(&recording), [launches - 1, 0, 1]);
}

fn copied(stream: usize, pageable: bool) -> Copied {
    let direction = Direction::HostToDevice;
    let [start_ns, end_ns] = [0, 100_000_000];
    Copied { stream, direction, bytes: 1 << 30, pageable, start_ns, end_ns, correlation: 0 }
}

#[test]
fn copies_of_pageable_memory_are_told_from_pinned_ones() {
    let mut recording = fixture("h200_app_two_runs");
    let stream = recording.kernels[0].stream;
    recording.copies = [true, false].map(|pageable| copied(stream, pageable)).to_vec();
    let Between { pinned, pageable, .. } = between(&recording).unwrap();
    assert_eq!((pinned.count, pageable.count, pageable.ns), (1, 1, 100_000_000));
    // 1 GiB at some 54 GB/s.
    let ns = pageable.pinned_ns.unwrap();
    assert!((15e6..25e6).contains(&ns), "{ns}");
}

#[test]
fn a_recording_of_one_run_has_no_gaps_of_the_programs_own() {
    assert_eq!(between(&fixture("h200_app_one_run")), None);
}

/// Not of gaps, but of the same kind: a time that does not fit what was counted.
#[test]
fn bytes_that_do_not_fit_the_time_are_told() {
    let told = |recording: &Recording| -> Vec<String> {
        let weights = Weights::bundled("h200").unwrap();
        let inputs = [Input { name: "app", recording }];
        let notices = analyse(&inputs, &weights, Grouping::Signature).notices;
        let own = notices.into_iter().filter(|notice| notice.code == "memory-does-not-fit");
        own.map(|notice| notice.text).collect()
    };
    let mut recording = fixture("h200_app_two_runs");
    assert_eq!(told(&recording), [""; 0]);
    for kernel in &mut recording.kernels {
        kernel.end_ns = kernel.start_ns + (kernel.end_ns - kernel.start_ns) / 50;
    }
    let texts = told(&recording);
    assert!(texts.len() == 1 && texts[0].starts_with("kernel"), "{texts:?}");
}
