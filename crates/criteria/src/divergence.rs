//! TDiv: how many of a warp's 32 threads take part in its instructions.

use propp_model::Fraction;
use propp_model::WARP_THREADS;
use propp_model::counters::{INST_EXECUTED, THREAD_INST_EXECUTED, THREAD_INST_PREDICATED_ON};

use super::assessment::Note;
use super::no_value::NoValue;
use super::sheet::{Sheet, divisor};
use super::table::{Definition, Source, Varies};

pub(super) const DEFINITION: Definition = Definition {
    title: "T\nDiv",
    question: "how many of a warp's 32 threads take part in its instructions",
    formula: "smsp__thread_inst_executed.sum / (32 * smsp__inst_executed.sum)",
    source: Source::Counters(evaluate),
    varies: Varies::ByCounts,
    is_portable: true,
};

pub(super) fn evaluate(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let [threads, warps] = sheet.together([THREAD_INST_EXECUTED, INST_EXECUTED])?;
    let lanes = WARP_THREADS as f64 * divisor(INST_EXECUTED, warps)?;
    // A bounds check switches threads off by predicate without splitting the
    // warp. That is not divergence, so the stricter figure is information.
    if let Some(value) =
        sheet.if_counted(THREAD_INST_PREDICATED_ON).and_then(|on| Fraction::clamped(on / lanes))
    {
        sheet.note(Note::PredicatedOn { value });
    }
    Ok(threads / lanes)
}
