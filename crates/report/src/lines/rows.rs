//! The lines of a kernel that ran, or its instructions where no lines are known.

use propp_hints::Hint;
use propp_lines::{Counts, Place};

use super::Shares;

/// A line with less of the time is not among the hottest.
const LEAST_SHARE: f64 = 0.01;

/// A source line, or an instruction.
pub(crate) struct Row<'a> {
    /// The line's number, or the instruction's offset and name.
    pub(crate) label: String,
    /// `None` for an instruction.
    pub(crate) place: Option<&'a Place>,
    /// The instruction's offset; `None` for a line.
    pub(crate) offset: Option<u32>,
    /// The share of the kernel's predicted time; `None` without a prediction.
    pub(crate) share: Option<f64>,
    pub(crate) counts: Counts,
    /// Those that are about it.
    pub(crate) hints: Vec<&'a Hint>,
}

/// All rows in the order of the source.
pub(crate) fn rows<'a>(shares: &Shares<'a>) -> Vec<Row<'a>> {
    let lines = shares.lines;
    let is_single_file = lines.lines.windows(2).all(|two| two[0].place.file == two[1].place.file);
    if lines.lines.is_empty() {
        let ran = lines.instructions.iter().filter(|one| one.counts.executed > 0);
        return ran
            .map(|one| Row {
                label: format!("{:04x} {}", one.offset, one.opcode),
                place: None,
                offset: Some(one.offset),
                share: shares.of_time(&one.counts),
                counts: one.counts,
                hints: shares.hints_on(one).collect(),
            })
            .collect();
    }
    let ran = lines.lines.iter().filter(|line| line.counts.executed > 0);
    ran.map(|line| Row {
        label: match is_single_file {
            true => line.place.line.to_string(),
            false => format!("{}:{}", line.place.file_name(), line.place.line),
        },
        place: Some(&line.place),
        offset: None,
        share: shares.of_time(&line.counts),
        counts: line.counts,
        hints: shares.hints_at(&line.place).collect(),
    })
    .collect()
}

/// Leaves the rows with most of the time, and those that hints are about. Gives how many it
/// took out.
pub(crate) fn hottest(rows: &mut Vec<Row<'_>>, most: usize) -> usize {
    let heat = |row: &Row<'_>| row.share.unwrap_or(row.counts.executed as f64);
    let mut sorted: Vec<f64> = rows.iter().map(heat).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let least = most.checked_sub(1).and_then(|last| sorted.get(last)).copied().unwrap_or(0.0);
    let all = rows.len();
    rows.retain(|row| {
        let is_hot = heat(row) >= least && row.share.is_none_or(|share| share >= LEAST_SHARE);
        is_hot || !row.hints.is_empty()
    });
    all - rows.len()
}
