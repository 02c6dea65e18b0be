//! The lines of a kernel that ran, or its instructions where no lines are known.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use propp_code_lines::{Counts, KernelLines, Place};
use propp_judge_hints::Hint;

use super::Shares;

/// A source line, or an instruction.
pub struct LineRow<'a> {
    /// The line's number, or the instruction's offset and name.
    pub label: String,
    /// `None` for an instruction.
    pub place: Option<&'a Place>,
    /// The instruction's function and offset; `None` for a line.
    pub function: Option<&'a str>,
    pub offset: Option<u32>,
    /// The share of the kernel's predicted time; `None` without a prediction.
    pub share: Option<f64>,
    /// The share of the kernel's samples; `None` if it was not sampled.
    pub sampled: Option<f64>,
    pub counts: Counts,
    pub hints: Vec<&'a Hint>,
}

impl LineRow<'_> {
    /// Its share of the time: measured, where warps were sampled, else predicted.
    pub fn heat(&self) -> Option<f64> {
        self.sampled.or(self.share)
    }
}

/// All rows in the order of the source.
pub fn rows<'a>(shares: &Shares<'a>) -> Vec<LineRow<'a>> {
    let lines = shares.lines;
    let is_single_file = lines.lines.windows(2).all(|two| two[0].place.file == two[1].place.file);
    if lines.lines.is_empty() {
        let ran = lines.instructions.iter().filter(|one| one.counts.ran());
        return ran
            .map(|one| LineRow {
                label: format!("{:04x} {}", one.offset, one.opcode),
                place: None,
                function: Some(&one.function),
                offset: Some(one.offset),
                share: shares.of_time(&one.counts),
                sampled: shares.of_samples(&one.counts),
                counts: one.counts,
                hints: shares.hints_on(one).collect(),
            })
            .collect();
    }
    let ran = lines.lines.iter().filter(|line| line.counts.ran());
    let of_lines = ran.map(|line| LineRow {
        label: match is_single_file {
            true => line.place.line.to_string(),
            false => format!("{}:{}", short(&line.place, lines), line.place.line),
        },
        function: None,
        place: Some(&line.place),
        offset: None,
        share: shares.of_time(&line.counts),
        sampled: shares.of_samples(&line.counts),
        counts: line.counts,
        hints: shares.hints_at(&line.place).collect(),
    });
    let mut rows: Vec<LineRow<'_>> = of_lines.collect();
    rows.extend(without_line(shares));
    rows
}

/// What comes from no line, though others do.
fn without_line<'a>(shares: &Shares<'a>) -> Option<LineRow<'a>> {
    let mut counts = Counts::default();
    let without = shares.lines.instructions.iter().filter(|one| one.own_place().is_none());
    without.for_each(|one| counts += one.counts);
    counts.ran().then(|| LineRow {
        label: "-".to_owned(),
        place: None,
        function: None,
        offset: None,
        share: shares.of_time(&counts),
        sampled: shares.of_samples(&counts),
        counts,
        hints: Vec::new(),
    })
}

/// The file's name; with its folder where another file has the same.
fn short<'a>(place: &'a Place, lines: &KernelLines) -> &'a str {
    let name = place.file_name();
    let is_like = |file: &&String| file.rsplit('/').next() == Some(name);
    if lines.files.keys().filter(is_like).count() < 2 {
        return name;
    }
    let before = place.file.len().saturating_sub(name.len() + 1);
    let folder = place.file[..before].rfind('/').map_or(0, |slash| slash + 1);
    &place.file[folder..]
}

/// Leaves the rows with most of the time, and those that hints are about. Where no time is known,
/// memory goes before the rest. Gives how many it took out.
pub fn hottest(rows: &mut Vec<LineRow<'_>>, most: usize) -> usize {
    let heat = |row: &LineRow<'_>| {
        let memory = [row.counts.sectors, row.counts.wavefronts, row.counts.local_sectors];
        let memory: f64 = memory.iter().map(|count| *count as f64).sum();
        [row.heat().unwrap_or(0.0), memory, row.counts.executed as f64]
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let by_heat = |a: &usize, b: &usize| {
        let [a, b] = [heat(&rows[*b]), heat(&rows[*a])];
        a.iter().zip(b).map(|(a, b)| a.total_cmp(&b)).fold(Ordering::Equal, Ordering::then)
    };
    order.sort_by(by_heat);
    order.truncate(most);
    let kept: BTreeSet<usize> = order.into_iter().collect();
    let all = rows.len();
    let mut number = 0;
    rows.retain(|row| {
        number += 1;
        kept.contains(&(number - 1)) || !row.hints.is_empty()
    });
    all - rows.len()
}
