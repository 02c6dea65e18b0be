//! The page and the tables: well formed, small, and true to what there is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

#[path = "report/make.rs"]
mod make;
#[path = "report/markup.rs"]
mod markup;

use propp_base_model::finding::{Finding, Value};
use propp_base_model::{DeviceProfile, Sample};
use propp_probe_report::{Verdict, by_property, guidelines};

/// What an H200 gave, once.
fn recorded() -> DeviceProfile {
    DeviceProfile::from_json(include_str!("../../../../weights/h200/probe.json")).unwrap()
}

fn html(samples: &[Sample], profile: &DeviceProfile) -> String {
    propp_probe_report::html(samples, profile).unwrap()
}

fn markdown(samples: &[Sample], profile: &DeviceProfile) -> String {
    propp_probe_report::markdown(samples, profile).unwrap()
}

fn empty() -> DeviceProfile {
    DeviceProfile { findings: Vec::new(), ..recorded() }
}

fn verdict(profile: &DeviceProfile, name: &str) -> Verdict {
    guidelines(profile).into_iter().find(|one| one.name == name).unwrap().verdict
}

fn with(finding: Finding) -> DeviceProfile {
    let mut profile = recorded();
    profile.findings.retain(|old| old.id != finding.id);
    profile.findings.push(finding);
    profile
}

#[test]
fn the_page_is_well_formed_small_and_of_one_file() {
    let page = html(&make::full(), &recorded());
    markup::check(&page);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    for outside in ["http:", "https:", "src=", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn a_page_without_anything_is_a_page() {
    let page = html(&[], &empty());
    markup::check(&page);
    assert!(!page.contains("<figure>") && !page.contains("id=\"findings\""));
}

#[test]
fn a_section_is_there_when_its_samples_are() {
    let all = make::by_section();
    for (section, samples) in &all {
        let page = html(samples, &empty());
        markup::check(&page);
        for (other, _) in &all {
            let there = page.contains(&format!("<section id=\"{other}\""));
            assert_eq!(there, other == section, "{other} with the samples of {section}");
        }
    }
}

#[test]
fn samples_that_are_not_stable_are_counted_and_not_drawn() {
    let (_, mut samples) = make::by_section().remove(0);
    samples.iter_mut().for_each(|sample| sample.stable = false);
    let page = html(&samples, &empty());
    assert!(!page.contains("<section id=\"chase\""));
    assert!(page.contains("<th scope=\"row\">chase.<wbr>average</th><td>2</td><td>2</td>"));
}

#[test]
fn numbers_that_are_none_are_not_drawn() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0] {
        let mut samples = make::full();
        for sample in samples.iter_mut().step_by(2) {
            sample.values.fill(value);
        }
        markup::check(&html(&samples, &recorded()));
    }
}

#[test]
fn names_are_text() {
    let gpu = "<script>alert(\"x\")</script> & | co".to_owned();
    let evil = Finding::word("l1.<b>", "a\"><img>", "|`*", 1);
    let profile = DeviceProfile { gpu, findings: vec![evil], ..recorded() };
    let page = html(&[], &profile);
    markup::check(&page);
    assert!(!page.contains("<script") && !page.contains("<img"));
    let text = markdown(&[], &profile);
    assert!(!text.contains("<script") && text.contains("\\|\\`\\*"));
}

#[test]
fn every_figure_has_a_sentence_and_a_table() {
    let page = html(&make::full(), &recorded());
    let figures = page.matches("<figure>").count();
    assert!(figures > 25, "{figures}");
    assert_eq!(page.matches("role=\"img\" aria-label=\"").count(), figures);
    assert_eq!(page.matches("<summary>Values</summary>").count(), figures);
}

#[test]
fn markdown_has_every_finding_and_rows_as_wide_as_their_head() {
    let profile = recorded();
    let text = markdown(&make::full(), &profile);
    for finding in &profile.findings {
        assert!(text.contains(&format!("| {} |", finding.id)), "{}", finding.id);
    }
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with('|'))) {
        assert_eq!(columns(pair[0]), columns(pair[1]), "{}", pair[1]);
    }
}

#[test]
fn guidelines_follow_from_what_an_h200_gave() {
    let told = |wanted: Verdict| -> Vec<&str> {
        let all = guidelines(&recorded());
        all.iter().filter(|one| one.verdict == wanted).map(|one| one.name).collect()
    };
    assert_eq!(told(Verdict::NoLongerHolds), ["C_5", "T_4"]);
    assert_eq!(told(Verdict::Depends), ["L_3", "L_4", "S_4", "S_5", "G_2", "G_4", "T_3"]);
    assert!(told(Verdict::NotMeasured).is_empty());
    assert_eq!(told(Verdict::Holds).len(), 14);
}

#[test]
fn a_guideline_without_its_findings_is_not_measured() {
    for one in guidelines(&empty()) {
        assert_eq!(one.verdict, Verdict::NotMeasured, "{}", one.name);
        assert!(one.evidence.is_empty() && !one.reason.is_empty());
    }
    let unknown = Finding::unknown("warp.texture.aligned", "it was disturbed", "");
    let profile = with(unknown);
    assert_eq!(verdict(&profile, "T_2"), Verdict::NotMeasured);
}

#[test]
fn another_measurement_turns_a_verdict() {
    let number = |id: &str, value: f64| with(Finding::exact(id, "", value, ""));
    let word = |id: &str, word: &str| with(Finding::word(id, word, "", 1));
    let turned = [
        (number("local.vectors.cost", 1.0), "L_1", Verdict::NoLongerHolds),
        (number("local.product.words_in_registers", 256.0), "L_2", Verdict::NoLongerHolds),
        (number("local.sort.words_in_registers", 0.0), "L_3", Verdict::Holds),
        (number("local.sort.cost", 1.0), "L_3", Verdict::NoLongerHolds),
        (number("local.product.words_in_registers", 64.0), "L_4", Verdict::Holds),
        (number("shared.conflict_4.cycles_per_way", 0.0), "S_1", Verdict::NoLongerHolds),
        (number("local.padding.gain", 1.0), "S_1", Verdict::Depends),
        (word("warp.shared.distinct_words", "one after another"), "S_2", Verdict::NoLongerHolds),
        (number("shared.conflict_4.r_squared", 0.5), "S_3", Verdict::Depends),
        (word("warp.shared.in_order", "must be"), "S_3", Verdict::NoLongerHolds),
        (number("bandwidth.shared.warps_times_ilp", 2.0), "S_4", Verdict::NoLongerHolds),
        (number("latency.l1", 60.0), "S_5", Verdict::Holds),
        (number("latency.l1", 120.0), "S_6", Verdict::Depends),
        (number("latency.constant_l15", 30.0), "C_1", Verdict::NoLongerHolds),
        (number("constant.line", 4.0), "C_1", Verdict::NoLongerHolds),
        (word("warp.constant.distinct_words", "at once"), "C_2", Verdict::NoLongerHolds),
        (word("warp.constant.distinct_words", "at once"), "C_3", Verdict::NoLongerHolds),
        (word("warp.constant.warps", "parallel"), "C_4", Verdict::NoLongerHolds),
        (word("warp.constant.blocks", "parallel"), "C_5", Verdict::Holds),
        (word("warp.l2.distinct_words", "one after another"), "G_1", Verdict::Depends),
        (number("types.copy.char", 0.9), "G_2", Verdict::NoLongerHolds),
        (word("warp.l2.aligned", "must be"), "G_3", Verdict::Depends),
        (word("warp.texture.lanes", "slower with more"), "T_1", Verdict::NoLongerHolds),
        (word("warp.texture.aligned", "must be"), "T_2", Verdict::NoLongerHolds),
        (word("warp.texture.consecutive", "need not be"), "T_3", Verdict::NoLongerHolds),
        (number("warp.texture.distinct_lines.most", 30.0), "T_4", Verdict::Holds),
        (word("warp.l2.blocks", "parallel"), "G_4", Verdict::Holds),
        (word("warp.l2.scattered_warps", "parallel"), "G_4", Verdict::NoLongerHolds),
    ];
    for (profile, name, wanted) in turned {
        assert_eq!(verdict(&profile, name), wanted, "{name}");
    }
}

#[test]
fn memories_by_property_follow_from_loads_of_warps() {
    assert!(by_property(&empty()).is_empty());
    let table = by_property(&recorded());
    let names: Vec<&str> = table.iter().map(|memory| memory.memory).collect();
    assert_eq!(names.len(), 6);
    let constant = &table[1];
    assert_eq!(constant.cells[0].here, "supported");
    assert_eq!(constant.cells[1].here, "not supported: 11.04 cycles for each further word");
    assert_eq!(constant.cells[1].k20c, Some("not supported"));
    assert_eq!(table[4].cells[0].k20c, None);
}

/// A sample keeps its place where the analysis finds nothing of it.
#[test]
fn what_is_not_known_is_told_in_words() {
    let why = "the sets are unequal";
    let profile = with(Finding::unknown("l1.ways", why, "groups"));
    assert!(matches!(profile.finding("l1.ways").unwrap().value, Value::NotIdentifiable(_)));
    let samples: Vec<Sample> = Vec::new();
    for text in [html(&samples, &profile), markdown(&samples, &profile)] {
        assert!(text.contains("not identifiable: the sets are unequal"));
        assert!(text.contains("not applicable: the width of banks"));
    }
}

#[test]
fn the_check_of_markup_sees_what_is_wrong() {
    let page = |body: &str| format!("<!DOCTYPE html><html><style></style>{body}</html>");
    markup::check(&page("<p class=\"a\">a &amp; b</p><svg><path d=\"M1 2\"/></svg>"));
    for wrong in ["<p>", "<p></b></p>", "<p>a & b</p>", "<p a=\"NaN\"></p>", "<p a=b></p>", "a > b"]
    {
        let page = page(wrong);
        assert!(std::panic::catch_unwind(|| markup::check(&page)).is_err(), "{wrong}");
    }
}
