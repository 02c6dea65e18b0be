//! SMem_eff: the wavefronts that shared memory accesses need without bank conflicts, over
//! their actual wavefronts.

use propp_base_model::counters::*;

use super::definition::{Definition, Source, Varies};
use super::evidence::{NoValue, Note};
use super::sheet::{Sheet, divisor};

pub(super) const DEFINITION: Definition = Definition {
    title: "SMem\n_eff",
    question: "what share of the executed shared-memory wavefronts was needed",
    formula: "\
     (max(sm__sass_inst_executed_op_shared_ld.sum, sm__sass_data_bytes_mem_shared_op_ld.sum / 128) + \
     max(sm__sass_inst_executed_op_shared_st.sum, sm__sass_data_bytes_mem_shared_op_st.sum / 128)) / \
     (sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum + \
     sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum), \
     plus the same of atomics and of loads and stores of matrices, if the recording has them",
    source: Source::Counters(evaluate),
    varies: Varies::ByCounts,
    is_portable: true,
};

/// One 4-byte word from each of the 32 banks.
const WAVEFRONT_BYTES: f64 = 128.0;

/// Bytes and wavefronts come from different passes and may disagree by this factor.
const PASS_TOLERANCE: f64 = 1.01;

/// Wavefronts and instructions of loads and stores.
const EXACT: [&str; 4] =
    [EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS, EXACT_SHARED_LOADS, EXACT_SHARED_STORES];
const HARDWARE: [&str; 4] =
    [SHARED_LOAD_WAVEFRONTS, SHARED_STORE_WAVEFRONTS, SHARED_LOADS, SHARED_STORES];

/// Wavefronts, instructions and bytes of other accesses.
const EXACT_ATOMICS: [&str; 3] =
    [EXACT_ATOMIC_WAVEFRONTS, EXACT_SHARED_ATOMICS, SHARED_ATOMIC_BYTES];
const HARDWARE_ATOMICS: [&str; 3] = [SHARED_ATOMIC_WAVEFRONTS, SHARED_ATOMICS, SHARED_ATOMIC_BYTES];
const MATRICES: [[&str; 3]; 2] = [
    [MATRIX_LOAD_WAVEFRONTS, MATRIX_LOADS, MATRIX_LOAD_BYTES],
    [MATRIX_STORE_WAVEFRONTS, MATRIX_STORES, MATRIX_STORE_BYTES],
];

struct Traffic {
    wavefronts: f64,
    instructions: f64,
    /// What each kind of access needs; `None` where only the bytes of all accesses are known.
    needed: Option<f64>,
}

/// A 128-bit access of a full warp needs at least four wavefronts (counted by bytes), a narrower one at least
/// one (counted by instructions).
fn needed(instructions: f64, bytes: f64) -> f64 {
    instructions.max(bytes / WAVEFRONT_BYTES)
}

pub(super) fn evaluate(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let traffic = traffic(sheet)?;
    let bytes = if traffic.needed.is_none() { sheet.count(SHARED_BYTES)? } else { 0.0 };
    if traffic.instructions == 0.0 && traffic.wavefronts == 0.0 {
        return Err(NoValue::not_applicable(
            "no load or store of this kernel touches shared memory",
        ));
    }
    if let Some(needed) = traffic.needed.filter(|all| *all <= traffic.wavefronts * PASS_TOLERANCE) {
        let ideal = sheet.derived("ideal wavefronts", needed.min(traffic.wavefronts));
        return Ok(ideal / divisor("the number of shared wavefronts", traffic.wavefronts)?);
    }
    if let Some(needed) = traffic.needed {
        return Err(NoValue::unavailable(format!(
            "the accesses need {needed:.0} wavefronts and made {:.0}: the counters are of different \
             runs, in which the kernel did not do the same",
            traffic.wavefronts
        )));
    }
    let for_bytes = sheet.derived("wavefronts that the data bytes fill", bytes / WAVEFRONT_BYTES);
    if for_bytes > traffic.wavefronts * PASS_TOLERANCE {
        return Err(NoValue::unavailable(format!(
            "the shared data bytes fill {for_bytes:.0} wavefronts and loads and stores made {:.0}: \
             atomics, asynchronous copies or loads of matrices moved the rest, and their conflicts \
             were not counted",
            traffic.wavefronts
        )));
    }
    let ideal = sheet.derived("ideal wavefronts", needed(traffic.instructions, bytes));
    Ok(ideal / divisor("the number of shared wavefronts", traffic.wavefronts)?)
}

fn traffic(sheet: &mut Sheet<'_>) -> Result<Traffic, NoValue> {
    // Counted by instructions with an active lane, and free of noise. Recordings of earlier
    // versions, and chips without these counters, have the hardware's.
    let is_exact = sheet.counters.in_one_pass(EXACT).is_ok();
    let [load_wavefronts, store_wavefronts, loads, stores] =
        sheet.in_one_pass(if is_exact { EXACT } else { HARDWARE })?;
    const BYTES: [&str; 2] = [SHARED_LOAD_BYTES, SHARED_STORE_BYTES];
    let is_divided = sheet.counters.in_one_pass(BYTES).is_ok();
    let bytes = is_divided.then(|| sheet.in_one_pass(BYTES)).transpose()?;
    let mut traffic = Traffic {
        wavefronts: load_wavefronts + store_wavefronts,
        instructions: loads + stores,
        needed: bytes.map(|[loaded, stored]| needed(loads, loaded) + needed(stores, stored)),
    };
    // Where the bytes are of all accesses, the other kinds belong to them.
    let atomics = traffic.add(sheet, if is_exact { EXACT_ATOMICS } else { HARDWARE_ATOMICS })?;
    if atomics > 0.0 {
        sheet.note(Note::SharedAtomics { instructions: atomics });
    }
    // The hardware's counters may have them among the loads and stores.
    let [loads, stores] = MATRICES;
    let matrices =
        if is_exact { traffic.add(sheet, loads)? + traffic.add(sheet, stores)? } else { 0.0 };
    if matrices > 0.0 {
        sheet.note(Note::Matrices { instructions: matrices });
    }
    if is_divided && sheet.counters.in_any_pass(ASYNC_COPIES).unwrap_or(0.0) > 0.0 {
        sheet.note(Note::AsyncCopiesLeftOut);
    }
    Ok(traffic)
}

impl Traffic {
    /// The accesses of another kind, if they were counted and there are some: how many.
    fn add(&mut self, sheet: &mut Sheet<'_>, names: [&'static str; 3]) -> Result<f64, NoValue> {
        let [wavefronts, instructions, bytes] = names;
        let counted = sheet.counters.in_one_pass([wavefronts, instructions]);
        let has_bytes = self.needed.is_none() || sheet.counters.in_any_pass(bytes).is_ok();
        if !has_bytes || !counted.is_ok_and(|[_, instructions]| instructions > 0.0) {
            return Ok(0.0);
        }
        let [wavefronts, instructions] = sheet.in_one_pass([wavefronts, instructions])?;
        if let Some(all) = &mut self.needed {
            *all += needed(instructions, sheet.count(bytes)?);
        }
        self.wavefronts += wavefronts;
        self.instructions += instructions;
        Ok(instructions)
    }
}
