//! LB_W and LB_SM: whether warps and SMs finish together.

use propp_base_model::Residency;
use propp_base_model::counters::{CYCLES_ACTIVE_AVG, CYCLES_ACTIVE_MAX, WARPS_ACTIVE};

use super::definition::{Definition, Source, Varies};
use super::evidence::NoValue;
use super::sheet::{Sheet, divisor};

pub(super) const BETWEEN_WARPS: Definition = Definition {
    title: "LB\n_W",
    question: "whether the warps given to an SM stay busy until the SM is done",
    formula: "(sm__warps_active.sum / (sm__cycles_active.avg * SMs)) / \
     (warps per block * min(resident blocks per SM, blocks in the grid / SMs rounded up))",
    source: Source::Counters(between_warps),
    varies: Varies::ByTime,
    is_portable: false,
};

pub(super) const BETWEEN_SMS: Definition = Definition {
    title: "LB\n_SM",
    question: "whether all SMs are busy equally long",
    formula: "sm__cycles_active.avg / sm__cycles_active.max",
    source: Source::Counters(between_sms),
    varies: Varies::ByTime,
    is_portable: false,
};

/// Average resident warps of an active SM over the warps it was given.
///
/// Over active cycles, not elapsed cycles: an SM without a block is the subject of LB_SM.
pub(super) fn between_warps(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let [warp_cycles, cycles] = sheet.in_one_pass([WARPS_ACTIVE, CYCLES_ACTIVE_AVG])?;
    let sms = sheet.sms();
    let active_cycles = divisor(CYCLES_ACTIVE_AVG, cycles * sms)?;
    let resident = sheet.derived("average resident warps", warp_cycles / active_cycles);

    let launch = sheet.launch;
    let residency =
        Residency::new(launch, sheet.device).map_err(|e| NoValue::unavailable(e.to_string()))?;
    let fit = residency.blocks_per_sm();
    let handed_out = launch.blocks().div_ceil(u64::from(sheet.device.attributes.sm_count).max(1));
    let blocks = sheet.derived("blocks on an SM", fit.min(handed_out) as f64);
    let warps = sheet.launch_fact("warps per block", launch.warps_per_block() as f64);
    Ok(resident / (warps * blocks))
}

/// Average over longest busy time of an SM.
pub(super) fn between_sms(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let [average, longest] = sheet.in_one_pass([CYCLES_ACTIVE_AVG, CYCLES_ACTIVE_MAX])?;
    Ok(average / divisor(CYCLES_ACTIVE_MAX, longest)?)
}
