//! Recordings of the repository that the gate must not take for each other.

use std::path::Path;

use propp_gate_runs::{Allowed, Ended, GateResult, Policy, Profile, Quantity, compare, measure};
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

/// A run that ended early has launched less, and is not better for it.
#[test]
fn a_program_that_failed_is_compared_only_with_one_that_failed_alike() {
    let failed = recorded("recordings/h200_pytorch_modules.propp");
    assert_eq!(failed.origins[0].failed.failed(), Some("with exit code 1"));
    let with = |end: Option<&str>| {
        let mut run = failed.clone();
        run.origins[0].failed = Ended::from(end.map(str::to_owned));
        run
    };
    let [ok, killed] = [None, Some("by signal 6")].map(with);
    assert!(ok.to_json().contains("\"failed\":null"));
    for (before, now, told, cure) in [
        (&ok, &failed, "with exit code 1 in today's runs, and without a failure in", "mend it"),
        (&failed, &ok, "without a failure in today's runs, and with exit code 1 in", "baseline"),
        (&failed, &killed, "by signal 6 in today's runs, and with exit code 1 in", "mend it"),
    ] {
        let result = judged(before, now);
        assert_eq!((result.exit_code(), result.kernels.len()), (3, 0));
        let refusal = result.refusal.unwrap();
        let (_, advice) = refusal.rsplit_once(". ").unwrap();
        assert!(
            refusal.starts_with(&format!("the program ended {told} the baseline: ")),
            "{refusal}"
        );
        assert!(advice.contains(cure), "{refusal}");
    }
    // Runs of which only some failed are not alike, though the baseline's did the same.
    let mut mixed = failed.clone();
    mixed.origins.extend(ok.origins.clone());
    assert_eq!(judged(&mixed, &mixed).exit_code(), 3);
    let alike = judged(&failed, &failed);
    assert_eq!(alike.exit_code(), 0);
    let told = "the program failed in the baseline and in today's runs (it ended with exit code 1)";
    assert!(alike.notes.iter().any(|note| note.starts_with(told)), "{:?}", alike.notes);
    let none = judged(&ok, &ok);
    assert!(none.notes.iter().all(|note| !note.contains("failed")), "{:?}", none.notes);
}

/// Baselines of an older propp do not say how their programs ended, and with which `--runs`.
#[test]
fn an_older_baseline_is_not_taken_for_one_without_failures() {
    let fixture = "python/tests/fixtures/transpose_baseline.json";
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let path = above.map(|folder| folder.join(fixture)).find(|path| path.exists()).unwrap();
    let kept = Profile::from_json(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(kept.origins.iter().all(|origin| origin.failed == Ended::Unknown));
    assert!(!kept.to_json().contains("failed"));

    let old = |profile: &Profile| {
        let text = profile.to_json();
        let older = text.replace(",\"failed\":null", "");
        assert_ne!(text, older);
        Profile::from_json(&older).unwrap()
    };
    let two = app("two_runs");
    let result = judged(&old(&two), &two);
    assert_eq!((result.exit_code(), &result.refusal), (0, &None));
    let told = "the baseline is of an older propp and does not say whether its program failed";
    assert!(result.notes.iter().any(|note| note.starts_with(told)), "{:?}", result.notes);
    assert!(old(&two).holds(&two));
    // Nothing is said of what the baseline does not know.
    let mut failed = two.clone();
    failed.origins[0].failed = Ended::Failed("with exit code 1".to_owned());
    let refusal = judged(&old(&two), &failed).refusal.unwrap();
    assert!(refusal.contains(told) && !refusal.contains("without a failure"), "{refusal}");
    // A failure that it does say counts, whatever it does not say of the other runs.
    let mut mixed = two.clone();
    mixed.origins.push(failed.origins[0].clone());
    let mixed = old(&mixed);
    assert_eq!(
        mixed.origins.iter().filter(|origin| origin.failed == Ended::Unknown).count(),
        two.origins.len()
    );
    let refusal = judged(&mixed, &two).refusal.unwrap();
    assert!(refusal.contains("with exit code 1"), "{refusal}");
    let refusal = judged(&old(&two), &app("one_run")).refusal.unwrap();
    assert!(refusal.contains("does not say whether it was"), "{refusal}");
}

/// Each such kernel was launched once, and the note says for all of them what that means.
#[test]
fn that_noise_may_reach_a_change_is_said_once() {
    let before = app("two_runs");
    let mut now = before.clone();
    let once = now.kernels.iter_mut().filter(|kernel| {
        kernel.measures[&Quantity::Launches].mean() == 1.0 && kernel.total_ns() > 10_000.0
    });
    let mut slower = 0;
    for kernel in once {
        let time = kernel.measures.get_mut(&Quantity::Time).unwrap();
        time.0.iter_mut().flatten().for_each(|ns| *ns *= 2.0);
        slower += 1;
    }
    let result = judged(&before, &now);
    let limits = result.kernels.iter().filter(|row| row.reason().contains("; its limit is 3.0 %)"));
    assert!(slower > 1 && limits.count() == slower, "{result:#?}");
    let said = |note: &&String| note.contains("noise at so few launches");
    assert_eq!(result.notes.iter().filter(said).count(), 1);
    assert!(result.all().all(|row| !row.reason().contains("noise at so few")));
    assert!(judged(&before, &before).notes.iter().all(|note| !said(&note)));
}
