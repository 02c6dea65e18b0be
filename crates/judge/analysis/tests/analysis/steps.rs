//! Steps of recorded programs.

use std::path::Path;

use propp_judge_analysis::{
    Analysis, Grouping, Input, NotInStep, Part, StepOfLaunches, Steps, analyse_part,
    launch_of_step, step_of_launches,
};
use propp_judge_cost::quality::Weights;
use propp_judge_steps::Tuner;
use propp_recording::{KernelRow, Recording};
use propp_recording_store::read;

use crate::fixture;

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
