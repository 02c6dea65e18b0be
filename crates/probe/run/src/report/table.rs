//! Findings as text for a terminal.

use std::fmt::Write;

use comfy_table::ColumnConstraint;
use propp_base_model::Finding;
use propp_base_text::{Page, count, indented, table};
use propp_probe_report::{NONE, at_a_glance, confidence, interval, precise};

use crate::{Findings, Section};

/// What an engineer asks first, and how to see the rest; all where nothing of that was measured.
pub fn summary(findings: &Findings, page: Page) -> String {
    let glance = at_a_glance(&findings.profile, page);
    if glance.is_empty() {
        return render(findings, page);
    }
    let sections = &findings.sections;
    let all: usize = sections.iter().map(|section| section.findings.len()).sum();
    let notices: usize = sections.iter().map(|section| section.notices.len()).sum();
    let more = format!(
        "All {} of {}{}: --all. Those of some: name them (propp probe list).",
        count(all as u64, "finding", "findings"),
        count(sections.len() as u64, "experiment", "experiments"),
        match notices {
            0 => String::new(),
            some => format!(", with {}", count(some as u64, "remark", "remarks")),
        }
    );
    format!("{}\n{glance}\n{}\n", head(findings, page), indented(&more, page.width, 0, 0))
}

pub fn render(findings: &Findings, page: Page) -> String {
    let mut out = head(findings, page);
    for section in &findings.sections {
        let _ = write!(out, "\n{}", rendered(section, page));
    }
    if findings.sections.is_empty() {
        out += "\nNone of the experiments that were asked for has been run.\n";
    }
    out
}

fn head(findings: &Findings, page: Page) -> String {
    let profile = &findings.profile;
    let head = format!(
        "{} (compute capability {}), driver {}, {}, propp {}, {}",
        profile.gpu,
        profile.compute_capability,
        profile.driver,
        profile.compiler,
        profile.propp,
        profile.date
    );
    indented(&head, page.width, 0, 2) + "\n"
}

fn rendered(section: &Section, page: Page) -> String {
    let mut out = title(section, page) + "\n";
    if !section.findings.is_empty() {
        out += &lines(section, page);
    }
    for notice in &section.notices {
        out += &indented(&format!("! {notice}"), page.width, 2, 4);
        out.push('\n');
    }
    out
}

fn title(section: &Section, page: Page) -> String {
    let Section { experiment, title, samples, unstable, .. } = section;
    let unstable = match unstable {
        0 => String::new(),
        unstable => format!(" ({unstable} of {samples} repetitions were not stable)"),
    };
    indented(&format!("{experiment}: {title}{unstable}"), page.width, 0, 2)
}

fn lines(section: &Section, page: Page) -> String {
    let titles = ["  Finding", "Value", "Interval", "How it is known"];
    let mut table = table::fitted(titles, page);
    for finding in &section.findings {
        let [value, interval] = words(finding);
        table.add_row([format!("  {}", finding.id), value, interval, finding.method.clone()]);
    }
    // A finding's name is looked for as it is.
    if let Some(names) = table.column_mut(0) {
        names.set_constraint(ColumnConstraint::ContentWidth);
    }
    table::text(&table)
}

/// The value, and its interval with the confidence level, as on the pages.
fn words(finding: &Finding) -> [String; 2] {
    // The pages have a sign for a missing value.
    let there = |text: String| Some(text).filter(|text| text != NONE);
    let interval = [there(interval(finding)), there(confidence(finding))];
    [precise(finding), interval.into_iter().flatten().collect::<Vec<_>>().join(", ")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_findings_stay_whole_on_a_narrow_terminal() {
        let long = "device.peak_memory_bandwidth";
        let section = Section {
            experiment: "device.record",
            title: "What the driver says",
            findings: vec![Finding::exact(long, "count", 2.0, "a long way of knowing, in words")],
            samples: 1,
            unstable: 0,
            notices: Vec::new(),
        };
        for width in [60, 80, 100] {
            let text = rendered(&section, Page { width, colour: false });
            assert!(text.contains(long), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
        }
    }

    #[test]
    fn a_terminal_says_what_the_pages_say() {
        let told = |finding: Finding| words(&finding).join(" | ");
        let of =
            |unit: &str, value, interval| Finding::bracketed("x", unit, value, interval, "m", 5);
        assert_eq!(
            told(of("bytes", 262_144.0, [212_992.0, 266_240.0])),
            "256 KiB | 208 to 260 KiB"
        );
        assert_eq!(told(Finding::exact("x", "times ten", 90.0, "m")), "9.0 | exact");
        assert_eq!(told(Finding::calculated("x", "count", 2.0, "m")), "2 | calculated");
        assert_eq!(told(Finding::word("x", "LRU", "m", 4)), "LRU | ");
        assert_eq!(
            told(Finding::unknown("x", "it is noisy", "m")),
            "not identifiable: it is noisy | "
        );
        let measured =
            told(propp_probe_experiments::view::measured("x", "cycles", &[25.0; 20], "m"));
        assert!(measured.starts_with("25 cycles | 25 to 25 cycles, 9"), "{measured}");
    }
}
