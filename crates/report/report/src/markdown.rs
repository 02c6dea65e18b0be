//! The report as Markdown for a pull request: short, with what is long folded away.

use std::fmt::Write as _;

use propp_base_model::Value;
pub use propp_base_text::escape::{markdown as text, markdown_code as code};
use propp_base_text::{Page, count, duration, hundredths, per_cent};
use propp_judge_analysis::{Analysis, CriterionReport, KernelReport, Listing};
use propp_judge_criteria::Criterion;
use propp_judge_hints::words::HintWords;
use propp_judge_hints::{Advice, Advised};

use super::headings::headings;
use super::hints::{self, worth};
use super::summary::CHANGES;
use super::words::launches;
use super::{first, head, modules, prices};

/// Rows; a comment on a pull request holds 65,536 characters.
const ROWS: usize = 25;

/// Characters of a name.
const LABEL: usize = 60;

pub fn render(advised: &Advised<'_>) -> String {
    let listing = &advised.listing;
    let analysis = listing.analysis;
    let labels: Vec<String> =
        headings(&listing.kernels, LABEL).iter().map(|label| code(label)).collect();
    let mut out = format!("### propp: {}\n\n", head_line(analysis));
    let _ = writeln!(out, "{}.\n", text(&first::verdict(analysis)));
    out.push_str(&first_changes(advised, &labels));
    let run = &analysis.run;
    let _ = writeln!(
        out,
        "QM **{}**, HSync {}, DT {}.\n",
        cell(&run.quality.value),
        cell_of(run.criteria.get(&Criterion::HSync)),
        cell_of(run.criteria.get(&Criterion::Dt)),
    );
    out.push_str(&table(listing, &labels));
    out.push_str(&advice(advised, &labels));
    let by_module = modules::text(&analysis.modules, modules::steps(analysis), Page::PLAIN);
    if !by_module.is_empty() {
        let table = by_module.trim();
        let _ = writeln!(
            out,
            "<details><summary>Time by module</summary>\n\n~~~~~~text\n{table}\n~~~~~~\n</details>\n"
        );
    }
    for notice in &analysis.notices {
        let _ = writeln!(out, "> {}\n", text(&notice.text));
    }
    let source = &analysis.weights.provenance().source;
    let _ = writeln!(
        out,
        "<sub>Criteria in hundredths: 100 is best (for DT, 50), n/a does not apply, ? could not be measured. QM: \
         the weighted mean ({}){}.{}{} propp {}.</sub>",
        text(source),
        head::reach(listing),
        prices::source(analysis)
            .map_or_else(String::new, |source| format!(" Prices: {}.", text(&source))),
        hints::device_profile(advised).map_or_else(String::new, |profile| {
            format!(" Measured prices in hints: device profile of {}.", text(&profile))
        }),
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// What to change first, a line each.
fn first_changes(advised: &Advised<'_>, labels: &[String]) -> String {
    let line = |one: &first::Change<'_>| {
        let title = text(&one.title());
        let expected = text(&one.expected());
        format!("- {}: **{title}**, {expected}: {}\n", one.subject(labels), text(&one.hint.remedy))
    };
    let mut all = first::changes(advised);
    all.truncate(CHANGES);
    let lines: String = all.iter().map(line).collect();
    let together = first::together(advised.listing.analysis, &all);
    let together = together.map_or_else(String::new, |words| format!("\n{}.\n", text(&words)));
    if lines.is_empty() { lines } else { lines + &together + "\n" }
}

fn head_line(analysis: &Analysis) -> String {
    let command = analysis.sources.first().map(|s| s.command.join(" ")).unwrap_or_default();
    let short: String = command.chars().take(80).collect();
    format!("{} on {}", code(&short), text(&head::gpus(analysis)))
}

fn table(listing: &Listing<'_>, labels: &[String]) -> String {
    let mut out = String::from("| kernel | time % | total | median | measured/seen | QM |");
    let own = Criterion::ALL.into_iter().filter(|criterion| !criterion.is_of_run());
    let own: Vec<Criterion> = own.collect();
    for criterion in &own {
        let _ = write!(out, " {} |", text(criterion.name()));
    }
    let _ = writeln!(out, "\n|---|{}", "--:|".repeat(5 + own.len()));
    for (kernel, label) in listing.listed().iter().zip(labels).take(ROWS) {
        let _ = write!(out, "| {label} | {} |", own_cells(kernel).join(" | "));
        for criterion in &own {
            let _ = write!(out, " {} |", cell_of(kernel.criteria.get(criterion)));
        }
        out.push('\n');
    }
    let more = listing.listed().len().saturating_sub(ROWS) + listing.unlisted();
    if more > 0 {
        let _ = writeln!(out, "\n{} not shown.", count(more as u64, "more kernel", "more kernels"));
    }
    out + "\n"
}

fn own_cells(kernel: &KernelReport) -> [String; 5] {
    let unknown = || "?".to_owned();
    [
        kernel.time_share.map_or_else(unknown, |share| text(&per_cent(share))),
        kernel.durations.map_or_else(unknown, |d| duration(d.total_ns)),
        kernel.durations.map_or_else(unknown, |d| duration(d.median_ns)),
        launches(kernel),
        head::quality(kernel),
    ]
}

fn advice(advised: &Advised<'_>, labels: &[String]) -> String {
    let mut out = String::new();
    let mut one = |title: &str, advice: &Advice| {
        if let Some(nothing) = &advice.nothing {
            let _ = writeln!(out, "**{title}**: {}\n", text(&nothing.to_string()));
        }
        if advice.hints.is_empty() {
            return;
        }
        let _ = writeln!(out, "**{title}**\n");
        for (place, hint) in advice.shown().iter().enumerate() {
            let words = HintWords::of(hint);
            let _ = writeln!(out, "{}. **{}**: {}", place + 1, words.title, text(&words.expected));
            for (word, said) in words.parts {
                let _ = writeln!(out, "   - {word}: {}", text(&said));
            }
        }
        out.push('\n');
    };
    for place in worth(&advised.listing) {
        if let (Some(Some(advice)), Some(label)) =
            (advised.kernel_advice.get(place), labels.get(place))
        {
            one(label, advice);
        }
    }
    one("The run", &advised.run_advice);
    if out.is_empty() {
        return out;
    }
    format!("<details><summary>What to change</summary>\n\n{out}</details>\n\n")
}

fn cell_of(report: Option<&CriterionReport>) -> String {
    report.map_or_else(|| "?".to_owned(), |report| cell(&report.aggregate.value))
}

fn cell(value: &Value) -> String {
    match value {
        Value::Measured { value } => hundredths(*value),
        Value::NotApplicable { .. } => "n/a".to_owned(),
        Value::Unavailable { .. } => "?".to_owned(),
    }
}
