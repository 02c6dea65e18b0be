//! Steps of recorded programs.

use std::path::Path;

use propp_judge_analysis::{
    Analysis, Grouping, Input, NotInStep, Part, StepOfLaunches, Steps, analyse_part,
    launch_of_step, step_of_launches,
};
use propp_judge_cost::quality::Weights;
use propp_judge_steps::Tuner;
use propp_recording::{Copied, KernelRow, Recording, SyncRow};
use propp_recording_store::read;
use propp_recording_wire::{Direction, Frame, Job, Synchronisation};

use crate::fixture;
use crate::synthetic::{
    BANKS, DIVERGE, FILL4, FILL8, STRIDED, Trace, VADD, goodbye, introduction, launch,
};
use crate::values::recorded as recorded_of;

fn recorded() -> [Recording; 3] {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../recordings/h200_pytorch_step.propp");
    [fixture("h200_llama_step"), fixture("h200_jax_step"), read(&path).unwrap()]
}

fn analysed(recording: &Recording, part: &Part) -> Analysis {
    let weights = Weights::bundled("h200").unwrap();
    analyse_part(&[Input { name: "app", recording }], &weights, Grouping::Signature, part)
}

/// Launches of the reported steps, by the step that each launch is of.
fn of_reported<'a>(recording: &'a Recording, steps: &Steps) -> Vec<&'a KernelRow> {
    let of: StepOfLaunches = step_of_launches(recording);
    assert_eq!(of.count, steps.count);
    let first = steps.first_reported - 1;
    let is_in = |number: u64| (first..first + steps.reported).contains(&(number as usize));
    let rows = recording.kernels.iter().zip(&of.of_launch);
    rows.filter(|(_, step)| of.of_main(**step).is_some_and(is_in)).map(|(row, _)| row).collect()
}

#[test]
fn a_report_on_steps_has_the_launches_of_its_steps_and_no_others() {
    let recordings = recorded();
    let found = recordings.iter().map(|recording| {
        let analysis = analysed(recording, &Part::Steps);
        let steps = analysis.run.steps.unwrap();
        let own = of_reported(recording, &steps);
        assert_eq!(analysis.run.seen, Some(own.len() as u64));
        let own_ns: u64 = own.iter().map(|row| row.end_ns - row.start_ns).sum();
        assert_eq!(analysis.run.kernel_time_ns, own_ns);
        assert_eq!(steps.reported_ns().sum::<u64>(), steps.whole_ns);
        assert_eq!(steps.each_ns(), steps.whole_ns as f64 / steps.reported as f64);
        // Some run side by side.
        let share = own_ns as f64 / steps.whole_ns as f64;
        assert!(
            (0.9 * share..=share + 1e-9).contains(&steps.busy.get()),
            "{share}, {:?}",
            steps.busy
        );
        (steps.count, steps.launches, steps.first_reported, steps.reported, steps.median_ns)
    });
    let found: Vec<_> = found.collect();
    assert_eq!(
        found,
        [(12, 766, 3, 9, 28_790_880), (100, 19, 3, 97, 165_215), (10, 87, 2, 8, 6_302_159)]
    );
}

#[test]
fn the_start_of_a_program_is_what_came_before_its_steps() {
    let recordings = recorded();
    for recording in &recordings {
        let analysis = analysed(recording, &Part::Steps);
        let (steps, start) = (analysis.run.steps.unwrap(), analysis.run.start.unwrap());
        let begin = steps.kinds.iter().map(|kind| kind.begins_ns[0]).min().unwrap();
        let before = || recording.kernels.iter().filter(|row| row.start_ns < begin);
        assert_eq!(start.launches, before().count() as u64);
        assert_eq!(start.kernels_ns, before().map(|row| row.end_ns - row.start_ns).sum::<u64>());
        assert_eq!(start.ns, begin - steps.run_ns[0]);
        assert!(start.largest.is_sorted_by(|a, b| a.kernels_ns >= b.kernels_ns));
    }
    let start = analysed(&recordings[1], &Part::Steps).run.start.unwrap();
    let [tuning] = start.tuning.as_slice() else { panic!("{:?}", start.tuning) };
    assert_eq!((tuning.tuner, tuning.launches), (Tuner::Xla, 862));
    assert_eq!(tuning.to_ns - tuning.from_ns, 3_551_401_988);
}

#[test]
fn a_part_that_is_asked_for_is_found_or_not() {
    let [_, _, recording] = recorded();
    let steps = |part: &Part| analysed(&recording, part).run.steps;
    let usual = steps(&Part::Steps);
    assert!(usual.is_some() && steps(&Part::Kind(1)) == usual);
    for none in [Part::Kind(0), Part::Kind(2), Part::WholeRun, Part::Range("none".to_owned())] {
        assert_eq!(steps(&none), None, "{none:?}");
    }
    let whole = analysed(&recording, &Part::WholeRun);
    assert_eq!(whole.run.seen, Some(recording.kernels.len() as u64));
}

#[test]
fn a_launch_of_a_step_is_numbered_among_those_of_the_process() {
    let [_, _, recording] = recorded();
    let of = |step: usize, nth: u64| launch_of_step(&recording, |_| true, step, nth);
    let steps = step_of_launches(&recording);
    let mut in_order: Vec<_> = recording.kernels.iter().zip(&steps.of_launch).collect();
    in_order.sort_by_key(|(row, _)| row.correlation);
    let third = in_order.iter().position(|(_, step)| steps.of_main(**step) == Some(2)).unwrap();
    // The first step has 115 launches.
    assert_eq!([of(1, 1), of(1, 115), of(3, 2)], [Ok(1), Ok(115), Ok(third as u64 + 2)]);
    assert_eq!([of(1, 0), of(1, 116)], [Err(NotInStep::Launches(115)); 2]);
    assert_eq!([of(0, 1), of(11, 1)], [Err(NotInStep::Steps(10)); 2]);
    let one_run = fixture("h200_app_one_run");
    assert_eq!(launch_of_step(&one_run, |_| true, 1, 1), Err(NotInStep::NoSteps));
}

/// How the host learns that a step is over.
#[derive(Clone, Copy)]
enum Ends {
    Unseen,
    Waits,
    Copies(Direction),
}

/// Twelve steps of three kernels, then twenty of three others; kernels of each take as many microseconds.
fn of_two_kinds([first, second]: [u64; 2], ends: Ends) -> Recording {
    let mut trace = Trace::default();
    let kinds = [([VADD, STRIDED, BANKS], first, 12), ([DIVERGE, FILL4, FILL8], second, 20)];
    for (kernels, microseconds, steps) in kinds {
        for kernel in kernels.repeat(steps) {
            trace.kernel(launch(kernel, 64, 128), microseconds, 1);
        }
    }
    let mut traced = introduction(Job::Trace, 1);
    traced.extend([Frame::Kernels(trace.kernels), goodbye(96, 0)]);
    let mut recording = recorded_of(&[(Job::Trace, vec![traced])]);
    for kernel in &mut recording.kernels {
        kernel.correlation *= 10;
    }
    let stream = recording.kernels[0].stream;
    let [start_ns, end_ns] = [1, 2];
    for correlation in (1..32).map(|step| 30 * step + 5) {
        match ends {
            Ends::Unseen => {}
            Ends::Waits => {
                let (kind, context) = (3, 1);
                let wait =
                    Synchronisation { kind, start_ns, end_ns, context, stream: 7, correlation };
                recording.syncs.push(SyncRow { process: 0, wait });
            }
            Ends::Copies(direction) => {
                let (bytes, pageable) = (4, false);
                let copy =
                    Copied { stream, direction, bytes, pageable, start_ns, end_ns, correlation };
                recording.copies.push(copy);
            }
        }
    }
    recording
}

#[test]
fn kinds_of_steps_are_told_apart_by_what_the_host_does_and_the_longest_is_reported() {
    let kinds = |microseconds: [u64; 2], ends: Ends| {
        let steps = analysed(&of_two_kinds(microseconds, ends), &Part::Steps).run.steps.unwrap();
        let kinds = steps.kinds.iter().map(|kind| (kind.count, kind.launches, kind.median_ns));
        (steps.main, kinds.collect::<Vec<_>>())
    };
    let both = vec![(12, 3, 18_000), (20, 3, 153_000)];
    for ends in [Ends::Waits, Ends::Copies(Direction::DeviceToHost)] {
        assert_eq!(kinds([5, 50], ends), (1, both.clone()));
        assert_eq!(kinds([50, 5], ends), (0, vec![(12, 3, 153_000), (20, 3, 18_000)]));
    }
    // Within the GPU, the host waits for nothing.
    for ends in [Ends::Unseen, Ends::Copies(Direction::DeviceToDevice)] {
        assert_eq!(kinds([5, 50], ends), (0, both[1..].to_vec()));
    }
}
