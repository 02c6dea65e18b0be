//! Tables 5 to 7 and the text: what was measured of caches, translation, throughput and
//! latency.

use super::super::Gpu::{Gtx560Ti, Gtx780, Gtx980};
use super::super::Row;
use super::super::Said::{Either, List, Number, Word};
use super::{MIB, noted, row};

pub(crate) const ROWS: &[Row] = &[
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
