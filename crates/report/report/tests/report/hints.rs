//! Hints in reports on what was recorded on an H200.

use std::path::Path;

use propp_base_text::Page;
use propp_judge_analysis::{Analysis, Grouping, Input, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Advised, Expected, Hint, Libraries, Rule, advise};
use propp_report::{first, summary, table};

fn analysed(file: &str) -> Analysis {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(file);
    let input = Input { name: "test", recording: &propp_recording_store::read(&path).unwrap() };
    analyse(&[input], &Weights::bundled("h200").unwrap(), Grouping::Signature)
}

fn advised(analysis: &Analysis) -> Advised<'_> {
    advise(Listing::whole(analysis), None, &Libraries::default())
}

/// The run goes from its first kernel or copy to its last.
#[test]
fn the_time_of_the_run_has_its_copies() {
    let analysis = analysed("recordings/h200_transpose.propp");
    let mut only = advised(&analysis);
    only.run_advice.hints.retain(|hint| hint.rule == Rule::Copies);
    let text = summary::render(&only, summary::CHANGES, Page::PLAIN);
    assert!(text.contains("GPU busy 0.7 % of 297 ms"), "{text}");
    assert!(text.contains(". the run: Copies and kernels run one"), "{text}");
    assert!(text.contains("Together about 1.1× faster: 297 ms → "), "{text}");
}

#[test]
fn the_table_says_at_most_three_hints_a_kernel_within_the_page() {
    let analysis = analysed("tests/fixtures/recordings/h200_app.propp");
    let advised = advised(&analysis);
    for width in [80, 100, 140] {
        let text = table::render(&advised, Page { width, colour: false });
        let hints = text.split("\nWhat to change").nth(1).unwrap();
        let hints = hints.split("\nHundredths").next().unwrap();
        let long: Vec<&str> = hints.lines().filter(|line| line.chars().count() > width).collect();
        assert_eq!(long, Vec::<&str>::new(), "{width}");
        assert!(text.contains("1. Bank conflicts in shared memory: "), "{width}");
        assert!(!text.contains("\n  4. "), "{width}");
    }
    let text = table::render(&advised, Page { width: 1000, colour: false });
    assert!(text.contains("tr_tile<0>, 1.6 % of the time, 84.6 us a launch\n"), "{text}");
    assert!(text.contains("faster: 84.6 us → "), "{text}");
    // Kernels below a hundredth of the time are left to the JSON report.
    assert!(text.contains("vadd, 1.2 %") && !text.contains("imbalance, 0.9 %"), "{text}");
}

#[test]
fn without_a_profile_no_price_is_named() {
    let analysis = analysed("tests/fixtures/recordings/h200_app.propp");
    let text = table::render(&advised(&analysis), Page { width: 100, colour: false });
    assert!(!text.contains("measured: ") && !text.contains("device profile"), "{text}");
}

/// Kernels that are launched too often are one change of the host.
#[test]
fn launches_without_work_are_one_change() {
    let analysis = analysed("tests/fixtures/recordings/h200_app.propp");
    let mut advised = advised(&analysis);
    let many = advised.kernel_advice.iter().flatten().find_map(|advice| advice.hints.first());
    let launches = Hint { rule: Rule::LaunchBound, library: None, ..many.unwrap().clone() };
    for advice in advised.kernel_advice.iter_mut().flatten().take(3) {
        advice.hints = vec![launches.clone()];
    }
    let changes = first::changes(&advised);
    let of_launches: Vec<_> =
        changes.iter().filter(|change| change.hint.rule == Rule::LaunchBound).collect();
    assert_eq!(of_launches.len(), 1);
    assert_eq!(of_launches[0].kernels(), 3);
    let names: Vec<String> =
        analysis.kernels.iter().map(|kernel| kernel.name.bare.clone()).collect();
    let subject = of_launches[0].subject(&names);
    assert!(subject.ends_with(" and 2 more kernels"), "{subject}");
}

/// What only has a bound is before changes that save next to nothing, and after those that save much.
#[test]
fn a_bound_comes_after_what_is_expected_to_save_a_good_part() {
    let place = |file: &str| {
        let analysis = analysed(file);
        let mut advised = advised(&analysis);
        let any = advised.kernel_advice.iter().flatten().find_map(|advice| advice.hints.first());
        let expected = Expected::AtMost { now_ns: 1e9, most: 50.0 };
        let bound = Hint { rule: Rule::HostGaps, library: None, expected, ..any.unwrap().clone() };
        advised.run_advice.hints = vec![bound];
        let changes = first::changes(&advised);
        changes.iter().position(|change| change.hint.rule == Rule::HostGaps).unwrap()
    };
    // A kernel may save 0.3 % of the one run, and 42 % of the other.
    assert_eq!(place("recordings/h200_transpose.propp"), 0);
    assert!(place("tests/fixtures/recordings/h200_app_two_runs.propp") > 0);
}
