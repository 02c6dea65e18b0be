//! A step of the program, in a recorded run of PyTorch and in runs made up from it.

use std::path::Path;

use propp_gate_runs::{Allowed, Policy, Profile, Quantity, Samples, Verdict, compare, measure};
use propp_judge_cost::quality::Weights;
use propp_recording_store::read;

/// Ten steps of 87 launches.
fn run() -> Profile {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let path = above.find_map(|folder| {
        let path = folder.join("recordings/h100_pytorch_step.propp");
        path.exists().then_some(path)
    });
    measure(&read(&path.unwrap()).unwrap(), &Weights::bundled("paper").unwrap())
}

fn with(quantity: Quantity, factor: f64) -> Profile {
    let mut run = run();
    let samples = run.application.get_mut(&quantity).unwrap();
    samples.0.iter_mut().flatten().for_each(|value| *value *= factor);
    run
}

fn judged(before: &Profile, now: &Profile) -> (Verdict, String) {
    let outcome = compare(before, now, &Policy::default(), Allowed::default());
    let application = outcome.application.unwrap();
    (application.verdict, application.reason())
}

#[test]
fn a_step_has_launches_and_times() {
    let run = run();
    assert_eq!(run.application[&Quantity::StepLaunches], Samples::one(87.0));
    assert_eq!(run.application[&Quantity::StepTime].0[0].len(), 5, "the warm ones");
    assert_eq!(Profile::from_json(&run.to_json()).unwrap().to_json(), run.to_json());
}

#[test]
fn a_step_that_launches_more_is_a_regression() {
    let (verdict, reason) = judged(&run(), &with(Quantity::StepLaunches, 88.0 / 87.0));
    assert_eq!(verdict, Verdict::Regressed);
    assert!(reason.contains("step_launches rose from 87 to 88"), "{reason}");
    assert_eq!(judged(&run(), &with(Quantity::StepLaunches, 86.0 / 87.0)).0, Verdict::Improved);
}

#[test]
fn runs_of_a_host_differ_so_five_are_needed_to_see_a_little() {
    let slower = |factor| with(Quantity::StepTime, factor);
    let (verdict, reason) = judged(&run(), &slower(1.3));
    assert_eq!(verdict, Verdict::Pass);
    assert!(reason.contains("it may be noise: too few runs"), "{reason}");
    let (verdict, reason) = judged(&run(), &slower(1.5));
    assert_eq!(verdict, Verdict::Regressed);
    assert!(reason.contains("step_time rose"), "{reason}");
    let five = Profile::join(&[0.99, 1.0, 1.0, 1.0, 1.01].map(slower)).unwrap();
    assert_eq!(judged(&five, &slower(1.05)).0, Verdict::Pass);
    let now = Profile::join(&[1.28, 1.3, 1.32].map(slower)).unwrap();
    let (verdict, reason) = judged(&five, &now);
    assert_eq!(verdict, Verdict::Regressed, "{reason}");
    // More than the runs differ from each other.
    let restless = Profile::join(&[0.8, 1.0, 1.0, 1.1, 1.2].map(slower)).unwrap();
    assert_eq!(judged(&restless, &now).0, Verdict::Pass);
}

#[test]
fn steps_that_cannot_be_compared_decide_nothing() {
    let notes = |before: &Profile, now: &Profile, policy: &Policy| {
        let outcome = compare(before, now, policy, Allowed::default());
        let of_steps = |note: &&String| note.starts_with("the steps of the program");
        let note = outcome.notes.iter().find(of_steps).cloned();
        (outcome.exit_code(), note.unwrap_or_default())
    };
    let (code, note) = notes(&run(), &with(Quantity::StepLaunches, 2.0), &Policy::default());
    assert_eq!(code, 0);
    assert!(note.contains("others than in the baseline"), "{note}");
    let mut without = run();
    without.application.remove(&Quantity::StepLaunches);
    without.application.remove(&Quantity::StepTime);
    let (code, note) = notes(&run(), &without, &Policy::default());
    assert_eq!(code, 0);
    assert!(note.contains("today's run has none"), "{note}");
    assert_eq!(notes(&without, &run(), &Policy::default()), (0, String::new()));
    // A kernel that is not judged may be in a step.
    let policy = Policy { exclude: crate::edited::patterns("regex:reduce"), ..Policy::default() };
    let (code, note) = notes(&run(), &with(Quantity::StepLaunches, 88.0 / 87.0), &policy);
    assert_eq!(code, 0, "{note}");
    assert!(note.contains("leaves kernels out"), "{note}");
}
