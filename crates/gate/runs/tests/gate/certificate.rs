//! The certificate, from recorded runs of unchanged programs (`tests/fixtures/gate`).

use std::sync::LazyLock;

use propp_base_text::Page;
use propp_gate_runs::calibrate::{CannotCalibrate, Plan, calibrate, words};
use propp_gate_runs::{
    Allowed, Certificate, Policy, Profile, Quantity, Runner, Shape, Verdict, compare,
};

use crate::runs::{all_of_others, joined, repeated, repeated_in};

const SHAPE: Shape = Shape { baseline: 3, gate: 2 };

fn certificate(runs: &[&Profile]) -> Certificate {
    let runs: Vec<Profile> = runs.iter().map(|run| (*run).clone()).collect();
    let plan = Plan { shape: SHAPE, comparisons: 100 };
    calibrate(&runs, &Policy::default(), plan).unwrap()
}

/// Of the unchanged runs of the first machine.
static PLANTED: LazyLock<Certificate> = LazyLock::new(|| certificate(&repeated("planted_none")));

/// Least change of the time of a kernel.
fn least_time(certificate: &Certificate, name: &str) -> Option<f64> {
    let kernel = certificate.kernels.iter().find(|kernel| kernel.name == name).unwrap();
    kernel.least.iter().find(|least| least.quantity == "time").unwrap().change
}

#[test]
fn unchanged_programs_raise_no_alarm_and_say_what_they_would_notice() {
    for program in ["planted_none", "app"] {
        for runs in [repeated(program), repeated_in(all_of_others(), program)] {
            let certificate = certificate(&runs);
            let alarms = &certificate.false_alarms;
            assert_eq!((alarms.comparisons, alarms.alarms), (100, 0));
            assert!(alarms.low == 0.0 && alarms.high > 0.0 && alarms.high < 0.5);
            // A tenth more is noticed of every kernel that takes a tenth of the time.
            for kernel in certificate.kernels.iter().filter(|kernel| kernel.share > 0.1) {
                let least = least_time(&certificate, &kernel.name);
                assert!(least.is_some_and(|least| (0.001..0.5).contains(&least)), "{kernel:?}");
            }
        }
    }
}

/// More runs notice no larger changes only.
#[test]
fn more_runs_notice_less() {
    let certificate = &*PLANTED;
    let of = |baseline: usize, gate: usize| {
        let shape = Shape { baseline, gate };
        let found = certificate.by_runs.iter().find(|one| one.shape == shape).unwrap();
        found.time.unwrap_or(f64::INFINITY)
    };
    assert!(of(5, 5) <= of(1, 1), "{:?}", certificate.by_runs);
}

/// Changes of the stated size, put into runs that the certificate has not seen, are noticed.
#[test]
fn changes_of_the_stated_size_are_noticed_in_other_runs() {
    let policy = Policy::default();
    let (mut noticed, mut all) = (0, 0);
    for runs in [repeated("planted_none"), repeated_in(all_of_others(), "planted_none")] {
        let certificate = certificate(&runs[..7]);
        let (before, now) = (joined(&runs[7..10]), joined(&runs[10..12]));
        let result = compare(&before, &now, &policy, Allowed::default());
        assert_ne!(result.verdict, Verdict::Regressed, "unchanged");
        for (place, kernel) in now.kernels.iter().enumerate() {
            let Some(least) = least_time(&certificate, &kernel.name) else { continue };
            let mut slower = now.clone();
            let time = slower.kernels[place].measures.get_mut(&Quantity::Time).unwrap();
            for value in time.0.iter_mut().flatten() {
                *value *= 1.0 + least;
            }
            let result = compare(&before, &slower, &policy, Allowed::default());
            let outcome = result.kernels.iter().find(|outcome| outcome.name == kernel.name);
            all += 1;
            noticed += usize::from(outcome.unwrap().verdict == Verdict::Regressed);
        }
    }
    println!("{noticed} of {all}");
    assert!(100 * noticed >= 85 * all, "{noticed} of {all}");
}

#[test]
fn a_certificate_is_kept_in_the_baseline() {
    let runs = repeated("planted_none");
    let mut baseline = joined(&runs[..3]);
    baseline.certificate = Some(PLANTED.clone());
    let text = baseline.to_json();
    assert_eq!(
        Profile::from_json(&text).unwrap(),
        Profile { runner: Runner::default(), ..baseline }
    );
    // A line for each kernel.
    assert!(text.lines().filter(|line| line.trim_start().starts_with("{\"name\":")).count() > 5);
}

#[test]
fn another_runner_and_other_numbers_of_runs_are_doubts() {
    let mut certificate = PLANTED.clone();
    let runner = |gpu: &str| Runner { gpus: vec![gpu.to_owned()], software: vec!["s".to_owned()] };
    certificate.runner = runner("GPU-1");
    assert!(certificate.doubts(&runner("GPU-1"), SHAPE, 0.01).is_empty());
    let doubts = certificate.doubts(&runner("GPU-2"), Shape { baseline: 5, gate: 1 }, 0.02);
    assert_eq!(doubts.len(), 3, "{doubts:?}");
    for (doubt, words) in
        doubts.iter().zip(["another runner (GPU-1; this is GPU-2)", "1 run against 5", "0.02"])
    {
        assert!(doubt.contains(words), "{doubts:?}");
    }
}

#[test]
fn too_few_runs_and_several_gpus_are_refused() {
    let runs: Vec<Profile> = repeated("app")[..4].iter().map(|run| (*run).clone()).collect();
    let plan = Plan { shape: SHAPE, comparisons: 10 };
    let error = calibrate(&runs, &Policy::default(), plan).unwrap_err();
    assert!(matches!(error, CannotCalibrate::TooFew { needed: 5, .. }), "{error}");
    for shape in [Shape { baseline: 3, gate: 0 }, Shape { baseline: 0, gate: 3 }] {
        let error = calibrate(&runs, &Policy::default(), Plan { shape, ..plan }).unwrap_err();
        assert!(matches!(error, CannotCalibrate::TooFew { runs: 4, .. }), "{error}");
    }
    let mut runs: Vec<Profile> = repeated("app")[..6].iter().map(|run| (*run).clone()).collect();
    runs[2].gpus[0].name = "another".to_owned();
    let error = calibrate(&runs, &Policy::default(), plan).unwrap_err();
    assert!(matches!(error, CannotCalibrate::NotAlike(_)), "{error}");
}

#[test]
fn the_certificate_in_words() {
    let certificate = certificate(&repeated_in(all_of_others(), "planted_none"));
    let text = words::render(&certificate, &Policy::default(), Page { width: 90, colour: false });
    insta::assert_snapshot!(text);
}

/// Kernels that raised alarms get wider limits, which are a policy; the application has none of its own.
#[test]
fn alarms_are_answered_by_limits() {
    let mut certificate = PLANTED.clone();
    let name = certificate.kernels[1].name.clone();
    let alarms = &mut certificate.false_alarms;
    (alarms.alarms, alarms.low) = (9, 0.05);
    alarms.kernels = vec![("application".to_owned(), 9), (name.clone(), 9)];
    let (text, toml) = words::advice(&certificate, &Policy::default());
    assert!(text.contains("the gate fails more often than the policy allows"), "{text}");
    assert_eq!(toml.matches("[[gate.kernel]]").count(), 1, "{toml}");
    let limit = Policy::from_toml(&toml).unwrap().limit(Quantity::Time, Some(&name)).unwrap();
    assert!((0.01..1.0).contains(&limit.relative), "{toml}");
    // Of no number of runs is the change near the limit.
    certificate.by_runs.iter_mut().for_each(|one| one.time = Some(0.05));
    let (text, _) = words::advice(&certificate, &Policy::default());
    assert!(text.contains("come nearest with 5 %"), "{text}");
    certificate.by_runs.iter_mut().for_each(|one| one.time = Some(0.04));
    let (text, _) = words::advice(&certificate, &Policy::default());
    assert!(text.contains("would notice a change of the time of 4 %, near the limit"), "{text}");
}
