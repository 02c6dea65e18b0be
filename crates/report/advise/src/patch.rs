//! Edits that need no judgement.

use std::ops::Range;

use propp_base_model::OccupancyLimit;
use propp_code_lines::KernelLines;
use propp_code_sass::Space;
use propp_judge_analysis::KernelReport;
use propp_judge_criteria::{Criterion, Note};
use propp_judge_hints::{Advice, Rule};

use crate::arrays::{Array, Base};
use crate::code::Code;
use crate::edit::{Edit, EditKind, MOST_SHARED};
use crate::exchange::exchange;
use crate::signature::Pointer;
use crate::sorting::sorting;
use crate::source::Source;

pub(crate) fn edits(
    report: &KernelReport,
    advice: Option<&Advice>,
    lines: &KernelLines,
    arrays: &[Array],
    code: &Code<'_>,
) -> Vec<Edit> {
    let mut edits = padding(lines, arrays, code);
    edits.extend(exchange(report, lines, arrays, code));
    edits.extend(sorting(arrays, code));
    edits.extend(restrict(arrays, code));
    let hints = advice.map_or(&[][..], |advice| &advice.hints);
    if hints.iter().any(|hint| hint.rule == Rule::Occupancy) {
        edits.extend(launch_bounds(report, code));
    }
    edits
}

/// Passes beyond those that are needed, below which padding is not worth it.
const LEAST_PASSES: f64 = 1.25;

fn padding(lines: &KernelLines, arrays: &[Array], code: &Code<'_>) -> Vec<Edit> {
    let has_conflicts = |array: &&Array| {
        array.space == Space::Shared
            && array.times_passes().is_some_and(|times| times >= LEAST_PASSES)
    };
    let mut edits = Vec::new();
    for array in arrays.iter().filter(has_conflicts) {
        let Base::Shared(names) = &array.base else { continue };
        let [name] = &names[..] else { continue };
        let Some(own) = code.shared.iter().find(|one| one.name == *name) else { continue };
        let source = &code.files[&own.file].source;
        edits.extend(pad(source, name, own.line, lines).map(|(range, text)| Edit {
            kind: EditKind::Padding,
            file: own.file.clone(),
            line: source.line_of(range.start),
            range,
            text,
            why: format!(
                "rows of `{name}` get one more element, so that the elements of a column are \
                 in different banks"
            ),
        }));
    }
    edits
}

/// The last dimension with one element more. `None` where rows are read as wider types, where the
/// array is used as a whole, or where it might not fit.
fn pad(
    source: &Source,
    name: &str,
    line: u32,
    lines: &KernelLines,
) -> Option<(Range<usize>, String)> {
    let all = source.shared();
    let declared =
        all.iter().find(|one| one.name == name && source.line_of(one.at.start) == line)?;
    let [.., rows, last] = &declared.dimensions[..] else { return None };
    let within = declared.within.clone()?;
    let head = source.code(&declared.at);
    if head.contains("align") || head.contains("volatile") || declared.dimensions.len() > 3 {
        return None;
    }
    // A row has at least 8 elements, so a block needs at most an eighth more.
    let columns: Option<u64> = source.code(last).trim().parse().ok();
    let more = u64::from(lines.static_shared_bytes) / columns.unwrap_or(8).max(1);
    if columns.is_some_and(|columns| columns < 8)
        || u64::from(lines.static_shared_bytes) + more > MOST_SHARED
        || source.code(rows).trim().is_empty()
    {
        return None;
    }
    let depth = declared.dimensions.len();
    let uses = source.words(name).filter(|at| within.contains(at) && !declared.at.contains(at));
    for at in uses {
        if !is_element(source, at, name.len(), depth) {
            return None;
        }
    }
    let old = source.code(last).trim();
    let is_plain =
        old.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ' ' || c == '+');
    let new = if is_plain { format!("{old} + 1") } else { format!("({old}) + 1") };
    Some((last.clone(), new))
}

/// Whether a use has an index for each dimension, and its address is not taken.
fn is_element(source: &Source, at: usize, length: usize, depth: usize) -> bool {
    let before = source.code(&(0..at)).trim_end();
    if before.ends_with('&') && !before.ends_with("&&") || before.ends_with("sizeof") {
        return false;
    }
    let mut from = at + length;
    for _ in 0..depth {
        let open = source.after(from).filter(|open| source.code(&(*open..open + 1)) == "[");
        let Some(close) = open.and_then(|open| source.close(open)) else { return false };
        from = close + 1;
    }
    true
}

/// Pointers to const that the kernel only loads through, where no store of the kernel has an
/// address that is not known.
fn restrict(arrays: &[Array], code: &Code<'_>) -> Vec<Edit> {
    let Some((path, kernel)) = &code.definition else { return Vec::new() };
    let source = &code.files[*path].source;
    let is_clear = |array: &Array| {
        !array.is_global()
            || array.is_read_only()
            || matches!(&array.base, Base::Parameters(all) if all.len() == 1)
    };
    if !arrays.iter().all(is_clear) || kernel.parameters.len() != code.arguments.len() {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (argument, parameter) in code.arguments.iter().zip(&kernel.parameters) {
        let text = source.code(&parameter.whole);
        let is_loaded = arrays.iter().any(|array| {
            array.base == Base::Parameters(vec![argument.index])
                && array.is_read_only()
                && array.loaded > 0
        });
        let Some(name) = parameter.name.clone() else { continue };
        let before = source.code(&(parameter.whole.start..name.start)).trim_end();
        let is_pointer =
            argument.pointer() == Pointer::Yes && argument.is_const() && before.ends_with('*');
        if is_loaded && is_pointer && !text.contains("restrict") && !text.contains("volatile") {
            let star = parameter.whole.start + before.len() - 1;
            edits.push(Edit {
                kind: EditKind::Restrict,
                file: (*path).to_owned(),
                line: source.line_of(star),
                range: star..name.start,
                text: "* __restrict__ ".to_owned(),
                why: format!(
                    "the kernel only reads `{}`: loads may be moved and go by the read-only path. It is a \
                     promise that no other pointer of the kernel stores there",
                    source.code(&name)
                ),
            });
        }
    }
    edits
}

/// As many registers as let one more block into an SM, where registers keep it out and all launches
/// had blocks of as many threads.
fn launch_bounds(report: &KernelReport, code: &Code<'_>) -> Option<Edit> {
    let (path, kernel) = code.definition.as_ref().filter(|(_, kernel)| !kernel.has_bounds)?;
    let notes = report.criteria.get(&Criterion::Occ).map_or(&[][..], |of| &of.evidence.notes[..]);
    let resident = notes.iter().find_map(|note| match note {
        Note::Limits { by, resident_blocks_per_sm } if by.contains(&OccupancyLimit::Registers) => {
            Some(*resident_blocks_per_sm)
        }
        _ => None,
    })?;
    let threads = |block: [u32; 3]| block.iter().product::<u32>();
    let mut all = report.configurations.iter().map(|one| threads(one.block));
    let most = all.next()?;
    if all.any(|other| other != most) || most == 0 {
        return None;
    }
    let source = &code.files[*path].source;
    let blocks = resident + 1;
    Some(Edit {
        kind: EditKind::LaunchBounds,
        file: (*path).to_owned(),
        line: source.line_of(kernel.name.start),
        range: kernel.name.start..kernel.name.start,
        text: format!("__launch_bounds__({most}, {blocks}) "),
        why: format!(
            "the compiler limits the registers so that {blocks} blocks of {most} threads fit \
             on an SM; it may spill some. A launch with a larger block than in the recording \
             then fails"
        ),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn padded(body: &str) -> Option<String> {
        let text = format!("__global__ void f(int n) {{\n__shared__ float t[32][N];\n{body}\n}}\n");
        let source = Source::new(text);
        let lines = KernelLines {
            symbol: "f".to_owned(),
            grid: [1; 3],
            block: [32, 1, 1],
            dynamic_shared_bytes: 0,
            static_shared_bytes: 4096,
            registers: 8,
            nvtx: None,
            hash: None,
            instructions: Vec::new(),
            lines: Vec::new(),
            files: BTreeMap::new(),
            no_lines: None,
            total: propp_code_lines::Counts::default(),
        };
        pad(&source, "t", 2, &lines).map(|(_, text)| text)
    }

    #[test]
    fn only_arrays_that_are_used_by_elements_are_padded() {
        assert_eq!(padded("t[0][n] = t[n] [ 1 ];").as_deref(), Some("N + 1"));
        for body in
            ["float4 v = *(float4*)&t[n][0];", "f(t);", "t[n];", "float* row = t[n];", "sizeof(t)"]
        {
            assert_eq!(padded(body), None, "{body}");
        }
    }
}
