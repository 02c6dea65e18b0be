//! Findings as text for a terminal.

use std::fmt::Write;

use comfy_table::{Attribute, Cell, ContentArrangement, Table, presets};
use propp_probes::report::list;
use propp_probes::{Finding, Value};

use crate::probe::{Findings, Section};
use crate::report::{Page, grouped, indented};

/// Sizes are told in the largest unit that they reach.
const SIZES: [(&str, f64); 4] =
    [("GiB", (1_u64 << 30) as f64), ("MiB", (1_u64 << 20) as f64), ("KiB", 1024.0), ("bytes", 1.0)];

/// The findings of each experiment.
#[must_use]
pub fn render(findings: &Findings, page: Page) -> String {
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
    let mut out = indented(&head, page.width, 0, 2) + "\n";
    for section in &findings.sections {
        let _ = write!(out, "\n{}", rendered(section, page));
    }
    if findings.sections.is_empty() {
        out += "\nNone of the experiments that were asked for has been run.\n";
    }
    out
}

fn rendered(section: &Section, page: Page) -> String {
    let mut out = title(section, page) + "\n";
    let table = table(section, page);
    for line in table.lines().filter(|_| !section.findings.is_empty()) {
        out += line.trim_end();
        out.push('\n');
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

fn table(section: &Section, page: Page) -> Table {
    let bold = |text: &str| Cell::new(text).add_attribute(Attribute::Bold);
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .force_no_tty()
        .set_width(u16::try_from(page.width).unwrap_or(u16::MAX))
        .set_header(["  Finding", "Value", "Interval", "How it is known"].map(bold));
    if page.colour {
        table.enforce_styling();
    }
    for finding in &section.findings {
        let [value, interval] = words(finding);
        table.add_row([format!("  {}", finding.id), value, interval, finding.method.clone()]);
    }
    table
}

/// The value and its interval.
fn words(finding: &Finding) -> [String; 2] {
    let none = String::new();
    match &finding.value {
        Value::Number(value) => {
            let (scale, unit) = scale(value.abs(), &finding.unit);
            let shown = format!("{} {unit}", number(value / scale)).trim_end().to_owned();
            [shown, interval(finding, scale, unit)]
        }
        Value::Word(word) => [word.clone(), none],
        Value::List(values) => [list(finding, values), none],
        Value::NotIdentifiable(why) => [format!("not identifiable: {why}"), none],
        Value::NotApplicable(why) => [format!("not applicable: {why}"), none],
    }
}

fn interval(finding: &Finding, scale: f64, unit: &str) -> String {
    let Some([from, to]) = finding.interval else {
        let word = if finding.value.number().is_some() { "calculated" } else { "" };
        return word.to_owned();
    };
    // Observations may all be alike and still be observations.
    if from == to && finding.confidence.is_none() {
        return "exact".to_owned();
    }
    let confidence = finding
        .confidence
        .map(|confidence| format!(", {} %", number(100.0 * confidence)))
        .unwrap_or_default();
    format!("{} to {} {unit}", number(from / scale), number(to / scale)).trim_end().to_owned()
        + &confidence
}

/// What a number is divided by, and the unit that it has then.
fn scale(value: f64, unit: &str) -> (f64, &str) {
    match unit {
        "bytes" => SIZES
            .iter()
            .find(|(_, scale)| value >= *scale)
            .map_or((1.0, unit), |(unit, scale)| (*scale, *unit)),
        "count" => (1.0, ""),
        other => (1.0, other),
    }
}

/// Four digits that count, in groups, without zeros at the end.
fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let magnitude = value.abs().log10().floor() as i32;
    if magnitude >= 3 {
        return grouped(value.round());
    }
    let places = (3 - magnitude).clamp(0, 9) as usize;
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_units_that_people_use() {
        let told = |finding: Finding| words(&finding).join(" | ").trim_end().to_owned();
        let of =
            |unit: &str, value, interval| Finding::bracketed("x", unit, value, interval, "m", 5);
        assert_eq!(
            told(of("bytes", 262_144.0, [212_992.0, 266_240.0])),
            "256 KiB | 208 to 260 KiB"
        );
        assert_eq!(
            told(of("cycles", 271.25, [270.0, 272.5])),
            "271.2 cycles | 270 to 272.5 cycles"
        );
        assert_eq!(told(Finding::exact("x", "count", 132.0, "m")), "132 | exact");
        assert_eq!(told(Finding::calculated("x", "count", 2.0, "m")), "2 | calculated");
        assert_eq!(told(Finding::word("x", "LRU", "m", 4)), "LRU |");
        assert_eq!(
            told(Finding::unknown("x", "it is noisy", "m")),
            "not identifiable: it is noisy |"
        );
        assert_eq!(told(Finding::absent("x", "no banks", "m")), "not applicable: no banks |");
        let list = Finding { value: Value::List(vec![1.0; 10]), ..of("cycles", 0.0, [0.0; 2]) };
        assert_eq!(told(list), "1 cycles, each of 10 |");
    }

    #[test]
    fn numbers_have_four_digits() {
        let told = [0.0, 0.000_123_456, 1.5, 32.0, 999.94, 4814.25, 1_234_567.0].map(number);
        assert_eq!(told, ["0", "0.0001235", "1.5", "32", "999.9", "4,814", "1,234,567"]);
    }
}
