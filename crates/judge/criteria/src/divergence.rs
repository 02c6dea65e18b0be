//! TDiv: the share of a warp's 32 threads that are active, on average per instruction.

use propp_base_model::counters::{INST_EXECUTED, THREAD_INST_EXECUTED, THREAD_INST_PREDICATED_ON};
use propp_base_model::{Fraction, WARP_THREADS};

use super::definition::{Definition, Source, Varies};
use super::evidence::{NoValue, Note};
use super::sheet::{Sheet, divisor};

pub(super) const DEFINITION: Definition = Definition {
    title: "T\nDiv",
    question: "how many of a warp's 32 threads take part in its instructions",
    formula: "smsp__thread_inst_executed.sum / (32 * smsp__inst_executed.sum)",
    source: Source::Counters(evaluate),
    varies: Varies::ByCounts,
    is_portable: true,
};

pub(super) fn evaluate(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let [threads, warps] = sheet.in_one_pass([THREAD_INST_EXECUTED, INST_EXECUTED])?;
    let lanes = WARP_THREADS as f64 * divisor(INST_EXECUTED, warps)?;
    // A bounds check predicates threads off without splitting the warp, which is not
    // divergence. The stricter value is a note.
    if let Some(value) =
        sheet.if_counted(THREAD_INST_PREDICATED_ON).and_then(|on| Fraction::clamped(on / lanes))
    {
        sheet.note(Note::PredicatedOn { value });
    }
    Ok(threads / lanes)
}
