//! OCC: the share of the GPU's warp slots that the launch can fill.
//!
//! Computed from launch facts alone (paper, 4.1). The paper's SMEM_OCC and Reg_OCC are block
//! counts; here every resource gives the number of blocks it has room for, and the scarcest
//! decides.

use propp_base_model::{OccupancyLimit, Residency, WARP_THREADS, product};

use super::definition::{Definition, Source, Varies};
use super::evidence::{NoValue, Note};
use super::sheet::{Sheet, divisor};

pub(super) const DEFINITION: Definition = Definition {
    title: "\nOCC",
    question: "how much of the GPU's room for warps the launch can fill at all",
    formula: "\
     min(resident blocks per SM * warps per block / warps an SM holds, \
     threads launched / threads the device holds, 1)",
    source: Source::Launch(evaluate),
    varies: Varies::ByCounts,
    is_portable: false,
};

pub(super) fn evaluate(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let (launch, device) = (sheet.launch, sheet.device);
    record_facts(sheet);
    let residency =
        Residency::new(launch, device).map_err(|e| NoValue::unavailable(e.to_string()))?;
    let blocks = sheet.derived("resident blocks per SM", residency.blocks_per_sm() as f64);
    let warps = launch.warps_per_block() as f64;
    let max_warps = sheet.device_fact("warps an SM holds", device.max_warps_per_sm() as f64);
    let per_sm = sheet
        .derived("per-SM occupancy", blocks * warps / divisor("warps an SM holds", max_warps)?);

    let threads = launch.blocks() as f64 * warps * WARP_THREADS as f64;
    let room = sheet.sms() * f64::from(device.attributes.max_threads_per_sm);
    let filled = sheet
        .derived("threads launched / threads the device holds", threads / divisor("SMs", room)?);

    let by = if filled < per_sm { vec![OccupancyLimit::Grid] } else { residency.limiting() };
    sheet.note(Note::Limits { by, resident_blocks_per_sm: residency.blocks_per_sm() });
    if let Some(cluster) = launch.cluster.map(product).filter(|&blocks| blocks > 1) {
        sheet.note(Note::Clusters { blocks: cluster });
    }
    Ok(per_sm.min(filled).min(1.0))
}

fn record_facts(sheet: &mut Sheet<'_>) {
    let launch = sheet.launch;
    sheet.launch_fact("blocks in the grid", launch.blocks() as f64);
    sheet.launch_fact("threads per block", launch.threads_per_block() as f64);
    sheet.launch_fact("warps per block", launch.warps_per_block() as f64);
    sheet.launch_fact("registers per thread", f64::from(launch.registers_per_thread));
    sheet.launch_fact("shared bytes per block", launch.shared_bytes_per_block() as f64);
    if let Some(barriers) = launch.barriers_per_block {
        sheet.launch_fact("barriers per block", f64::from(barriers));
    }
}
