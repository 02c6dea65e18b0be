//! Reasons in words.

use propp_gate_runs::Quantity;
use propp_gate_runs::reason::{Change, Evidence, Excuse, Reason, Shift, words};

fn change(quantity: &str, [before, now]: [f64; 2], worse_by: f64, evidence: Evidence) -> Change {
    let quantity = Quantity::named(quantity).unwrap();
    let shift = Shift { quantity, before, now };
    Change { shift, worse_by, allowed: 0.03 * before, evidence, excused_by: None }
}

fn said(change: Change) -> String {
    Reason::Changed(change).to_string()
}

#[test]
fn a_change_says_by_how_much_and_what_is_allowed() {
    let time = change("time", [10_000.0, 12_000.0], 2_000.0, Evidence::Means);
    assert_eq!(said(time), "time rose from 10.0 us to 12.0 us, by 20.0 % (3.0 % is allowed)");
    let time = Change { worse_by: 2_100.0, ..time };
    let of_differences = "by 21.0 % (median of all differences) (3.0 % is allowed)";
    assert_eq!(said(time), format!("time rose from 10.0 us to 12.0 us, {of_differences}"));
    let occupancy = change("OCC", [1.0, 0.5], 0.5, Evidence::Means);
    assert_eq!(said(occupancy), "OCC fell from 1.000 to 0.500 (0.030 is allowed)");
    let better = change("OCC", [0.5, 1.0], -0.5, Evidence::Means);
    assert_eq!(said(better), "OCC rose from 0.500 to 1.000 (0.015 is allowed)");
    let exact = Change { allowed: 1e-5, ..occupancy };
    assert_eq!(said(exact), "OCC fell from 1.000 to 0.500 (no change is allowed)");
    let excused = Change { excused_by: Some(Excuse::Time), ..occupancy };
    assert_eq!(
        said(excused),
        "OCC fell from 1.000 to 0.500 (0.030 is allowed), excused by the time"
    );
}

#[test]
fn a_change_says_how_it_is_known() {
    let time = |evidence| said(change("time", [10_000.0, 12_000.0], 2_000.0, evidence));
    let start = "time rose from 10.0 us to 12.0 us, by 20.0 % (3.0 % is allowed; ";
    let test = |p, needed| Evidence::RankTest { values: 8, against: 32, p, needed };
    for (evidence, end) in [
        (test(0.000_01, None), "rank test of 8 values against 32: p = 1e-5)"),
        (
            test(0.012_34, Some(0.001)),
            "rank test of 8 values against 32: p = 0.012): too noisy, \
                                       0.001 is needed",
        ),
        (
            test(0.5, Some(0.000_2)),
            "rank test of 8 values against 32: p = 0.500): too noisy, \
                                    2e-4 is needed",
        ),
        (Evidence::BeyondNoise { limit: 500.0 }, "its limit is 5.0 %)"),
        (
            Evidence::MaybeNoise { noise: 2_500.0 },
            "it may be noise: too few launches, and less than 25.0 %)",
        ),
    ] {
        assert_eq!(time(evidence), format!("{start}{end}"));
    }
}

#[test]
fn reasons_are_one_sentence() {
    let [time, barriers] = ["time", "barriers_etc"].map(|name| Quantity::named(name).unwrap());
    let along = Shift { quantity: barriers, before: 12.0, now: 20.0 };
    let fell = Shift { before: 20.0, now: 12.5, ..along };
    let within = Shift { quantity: time, before: 8_500.0, now: 8_560.0 };
    let reasons = [
        Reason::NotMeasured { quantity: time, why: "lost".to_owned() },
        Reason::Along(vec![along, fell]),
        Reason::Costs { ns: 31_300.0, kernels_ns: 1e6 },
        Reason::CostsNothingYet(within),
    ];
    assert_eq!(
        words(&reasons),
        "time was not measured: lost; with it barriers_etc rose from 12 to 20, barriers_etc \
         fell from 20 to 12.5; costs 31.3 us a run, 3.1 % of the time in kernels; the time \
         did not get measurably worse (8.50 us before, 8.56 us now)"
    );
    assert_eq!(words(&[]), "");
    assert_eq!(words(&[Reason::Gone(None)]), "it is gone; allow-gone in the policy lets it go");
    assert_eq!(words(&[Reason::New(None)]), "it is new and has no baseline; allow-new lets it in");
}
