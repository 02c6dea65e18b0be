//! Kernels that are called otherwise than in the baseline.

use propp_gate_runs::report::{Call, json, junit, markdown};
use propp_gate_runs::{Allowed, GateResult, Policy, Profile, Rename, Verdict, compare};

use crate::edited::{before, judged, now, patterns, times, verdict_of};

/// Today's run, in which a kernel has another symbol and name.
fn now_with(kernel: &str, symbol: &str, name: &str) -> Profile {
    let mut now = now();
    rename(&mut now, kernel, symbol, name);
    now
}

fn rename(profile: &mut Profile, kernel: &str, symbol: &str, name: &str) {
    let kernel = profile.kernels.iter_mut().find(|k| k.name.starts_with(kernel)).unwrap();
    kernel.key.function = symbol.to_owned();
    kernel.name = name.to_owned();
    profile.kernels.sort_by(|a, b| a.key.cmp(&b.key));
}

fn renamed(old: &str, new: &str) -> Vec<Rename> {
    vec![Rename { old: old.to_owned(), new: new.to_owned() }]
}

fn all_formats(result: &GateResult) -> [String; 3] {
    let call = Call {
        recordings: vec!["run.propp".to_owned()],
        baseline: "b.json".to_owned(),
        policy: None,
        all: false,
    };
    [json::render(result, &call).unwrap(), junit::render(result), markdown::render(result, &call)]
}

#[test]
fn another_name_for_the_same_work_is_perhaps_a_rename() {
    let now = now_with("gather", "_Z7collectPf", "collect(float*)");
    let result = judged(&now, &Policy::default());
    assert_eq!(result.exit_code(), 3);
    let (verdict, why) = verdict_of(&result, "collect");
    assert_eq!(verdict, Verdict::NoVerdict);
    let words = "gather is gone: perhaps renamed, --renamed gather collect compares the two";
    assert!(why.contains(words), "{why}");
    let (_, why) = verdict_of(&result, "gather");
    assert!(why.contains("collect is new: perhaps renamed, --renamed gather collect"), "{why}");
    let perhaps = |name: &str| {
        let row = result.kernels.iter().find(|row| row.name.starts_with(name)).unwrap();
        row.perhaps.clone()
    };
    assert_eq!(perhaps("collect").as_deref(), Some("gather"));
    assert_eq!(perhaps("gather").as_deref(), Some("collect"));
    assert_eq!(perhaps("scale"), None);
    for text in all_formats(&result) {
        assert!(text.contains("perhaps renamed"), "{text}");
    }
}

#[test]
fn a_kernel_that_does_something_else_is_no_rename() {
    let mut now = now_with("gather", "_Z7collectPf", "collect(float*)");
    times(&mut now, "collect", "time", 1.6);
    let (_, why) = verdict_of(&judged(&now, &Policy::default()), "collect");
    assert!(!why.contains("renamed"), "{why}");

    // Its own name counts for more than its work.
    let mut now = now_with("gather", "_Z6gatherILi4EEvPf", "void gather<4>(float*)");
    times(&mut now, "void gather", "time", 1.6);
    let (_, why) = verdict_of(&judged(&now, &Policy::default()), "void gather");
    assert!(why.contains("--renamed gather 'gather<4>' compares"), "{why}");

    // Of two alike nobody knows which.
    let mut now = now_with("gather", "_Z7collectPf", "collect(float*)");
    let mut twin = now.kernels.iter().find(|k| k.name.starts_with("collect")).unwrap().clone();
    twin.key.function = "_Z5twinsPf".to_owned();
    twin.name = "twins(float*)".to_owned();
    now.kernels.push(twin);
    let (_, why) = verdict_of(&judged(&now, &Policy::default()), "collect");
    assert!(!why.contains("renamed"), "{why}");
}

#[test]
fn only_parameters_that_differ_are_in_the_names() {
    let now = now_with("gather", "_Z6gatherPd", "gather(double*)");
    let (_, why) = verdict_of(&judged(&now, &Policy::default()), "gather(double*)");
    assert!(why.contains("--renamed 'gather(") && why.contains("' 'gather(double*)'"), "{why}");
    let full = before().kernels.iter().find(|k| k.name.starts_with("gather")).unwrap().name.clone();
    let mut base = before();
    let told = base.rename(&now, &renamed(&full, "gather(double*)"));
    assert!(told[0].starts_with("gather(double*) was compared with"), "{told:?}");
    assert_eq!(compare(&base, &now, &Policy::default(), Allowed::default()).exit_code(), 0);
}

#[test]
fn a_renamed_kernel_is_compared_and_may_regress() {
    let mut now = now_with("gather", "_Z7collectPf", "collect(float*)");
    let mut base = before();
    let told = base.rename(&now, &renamed("gather", "collect"));
    assert_eq!(told, ["collect was compared with the baseline's gather"]);
    let compared = |now: &Profile| compare(&base, now, &Policy::default(), Allowed::default());
    let result = compared(&now);
    assert_eq!((result.exit_code(), verdict_of(&result, "collect").0), (0, Verdict::Pass));
    times(&mut now, "collect", "time", 2.0);
    let result = compared(&now);
    assert_eq!((result.exit_code(), verdict_of(&result, "collect").0), (1, Verdict::Regressed));
}

#[test]
fn what_was_not_renamed_is_told() {
    let told = |renames: &[Rename], now: &Profile| before().rename(now, renames).join("\n");
    let same = now();
    let text = told(&renamed("gather", "collect"), &same);
    assert_eq!(
        text,
        "gather was not renamed to collect: the baseline has no gather that is gone now"
    );
    let now = now_with("gather", "_Z7collectPf", "collect(float*)");
    let text = told(&renamed("gather", "colect"), &now);
    assert!(text.contains("the current runs have no colect that the baseline lacks"), "{text}");
}

#[test]
fn instances_of_a_template_are_matched_by_their_arguments() {
    let (mut base, mut now) = (before(), now());
    rename(&mut base, "gather", "g4", "void old<4>(int)");
    rename(&mut base, "scale", "g8", "void old<8>(int)");
    rename(&mut now, "gather", "n4", "void fresh<4>(int)");
    rename(&mut now, "scale", "n8", "void fresh<8>(int)");
    let told = base.rename(&now, &renamed("old", "fresh"));
    assert_eq!(told, ["fresh was compared with the baseline's old: 2 of 2 instances"]);
    let result = compare(&base, &now, &Policy::default(), Allowed::default());
    assert_eq!(result.exit_code(), 0, "{result:#?}");
}

#[test]
fn a_policy_that_lets_kernels_come_and_go_hides_no_rename() {
    let now = now_with("gather", "_Z7collectPf", "collect(float*)");
    let policy = Policy {
        allow_new: patterns("regex:."),
        allow_gone: patterns("regex:."),
        ..Policy::default()
    };
    let result = judged(&now, &policy);
    assert_eq!(result.exit_code(), 0);
    let words = "collect is new and gather is gone, which the policy allows: perhaps renamed";
    assert!(result.notes.iter().any(|note| note.starts_with(words)), "{:?}", result.notes);
}

#[test]
fn the_policy_names_them() {
    let text = "[gate.renamed]\ngather = \"collect\"\n";
    assert_eq!(Policy::from_toml(text).unwrap().renamed, renamed("gather", "collect"));
}

#[test]
fn a_symbol_with_the_hash_of_its_file_is_no_new_name() {
    let symbol = |hash: &str| {
        let space = format!("_GLOBAL__N__{hash}_4_a_cu_0e96ed38");
        format!("_ZN{}{space}6gatherEPf", space.len())
    };
    let name = "(anonymous namespace)::gather(float*)";
    let (mut base, mut now) = (before(), now());
    rename(&mut base, "gather", &symbol("0a1b2c3d"), name);
    rename(&mut now, "gather", &symbol("99887766"), name);
    let names = [&base, &now].map(|of| {
        let kernel = of.kernels.iter().find(|k| k.name == name).unwrap();
        propp_base_names::demangle(&kernel.key.function)
    });
    assert_eq!(names[0], names[1]);
    let result = compare(&base, &now, &Policy::default(), Allowed::default());
    assert_eq!(result.exit_code(), 0, "{result:#?}");
}

#[test]
fn a_program_with_new_names_alone_may_be_the_same() {
    let (mut base, mut now) = (before(), now());
    for profile in [&mut base, &mut now] {
        profile.kernels.retain(|kernel| kernel.name.starts_with("gather"));
    }
    rename(&mut now, "gather", "_Z7collectPf", "collect(float*)");
    assert!(!base.shares_kernels(&now));
    assert_eq!(base.perhaps_renamed(&now), renamed("gather", "collect"));
}
