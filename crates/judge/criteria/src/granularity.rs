//! Gran_L1 and Gran_L2: coalescing, as requested bytes over moved bytes.

use propp_base_model::counters::*;

use super::definition::{Definition, Source, Varies};
use super::evidence::{NoValue, Note};
use super::sheet::{Sheet, divisor};

pub(super) const AT_L1: Definition = Definition {
    title: "Gran\n_L1",
    question: "what share of the 128-byte lines looked up in L1 was requested",
    formula: "sm__sass_data_bytes_mem_global.sum / (128 * sm__sass_l1tex_tags_mem_global.sum)",
    source: Source::Counters(at_l1),
    varies: Varies::ByCounts,
    is_portable: true,
};

pub(super) const AT_L2: Definition = Definition {
    title: "Gran\n_L2",
    question: "what share of the 32-byte sectors exchanged with L2 was requested",
    formula: "sm__sass_data_bytes_mem_global.sum / \
     (32 * (lts__t_sectors_srcunit_tex.sum - sectors of bulk copies))",
    source: Source::Counters(at_l2),
    varies: Varies::ByCounts,
    is_portable: false,
};

const LINE_BYTES: f64 = 128.0;
const SECTOR_BYTES: f64 = 32.0;

/// Why a kernel with bulk copies has no value after kernel replay.
const BULK_COPIES_NOT_REPLAYED: &str = "the kernel makes bulk copies (TMA), whose sectors kernel \
    replay does not count since that takes 48 ms a launch; --replay application does";

/// The sectors of bulk copies can exceed the sectors at L2. Seen on an H200: a bfloat16
/// matrix product of cuBLAS with 50,331,648 sectors of bulk copies and 27,465,374 at L2.
const BULK_COPIES_SHARED: &str = "bulk copies (TMA) for several SMs at once count once in L2 and \
    once for each SM, so what is left for loads and stores is not known";

/// Bulk copies came with compute capability 9.0.
const FIRST_MAJOR_WITH_BULK_COPIES: u32 = 9;

/// Useful bytes over bytes of the cache lines looked up for them.
pub(super) fn at_l1(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let [bytes, lines] = sheet.in_one_pass([GLOBAL_BYTES, GLOBAL_TAGS])?;
    accessed(bytes)?;
    Ok(bytes / (LINE_BYTES * divisor(GLOBAL_TAGS, lines)?))
}

/// Useful bytes over bytes of the sectors exchanged with L2 for them.
pub(super) fn at_l2(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let bytes = sheet.count(GLOBAL_BYTES)?;
    let sectors = sheet.count(L2_SECTORS_FROM_L1)?;
    accessed(bytes)?;
    if let Some(local) = sheet.if_counted(LOCAL_BYTES).filter(|&local| local > 0.0) {
        sheet.note(Note::LocalMemory { counted_bytes: local });
    }
    let copied = bulk_copy_sectors(sheet)?;
    let own = sheet.derived("sectors of loads and stores", sectors - copied);
    if own <= 0.0 && copied > 0.0 {
        return Err(NoValue::unavailable(BULK_COPIES_SHARED));
    }
    Ok(bytes / (SECTOR_BYTES * divisor("sectors of loads and stores", own)?))
}

fn accessed(bytes: f64) -> Result<(), NoValue> {
    if bytes > 0.0 {
        Ok(())
    } else {
        Err(NoValue::not_applicable("no load or store of this kernel touches global memory"))
    }
}

/// The L2 counter includes the sectors of bulk copies, and no data-byte counter includes
/// their bytes (measured on an H200 with `tests/fixtures/criteria/make/corners.cu`: a bulk
/// copy of 16 MiB adds 524,288 sectors and no data bytes). So their sectors are subtracted
/// from the denominator.
fn bulk_copy_sectors(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    if sheet.device.compute_capability.major < FIRST_MAJOR_WITH_BULK_COPIES {
        return Ok(0.0);
    }
    let copies = sheet.if_counted(BULK_COPIES);
    if copies == Some(0.0) {
        return Ok(0.0);
    }
    let read = sheet.if_counted(TMA_READ_SECTORS);
    let written = sheet.if_counted(TMA_WRITE_SECTORS);
    let sectors = read.unwrap_or(0.0) + written.unwrap_or(0.0);
    if sectors > 0.0 {
        sheet.note(Note::BulkCopies { sectors });
    }
    if read.is_none() || written.is_none() {
        if copies.is_some() {
            return Err(NoValue::unavailable(BULK_COPIES_NOT_REPLAYED));
        }
        sheet.note(Note::BulkCopiesNotCounted);
    }
    Ok(sectors)
}
