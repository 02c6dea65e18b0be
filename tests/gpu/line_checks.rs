//! What must hold of counted instructions. Knows no GPU: the device tests use it on recordings
//! that they make, `tests/lines.rs` on some that are kept.

use std::collections::BTreeMap;

use propp_code_lines::{Instruction, KernelLines};
use propp_code_sass::Direction;
use propp_judge_analysis::{Grouping, Input, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Hint, Libraries, advise};
use propp_recording::Recording;

/// How far a sum over instructions may be from the counter of the launch, relative.
const TOLERANCE: f64 = 0.005;

/// What is summed over instructions, and the counters of a launch that count the same.
type Same = (&'static str, fn(&Instruction) -> u64, &'static [&'static str]);

const SAME: [Same; 4] = [
    ("instructions", |one| one.counts.executed, &["smsp__inst_executed.sum"]),
    ("threads", |one| one.counts.threads, &["smsp__thread_inst_executed.sum"]),
    ("tags", |one| one.counts.tags, &["sm__sass_l1tex_tags_mem_global.sum"]),
    (
        "sectors",
        // Those of copies to shared memory have counters of their own.
        |one| if is_copy(one) { 0 } else { one.counts.sectors },
        &[
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum",
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum",
        ],
    ),
];

/// Whether sums over instructions are what counters of the whole launch say.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    /// Kernels of which all sums are.
    pub(crate) same: usize,
    /// What is not, of the others.
    pub(crate) off: Vec<String>,
}

pub(crate) fn sums(recording: &Recording) -> Sums {
    let mut sums = Sums::default();
    for kernel in propp_code_lines::of_recording(recording) {
        let launch = whole(recording, &kernel);
        let compared: Vec<Option<String>> = SAME
            .iter()
            .filter_map(|(what, of, names)| {
                let values = names.iter().map(|name| launch.get(*name).copied());
                let expected = values.sum::<Option<f64>>()?;
                let found = kernel.instructions.iter().map(of).sum::<u64>() as f64;
                let is_off = (found - expected).abs() > TOLERANCE * expected.max(1.0);
                let name = kernel.name();
                Some(
                    is_off.then(|| format!("{name}: {found} {what}, and {expected} by the launch")),
                )
            })
            .collect();
        match compared.iter().flatten().next() {
            Some(off) => sums.off.push(off.clone()),
            None => sums.same += usize::from(!compared.is_empty()),
        }
    }
    sums
}

fn is_copy(one: &Instruction) -> bool {
    one.memory.is_some_and(|memory| memory.direction == Direction::CopyToShared)
}

/// The counters of launches of the same configuration; of several the last.
fn whole<'r>(recording: &'r Recording, kernel: &KernelLines) -> BTreeMap<&'r str, f64> {
    let is_it = |index: usize| {
        let signature = &recording.signatures[index];
        let symbol = signature.function.map(|function| recording.names[function].as_str());
        symbol == Some(kernel.symbol.as_str())
            && (signature.grid, signature.block) == (kernel.grid, kernel.block)
    };
    let mut values = BTreeMap::new();
    for measurement in recording.measurements.iter().filter(|m| is_it(m.signature)) {
        let set = &recording.counter_sets[measurement.counter_set];
        let named = set.counters.iter().map(String::as_str).zip(&measurement.values);
        values.extend(named.filter_map(|(name, value)| Some((name, (*value)?))));
    }
    values
}

/// Every line with the comment `HERE RULE` is the place of a hint by that rule.
pub(crate) fn planted_lines_are_named(recording: &Recording, source: &str) -> Result<(), String> {
    let marked = (1..).zip(source.lines()).filter_map(|(number, line)| {
        let (_, rule) = line.split_once("// HERE ")?;
        Some((number, rule.trim()))
    });
    let hints = hints(recording)?;
    let mut found = 0;
    for (line, rule) in marked {
        found += 1;
        let places: Vec<u32> = places(&hints, rule);
        if !places.contains(&line) {
            return Err(format!("{rule} of line {line} is at {places:?}"));
        }
    }
    if found == 0 { Err("no line is marked".to_owned()) } else { Ok(()) }
}

/// Defects of `planted.cu` that are in a line and cost enough for a hint, with the rules that find
/// them.
pub(crate) const PLANTED: [(&str, &str); 5] = [
    ("stride8", "scattered-reads"),
    ("shuffled", "scattered-reads"),
    ("conflict32", "bank-conflicts"),
    ("diverge16", "divergence"),
    ("diverge1", "divergence"),
];

/// The line that the comment `HERE` marks with a defect.
pub(crate) fn planted_line(source: &str, defect: &str) -> Result<u32, String> {
    let is_it = |line: &str| {
        let marks = line.split_once("// HERE").map_or("", |(_, marks)| marks);
        marks.split([' ', ':']).any(|mark| mark == defect)
    };
    let found = (1..).zip(source.lines()).find(|(_, line)| is_it(line));
    let (number, line) = found.ok_or_else(|| format!("no line is marked with {defect}"))?;
    // A comment of its own is about the next line.
    Ok(if line.trim_start().starts_with("//") { number + 1 } else { number })
}

/// The lines that hints of a rule are about.
pub(crate) fn places(hints: &[Hint], rule: &str) -> Vec<u32> {
    let of_rule = hints.iter().filter(|hint| hint.rule.name() == rule);
    of_rule.filter_map(|hint| Some(hint.at.as_ref()?.place.as_ref()?.line)).collect()
}

/// All hints on kernels.
pub(crate) fn hints(recording: &Recording) -> Result<Vec<Hint>, String> {
    let weights = Weights::bundled("h200").map_err(|error| error.to_string())?;
    let input = Input { name: "the recording", recording };
    let analysis = analyse(&[input], &weights, Grouping::Signature);
    let advised = advise(
        Listing::whole(&analysis),
        None,
        &Libraries::bundled().map_err(|error| error.to_string())?,
    );
    Ok(advised.kernels().filter_map(|(_, advice)| advice).flat_map(|a| a.hints.clone()).collect())
}
