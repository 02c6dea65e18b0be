//! Recorded line runs: sums over instructions, the lines that hints name, and what is shown of
//! them.

#[path = "gpu/line_checks.rs"]
mod line_checks;

use propp_judge_analysis::{Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;

use crate::support::propp::{ended, fits, here, in_repository, propp, published_schema};
use crate::support::recorded;
use line_checks::{PLANTED, hints, places, planted_line, planted_lines_are_named, sums};

const SPMV: &str = "recordings/h200_spmv.propp";

fn fixture(name: &str) -> Recording {
    recorded(&format!("tests/fixtures/lines/{name}.propp.gz"))
}

/// What `propp` prints.
fn output(arguments: &[&str]) -> String {
    ended(&here().args(arguments).env("COLUMNS", "100").output().unwrap(), 0)
}

fn source(name: &str) -> String {
    std::fs::read_to_string(in_repository("tests/device").join(name)).unwrap()
}

#[test]
fn sums_over_instructions_are_the_counters_of_the_launch() {
    for (recording, kernels) in [(fixture("lines"), 7), (recorded(SPMV), 2)] {
        let sums = sums(&recording);
        assert_eq!((sums.same, sums.off), (kernels, Vec::new()));
    }
}

#[test]
fn hints_name_planted_lines() {
    planted_lines_are_named(&fixture("lines"), &source("lines.cu")).unwrap();
    let planted = source("planted.cu");
    for (defect, rule) in PLANTED {
        let line = planted_line(&planted, defect).unwrap();
        let found = places(&hints(&fixture(&format!("planted_{defect}"))).unwrap(), rule);
        assert!(found.contains(&line), "{defect} is in line {line}, not in {found:?}");
    }
}

#[test]
fn the_table_shows_the_hot_lines_with_source_and_hints() {
    let text = output(&["show", SPMV, "--lines"]);
    insta::assert_snapshot!(text);
    let all = output(&["show", SPMV, "--lines", "row_per_warp", "--all"]);
    assert!(all.lines().count() > 12 && !all.contains("more lines"), "{all}");
}

#[test]
fn the_first_screen_names_the_line() {
    let text = output(&["show", SPMV]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("read far apart in spmv.cu:27"), "{text}");
    assert!(text.contains("source lines: --lines"), "{text}");
}

#[test]
fn explain_names_the_instructions_behind_a_criterion() {
    let text = output(&["show", SPMV, "--explain", "Gran_L1"]);
    let at = text.find("bytes of L1 lines that were looked up and not asked for").unwrap();
    assert!(text[at..].lines().nth(1).unwrap().contains("spmv.cu:27"), "{text}");
}

#[test]
fn json_has_lines_instructions_and_what_hints_are_about() {
    let schema = published_schema("lines-1", &output(&["show", "--lines", "--schema"]));
    let text = output(&["show", SPMV, "--lines", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    fits(&schema, &document);
    let kernel = &document["kernels"][0];
    let line = kernel["lines"].as_array().unwrap().iter().find(|line| line["line"] == 27).unwrap();
    assert_eq!(line["hints"], serde_json::json!(["scattered-reads"]));
    assert_eq!(line["text"].as_str().unwrap().trim(), "sum += value[k] * x[column[k]];");
    let report: serde_json::Value =
        serde_json::from_str(&output(&["show", SPMV, "--format", "json"])).unwrap();
    let hint = &report["kernels"][0]["advice"]["hints"][0]["at"];
    assert_eq!((&hint["line"], &hint["opcode"]), (&27.into(), &"LDG".into()), "{hint}");
}

#[test]
fn the_page_has_the_source_and_leads_from_the_hint_to_the_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.html");
    output(&["show", SPMV, "-o", file.to_str().unwrap()]);
    let page = std::fs::read_to_string(file).unwrap();
    assert!(page.contains("id=\"line-1-1-27\"") && page.contains("href=\"#line-1-1-27\""));
    assert!(page.contains("sum += value[k] * x[column[k]];"));
}

/// The same with another number of registers is other code, or another kind of launch.
#[test]
fn counts_are_shown_of_launches_like_the_kernel_alone() {
    let mut recording = recorded(SPMV);
    let counted = |recording: &Recording| {
        let weights = Weights::bundled("h200").unwrap();
        let input = Input { name: "r", recording };
        let analysis = analyse(&[input], &weights, Grouping::Signature);
        analysis.kernels.iter().filter(|kernel| kernel.lines.is_some()).count()
    };
    assert_eq!(counted(&recording), 2);
    let launch = &mut recording.line_launches[0];
    let mut other = recording.signatures[launch.signature].clone();
    other.registers += 8;
    launch.signature = recording.signatures.len();
    recording.signatures.push(other);
    assert_eq!(counted(&recording), 1);
}

#[test]
fn damaged_counts_are_no_panic() {
    let mut recording = recorded(SPMV);
    for value in recording.line_launches.iter_mut().flat_map(|launch| &mut launch.values) {
        value.value = u64::MAX;
    }
    assert!(hints(&recording).is_ok());
}

/// Files that are not there, have changed, or are no sources are told, and not shown.
#[test]
fn doubtful_sources_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let recording = in_repository(SPMV);
    let show = || ended(&propp(&dir, &["show", recording.to_str().unwrap(), "--lines"]), 0);
    assert!(show().contains("spmv.cu was not found"), "{}", show());
    // A file that has only the name in common is another one.
    std::fs::write(dir.path().join("spmv.cu"), "wrong\n".repeat(60)).unwrap();
    assert!(!show().contains("wrong"), "{}", show());
    let folder = dir.path().join("examples/spmv");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("spmv.cu"), "changed\n".repeat(60)).unwrap();
    let text = show();
    assert!(text.contains("27      99.3") && !text.contains("changed\n"), "{text}");
    assert!(text.contains("is not shown: examples/spmv/spmv.cu has 480 bytes"), "{text}");
    std::fs::remove_file(folder.join("spmv.cu")).unwrap();
    std::fs::remove_file(dir.path().join("spmv.cu")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("spmv.cu")).unwrap();
    assert!(show().contains("was not found"), "{}", show());
}
