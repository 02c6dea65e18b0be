//! The tables that the page and the Markdown share.

use propp_base_model::{DeviceProfile, Finding, Sample};

use super::guidelines::{Verdict, guidelines};
use super::interval;
use super::properties::{Cell, PROPERTIES, by_property};
use super::svg::Table;
use super::words::{self, NONE};
use crate::published::{GPUS, Paper, PublishedError, Row, papers};

/// How to read the columns of intervals and of chances.
pub(super) const INTERVALS: &str = "The chance is that of the interval to hold the value; of hits and misses of caches, and of \
     places in L2, the interval is where so many of the loads lie. An interval without a chance \
     lies between two settings, in one of which a change was seen and in the other not, or is \
     that of a fit. What is exact is the driver's word or a choice among few; what is calculated \
     follows from other values.";

/// The findings, a table a group.
pub(super) fn findings(profile: &DeviceProfile) -> Vec<(String, Table)> {
    words::groups(&profile.findings)
        .into_iter()
        .map(|(group, findings)| {
            let head =
                ["finding", "value", "unit in JSON", "interval", "chance", "samples", "method"];
            let rows = findings.into_iter().map(finding).collect();
            let table = Table { rows, words: vec![1, 6], ..Table::new(head) };
            (words::group_title(&group), table)
        })
        .collect()
}

fn finding(finding: &Finding) -> Vec<String> {
    let method = if finding.method.is_empty() { NONE } else { &finding.method };
    vec![
        finding.id.clone(),
        interval::precise(finding),
        words::unit(finding).to_owned(),
        interval::interval(finding),
        interval::confidence(finding),
        if finding.samples == 0 { NONE.to_owned() } else { finding.samples.to_string() },
        method.to_owned(),
    ]
}

/// The published values beside this GPU's, a table a paper with the GPUs that it has.
pub(super) fn published(profile: &DeviceProfile) -> Result<Vec<(String, Table)>, PublishedError> {
    let table = |paper: Paper| {
        let table = of_paper(&paper.rows, profile);
        (paper.title, table)
    };
    Ok(papers()?.into_iter().map(table).collect())
}

fn of_paper(rows: &[Row], profile: &DeviceProfile) -> Table {
    let has = |(gpu, _): &(&str, &str)| rows.iter().any(|row| row.values.contains_key(*gpu));
    let gpus: Vec<(&str, &str)> = GPUS.into_iter().filter(has).collect();
    let mut head = vec!["property".to_owned(), profile.gpu.clone()];
    head.extend(gpus.iter().map(|(gpu, generation)| format!("{gpu} ({generation})")));
    head.extend(["source", "finding"].map(str::to_owned));
    let rows = rows.iter().map(|row| row_beside(row, profile, &gpus)).collect();
    Table { words: (1..head.len()).collect(), head, rows }
}

fn row_beside(of: &Row, profile: &DeviceProfile, gpus: &[(&str, &str)]) -> Vec<String> {
    let mut row = vec![of.property.clone(), here(of, profile)];
    for (gpu, _) in gpus {
        let said = of.values.get(*gpu);
        row.push(said.map_or_else(|| NONE.to_owned(), |said| words::said(said, &of.unit)));
    }
    let note = if of.note.is_empty() { String::new() } else { format!("; {}", of.note) };
    row.push(format!("{}{note}", of.place));
    row.push(or_none(&of.findings, ", "));
    row
}

/// What was found here, or why there is nothing to find.
fn here(of: &Row, profile: &DeviceProfile) -> String {
    if let Some(why) = &of.no_finding {
        return format!("no finding: {why}");
    }
    let here: Vec<String> = of.here(profile).into_iter().map(words::value).collect();
    if here.is_empty() { "not found".to_owned() } else { here.join("; ") }
}

fn or_none(words: &[String], between: &str) -> String {
    if words.is_empty() { NONE.to_owned() } else { words.join(between) }
}

/// Memories by property, each cell with the K20c's beside; without rows when no load of a
/// warp was measured.
pub(super) fn properties(profile: &DeviceProfile) -> Table {
    let cell = |cell: &Cell| match cell.k20c {
        Some(k20c) => format!("{} (K20c: {k20c})", cell.here),
        None => cell.here.clone(),
    };
    let mut head = vec!["memory".to_owned()];
    head.extend(PROPERTIES.map(str::to_owned));
    let rows = by_property(profile)
        .iter()
        .map(|memory| {
            let name = std::iter::once(memory.memory.to_owned());
            name.chain(memory.cells.iter().map(cell)).collect()
        })
        .collect();
    Table { head, rows, words: (1..=PROPERTIES.len()).collect() }
}

/// The guidelines with their verdicts.
pub(super) fn guideline_rows(profile: &DeviceProfile) -> Table {
    let rows = guidelines(profile)
        .into_iter()
        .map(|one| {
            let evidence: Vec<String> =
                one.evidence.iter().map(|(id, value)| format!("{id} = {value}")).collect();
            vec![
                one.name.to_owned(),
                one.advice.to_owned(),
                one.verdict.to_string(),
                one.reason.clone(),
                or_none(&evidence, "; "),
            ]
        })
        .collect();
    let head = ["name", "advice for the K20c", "here", "why", "findings"];
    Table { rows, words: vec![1, 2, 3, 4], ..Table::new(head) }
}

/// How many guidelines came out how, in a sentence.
pub(super) fn tally(profile: &DeviceProfile) -> String {
    let all = guidelines(profile);
    let parts: Vec<String> =
        [Verdict::Holds, Verdict::Depends, Verdict::NoLongerHolds, Verdict::NotMeasured]
            .into_iter()
            .map(|verdict| {
                let count = all.iter().filter(|one| one.verdict == verdict).count();
                format!("{verdict}: {count}")
            })
            .collect();
    format!("Of {}, {}.", all.len(), parts.join(", "))
}

/// Samples of each experiment, and how many of them were not stable.
pub(super) fn stability(samples: &[Sample]) -> Table {
    let mut counts: Vec<(&str, usize, usize)> = Vec::new();
    for sample in samples {
        let unstable = usize::from(!sample.stable);
        match counts.iter_mut().find(|(experiment, ..)| *experiment == sample.experiment) {
            Some((_, all, of)) => {
                *all += 1;
                *of += unstable;
            }
            None => counts.push((&sample.experiment, 1, unstable)),
        }
    }
    let rows = counts
        .into_iter()
        .map(|(experiment, all, unstable)| {
            vec![experiment.to_owned(), all.to_string(), unstable.to_string()]
        })
        .collect();
    Table { rows, ..Table::new(["experiment", "samples", "not stable"]) }
}

/// What was measured, with what, and when.
pub(super) fn provenance(profile: &DeviceProfile) -> [(&'static str, String); 8] {
    let unstable = match profile.unstable {
        0 => "all of them stable".to_owned(),
        some => format!("{some} of them not stable and left out"),
    };
    [
        ("GPU", profile.gpu.clone()),
        ("Compute capability", profile.compute_capability.clone()),
        ("Driver", profile.driver.clone()),
        ("Compiler", profile.compiler.clone()),
        ("propp", profile.propp.clone()),
        ("Measured", profile.date.clone()),
        ("Samples", format!("{}, {unstable}", profile.samples)),
        ("Form", profile.schema.clone()),
    ]
}
