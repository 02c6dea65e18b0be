//! Results as a table, JSON, Markdown, JUnit XML and annotations of GitHub.

use std::collections::BTreeMap;

use propp_base_text::Page;
use propp_gate_code::report::{self, Call};
use propp_gate_code::{Build, CodeResult, Earlier, Limits, Recorded, Rules, compare, predict};
use propp_gate_runs::{Policy, Verdict, measure};
use propp_judge_cost::quality::Weights;
use serde_json::Value;

use crate::support::{build, code, judged, planted_recording};

/// Two kernels of the eighty.
const FEW: &str = "[gate]\ninclude = [\"regex:r08::sum_defect\", \"regex:r11::copy_packs\"]\n";

const PAGE: Page = Page { width: 100, colour: false };

fn few() -> CodeResult {
    with(&Earlier::default())
}

fn with(earlier: &Earlier) -> CodeResult {
    let (policy, limits) = (Policy::from_toml(FEW).unwrap(), Limits::default());
    let rules = Rules { policy: &policy, limits: &limits, earlier };
    compare(&build("before.regressions"), &build("after.regressions"), &rules)
}

fn call() -> Call {
    Call {
        files: vec!["after.fatbin".to_owned()],
        baseline: None,
        policy: Some("few.toml".to_owned()),
        all: false,
        sources: BTreeMap::from([("own_reduce.cu".to_owned(), "src/own_reduce.cu".to_owned())]),
    }
}

#[test]
fn every_format() {
    insta::assert_snapshot!("md", report::markdown::render(&few(), &call()));
    insta::assert_snapshot!("github", report::annotations::render(&few(), &call()));
    insta::assert_snapshot!("junit", report::junit::render(&few()));
    insta::assert_snapshot!("table", report::table::render(&few(), &call(), PAGE));
}

/// With a recording of the earlier build: how much of the run each is, and how its time changes.
#[test]
fn a_recording_adds_shares_and_predictions() {
    let (recording, weights) = (planted_recording(), Weights::bundled("h200").unwrap());
    let earlier = Earlier::of(&[measure(&recording, &weights)]);
    let mut result = with(&earlier);
    predict::add(&mut result, &code("after.regressions"), &Recorded::of(&[recording], &weights));
    let weight = result.kernels[0].weight.unwrap();
    assert!(weight.launches >= 1.0 && weight.ns > 1_000.0, "{weight:?}");
    assert!(weight.share > 0.0 && weight.share < 1.0, "{weight:?}");
    assert!(result.kernels[0].weight.unwrap().ns >= result.kernels[1].weight.unwrap().ns);
    insta::assert_snapshot!("recorded_md", report::markdown::render(&result, &call()));
    insta::assert_snapshot!("recorded_table", report::table::render(&result, &call(), PAGE));
    let text = report::annotations::render(&result, &call());
    assert!(text.contains("predicted 3 %25 longer ("), "{text}");
    let json: Value =
        serde_json::from_str(&report::json::render(&result, &call()).unwrap()).unwrap();
    let prediction = &json["kernels"][0]["prediction"];
    assert_eq!(prediction["architecture"], "sm_90");
    let [low, change, high] =
        ["low", "change", "high"].map(|name| prediction[name].as_f64().unwrap());
    assert!(low < change && change < high, "{prediction}");
}

#[test]
fn json_has_all_that_is_known() {
    let call = Call { policy: None, ..call() };
    let result = judged(&build("before.regressions"), &build("after.regressions"));
    let json: Value = serde_json::from_str(&report::json::render(&result, &call).unwrap()).unwrap();
    assert_eq!(
        (json["schema"].as_str(), json["exit_code"].as_u64()),
        (Some("propp.code-gate/1"), Some(1))
    );
    assert_eq!((json["verdict"].as_str(), &json["policy"]), (Some("regressed"), &Value::Null));
    assert_eq!(json["architectures"].as_array().unwrap().len(), 3);
    assert_eq!(json["kernels"].as_array().unwrap().len(), result.kernels.len());
    assert_eq!(json["kernels"][0]["reasons"][0]["is_worse"], true);
}

#[test]
fn a_pass_is_short_and_lists_all_if_asked() {
    let before = build("before.regressions");
    let result = judged(&before, &before);
    let few = report::table::render(&result, &call(), PAGE);
    let kernels = result.kernels.len();
    let head =
        format!("gate: passed; {kernels} kernels for sm_80, sm_90, sm_100: {kernels} as before");
    assert!(few.starts_with(&head), "{few}");
    assert_eq!(few.lines().count(), 3, "{few}");
    let all = Call { all: true, ..call() };
    let rows = |text: &str| text.lines().filter(|line| line.starts_with("| as before")).count();
    assert_eq!(rows(&report::markdown::render(&result, &all)), kernels);
    assert_eq!(rows(&report::markdown::render(&result, &call())), 0);
    let notice = report::annotations::render(&result, &call());
    assert!(notice.starts_with("::notice title=propp gate::passed; "), "{notice}");
    let xml = report::junit::render(&result);
    assert!(xml.contains(&format!("tests=\"{kernels}\" failures=\"0\" errors=\"0\"")), "{xml}");
}

#[test]
fn a_refusal_says_what_to_do() {
    let result = judged(&build("before.regressions"), &Build::default());
    assert_eq!((result.verdict, result.exit_code()), (Verdict::NoVerdict, 3));
    let call = Call { baseline: Some("code base.json".to_owned()), ..call() };
    let table = report::table::render(&result, &call, PAGE);
    let meant = "if it is meant: propp baseline -f -o 'code base.json' after.fatbin\n";
    assert!(table.starts_with("gate: no verdict: the baseline has code for sm_80"), "{table}");
    assert!(table.ends_with(meant) && !table.contains("policy:"), "{table}");
    let xml = report::junit::render(&result);
    assert!(xml.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{xml}");
    let warning = report::annotations::render(&result, &call);
    assert!(warning.starts_with("::warning title=propp gate::no verdict: "), "{warning}");
}

/// Names in a file are anybody's.
#[test]
fn names_do_not_control_the_terminal() {
    let mut after = build("after.regressions");
    for kernel in after.kernels.iter_mut().filter(|kernel| kernel.symbol.contains("r08")) {
        kernel.symbol = "f\u{1b}[31m".to_owned();
    }
    let result = judged(&build("before.regressions"), &after).printable();
    for text in [
        report::table::render(&result, &call(), PAGE),
        report::markdown::render(&result, &call()),
        report::annotations::render(&result, &call()),
    ] {
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    let mut names = result.kernels.iter().map(|kernel| &kernel.name).chain(&result.new);
    assert!(names.any(|name| name.contains(r"f\u{1b}[31m")), "{result:#?}");
}
