//! Tables 6 and 7 and Sections 5 and 6: what was measured of throughput and latency.

use super::super::Gpu::{Gtx560Ti, Gtx780, Gtx980};
use super::super::Here::{Findings, Nothing};
use super::super::Row;
use super::super::Said::{Either, Number, Word};
use super::{BANKS, MIB, noted, on_all, row};

pub(crate) const ROWS: &[Row] = &[
    noted(
        row(
            "Table 6",
            "clock of memory",
            "kHz",
            Findings(&["device.highest_memory_clock"]),
            on_all!(Number(1050e3), Number(1502e3), Number(1753e3)),
        ),
        "four transfers a cycle there, two here",
    ),
    row(
        "Table 6",
        "memory bus",
        "bits",
        Findings(&["device.memory_bus_width"]),
        on_all!(Number(256.0), Number(384.0), Number(256.0)),
    ),
    row(
        "Table 6",
        "bandwidth of memory, in theory",
        "GB/s",
        Findings(&["device.peak_memory_bandwidth"]),
        on_all!(Number(134.40), Number(288.38), Number(224.38)),
    ),
    row(
        "Table 6",
        "best copy",
        "GB/s",
        Findings(&["bandwidth.copy"]),
        on_all!(Number(109.38), Number(215.92), Number(156.25)),
    ),
    row(
        "Table 6",
        "best copy against theory",
        "share",
        Findings(&["bandwidth.copy.efficiency"]),
        on_all!(Number(0.8138), Number(0.7487), Number(0.6964)),
    ),
    row(
        "Table 7",
        "clock of the SMs",
        "MHz",
        Findings(&["device.clock"]),
        on_all!(Number(950.0), Number(1006.0), Number(1279.0)),
    ),
    row(
        "Table 7",
        "a bank of shared memory, in theory",
        "bytes/cycle",
        Nothing(BANKS),
        on_all!(Number(2.0), Number(8.0), Number(4.0)),
    ),
    row(
        "Table 7",
        "shared memory of an SM, in theory",
        "GB/s",
        Nothing("told for all SMs together: device.peak_shared_bandwidth"),
        on_all!(Number(60.80), Number(257.54), Number(163.84)),
    ),
    row(
        "Table 7",
        "shared memory of an SM, best",
        "GB/s",
        Nothing("told in bytes a cycle, in the next row"),
        on_all!(Number(34.90), Number(83.81), Number(137.41)),
    ),
    noted(
        row(
            "Table 7",
            "shared memory of an SM, best",
            "bytes/cycle",
            Findings(&["bandwidth.shared"]),
            on_all!(Number(36.74), Number(83.31), Number(107.44)),
        ),
        "calculated: GB/s over the core clock of the table",
    ),
    noted(
        row(
            "Table 7",
            "shared memory, best against theory",
            "share",
            Findings(&["bandwidth.shared.efficiency"]),
            on_all!(Number(0.574), Number(0.325), Number(0.839)),
        ),
        "Section 6.1 has 58.7 % for the GTX560Ti",
    ),
    noted(
        row(
            "Section 6.1",
            "shared memory, warps times words under way at the best",
            "count",
            Findings(&["bandwidth.shared.warps_times_ilp"]),
            on_all!(Number(64.0), Number(192.0), Number(128.0)),
        ),
        "calculated: 16 x 4, 32 x 6 and 16 x 8; here the fewest that reach 95 % of the best",
    ),
    row(
        "Section 6.2",
        "shared memory, latency",
        "cycles",
        Findings(&["latency.shared"]),
        on_all!(Number(50.0), Number(47.0), Number(28.0)),
    ),
    noted(
        row(
            "Section 5.2",
            "cost of a miss of the first level of translation",
            "cycles",
            Nothing("one level of translation is looked for: see tlb.penalty"),
            &[(Gtx560Ti, Either(&[27.0, 288.0]))],
        ),
        "27 where the data are in L2, 288 where they are in L1",
    ),
    row(
        "Section 5.2",
        "pattern P5, all miss",
        "cycles",
        Findings(&["latency.dram_far_pages"]),
        &[(Gtx980, Word("about 3.5 times the GTX780's"))],
    ),
    noted(
        row(
            "Section 5.2",
            "memory of which the translations are at hand at a time",
            "bytes",
            Nothing("only whether switching shows is looked for: latency.page_table_switch"),
            &[(Gtx780, Number(512.0 * MIB)), (Gtx980, Number(512.0 * MIB))],
        ),
        "beyond it, page tables are switched (P6)",
    ),
];
