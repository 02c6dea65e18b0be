//! Mei, Zhao, Liu and Chu, 2014: GTX560Ti and GTX780. What the later paper repeats is
//! there.

use super::Gpu::{Gtx560Ti, Gtx780};
use super::Here::{Findings, Nothing};
use super::Said::{Number, Word};
use super::{Gpu, Here, Paper, Row, Said};

const fn row(
    place: &'static str,
    property: &'static str,
    here: Here,
    values: &'static [(Gpu, Said)],
    note: &'static str,
) -> Row {
    Row { property, unit: "cycles", here, values, paper: Paper::Npc, place, note }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "Table 3",
        "P1: L1",
        Findings(&["latency.l1"]),
        &[(Gtx560Ti, Number(116.0)), (Gtx780, Word("global memory is not in L1"))],
        "",
    ),
    row(
        "Table 3",
        "P1: L2, translations at hand",
        Findings(&["latency.l2_near"]),
        &[(Gtx560Ti, Number(371.0)), (Gtx780, Number(230.0))],
        "GTX560Ti with L1 off",
    ),
    row(
        "Table 3",
        "P2: L2, first level of translation misses",
        Nothing("a first level of translation is not told apart: see P3"),
        &[(Gtx560Ti, Number(398.0)), (Gtx780, Number(236.0))],
        "GTX560Ti with L1 off; 404 with L1",
    ),
    row(
        "Table 3",
        "P3: L2, both levels of translation miss",
        Findings(&["latency.l2_far_pages"]),
        &[(Gtx560Ti, Number(482.0)), (Gtx780, Number(289.0))],
        "GTX560Ti with L1 off; 488 with L1",
    ),
    row(
        "Table 3",
        "P4: DRAM, translations at hand",
        Findings(&["latency.dram"]),
        &[(Gtx560Ti, Number(639.0)), (Gtx780, Number(371.0))],
        "GTX560Ti with L1 off; 655 with L1",
    ),
    row(
        "Table 3",
        "P5: DRAM, both levels of translation miss",
        Findings(&["latency.dram_far_pages"]),
        &[(Gtx560Ti, Number(1245.0)), (Gtx780, Number(734.0))],
        "GTX560Ti with L1 off; 1259 with L1",
    ),
    row(
        "Table 3",
        "P6: as P5, and the page table is switched",
        Findings(&["latency.page_table_switch"]),
        &[(Gtx780, Number(1000.0))],
        "",
    ),
    row(
        "Table 3",
        "a miss of the second level of translation, data in L2",
        Findings(&["tlb.penalty"]),
        &[(Gtx560Ti, Number(84.0)), (Gtx780, Number(53.0))],
        "calculated: P3 less P2",
    ),
    row(
        "Table 5",
        "texture, in L1",
        Findings(&["latency.texture"]),
        &[(Gtx560Ti, Number(240.0)), (Gtx780, Number(110.0))],
        "",
    ),
    row(
        "Table 5",
        "texture, in L2",
        Findings(&["texture.miss"]),
        &[(Gtx560Ti, Number(470.0)), (Gtx780, Number(220.0))],
        "",
    ),
    row(
        "Section 4.1",
        "shared memory, a warp's load of one word",
        Findings(&["shared.hit"]),
        &[(Gtx560Ti, Number(50.0))],
        "",
    ),
    row(
        "Section 4.1",
        "shared memory, conflict of 2 ways",
        Nothing("shared.hit, and shared.conflict_4.cycles_per_way once"),
        &[(Gtx560Ti, Number(88.0))],
        "",
    ),
    row(
        "Section 4.1",
        "shared memory, conflict of 32 ways",
        Findings(&["warp.shared.distinct_lines.most"]),
        &[(Gtx560Ti, Number(1210.0))],
        "",
    ),
    row(
        "Section 4.1",
        "shared memory, each further way of a conflict",
        Findings(&["shared.conflict_4.cycles_per_way"]),
        &[(Gtx560Ti, Number(37.4))],
        "calculated: from 50 without to 1210 with 32 ways",
    ),
];
