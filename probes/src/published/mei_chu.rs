//! Mei and Chu: GTX280, GTX560Ti, GTX780 and GTX980.

use super::Gpu::{Gtx280, Gtx560Ti, Gtx780, Gtx980};
use super::Said::{Either, List, Number, Word};
use super::{Gpu, Paper, Row, Said};

const KIB: f64 = 1024.0;
const MIB: f64 = 1024.0 * KIB;

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    ids: &'static [&'static str],
    values: &'static [(Gpu, Said)],
) -> Row {
    Row { property, unit, ids, values, paper: Paper::MeiChu, place, note: "" }
}

const fn noted(row: Row, note: &'static str) -> Row {
    Row { note, ..row }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "Table 3",
        "compute capability",
        "times ten",
        &["device.compute_capability"],
        &[
            (Gtx280, Number(13.0)),
            (Gtx560Ti, Number(21.0)),
            (Gtx780, Number(35.0)),
            (Gtx980, Number(52.0)),
        ],
    ),
    row(
        "Table 3",
        "SMs",
        "count",
        &["device.sms"],
        &[
            (Gtx280, Number(30.0)),
            (Gtx560Ti, Number(8.0)),
            (Gtx780, Number(12.0)),
            (Gtx980, Number(16.0)),
        ],
    ),
    row(
        "Table 3",
        "cores of an SM",
        "count",
        &[],
        &[
            (Gtx280, Number(8.0)),
            (Gtx560Ti, Number(48.0)),
            (Gtx780, Number(192.0)),
            (Gtx980, Number(128.0)),
        ],
    ),
    row(
        "Table 3",
        "global memory is cached in",
        "",
        &[],
        &[
            (Gtx280, Word("nothing")),
            (Gtx560Ti, Word("L1 and L2")),
            (Gtx780, Word("L2, or the read-only cache")),
            (Gtx980, Word("L2, or the unified L1")),
        ],
    ),
    row(
        "Table 3",
        "L1 of global memory, size",
        "bytes",
        &["l1.capacity"],
        &[
            (Gtx280, Word("none")),
            (Gtx560Ti, Either(&[16.0 * KIB, 48.0 * KIB])),
            (Gtx980, Number(24.0 * KIB)),
        ],
    ),
    row(
        "Table 3",
        "read-only cache, size",
        "bytes",
        &["read_only.capacity"],
        &[(Gtx780, Number(12.0 * KIB)), (Gtx980, Number(24.0 * KIB))],
    ),
    row(
        "Table 3",
        "L2, size",
        "bytes",
        &["device.l2_size"],
        &[
            (Gtx280, Word("none")),
            (Gtx560Ti, Number(512.0 * KIB)),
            (Gtx780, Number(1.5 * MIB)),
            (Gtx980, Number(2.0 * MIB)),
        ],
    ),
    row(
        "Table 3",
        "memory",
        "bytes",
        &["device.memory"],
        &[
            (Gtx280, Number(1024.0 * MIB)),
            (Gtx560Ti, Number(1024.0 * MIB)),
            (Gtx780, Number(3072.0 * MIB)),
            (Gtx980, Number(4096.0 * MIB)),
        ],
    ),
    row(
        "Table 3",
        "shared memory of an SM",
        "bytes",
        &["device.shared_memory_per_sm"],
        &[
            (Gtx280, Number(16.0 * KIB)),
            (Gtx560Ti, Either(&[48.0 * KIB, 16.0 * KIB])),
            (Gtx780, Either(&[48.0 * KIB, 32.0 * KIB, 16.0 * KIB])),
            (Gtx980, Number(96.0 * KIB)),
        ],
    ),
    row(
        "Table 3",
        "shared memory of a block, at most",
        "bytes",
        &["device.shared_memory_per_block"],
        &[
            (Gtx280, Number(16.0 * KIB)),
            (Gtx560Ti, Number(48.0 * KIB)),
            (Gtx780, Number(48.0 * KIB)),
            (Gtx980, Number(48.0 * KIB)),
        ],
    ),
    row(
        "Table 3",
        "banks of shared memory",
        "count",
        &[],
        &[
            (Gtx280, Number(16.0)),
            (Gtx560Ti, Number(32.0)),
            (Gtx780, Number(32.0)),
            (Gtx980, Number(32.0)),
        ],
    ),
    row(
        "Table 3",
        "width of a bank",
        "bytes",
        &["shared.eight_byte_banks"],
        &[
            (Gtx280, Number(4.0)),
            (Gtx560Ti, Number(4.0)),
            (Gtx780, Number(8.0)),
            (Gtx980, Number(4.0)),
        ],
    ),
    row(
        "Table 3",
        "L1 of textures, size",
        "bytes",
        &["texture.capacity"],
        &[
            (Gtx280, Either(&[6.0 * KIB, 8.0 * KIB])),
            (Gtx560Ti, Number(12.0 * KIB)),
            (Gtx780, Number(12.0 * KIB)),
            (Gtx980, Number(24.0 * KIB)),
        ],
    ),
    noted(
        row(
            "Table 5",
            "L1, line",
            "bytes",
            &["l1.line"],
            &[(Gtx560Ti, Number(128.0)), (Gtx980, Number(32.0))],
        ),
        "Fermi as it is set up by default, with 16 KiB",
    ),
    row(
        "Table 5",
        "L1, sets",
        "count",
        &["l1.sets"],
        &[(Gtx560Ti, Number(32.0)), (Gtx980, Number(4.0))],
    ),
    row("Section 4.5", "L1, ways", "count", &["l1.ways"], &[(Gtx560Ti, Number(4.0))]),
    row(
        "Table 5",
        "L1 replaces the line used longest ago",
        "",
        &["l1.lru", "l1.replacement"],
        &[(Gtx560Ti, Word("no")), (Gtx980, Word("yes"))],
    ),
    row(
        "Section 4.5",
        "L1, chance of each way to be replaced",
        "",
        &["l1.victims"],
        &[(Gtx560Ti, List(&[1.0 / 6.0, 0.5, 1.0 / 6.0, 1.0 / 6.0]))],
    ),
    row(
        "Table 5",
        "L1 of textures, line",
        "bytes",
        &["texture.line"],
        &[(Gtx560Ti, Number(32.0)), (Gtx780, Number(32.0)), (Gtx980, Number(32.0))],
    ),
    row(
        "Table 5",
        "L1 of textures, sets",
        "count",
        &["texture.sets"],
        &[(Gtx560Ti, Number(4.0)), (Gtx780, Number(4.0)), (Gtx980, Number(4.0))],
    ),
    noted(
        row(
            "Section 4.3",
            "L1 of textures, ways",
            "count",
            &["texture.ways"],
            &[(Gtx560Ti, Number(96.0)), (Gtx780, Number(96.0)), (Gtx980, Number(192.0))],
        ),
        "GTX980: its 768 lines over 4 sets",
    ),
    row(
        "Table 5",
        "L1 of textures replaces the line used longest ago",
        "",
        &["texture.lru", "texture.replacement"],
        &[(Gtx560Ti, Word("yes")), (Gtx780, Word("yes")), (Gtx980, Word("yes"))],
    ),
    row(
        "Table 5",
        "read-only cache, line",
        "bytes",
        &["read_only.line"],
        &[(Gtx780, Number(32.0)), (Gtx980, Number(32.0))],
    ),
    row(
        "Table 5",
        "read-only cache, sets",
        "count",
        &["read_only.sets"],
        &[(Gtx780, Number(4.0)), (Gtx980, Number(4.0))],
    ),
    row(
        "Table 5",
        "first level of translation, reach",
        "bytes",
        &[],
        &[
            (Gtx560Ti, Number(32.0 * MIB)),
            (Gtx780, Number(32.0 * MIB)),
            (Gtx980, Number(32.0 * MIB)),
        ],
    ),
    row(
        "Table 5",
        "second level of translation, reach",
        "bytes",
        &["tlb.reach"],
        &[
            (Gtx560Ti, Number(130.0 * MIB)),
            (Gtx780, Number(130.0 * MIB)),
            (Gtx980, Number(130.0 * MIB)),
        ],
    ),
    row(
        "Table 5",
        "page of translation",
        "bytes",
        &["tlb.page"],
        &[(Gtx560Ti, Number(2.0 * MIB)), (Gtx780, Number(2.0 * MIB)), (Gtx980, Number(2.0 * MIB))],
    ),
    noted(
        row(
            "Table 5, Section 4.4",
            "second level of translation, sets",
            "count",
            &[],
            &[(Gtx560Ti, Number(7.0)), (Gtx780, Number(7.0)), (Gtx980, Number(7.0))],
        ),
        "one of 17 entries, six of 8",
    ),
    noted(
        row(
            "Section 4.6",
            "what a miss brings into L2",
            "bytes",
            &["fetch.into_l2"],
            &[
                (Gtx560Ti, Word("about 2/3 of L2, in order")),
                (Gtx780, Word("about 2/3 of L2, in order")),
                (Gtx980, Word("about 2/3 of L2, in order")),
            ],
        ),
        "seen there by a chase in order, here by pairs",
    ),
    row(
        "Table 6",
        "memory bus",
        "bits",
        &["device.memory_bus_width"],
        &[(Gtx560Ti, Number(256.0)), (Gtx780, Number(384.0)), (Gtx980, Number(256.0))],
    ),
    row(
        "Table 6",
        "bandwidth of memory, in theory",
        "GB/s",
        &["device.peak_memory_bandwidth"],
        &[(Gtx560Ti, Number(134.40)), (Gtx780, Number(288.38)), (Gtx980, Number(224.38))],
    ),
    row(
        "Table 6",
        "best copy",
        "GB/s",
        &["bandwidth.copy"],
        &[(Gtx560Ti, Number(109.38)), (Gtx780, Number(215.92)), (Gtx980, Number(156.25))],
    ),
    row(
        "Table 6",
        "best copy against theory",
        "share",
        &["bandwidth.copy.efficiency"],
        &[(Gtx560Ti, Number(0.8138)), (Gtx780, Number(0.7487)), (Gtx980, Number(0.6964))],
    ),
    row(
        "Table 7",
        "shared memory of an SM, best",
        "GB/s",
        &[],
        &[(Gtx560Ti, Number(34.90)), (Gtx780, Number(83.81)), (Gtx980, Number(137.41))],
    ),
    noted(
        row(
            "Table 7",
            "shared memory of an SM, best",
            "bytes/cycle",
            &["bandwidth.shared"],
            &[(Gtx560Ti, Number(36.74)), (Gtx780, Number(83.31)), (Gtx980, Number(107.44))],
        ),
        "calculated: GB/s over the core clock of the table",
    ),
    noted(
        row(
            "Table 7",
            "shared memory, best against theory",
            "share",
            &["bandwidth.shared.efficiency"],
            &[(Gtx560Ti, Number(0.574)), (Gtx780, Number(0.325)), (Gtx980, Number(0.839))],
        ),
        "Section 6.1 has 58.7 % for the GTX560Ti",
    ),
    row(
        "Section 6.2",
        "shared memory, latency",
        "cycles",
        &["latency.shared"],
        &[(Gtx560Ti, Number(50.0)), (Gtx780, Number(47.0)), (Gtx980, Number(28.0))],
    ),
    noted(
        row(
            "Section 5.2",
            "cost of a miss of the first level of translation",
            "cycles",
            &[],
            &[(Gtx560Ti, Either(&[27.0, 288.0]))],
        ),
        "27 where the data are in L2, 288 where they are in L1",
    ),
    row(
        "Section 5.2",
        "pattern P5, all miss",
        "cycles",
        &["latency.dram_far_pages"],
        &[(Gtx980, Word("about 3.5 times the GTX780's"))],
    ),
];
