//! The tables as Markdown.

use std::fmt::Write as _;

use propp_base_model::{DeviceProfile, Sample};
use propp_base_text::escape::markdown_cell;

use super::published::PublishedError;
use super::svg::Table;
use super::{summary, tables};

/// The tables of a profile and its samples as Markdown.
pub fn markdown(samples: &[Sample], profile: &DeviceProfile) -> Result<String, PublishedError> {
    let mut out = format!("# The memory of {}, measured\n\n", markdown_cell(&profile.gpu));
    for (name, value) in tables::provenance(profile) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "- {name}: {}", markdown_cell(&value));
    }
    let glance = [summary::memories(profile), summary::costs(profile)];
    if glance.iter().any(|table| !table.rows.is_empty()) {
        let _ = write!(out, "\n## {}\n", summary::TITLE);
    }
    for table in glance.iter().filter(|table| !table.rows.is_empty()) {
        let _ = write!(out, "\n{}", of_table(table));
    }
    let _ = write!(out, "\n## Findings\n\n{}\n", tables::INTERVALS);
    for (title, table) in tables::findings(profile) {
        let _ = write!(out, "\n### {title}\n\n{}", of_table(&table));
    }
    out.push_str("\n## Compared with published values\n");
    for (paper, table) in tables::published(profile)? {
        let _ = write!(out, "\n### {paper}\n\n{}", of_table(&table));
    }
    let properties = tables::properties(profile);
    if !properties.rows.is_empty() {
        let _ = write!(out, "\n## Memories by property\n\n{}", of_table(&properties));
    }
    let _ = write!(
        out,
        "\n## Guidelines of 2017, re-examined\n\n{}\n\n{}",
        tables::tally(profile),
        of_table(&tables::guideline_rows(profile))
    );
    if !samples.is_empty() {
        let _ = write!(out, "\n## Samples\n\n{}", of_table(&tables::stability(samples)));
    }
    Ok(out)
}

fn of_table(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| markdown_cell(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = |column: usize| {
        if column == 0 || table.words.contains(&column) { "---" } else { "---:" }
    };
    let rules: Vec<&str> = (0..table.head.len()).map(rule).collect();
    let mut out = row(&table.head);
    let _ = writeln!(out, "| {} |", rules.join(" | "));
    for cells in &table.rows {
        out.push_str(&row(cells));
    }
    out
}
