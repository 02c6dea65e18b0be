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

/// Leaves the rows with most of the time, and those that hints are about. Where no time is known,
/// memory goes before the rest. Gives how many it took out.
pub(crate) fn hottest(rows: &mut Vec<Row<'_>>, most: usize) -> usize {
    let heat = |row: &Row<'_>| {
        let memory = row.counts.sectors + row.counts.wavefronts + row.counts.local_sectors;
        row.share.unwrap_or((memory + row.counts.executed) as f64)
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|a, b| heat(&rows[*b]).total_cmp(&heat(&rows[*a])));
    order.truncate(most);
    let all = rows.len();
    let mut number = 0;
    rows.retain(|row| {
        let is_hot = order.contains(&number) && row.share.is_none_or(|share| share >= LEAST_SHARE);
        number += 1;
        is_hot || !row.hints.is_empty()
    });
    all - rows.len()
}
