//! One pass at a time: rotation and application replay; the budget.

use std::collections::{BTreeMap, BTreeSet};

use propp_recording::Measurement;

use super::profile::{Profiled, profile};

/// Passes of the stand-in's chip, whose planner is asked as for any other.
fn passes(profiled: &Profiled) -> BTreeSet<u32> {
    profiled.recording.counter_sets.iter().flat_map(|set| set.passes.iter().copied()).collect()
}

/// The pass of a measurement that has a single one.
fn pass_of(profiled: &Profiled, measurement: &Measurement) -> u32 {
    let set = &profiled.recording.counter_sets[measurement.counter_set];
    let passes: BTreeSet<u32> = set.passes.iter().copied().collect();
    assert_eq!((passes.len(), set.runs), (1, 1), "{set:?}");
    assert_eq!(set.counters.len(), measurement.values.len());
    passes.into_iter().next().unwrap()
}

/// Measurements of each kernel in each pass.
fn tally(profiled: &Profiled) -> BTreeMap<(String, u32), usize> {
    let mut tally = BTreeMap::new();
    for measurement in &profiled.recording.measurements {
        let name = profiled.name(measurement.signature).to_owned();
        *tally.entry((name, pass_of(profiled, measurement))).or_default() += 1;
    }
    tally
}

#[test]
fn rotation_reads_each_pass_in_turn_for_every_kind() {
    let steps = "context 0 repeat 40 launch one 1 1 launch two 2 1 sync end effects";
    let profiled = profile("--replay rotate", steps).run().ends(0, "effects 80\n", &[]);
    let passes = passes(&profiled);
    assert!(passes.len() >= 3 && passes.iter().copied().eq(1..=passes.len() as u32), "{passes:?}");
    let each: Vec<usize> = tally(&profiled).into_values().collect();
    assert_eq!(each, vec![3; 2 * passes.len()]);
    let mut in_order: Vec<_> = profiled.recording.measurements.iter().collect();
    in_order.sort_by_key(|measurement| measurement.ordinal);
    assert!(in_order.is_sorted_by_key(|measurement| pass_of(&profiled, measurement)));
    assert_eq!(profiled.numbers(), profiled.ordinals(), "each has its own values");
    let different: BTreeSet<u64> = profiled.ordinals().into_iter().collect();
    assert_eq!(different.len(), profiled.ordinals().len(), "none twice");
}

/// Replay would undo what other GPUs write, and a collective may wait for a thread that waits for
/// the measured launch.
#[test]
fn beside_collectives_each_pass_has_launches_of_its_own() {
    let steps = "context 0 repeat 40 launch ncclDevKernel_Sum 1 1 launch one 1 1 sync end effects";
    let profiled = profile("", steps).run().ends(0, "effects 80\n", &["left-alone"]);
    let each: Vec<usize> = tally(&profiled).into_values().collect();
    assert_eq!(each, vec![3; passes(&profiled).len()]);
    assert_eq!(profiled.measured_of("ncclDevKernel_Sum").count(), 0);
    let both = profile("", &format!("fork {steps} parent {steps}")).run();
    assert!(both.measured_of("one").count() >= 3 * passes(&profiled).len(), "in two processes");
}

/// The profiler is closed when code is unloaded, and the next pass is measured all the same.
#[test]
fn rotation_goes_on_after_code_was_unloaded() {
    let steps = "context 0 repeat 40 launch one 1 1 sync end launch two 1 1 unload";
    let once = profile("--replay rotate", steps).run();
    let unloading = "context 0 repeat 10 launch one 1 4 sync unload end";
    let profiled = profile("--replay rotate", unloading).run().ends(0, "", &[]);
    assert_eq!(tally(&profiled).len(), passes(&once).len());
    let each: Vec<usize> = tally(&profiled).into_values().collect();
    assert_eq!(each, vec![3; each.len()]);
}

#[test]
fn rotation_goes_on_beside_other_threads() {
    let steps = "context 0 repeat 20 threads 4 vadd 1 5 launch one 1 1 sync end";
    // A launch that began before is still to run when the next is measured.
    let profiled = profile("--replay rotate", steps).with("late 200").run().ends(0, "", &[]);
    let each: Vec<usize> = tally(&profiled).into_values().collect();
    assert_eq!(each, vec![3; 2 * passes(&profiled).len()]);
    let numbers: BTreeSet<u64> = profiled.numbers().into_iter().collect();
    assert_eq!(numbers.len(), profiled.recording.measurements.len(), "none counts for another");
}

#[test]
fn what_comes_too_seldom_to_rotate_is_named() {
    let steps = "context 0 launch rare 1 1 repeat 40 launch one 1 1 end";
    let profiled = profile("--replay rotate", steps).run().ends(0, "", &["too-seldom"]);
    assert_eq!(profiled.measured_of("rare").count(), 0);
    assert!(profiled.notices().contains("rare"));
}

#[test]
fn application_replay_is_a_run_for_each_pass() {
    let profiled = profile("--replay application --all", "context 0 launch vadd 1 9").run();
    profiled.expect(0, "", &[]);
    let passes = passes(&profiled);
    assert_eq!(profiled.recording.runs.len(), 1 + passes.len());
    let expected =
        passes.iter().map(|pass| (("vadd".to_owned(), *pass), 9)).collect::<BTreeMap<_, _>>();
    assert_eq!(tally(&profiled), expected);
    assert_eq!(profiled.numbers(), profiled.ordinals());
}

#[test]
fn a_context_that_ends_gives_up_the_counters_that_wait_in_it() {
    let steps = "context 0 launch vadd 1 3 destroy context 0 launch vadd 1 4 destroy effects";
    for options in ["--replay application --runs count --all", "--replay application --all"] {
        let profiled = profile(options, steps).run();
        assert!(profiled.out.starts_with("effects 7\n"), "{}", profiled.out);
        profiled.expect(0, &profiled.out, &[]);
        let each: Vec<usize> = tally(&profiled).into_values().collect();
        assert_eq!(each, vec![7; passes(&profiled).len()]);
        assert_eq!(profiled.numbers(), profiled.ordinals());
    }
}

#[test]
fn more_single_passes_than_an_image_holds_are_all_read() {
    let profiled = profile("--replay application --all", "context 0 launch vadd 1 100").run();
    profiled.expect(0, "", &[]);
    assert!(tally(&profiled).into_values().all(|count| count == 100));
    assert_eq!(profiled.numbers(), profiled.ordinals());
}

#[test]
fn failed_launches_take_room_and_no_more() {
    let steps = "context 0 repeat 40 launch vadd 1 1 bad fails end";
    let options = "--replay application --runs count --all";
    let profiled = profile(options, steps).run();
    assert_eq!(profiled.out.lines().next(), Some("launch failed: 1"));
    profiled.expect(0, &profiled.out, &[]);
    assert!(tally(&profiled).into_values().all(|count| count == 40));
}

#[test]
fn a_range_that_finds_no_room_is_told_and_is_nobody_elses() {
    let steps = "context 0 launch vadd 1 5";
    let profiled = profile("--all --runs count", steps).with("drop 3").run();
    profiled.expect(0, "", &["ranges-do-not-fit"]);
    assert_eq!(profiled.numbers(), [0, 1, 3, 4]);
    assert_eq!(profiled.ordinals(), [0, 1, 3, 4]);
    let options = "--all --runs count --replay application";
    let profiled = profile(options, steps).with("drop 3").run().ends(0, "", &["range-missing"]);
    assert!(profiled.numbers() == profiled.ordinals() && !profiled.ordinals().contains(&2));
}

#[test]
fn several_ranges_of_one_launch_are_not_guessed_at() {
    let profiled =
        profile("--all --runs count", "context 0 launch vadd 1 5").with("ranges 2").run();
    profiled.expect(0, "", &["ranges-do-not-fit"]);
    assert!(profiled.recording.measurements.is_empty());
}

#[test]
fn a_budget_that_is_spent_ends_the_measuring() {
    let options = "--all --runs count --budget 0.5";
    let profiled = profile(options, "context 0 launch vadd 1 50 effects").with("slow 100").run();
    profiled.expect(0, "effects 50\n", &["budget-spent"]);
    let measured = profiled.ordinals();
    assert!((1..=5).contains(&measured.len()), "{measured:?}");
    assert_eq!(measured, (0..measured.len() as u64).collect::<Vec<_>>());
}

#[test]
fn a_budget_cuts_the_plan() {
    let steps = "context 0 launch vadd 1 100 launch vmul 1 1";
    let whole = profile("--all --replay kernel", steps).run().ends(0, "", &[]);
    assert_eq!(whole.recording.measurements.len(), 101);
    let cut = profile("--all --replay kernel --budget 1", steps).run();
    let measured = cut.recording.measurements.len();
    assert!((1..101).contains(&measured), "{measured}");
    cut.expect(0, "", &[]);
    let nothing = profile("--all --replay kernel --budget 0.001", steps).run();
    nothing.expect(0, "", &["budget-cut"]);
    assert!(nothing.recording.measurements.is_empty());
}

#[test]
fn a_plan_alone_runs_the_program_once() {
    let steps = "context 0 repeat 40 launch one 1 1 end";
    let profiled = profile("--plan --replay rotate", steps).run().ends(0, "", &[]);
    assert_eq!(profiled.recording.runs.len(), 1);
    assert!(profiled.err.contains("one"), "{}", profiled.err);
}
