//! The words that table and page share.

use propp_base_model::instruction_counters as names;
use propp_base_text::{bytes, count, duration, launch, per_cent, times};
use propp_code_sass::Space;
use propp_judge_hints::words::expected;

use crate::arrays::{Array, Use};
use crate::edit::Edit;
use crate::guideline::Guideline;
use crate::kernel::Advised;

pub(crate) const TITLES: [&str; 6] = ["array", "memory", "loaded", "stored", "× needed", "use"];

/// The kernel, its share of the time, and the launch that was counted.
pub(crate) fn head(advised: &Advised<'_>) -> String {
    let report = advised.report;
    let share = report.time_share.map(|share| format!(", {} % of the time", per_cent(share)));
    let time = report.durations.map(|own| format!(", {} a launch", duration(own.median_ns)));
    let lines = advised.lines;
    format!(
        "{}{}{}; counted with {}",
        report.name.full,
        share.unwrap_or_default(),
        time.unwrap_or_default(),
        launch(lines.grid, lines.block, lines.dynamic_shared_bytes)
    )
}

/// A row of the table of arrays.
pub(crate) fn row(array: &Array) -> [String; 6] {
    let moved = |amount: u64| if amount == 0 { String::new() } else { bytes(amount) };
    let needed = array.times_sectors().or_else(|| array.times_passes());
    [
        array.name.clone(),
        memory(array).to_owned(),
        moved(array.loaded),
        moved(array.stored + array.atomics),
        needed.map(|needed| format!("{needed:.1}")).unwrap_or_default(),
        uses(array),
    ]
}

/// The memory that an array lies in.
pub(crate) fn memory(array: &Array) -> &'static str {
    match array.space {
        Space::Global | Space::Generic => "global",
        other => other.name(),
    }
}

fn uses(array: &Array) -> String {
    let sharing = array.sharing.unwrap_or_default();
    let word = |one: Use| match one {
        Use::OnlyRead => "only read".to_owned(),
        Use::OnlyWritten => "only written".to_owned(),
        Use::ReadAndWritten => "read and written".to_owned(),
        Use::Atomics => "atomics".to_owned(),
        Use::Private => "private to a thread".to_owned(),
        Use::Broadcast => {
            format!("same address for {} threads of a block, whole warps", sharing.threads)
        }
        Use::SharedInWarps => {
            let shared = array.words_shared().unwrap_or(1.0);
            format!("a warp asks {} for each byte that is moved", times(shared))
        }
        Use::SharedInBlocks => format!("same address for {} threads of a block", sharing.threads),
        Use::SharedByBlocks => format!("same addresses for {} blocks", sharing.blocks),
        Use::Repeated => "same address in each turn of a loop".to_owned(),
        Use::Indirect if array.index_from.is_empty() => "address from memory".to_owned(),
        Use::Indirect => format!("index from {}", array.index_from.join(", ")),
        Use::SectorsInPart => "sectors used in part".to_owned(),
        Use::Scattered => "scattered".to_owned(),
        Use::BankConflicts => "bank conflicts".to_owned(),
    };
    let loads = array.loads_of_a_byte.filter(|times| *times >= 1.5);
    let loads = loads.map(|times| {
        format!("each byte from device memory loaded {}", propp_base_text::times(times))
    });
    array.uses().into_iter().map(word).chain(loads).collect::<Vec<_>>().join("; ")
}

/// What to change, on which line, and what it should bring.
pub(crate) fn guideline(one: &Guideline, arrays: &[Array]) -> String {
    let place = one.place.as_ref().map(|place| format!("{}:{}: ", place.file_name(), place.line));
    let array = one.array.map(|at| format!("{}: ", arrays[at].name)).unwrap_or_default();
    let unpriced = "gain unknown: seen by the instructions alone";
    let price = one.hint.as_ref().map_or_else(|| unpriced.to_owned(), expected);
    let share = one.share.map(|(of, share)| format!(" ({} % of the {of})", per_cent(share)));
    format!(
        "{}{array}{}{}: {}; {}",
        place.unwrap_or_default(),
        one.rule.name(),
        share.unwrap_or_default(),
        one.edit,
        price
    )
}

/// A patch in a line.
pub(crate) fn edit(one: &Edit) -> String {
    let file = one.file.rsplit('/').next().unwrap_or(&one.file);
    format!("{file}:{}: {}: {}", one.line, one.kind.name(), one.why)
}

/// How many kernels, as a title.
pub(crate) fn title(kernels: usize) -> String {
    format!("The arrays of {}", count(kernels as u64, "kernel", "kernels"))
}

pub(crate) const LEGEND: &str = "Loaded and stored: bytes that threads requested in the \
                                 counted launch. × needed: sectors of 32 bytes, divided by \
                                 the sectors that the data fill; in shared memory passes, \
                                 divided by the passes without bank conflicts.";

/// The counters behind the numbers.
pub(crate) const COUNTERS: [&str; 5] = [
    names::THREADS_ON,
    names::GLOBAL_SECTORS,
    names::IDEAL_GLOBAL_SECTORS,
    names::SHARED_WAVEFRONTS,
    names::IDEAL_SHARED_WAVEFRONTS,
];
