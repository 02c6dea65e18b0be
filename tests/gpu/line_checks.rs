//! What must hold of counted instructions. Knows no GPU: the device tests use it on recordings
//! that they make, `tests/lines.rs` on some that are kept.

use std::collections::BTreeMap;

use propp_analysis::{Grouping, Input, analyse};
use propp_criteria::quality::Weights;
use propp_hints::{Hint, Libraries, advise};
use propp_lines::{Counts, KernelLines};
use propp_recording::Recording;

/// How far a sum over instructions may be from the counter of the launch, relative.
const TOLERANCE: f64 = 0.005;

/// A sum over instructions, and the counters of a launch that count the same.
type Same = (&'static str, fn(&Counts) -> u64, &'static [&'static str]);

const SAME: [Same; 4] = [
    ("instructions", |counts| counts.executed, &["smsp__inst_executed.sum"]),
    ("threads", |counts| counts.threads, &["smsp__thread_inst_executed.sum"]),
    ("tags", |counts| counts.tags, &["sm__sass_l1tex_tags_mem_global.sum"]),
    (
        "sectors",
        |counts| counts.sectors,
        &[
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum",
            "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum",
        ],
    ),
];

/// The sums over the instructions of a launch are what counters of the whole launch say. Gives
/// how many kernels were compared, of those that `is_same_each_time`.
pub(crate) fn sums_agree(
    recording: &Recording,
    is_same_each_time: impl Fn(&str) -> bool,
) -> Result<usize, String> {
    let kernels = propp_lines::of_recording(recording);
    let mut compared = 0;
    for kernel in kernels.iter().filter(|kernel| is_same_each_time(&kernel.name())) {
        let launches = whole(recording, kernel);
        let mut is_compared = false;
        for (what, of, names) in SAME {
            let values = names.iter().map(|name| launches.get(*name).copied());
            let Some(expected) = values.sum::<Option<f64>>() else { continue };
            let found = of(&kernel.total) as f64;
            if (found - expected).abs() > TOLERANCE * expected.max(1.0) {
                let name = kernel.name();
                return Err(format!("{name}: {found} {what}, and {expected} by the launch"));
            }
            is_compared = true;
        }
        compared += usize::from(is_compared);
    }
    Ok(compared)
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
    let advised =
        advise(&analysis, None, &Libraries::bundled().map_err(|error| error.to_string())?);
    Ok(advised.kernels().filter_map(|(_, advice)| advice).flat_map(|a| a.hints.clone()).collect())
}
