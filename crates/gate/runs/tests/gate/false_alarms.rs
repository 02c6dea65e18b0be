//! Unchanged programs held against themselves.

use propp_gate_runs::{Allowed, GateResult, Policy, Profile, Strictness, Undecided, compare};

use crate::runs::{all, all_of_others, joined, repeated_in};

const PROGRAMS: [&str; 4] = ["planted_none", "app", "suite", "train"];

/// Each run against the 1, 2, 3, 4, 5 and 8 runs of the same machine after it (in a circle),
/// and each two runs against the next three.
fn comparisons() -> Vec<(String, Profile, Profile)> {
    let mut compared = Vec::new();
    for (recorded, program) in
        [all(), all_of_others()].iter().flat_map(|r| PROGRAMS.map(|p| (*r, p)))
    {
        let runs = repeated_in(recorded, program);
        let some = |from: usize, count: usize| -> Profile {
            let picked: Vec<&Profile> =
                (from..from + count).map(|k| runs[k % runs.len()]).collect();
            joined(&picked)
        };
        for first in 0..runs.len() {
            for (before, now) in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (8, 1), (3, 2)] {
                if before + now <= runs.len() {
                    let name = format!("{program}: {now} from {} against {before}", first + 1);
                    compared.push((name, some(first + now, before), some(first, now)));
                }
            }
        }
    }
    compared
}

fn outcomes(policy: &Policy) -> Vec<(String, GateResult)> {
    let compared = |(name, before, now): (String, Profile, Profile)| {
        (name, compare(&before, &now, policy, Allowed::default()))
    };
    comparisons().into_iter().map(compared).collect()
}

fn alarms(outcomes: &[(String, GateResult)]) -> Vec<String> {
    let failed = outcomes.iter().filter(|(_, outcome)| outcome.exit_code() != 0);
    failed
        .map(|(name, outcome)| {
            let bad = outcome.all().filter(|row| row.verdict == outcome.verdict);
            let why: Vec<String> =
                bad.map(|row| format!("{}: {}", row.name, row.reason())).collect();
            format!("{name}: {}", why.join(" | "))
        })
        .collect()
}

/// Any exit code but 0 is a false alarm here, "no verdict" as well.
#[test]
fn unchanged_programs_pass() {
    let outcomes = outcomes(&Policy::default());
    assert_eq!(outcomes.len(), 2 * 229);
    let alarms = alarms(&outcomes);
    println!("{} false alarms of {}: {alarms:#?}", alarms.len(), outcomes.len());
    assert!(alarms.len() <= 4, "{alarms:#?}");
    // Every run of every program was looked at, with all of its kernels.
    assert!(outcomes.iter().all(|(_, outcome)| outcome.kernels.len() >= 7));
}

/// Without what is known of noise the same comparisons fail: the test above can.
#[test]
fn noise_alone_would_fail_most_builds() {
    let policy = Policy { strictness: Strictness::Strict, ..Policy::default() };
    let outcomes = outcomes(&policy);
    let failed = alarms(&outcomes).len();
    println!("strict: {failed} of {}", outcomes.len());
    assert!(failed * 2 > outcomes.len(), "{failed}");
}

/// What "may be noise" is told, and common: a gate that failed for it would fail often.
#[test]
fn what_may_be_noise_is_told() {
    let policy = Policy { undecided: Undecided::NoVerdict, ..Policy::default() };
    let outcomes = outcomes(&policy);
    let codes = |code| outcomes.iter().filter(|(_, outcome)| outcome.exit_code() == code).count();
    println!("undecided counts: {} without a verdict, {} regressed", codes(3), codes(1));
    assert!(codes(3) > 0 && codes(1) <= 4);
}
