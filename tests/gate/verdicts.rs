//! What each change comes to, on profiles made up from recorded ones.

use std::str::FromStr;

use propp_gate::{
    Allowed, GateResult, Gpu, Kernel, Policy, Profile, Quantity, Samples, Strictness, Undecided,
    Verdict, compare, ratchet,
};
use propp_names::KernelFilter;

use super::runs::{all, all_of_others, joined, repeated, repeated_in};

fn before() -> Profile {
    joined(&repeated("planted_none")[..5])
}

fn now() -> Profile {
    repeated("planted_none")[6].clone()
}

fn judged(now: &Profile, policy: &Policy) -> GateResult {
    compare(&before(), now, policy, Allowed::default())
}

/// Multiplies a quantity of a kernel.
fn times(profile: &mut Profile, kernel: &str, quantity: &str, factor: f64) {
    let kernel = profile.kernels.iter_mut().find(|k| k.name.starts_with(kernel)).unwrap();
    let samples = kernel.measures.get_mut(&Quantity::named(quantity).unwrap()).unwrap();
    samples.0.iter_mut().flatten().for_each(|value| *value *= factor);
}

fn verdict_of(outcome: &GateResult, kernel: &str) -> (Verdict, String) {
    let row = outcome.all().find(|row| row.name.starts_with(kernel)).unwrap();
    (row.verdict, row.reason.clone())
}

/// Takes a kernel's launches and time out of the whole.
fn less(profile: &mut Profile, kernel: &Kernel) {
    for (quantity, less) in [(Quantity::Launches, 8.0), (Quantity::Time, kernel.total_ns())] {
        profile.application.get_mut(&quantity).unwrap().0[0][0] -= less;
    }
}

fn patterns(text: &str) -> Vec<KernelFilter> {
    vec![KernelFilter::from_str(text).unwrap()]
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
    let again = compare(&better, &self::now(), &Policy::default(), Allowed::default());
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
    let mut now = self::now();
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
    assert!(outcome.kernels.iter().all(|row| !row.reason.contains("gone")), "{outcome:#?}");
}

#[test]
fn excluded_kernels_are_not_looked_at() {
    let mut now = now();
    times(&mut now, "scale", "Gran_L1", 0.5);
    assert_eq!(judged(&now, &Policy::default()).exit_code(), 1);
    let policy = Policy { exclude: patterns("scale"), ..Policy::default() };
    let outcome = judged(&now, &policy);
    assert_eq!((outcome.exit_code(), outcome.kernels.len()), (0, 6));
    let policy = Policy { include: patterns("gather"), ..Policy::default() };
    assert_eq!(judged(&now, &policy).kernels.len(), 1);
}

#[test]
fn what_is_not_listed_has_the_limit_of_the_others() {
    let [mut divergent, mut slow] = [now(), now()];
    times(&mut divergent, "scale", "Gran_L1", 0.9);
    times(&mut slow, "scale", "time", 1.2);
    let code = |now: &Profile, text: &str| {
        judged(now, &Policy::from_toml(&format!("[gate.limits]\n{text}")).unwrap()).exit_code()
    };
    let time = "time = { relative = 0.03 }\n";
    let codes = |text: &str| [code(&divergent, text), code(&slow, text), code(&now(), text)];
    assert_eq!(codes(&format!("others = \"ignore\"\n{time}")), [0, 1, 0]);
    assert_eq!(codes(&format!("{time}others = {{ relative = 0.15 }}\n")), [0, 1, 0]);
    assert_eq!(codes("others = { relative = 0.15 }\n"), [0, 1, 0]);
    assert_eq!(codes("others = { relative = 0.25 }\nGran_L1 = { relative = 0.05 }\n"), [1, 0, 0]);
    // Of one kernel: what its own table lists counts, and nothing else of it.
    let of = |kernel: &str| {
        format!("[[gate.kernel]]\nname = \"{kernel}\"\nlimits.others = \"ignore\"\nlimits.{time}")
    };
    assert_eq!(codes(&of("scale")), [0, 1, 0]);
    assert_eq!(codes(&of("gather")), [1, 1, 0]);
    let twice = format!("{}{}", of("scale"), of("scale"));
    let error = Policy::from_toml(&twice).unwrap_err().to_string();
    assert!(error.starts_with("line 7, key gate.kernel.limits."), "{error}");
}

#[test]
fn limits_absolute_and_relative() {
    let mut now = now();
    times(&mut now, "scale", "Gran_L1", 0.9);
    for (limits, code) in [
        ("Gran_L1 = { absolute = 0.11 }", 0),
        ("Gran_L1 = { absolute = 0.09 }", 1),
        ("Gran_L1 = { relative = 0.11 }", 0),
        ("Gran_L1 = { relative = 0.02, absolute = 0.2 }", 0),
        ("Gran_L1 = \"ignore\"", 0),
        ("Gran_L2 = \"ignore\"", 1),
    ] {
        let policy = Policy::from_toml(&format!("[gate.limits]\n{limits}\n")).unwrap();
        assert_eq!(judged(&now, &policy).exit_code(), code, "{limits}");
    }
}

#[test]
fn kernels_have_limits_of_their_own() {
    let mut now = now();
    times(&mut now, "scale", "Gran_L1", 0.9);
    let code = |text: &str| judged(&now, &Policy::from_toml(text).unwrap()).exit_code();
    let of = |name: &str, limit: &str| {
        format!("[[gate.kernel]]\nname = \"{name}\"\nlimits.Gran_L1 = {limit}\n")
    };
    let (wide, ignored) = ("{ absolute = 0.11 }", "\"ignore\"");
    for (text, expected) in [
        (of("scale", wide), 0),
        (of("scale", ignored), 0),
        (of("gather", wide), 1),
        // Each sets what it has; of two limits of a quantity the later counts.
        (of("scale", wide) + "[[gate.kernel]]\nname = \"scale\"\nlimits.CI = \"ignore\"\n", 0),
        (of("scale", ignored) + &of("regex:scale", "{ absolute = 0.01 }"), 1),
        (
            "[gate.limits]\nGran_L1 = \"ignore\"\n".to_owned()
                + &of("scale", "{ absolute = 0.01 }"),
            1,
        ),
    ] {
        assert_eq!(code(&text), expected, "{text}");
    }
    for (text, said) in [
        (
            "[[gate.kernel]]\nname = \"regex:(\"\nlimits.CI = \"ignore\"\n",
            "line 2, key gate.kernel.name",
        ),
        (
            "[[gate.kernel]]\nname = \"a\"\nlimits.time = { absolute = 1 }\n",
            "line 3, key gate.kernel.limits.time.absolute",
        ),
        (
            "[[gate.kernel]]\nname = \"a\"\nlimits.HSync = \"ignore\"\n",
            "line 3, key gate.kernel.limits.HSync: this is a number of the application",
        ),
        ("[[gate.kernel]]\nlimits.CI = \"ignore\"\n", "missing field `name`"),
        (
            &(of("a", ignored) + &of("a", wide)),
            "line 6, key gate.kernel.limits.Gran_L1: an earlier [[gate.kernel]] limits Gran_L1 of a",
        ),
        ("[gate.limits]\nQM = \"ignore\"\n", "there is no quantity QM; there are "),
    ] {
        let error = Policy::from_toml(text).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
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
    assert!(kernel.reason.contains(" a run, "), "{}", kernel.reason);

    let mut now = self::now();
    times(&mut now, "scale", "Gran_L1", 0.9);
    let (_, reason) = verdict_of(&judged(&now, &Policy::default()), "scale");
    assert!(
        reason.contains("; it costs no time yet: ") && reason.ends_with("within the limit"),
        "{reason}"
    );
}

/// What a kernel may take longer, the application may, too.
#[test]
fn a_kernel_with_a_wider_limit_does_not_fail_the_application() {
    let mut now = now();
    let total =
        |profile: &Profile| -> f64 { profile.kernels.iter().map(|kernel| kernel.total_ns()).sum() };
    let before = total(&now);
    times(&mut now, "gather", "time", 1.4);
    let more = total(&now) - before;
    let whole = now.application.get_mut(&Quantity::Time).unwrap();
    whole.0.iter_mut().flatten().for_each(|ns| *ns += more);
    let outcome = judged(&now, &Policy::default());
    assert_eq!(outcome.application.unwrap().verdict, Verdict::Regressed);
    let text = "[[gate.kernel]]\nname = \"gather\"\nlimits.time = { relative = 0.5 }\n";
    let outcome = judged(&now, &Policy::from_toml(text).unwrap());
    assert_eq!(outcome.exit_code(), 0, "{outcome:#?}");
    assert!(outcome.notes.iter().any(|note| note.contains("without gather")), "{outcome:#?}");
}

#[test]
fn strict_takes_every_change_for_one() {
    let mut now = now();
    times(&mut now, "transpose", "LB_SM", 0.93);
    assert_eq!(judged(&now, &Policy::default()).exit_code(), 0);
    let told = Policy { undecided: Undecided::NoVerdict, ..Policy::default() };
    let outcome = judged(&now, &told);
    assert_eq!(outcome.exit_code(), 3);
    assert!(verdict_of(&outcome, "transpose").1.contains("too few launches"), "{outcome:#?}");
    let strict = Policy { strictness: Strictness::Strict, ..Policy::default() };
    let (verdict, reason) = verdict_of(&judged(&now, &strict), "transpose");
    assert_eq!(verdict, Verdict::Regressed, "{reason}");
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
    assert!(Profile::join(&[self::now(), mixed]).is_err());
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

    let mut now = self::now();
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
