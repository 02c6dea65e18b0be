//! Recordings of the repository that the gate must not take for each other.

use std::path::Path;

use propp_gate_runs::{Allowed, GateResult, Policy, Profile, Quantity, compare, measure};
use propp_judge_cost::quality::Weights;

fn recorded(name: &str) -> Profile {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut files = above.map(|folder| folder.join(name));
    let recording =
        propp_recording_store::read(&files.find(|path| path.exists()).unwrap()).unwrap();
    let profile = measure(&recording, &Weights::bundled("h200").unwrap());
    Profile::from_json(&profile.to_json()).unwrap()
}

fn app(runs: &str) -> Profile {
    recorded(&format!("tests/fixtures/recordings/h200_app_{runs}.propp"))
}

fn judged(before: &Profile, now: &Profile) -> GateResult {
    compare(before, now, &Policy::default(), Allowed::default())
}

#[test]
fn one_run_and_two_are_not_compared() {
    let [one, two] = ["one_run", "two_runs"].map(app);
    let mixed = Profile::join(&[one.clone(), two.clone()]).unwrap();
    let in_part = "in part with --runs one and in part with --runs both";
    for (before, now, told) in [
        (&two, &one, ["with --runs both (the default)", "with --runs one"]),
        (&one, &two, ["with --runs one", "with --runs both (the default)"]),
        (&mixed, &one, [in_part, "with --runs one"]),
    ] {
        let result = judged(before, now);
        assert_eq!((result.exit_code(), result.kernels.len()), (3, 0));
        let told = format!("the baseline was recorded {}, and today's runs {}. ", told[0], told[1]);
        let refusal = result.refusal.unwrap();
        assert!(refusal.starts_with(&told), "{refusal}");
        assert!(refusal.ends_with("Record both alike, or make a new baseline"), "{refusal}");
    }
    for same in [&one, &two] {
        assert_eq!(judged(same, same).exit_code(), 0);
    }
}

/// Launches that were measured in the only run have no time of their own, and the kernel that
/// takes the most was launched once.
#[test]
fn the_time_of_an_application_is_that_of_all_its_kernels() {
    let [one, two] =
        ["one_run", "two_runs"].map(|runs| app(runs).application[&Quantity::Time].mean());
    assert!((one / two - 1.0).abs() < 0.1, "{one} ns in one run, {two} ns in two");
}
