//! What each change comes to, on profiles made up from recorded ones.

use propp_gate_runs::{
    Allowed, Gpu, Kernel, Policy, Profile, Quantity, Samples, Verdict, compare, ratchet,
};

use crate::edited::{before, judged, now, patterns, times, verdict_of};
use crate::runs::{all, all_of_others, joined, repeated, repeated_in};

/// Takes a kernel's launches and time out of the whole.
fn less(profile: &mut Profile, kernel: &Kernel) {
    for (quantity, less) in [(Quantity::Launches, 8.0), (Quantity::Time, kernel.total_ns())] {
        profile.application.get_mut(&quantity).unwrap().0[0][0] -= less;
    }
}

#[test]
fn improvements_never_fail_and_the_ratchet_keeps_them() {
    let (before, mut now) = (before(), now());
    times(&mut now, "gather", "time", 0.5);
    times(&mut now, "axpy", "OCC", 0.5);
    times(&mut now, "axpy", "time", 0.7);
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    assert_eq!(outcome.exit_code(), 0);
    assert_eq!(verdict_of(&outcome, "gather").0, Verdict::Improved);
    let (verdict, reason) = verdict_of(&outcome, "axpy");
    assert_eq!(verdict, Verdict::Improved, "{reason}");
    assert!(reason.contains("OCC fell from 1.000 to 0.500"), "{reason}");
    assert!(reason.contains("excused by the time"), "{reason}");
    // Without the excuse it is a regression.
    let severe = Policy { faster_excuses: false, ..Policy::default() };
    let outcome_without = compare(&before, &now, &severe, Allowed::default());
    assert_eq!(verdict_of(&outcome_without, "axpy").0, Verdict::Regressed);
    // The new baseline is today's time of gather, and yesterday's of the others.
    let better = ratchet(&before, &now, &outcome).unwrap();
    let time = |profile: &Profile, name: &str| {
        let kernel = profile.kernels.iter().find(|k| k.name.starts_with(name)).unwrap();
        kernel.measures[&Quantity::Time].clone()
    };
    assert_eq!(time(&better, "gather"), time(&now, "gather"));
    assert_eq!(time(&better, "scale"), time(&before, "scale"));
    // What was good enough yesterday is not any more.
    let again = compare(&better, &crate::edited::now(), &Policy::default(), Allowed::default());
    assert_eq!(verdict_of(&again, "gather").0, Verdict::Regressed);
    assert_eq!(Profile::from_json(&better.to_json()).unwrap().to_json(), better.to_json());
}

#[test]
fn a_regression_stops_the_ratchet_and_noise_does_not_move_it() {
    let (before, mut now) = (before(), now());
    let same = compare(&before, &now, &Policy::default(), Allowed::default());
    assert_eq!(ratchet(&before, &now, &same), None);
    times(&mut now, "gather", "time", 0.5);
    times(&mut now, "scale", "Gran_L1", 0.9);
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    assert_eq!((outcome.exit_code(), ratchet(&before, &now, &outcome)), (1, None));
}

#[test]
fn kernels_that_come_and_go() {
    let mut now = now();
    let gone = now.kernels.remove(0);
    less(&mut now, &gone);
    let outcome = judged(&now, &Policy::default());
    assert_eq!(outcome.exit_code(), 3);
    assert!(verdict_of(&outcome, "sum").1.contains("it is gone"));
    let policy = Policy { allow_gone: patterns("sum"), ..Policy::default() };
    assert_eq!(judged(&now, &policy).exit_code(), 0, "{:#?}", judged(&now, &policy).application);

    let mut other = gone;
    other.key.function = "other".to_owned();
    other.name = "other(int)".to_owned();
    let mut now = crate::edited::now();
    now.kernels.push(other);
    let outcome = judged(&now, &Policy::default());
    assert_eq!(verdict_of(&outcome, "other").0, Verdict::NoVerdict);
    let policy = Policy { allow_new: patterns("regex:^oth"), ..Policy::default() };
    assert_eq!(judged(&now, &policy).exit_code(), 0);
}

#[test]
fn a_kernel_that_some_runs_lack_may_be_missing() {
    let mut runs: Vec<Profile> =
        repeated("planted_none")[..3].iter().map(|r| (*r).clone()).collect();
    runs[0].kernels.remove(0);
    let before = Profile::join(&runs).unwrap();
    let launches = before.kernels[0].measures[&Quantity::Launches].clone();
    assert_eq!(launches, Samples(vec![vec![0.0], vec![8.0], vec![8.0]]));
    let outcome = compare(&before, &runs[0], &Policy::default(), Allowed::default());
    assert!(outcome.kernels.iter().all(|row| !row.reason().contains("gone")), "{outcome:#?}");
}

#[test]
fn a_regression_says_what_it_costs() {
    let mut now = now();
    times(&mut now, "transpose", "time", 2.0);
    let outcome = judged(&now, &Policy::default());
    let kernel =
        outcome.kernels.iter().find(|kernel| kernel.name.starts_with("transpose")).unwrap();
    let costs = kernel.costs_ns.unwrap();
    assert!((costs / kernel.total_ns - 0.5).abs() < 0.02, "{costs} of {}", kernel.total_ns);
    assert!(kernel.reason().contains(" a run, "), "{}", kernel.reason());

    // The application's is what it takes more than before.
    let mut now = crate::edited::now();
    let samples = now.application.get_mut(&Quantity::Time).unwrap();
    let before_ns = before().application[&Quantity::Time].mean();
    samples.0.iter_mut().flatten().for_each(|ns| *ns = 3.0 * before_ns);
    let application = judged(&now, &Policy::default()).application.unwrap();
    let costs = application.costs_ns.unwrap() / before_ns;
    assert!((costs - 2.0).abs() < 0.01, "{costs}");

    let mut now = crate::edited::now();
    times(&mut now, "scale", "Gran_L1", 0.9);
    let (_, reason) = verdict_of(&judged(&now, &Policy::default()), "scale");
    assert!(
        reason.contains("; the time did not get measurably worse (") && reason.ends_with(" now)"),
        "{reason}"
    );
}

#[test]
fn another_gpu_is_refused_or_compared_in_part() {
    let mut now = all()["planted_conflict2"].clone();
    now.gpus[0].name = "NVIDIA L4".to_owned();
    now.gpus[0].chip = "AD104".to_owned();
    let outcome = judged(&now, &Policy::default());
    assert_eq!((outcome.exit_code(), outcome.kernels.len()), (3, 0));
    let refusal = outcome.refusal.unwrap();
    assert!(refusal.contains("NVIDIA L4 (AD104)") && refusal.contains("--allow-device-change"));
    times(&mut now, "gather", "time", 10.0);
    times(&mut now, "gather", "OCC", 0.5);
    let allowed = Allowed { device_change: true, ..Allowed::default() };
    let outcome = compare(&before(), &now, &Policy::default(), allowed);
    assert_eq!(verdict_of(&outcome, "transpose").0, Verdict::Regressed);
    assert_eq!(verdict_of(&outcome, "gather").0, Verdict::Pass);
    let note = outcome.notes.iter().find(|note| note.contains("Compared")).unwrap();
    assert!(note.contains("Compared: TDiv, Gran_L1, SMem_eff, launches, copies, copied_bytes"));
    assert!(note.contains("Not compared: OCC, HSync"), "{note}");
}

#[test]
fn another_driver_is_refused_or_named() {
    let mut now = now();
    now.gpus[0].driver_cuda_version = Some(13_010);
    let refusal = judged(&now, &Policy::default()).refusal.unwrap();
    assert!(
        refusal.contains("CUDA 13.1") && refusal.contains("--allow-driver-change"),
        "{refusal}"
    );
    let allowed = Allowed { driver_change: true, ..Allowed::default() };
    let outcome = compare(&before(), &now, &Policy::default(), allowed);
    assert_eq!(outcome.exit_code(), 0);
    assert!(outcome.notes[0].contains("CUDA 13.1"));
    let other = Gpu { name: "NVIDIA L4".to_owned(), ..now.gpus[0].clone() };
    let mixed = Profile { gpus: vec![other], ..now };
    assert!(Profile::join(&[crate::edited::now(), mixed]).is_err());
}

#[test]
fn what_was_not_measured_is_no_pass() {
    let mut now = now();
    let kernel = &mut now.kernels[0];
    let reason = "no launch of this kernel was measured".to_owned();
    let criteria = kernel.measures.keys().filter(|q| q.more_is_better()).copied();
    kernel.absent = criteria.map(|quantity| (quantity, reason.clone())).collect();
    kernel.measures.retain(|quantity, _| !quantity.more_is_better());
    let outcome = judged(&now, &Policy::default());
    assert_eq!(outcome.exit_code(), 3);
    assert!(verdict_of(&outcome, "sum").1.contains("no launch of this kernel was measured"));

    let mut now = crate::edited::now();
    now.application.remove(&Quantity::named("HSync").unwrap());
    assert_eq!(judged(&now, &Policy::default()).exit_code(), 3);
}

#[test]
fn many_launches_show_what_few_hide() {
    // barrier1 makes sum 6 % slower: seen in eight launches, and not in two.
    let now = &all()["planted_barrier1"];
    assert_eq!(verdict_of(&judged(now, &Policy::default()), "sum").0, Verdict::Regressed);
    let mut few = now.clone();
    let kernel = few.kernels.iter_mut().find(|k| k.name.starts_with("sum")).unwrap();
    kernel.measures.get_mut(&Quantity::Time).unwrap().0[0].truncate(2);
    let (verdict, _) = verdict_of(&judged(&few, &Policy::default()), "sum");
    assert_ne!(verdict, Verdict::Regressed);
}

#[test]
fn instructions_explain_and_decide_only_when_asked() {
    let others = all_of_others();
    let before = joined(&repeated_in(others, "planted_none")[..5]);
    let slower = &others["planted_barrier1"];
    let mut same = slower.clone();
    let fast = &others["planted_none_6"];
    for (kernel, as_fast) in same.kernels.iter_mut().zip(&fast.kernels) {
        let counts = kernel.measures.iter().filter(|(quantity, _)| quantity.explains());
        let counts: Vec<_> =
            counts.map(|(quantity, counted)| (*quantity, counted.clone())).collect();
        kernel.measures = as_fast.measures.clone();
        kernel.measures.extend(counts);
    }
    same.application = fast.application.clone();
    let judged = |now: &Profile, limits: &str| {
        let policy = Policy::from_toml(&format!("[gate.limits]\n{limits}\n")).unwrap();
        compare(&before, now, &policy, Allowed::default())
    };
    let without_barriers = "barriers_etc = \"ignore\"";
    let (verdict, reason) = verdict_of(&judged(slower, without_barriers), "sum(");
    assert_eq!(verdict, Verdict::Regressed);
    assert!(reason.contains("time rose from"), "{reason}");
    let with_it = "instructions rose from 1,577,984 to 1,774,592, barriers_etc rose from 12 to 20";
    assert!(reason.contains("; with it ") && reason.contains(with_it), "{reason}");
    // In the same time instructions are nobody's business, unless the policy says so.
    let outcome = judged(&same, without_barriers);
    assert_eq!(outcome.exit_code(), 0, "{outcome:#?}");
    for (limits, said) in [
        ("", "barriers_etc rose from 12 to 20 (4 is allowed)"),
        (
            "instructions = { relative = 0.05 }\nbarriers_etc = { absolute = 8 }",
            "instructions rose from 1,577,984",
        ),
    ] {
        let (verdict, reason) = verdict_of(&judged(&same, limits), "sum(");
        assert_eq!(verdict, Verdict::Regressed);
        assert!(reason.starts_with(said), "{reason}");
    }
    // They may be the price of speed.
    times(&mut same, "sum(", "time", 0.9);
    let (verdict, reason) = verdict_of(&judged(&same, ""), "sum(");
    assert_eq!(verdict, Verdict::Improved, "{reason}");
    assert!(reason.contains("excused by the time"), "{reason}");
}

/// A kernel with other instructions is another for certain, and need not share the chance of
/// a false alarm with all that stayed as it was: the same times without the counts are noise.
#[test]
fn other_instructions_make_a_smaller_change_count() {
    let others = all_of_others();
    let [mut before, mut now] =
        ["planted_none_1", "planted_barrier1"].map(|name| others[name].clone());
    let verdict = |before: &Profile, now: &Profile| {
        verdict_of(&compare(before, now, &Policy::default(), Allowed::default()), "sum(")
    };
    assert_eq!(verdict(&before, &now).0, Verdict::Regressed);
    for kernel in before.kernels.iter_mut().chain(&mut now.kernels) {
        kernel.measures.retain(|quantity, _| !quantity.explains());
    }
    let (alike, reason) = verdict(&before, &now);
    assert_eq!(alike, Verdict::Pass);
    assert!(reason.contains("time rose") && reason.contains("too noisy"), "{reason}");
}
