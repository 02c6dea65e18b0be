//! TDiv: how many of a warp's 32 threads take part in its instructions.

use propp_model::Fraction;
use propp_model::WARP_THREADS;

use super::assessment::Note;
use super::no_value::NoValue;
use super::sheet::{Sheet, divisor};
use crate::counters::catalogue::names::{
    INST_EXECUTED, THREAD_INST_EXECUTED, THREAD_INST_PREDICATED_ON,
};

pub(super) const FORMULA: &str = "smsp__thread_inst_executed.sum / (32 * smsp__inst_executed.sum)";

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
