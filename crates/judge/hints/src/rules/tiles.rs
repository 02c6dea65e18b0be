//! Products whose operands come from shared memory, one result or few for each thread.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::Finding;
use super::code::{at, times};
use super::shared::accesses;
use crate::change::{Context, Edit, Pair};
use crate::facts::{Facts, evidence};

/// What is stored once serves so many loads at least.
const REUSED: f64 = 8.0;

/// Multiplications for each wavefront of shared memory: an SM of the fitted GPUs does four of them in the time of one.
const FEW: f64 = 2.5;

/// The products of each block, and how many ran.
fn products(sites: &[Ran]) -> Vec<(&Ran, f64)> {
    let products = sites.iter().filter_map(|ran| match ran.site.what {
        What::Products(each) => Some((ran, each as f64 * ran.times)),
        _ => None,
    });
    products.collect()
}

/// Shared memory delivers the operands of each multiplication anew.
pub(crate) fn few_results(facts: &Facts<'_>) -> Option<Finding> {
    let [loads, stores] = accesses(facts);
    let wavefronts = facts.count(EXACT_LOAD_WAVEFRONTS)?;
    let sites = products(&facts.sites);
    // Where the code is not known, what the pipe did may be products, if there is little else.
    let piped = facts.or_0(PIPE_FMA) + facts.or_0(PIPE_FP64);
    let is_mostly_products = !facts.knows_sites && piped >= 2.0 * facts.or_0(PIPE_ALU);
    let products = if is_mostly_products { piped } else { times(&sites) };
    // Not counted in emulation.
    let share = facts.count(DATA_WAVEFRONTS).map_or(1.0, |all| wavefronts / all.max(1.0));
    let of_time = facts.share_of_terms(&["l1_wavefronts", "shared_wavefronts"])?;
    let each = products / wavefronts.max(1.0);
    let is_product = (0.5..FEW).contains(&each) && loads >= REUSED * stores && stores > 0.0;
    if !is_product || share < 0.5 || of_time < 0.4 {
        return None;
    }
    let counters = [EXACT_LOAD_WAVEFRONTS, EXACT_SHARED_LOADS, EXACT_SHARED_STORES];
    let mut finding = Finding::new(
        vec![
            evidence("multiplications for each wavefront of shared memory", each, [INST_EXECUTED]),
            evidence("loads of shared memory for each store", loads / stores, counters),
            evidence("these wavefronts, share of all", share.min(1.0), [DATA_WAVEFRONTS]),
        ],
        vec![
            "each thread computes one result or few, and loads both factors of each product from shared \
             memory: an SM can do several multiplications in the time of one load"
                .to_owned(),
        ],
        "let each thread compute a tile of results in registers, such as 4 by 4: it loads 4 + 4 operands \
         for 16 multiplications, 16 bytes at a time (float4); for products of matrices, the tensor cores \
         (cuBLAS, CUTLASS, wmma) are faster still",
    );
    finding.at = at(facts, "multiplications", &sites);
    Some(finding)
}

/// A tile takes a quarter to a half of the loads; chosen with four pairs (lab/hints.md).
pub(crate) fn tiled_in_registers(work: &Work, _: &Context<'_>) -> Pair {
    const LEFT: f64 = 1.0 / 3.0;
    Pair::edited(work, |edit: &mut Edit| {
        let (loads, wavefronts) = (edit.get(EXACT_SHARED_LOADS), edit.get(EXACT_LOAD_WAVEFRONTS));
        edit.scale(&[EXACT_SHARED_LOADS, EXACT_LOAD_WAVEFRONTS], LEFT);
        edit.add(&[INST_EXECUTED, INST_ISSUED, PIPE_LSU], -(1.0 - LEFT) * loads);
        edit.add(&[DATA_WAVEFRONTS], -(1.0 - LEFT) * wavefronts);
    })
}
