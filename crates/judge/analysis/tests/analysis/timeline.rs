//! What ran when, and what a recording says of single launches.

use std::fmt::Write as _;

use propp_judge_analysis::{
    Input, Judge, Judged, KernelSamples, LaneKind, Selection, SpanKind, Timeline, samples, timeline,
};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_recording::{SetRow, SyncRow};
use propp_recording_wire::Synchronisation;

use crate::fixture;
use crate::synthetic::program;
use crate::values::recorded;

/// Its lanes, and the first spans of each in microseconds.
fn told(timeline: &Timeline) -> String {
    let mut text = String::new();
    for lane in &timeline.lanes {
        let _ =
            writeln!(text, "{} {} {:?}: {}", lane.file, lane.process, lane.kind, lane.spans.len());
        for span in lane.spans.iter().take(2) {
            let [from, to] = [span.start_ns, span.end_ns].map(|ns| ns / 1000);
            let what = match span.what {
                SpanKind::Kernel { name: Some(name), grid, .. } => {
                    format!("{} of {} blocks", timeline.names[name], grid[0])
                }
                other => format!("{other:?}"),
            };
            let _ = writeln!(text, "  {from} to {to}: {what}");
        }
    }
    text
}

#[test]
fn a_time_line_has_a_lane_for_each_stream_direction_and_waiting_host() {
    let mut recording = recorded(&program(1));
    let stream = recording.kernels[0].stream;
    let set = SetRow { stream, bytes: 64, start_ns: 3_000_000, end_ns: 3_001_000, correlation: 0 };
    recording.sets.push(set);
    let process = recording.streams[stream].process;
    for kind in [3, Synchronisation::STREAM_FOR_EVENT] {
        let wait = Synchronisation {
            kind,
            start_ns: 2_000_000,
            end_ns: 4_000_000,
            context: 1,
            stream: 7,
            correlation: 0,
        };
        recording.syncs.push(SyncRow { process, wait });
    }
    let one = Input { name: "r.propp", recording: &recording };
    let of_one = timeline(&[one]);
    // What starts at 0 has no time.
    let want = "\
0 100 Kernels { device: 0, stream: 7 }: 8
  200 to 260: _Z4vaddPKfS0_Pfi of 1024 blocks
  360 to 400: _Z4vaddPKfS0_Pfi of 1024 blocks
0 100 ToHost { device: 0 }: 1
  2000 to 2100: Copy { bytes: 1000, pageable: true }
0 100 Within { device: 0 }: 1
  3000 to 3001: Set { bytes: 64 }
0 100 HostWaits: 1
  2000 to 4000: Wait { kind: 3 }
";
    assert_eq!(told(&of_one), want);
    assert_eq!((of_one.start_ns, of_one.end_ns), (200_000, 4_000_000));

    let of_two = timeline(&[one, one]);
    assert_eq!(told(&of_two), format!("{want}{}", want.replace("0 100", "1 100")));
    assert_eq!(of_two.lanes.iter().filter(|lane| lane.kind == LaneKind::HostWaits).count(), 2);
}

#[test]
fn samples_are_the_launches_that_a_report_has_in_the_mean() {
    let recording = recorded(&program(1));
    let found = samples(Input { name: "r.propp", recording: &recording });
    assert!(found.traced && found.has_copies && found.step.is_none());
    assert_eq!(found.failures, [""; 0]);
    assert_eq!(found.of_run[&Criterion::HSync].measured().map(|value| value.get()), Some(0.5));
    let of = |bare: &str, blocks: u32| {
        let is_it = |one: &&KernelSamples| one.name.starts_with(bare) && one.key.grid[0] == blocks;
        found.kernels.iter().find(is_it).unwrap()
    };
    assert_eq!(found.kernels.len(), 7);
    let vadd = of("vadd", 1024);
    assert_eq!((vadd.launches, vadd.total_ns), (3, Some(200_000)));
    assert_eq!(vadd.durations_ns, [100_000, 60_000, 40_000]);
    assert_eq!(vadd.instructions, [2000.0; 2]);
    let residency = &vadd.criteria[&Criterion::LbW];
    let residency: Vec<f64> = residency.iter().map(|one| one.measured().unwrap().get()).collect();
    assert_eq!(residency, [0.5, 0.75]);
    // Of what was not measured, only the occupancy is known.
    let fill = found.kernels.iter().find(|one| one.instructions.is_empty()).unwrap();
    assert_eq!(fill.launches, 1);
    assert!(fill.criteria[&Criterion::Occ][0].measured().is_some());
    assert!(fill.criteria[&Criterion::TDiv][0].measured().is_none());
}

#[test]
fn samples_have_every_launch() {
    let recording = fixture("h200_closed_forms");
    let found = samples(Input { name: "r.propp", recording: &recording });
    let seen: u64 = found.kernels.iter().map(|kernel| kernel.launches).sum();
    assert_eq!(seen, recording.kernels.len() as u64);
    assert!(found.kernels.iter().all(|kernel| !kernel.criteria.is_empty()));
}

/// The fifth launch is the only one of `strided`, and the fourth measurement its own.
#[test]
fn a_selection_is_judged_as_if_nothing_else_had_run() {
    let recording = recorded(&program(1));
    let weights = Weights::bundled("paper").unwrap();
    let selection = Selection { kernels: vec![4], copies: vec![1], measurements: vec![(3, 0)] };
    let Judged { run, kernels } = Judge::of(&recording, &weights).judge(&selection);
    let [strided] = kernels.as_slice() else { panic!("{kernels:?}") };
    assert_eq!((strided.name.bare.as_str(), strided.total_ns()), ("strided", 80_000));
    let gran_l2 = &strided.criteria[&Criterion::GranL2].aggregate.value;
    assert_eq!(gran_l2.measured().map(|value| value.get()), Some(0.125));
    assert_eq!((run.kernel_time_ns, run.measured), (80_000, 1));
    // The copy to the GPU and the memory that was taken are of the rest.
    let traffic = run.traffic;
    assert_eq!(
        (traffic.to_device_bytes, traffic.to_host_bytes, traffic.allocated_bytes),
        (0, 1000, 0)
    );
}
