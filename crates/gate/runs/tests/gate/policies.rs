//! Policies: what they allow, what they leave out, and what is wrong with them.

use propp_gate_runs::{
    Allowed, GateResult, Policy, Profile, Quantity, Strictness, Undecided, Verdict, compare,
};

use crate::edited::{judged, now, patterns, times, verdict_of};
use crate::runs::{all_of_others, joined, repeated_in};

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
fn every_quantity_has_a_limit_of_its_kind() {
    let policy = Policy::default();
    let limit = |quantity| policy.limit(quantity, None).map(|one| (one.absolute, one.relative));
    for (quantity, wanted) in [
        (Quantity::Instructions, None),
        (Quantity::BarriersEtc, Some((4.0, 0.2))),
        (Quantity::Time, Some((100.0, 0.03))),
        (Quantity::StepTime, Some((1_000.0, 0.1))),
        (Quantity::Quality, Some((0.02, 0.0))),
        (Quantity::Launches, Some((0.0, 0.0))),
    ] {
        assert_eq!(limit(quantity), wanted, "{quantity:?}");
    }
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
fn faults_name_line_and_key() {
    for (text, parts) in [
        ("[gate]\nfalse-alarms = 2.0\n", ["line 2", "gate.false-alarms"]),
        ("[gate]\nfalse-alarms = 0.0\n", ["line 2", "0 is not a probability between 0 and 1"]),
        ("[gate]\n\nfalse-alarm = 0.1\n", ["line 3", "false-alarm"]),
        ("[gate]\nstrictness = \"lax\"\n", ["line 2", "strictness"]),
        ("[gate.limits]\nOCC = { absolute = 0.1 }\nOCD = \"ignore\"\n", ["line 3", "OCD"]),
        ("[gate.limits]\nOCC = { absolute = -0.1 }\n", ["line 2", "gate.limits.OCC"]),
        (
            "[gate.limits]\nOCC = { absolute = inf }\n",
            ["line 2", "inf is not a limit; write 0 or more"],
        ),
        ("[gate.limits]\nOCC = { absolute = \"x\" }\n", ["OCC.absolute", "\"x\" is not a number"]),
        ("[gate.limits]\nOCC = {}\n", ["line 2", "neither an absolute nor a relative limit"]),
        ("[gate.limits]\ntime = { absolute = 5.0 }\n", ["line 2", "absolute-us"]),
        ("[gate.limits]\nOCC = { absolute-us = 5 }\n", ["OCC.absolute-us", "for time alone"]),
        ("[gate.limits]\ntime = { relative = 3 }\n", ["allows 300 % more", "for 3 % write 0.03"]),
        ("[gate.limits]\nCI = 5\n", ["line 2", "CI"]),
        ("[gate.limits]\nCI = \"none\"\n", ["line 2", "gate.limits.CI"]),
        (
            "[gate.limits.time]\nabsolute-us = 1\nrelative = \"x\"\n",
            ["line 3", "gate.limits.time.relative"],
        ),
        ("[gate.limits]\nOCC = { absolute = 1, relativ = 2 }\n", ["line 2", "OCC.relativ"]),
        ("[gate]\ninclude = [\n  \"scale\",\n  \"regex:(\",\n]\n", ["line 4", "gate.include"]),
        ("[gate]\nexclude = [\"regex:(\"]\n", ["line 2", "gate.exclude"]),
        ("[gate]\nallow-new = [\"regex:(\"]\n", ["line 2", "gate.allow-new"]),
        ("[gate]\nallow-gone = [\"regex:(\"]\n", ["line 2", "gate.allow-gone"]),
        ("[gates]\n", ["line 1", "gates"]),
        (
            "[limits]\nCI = \"ignore\"\n",
            ["line 1", "tables are within gate, such as [gate.limits]"],
        ),
        ("[gate.limits]\nother = \"ignore\"\n", ["line 2", "others are all that are not listed"]),
        ("[gate.limits]\nothers = \"none\"\n", ["line 2", "write \"ignore\" or a table"]),
        (
            "[gate.limits]\nothers = { absolute = 0.1 }\n",
            ["line 2, key gate.limits.others.absolute", "\"ignore\" or { relative = NUMBER }"],
        ),
        ("[gate.limits]\nothers = { relative = 5 }\n", ["line 2", "for 5 % write 0.05"]),
        ("[gate.limits]\nothers = \"ignore\"\n", ["ignores every quantity", "such as time ="]),
        ("[gate\n", ["line 1", "gate"]),
    ] {
        let error = Policy::from_toml(text).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
    }
}

#[test]
fn every_key_is_read() {
    let text = "[gate]\nfalse-alarms = 0.05\nstrictness = \"strict\"\nundecided = \"no-verdict\"\n\
                faster-excuses = false\ninclude = [\"a\"]\nexclude = [\"b\"]\n\
                allow-new = [\"c\", \"d\"]\nallow-gone = [\"e\"]\n\
                [gate.limits]\ntime = { absolute-us = 2, relative = 0.5 }\nCI = \"ignore\"\n\
                [gate.code]\nspills = \"ignore\"\n";
    let policy = Policy::from_toml(text).unwrap();
    assert_eq!(policy.false_alarms, 0.05);
    assert_eq!(policy.strictness, Strictness::Strict);
    assert_eq!((policy.undecided, policy.faster_excuses), (Undecided::NoVerdict, false));
    let names = [&policy.include, &policy.exclude, &policy.allow_new, &policy.allow_gone]
        .map(|filters| filters.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    assert_eq!(names, ["a", "b", "c d", "e"]);
    let limit = policy.limits[&Quantity::Time];
    assert_eq!((limit.absolute, limit.relative), (2000.0, 0.5));
    assert_eq!((limit.absolute_at(1_000.0), limit.absolute_at(1e6)), (2000.0, 5e5));
    assert!(!policy.limits.contains_key(&Quantity::named("CI").unwrap()));
    assert!(policy.code.contains_key("spills"));
    let nothing = Policy::from_toml("").unwrap();
    assert_eq!((nothing.false_alarms, nothing.faster_excuses), (0.01, true));
    assert_eq!(nothing.limits, Policy::default().limits);
}

#[test]
fn names_that_no_kernel_has_are_told_once() {
    let of = "[[gate.kernel]]\nname = \"gathr\"\nlimits.";
    let text = format!(
        "[gate]\nexclude = [\"gathr\", \"scale\"]\nallow-new = [\"debug\"]\n\
         {of}CI = \"ignore\"\n{of}OCC = \"ignore\"\n"
    );
    let now = now();
    let kernels = now.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    let told = Policy::from_toml(&text).unwrap().unknown(&kernels);
    let what =
        "no kernel has the name that is in the policy's exclude, kernel: gathr (did you mean";
    assert!(told.len() == 1 && told[0].starts_with(what), "{told:?}");
}

/// Both sides as an emulator counts them: without times.
fn emulated() -> [Profile; 2] {
    let untimed = |mut profile: Profile| {
        profile.gpus.iter_mut().for_each(|gpu| gpu.name = "h200 (emulated)".to_owned());
        profile.application.remove(&Quantity::Time);
        for kernel in &mut profile.kernels {
            kernel.measures.remove(&Quantity::Time);
        }
        profile
    };
    let runs = counted();
    [untimed(joined(&runs[..5])), untimed(runs[6].clone())]
}

/// Runs with counts of instructions.
fn counted() -> Vec<&'static Profile> {
    repeated_in(all_of_others(), "planted_none")
}

/// A measured run against the same baseline.
fn of_counted(now: &Profile) -> GateResult {
    let before = joined(&counted()[..5]);
    compare(&before, now, &Policy::default(), Allowed::default())
}

/// The verdict on a kernel, some of whose quantities are multiplied, and the reason.
fn of_emulated(changes: &[(&str, f64)], policy: &Policy) -> (Verdict, String) {
    let [before, mut now] = emulated();
    changes.iter().for_each(|(quantity, factor)| times(&mut now, "gather", quantity, *factor));
    verdict_of(&compare(&before, &now, policy, Allowed::default()), "gather")
}

#[test]
fn fewer_warps_for_less_work_are_no_regression_of_an_emulated_kernel() {
    let policy = Policy::default();
    let verdict = |changes: &[(&str, f64)]| of_emulated(changes, &policy).0;
    assert_eq!(verdict(&[]), Verdict::Pass);
    assert_eq!(verdict(&[("OCC", 0.5)]), Verdict::Regressed);
    let (half, words) = of_emulated(&[("OCC", 0.5), ("instructions", 0.5)], &policy);
    assert_ne!(half, Verdict::Regressed, "{words}");
    assert!(words.contains("excused by the smaller number of instructions"), "{words}");
    // Twice as many launches of half the work are the same work.
    let same = [("OCC", 0.5), ("instructions", 0.5), ("launches", 2.0)];
    let (same, words) = of_emulated(&same, &policy);
    assert!(same == Verdict::Regressed && !words.contains("smaller number"), "{words}");
    // A few warps that do nearly all the work.
    assert_eq!(verdict(&[("OCC", 0.1), ("instructions", 0.7)]), Verdict::Regressed);
    let strict = Policy { faster_excuses: false, ..Policy::default() };
    assert_eq!(of_emulated(&[("OCC", 0.5), ("instructions", 0.5)], &strict).0, Verdict::Regressed);
    // With times, these decide.
    let mut measured = counted()[6].clone();
    times(&mut measured, "gather", "OCC", 0.5);
    times(&mut measured, "gather", "instructions", 0.5);
    assert_eq!(verdict_of(&of_counted(&measured), "gather").0, Verdict::Regressed);
}

#[test]
fn the_instructions_of_emulated_kernels_have_a_limit() {
    let policy = Policy::default();
    assert_eq!(of_emulated(&[("instructions", 1.08)], &policy).0, Verdict::Pass);
    assert_eq!(of_emulated(&[("instructions", 1.2)], &policy).0, Verdict::Regressed);
    let (better, words) = of_emulated(&[("instructions", 1.2), ("Gran_L1", 2.0)], &policy);
    assert_ne!(better, Verdict::Regressed, "{words}");
    assert!(words.contains("excused by what improved"), "{words}");
    for text in ["instructions = \"ignore\"", "others = \"ignore\"\nOCC = { absolute = 0.0 }"] {
        let policy = Policy::from_toml(&format!("[gate.limits]\n{text}\n")).unwrap();
        assert_eq!(of_emulated(&[("instructions", 9.0)], &policy).0, Verdict::Pass, "{text}");
    }
    let mut measured = counted()[6].clone();
    times(&mut measured, "gather", "instructions", 1.2);
    assert_ne!(verdict_of(&of_counted(&measured), "gather").0, Verdict::Regressed);
}
