//! Table 5 and Section 4: what was measured of caches and of translation.

use super::super::Gpu::{Gtx560Ti, Gtx780, Gtx980};
use super::super::Here::{Findings, Nothing};
use super::super::Row;
use super::super::Said::{List, Number, Word};
use super::{KIB, MIB, noted, on_all, row};

/// Why a table of translations has fewer rows here than there.
const TABLE: &str = "of translation its reach, entries and cost are looked for, not their order";

/// Why there is no first level of translation.
const ONE_LEVEL: &str = "one level of translation is looked for: that of tlb.reach";

/// Why L2 has a capacity and no structure.
const NO_STRUCTURE: &str = "the structure of L2, whose lines are too many for a trace, is not \
                            looked for";

pub(crate) const ROWS: &[Row] = &[
    noted(
        row(
            "Table 5",
            "L1, size measured",
            "bytes",
            Findings(&["l1.capacity"]),
            &[(Gtx560Ti, Number(16.0 * KIB)), (Gtx980, Number(24.0 * KIB))],
        ),
        "Fermi as it is set up by default",
    ),
    row(
        "Table 5",
        "L1, line",
        "bytes",
        Findings(&["l1.line"]),
        &[(Gtx560Ti, Number(128.0)), (Gtx980, Number(32.0))],
    ),
    row(
        "Table 5",
        "L1, sets",
        "count",
        Findings(&["l1.sets"]),
        &[(Gtx560Ti, Number(32.0)), (Gtx980, Number(4.0))],
    ),
    row("Section 4.5", "L1, ways", "count", Findings(&["l1.ways"]), &[(Gtx560Ti, Number(4.0))]),
    noted(
        row(
            "Section 4.5",
            "L1, address bits of the set",
            "",
            Findings(&["l1.index_bits"]),
            &[(Gtx560Ti, List(&[9.0, 10.0, 11.0]))],
        ),
        "there of a group of four sets; bits 12 and 13 choose the way",
    ),
    row(
        "Table 5",
        "L1 replaces the line used longest ago",
        "",
        Findings(&["l1.lru", "l1.replacement"]),
        &[(Gtx560Ti, Word("no")), (Gtx980, Word("yes"))],
    ),
    row(
        "Section 4.5",
        "L1, chance of each way to be replaced",
        "",
        Findings(&["l1.victims"]),
        &[(Gtx560Ti, List(&[1.0 / 6.0, 0.5, 1.0 / 6.0, 1.0 / 6.0]))],
    ),
    row(
        "Table 5",
        "L1 of textures, size measured",
        "bytes",
        Findings(&["texture.capacity"]),
        on_all!(Number(12.0 * KIB), Number(12.0 * KIB), Number(24.0 * KIB)),
    ),
    row(
        "Table 5",
        "L1 of textures, line",
        "bytes",
        Findings(&["texture.line"]),
        on_all!(Number(32.0), Number(32.0), Number(32.0)),
    ),
    row(
        "Table 5",
        "L1 of textures, sets",
        "count",
        Findings(&["texture.sets"]),
        on_all!(Number(4.0), Number(4.0), Number(4.0)),
    ),
    noted(
        row(
            "Section 4.3",
            "L1 of textures, ways",
            "count",
            Findings(&["texture.ways"]),
            on_all!(Number(96.0), Number(96.0), Number(192.0)),
        ),
        "GTX980: its 768 lines over 4 sets",
    ),
    row(
        "Section 4.3",
        "L1 of textures, address bits of the set",
        "",
        Findings(&["texture.index_bits"]),
        &[(Gtx560Ti, List(&[7.0, 8.0])), (Gtx780, List(&[7.0, 8.0]))],
    ),
    row(
        "Table 5",
        "L1 of textures replaces the line used longest ago",
        "",
        Findings(&["texture.lru", "texture.replacement"]),
        on_all!(Word("yes"), Word("yes"), Word("yes")),
    ),
    row(
        "Table 5",
        "read-only cache, size measured",
        "bytes",
        Findings(&["read_only.capacity"]),
        &[(Gtx780, Number(12.0 * KIB)), (Gtx980, Number(24.0 * KIB))],
    ),
    row(
        "Table 5",
        "read-only cache, line",
        "bytes",
        Findings(&["read_only.line"]),
        &[(Gtx780, Number(32.0)), (Gtx980, Number(32.0))],
    ),
    row(
        "Table 5",
        "read-only cache, sets",
        "count",
        Findings(&["read_only.sets"]),
        &[(Gtx780, Number(4.0)), (Gtx980, Number(4.0))],
    ),
    row(
        "Table 5",
        "read-only cache replaces the line used longest ago",
        "",
        Findings(&["read_only.lru", "read_only.replacement"]),
        &[(Gtx780, Word("yes")), (Gtx980, Word("yes"))],
    ),
    row(
        "Table 5",
        "first level of translation, reach",
        "bytes",
        Nothing(ONE_LEVEL),
        on_all!(Number(32.0 * MIB), Number(32.0 * MIB), Number(32.0 * MIB)),
    ),
    row(
        "Section 4.4",
        "first level of translation, entries",
        "count",
        Nothing(ONE_LEVEL),
        on_all!(Number(16.0), Number(16.0), Number(16.0)),
    ),
    row(
        "Table 5",
        "first level of translation, sets",
        "count",
        Nothing(ONE_LEVEL),
        on_all!(Number(1.0), Number(1.0), Number(1.0)),
    ),
    noted(
        row(
            "Table 5",
            "first level of translation replaces the entry used longest ago",
            "",
            Nothing(ONE_LEVEL),
            on_all!(Word("no"), Word("no"), Word("no")),
        ),
        "the paper of 2014 has yes",
    ),
    row(
        "Table 5",
        "second level of translation, reach",
        "bytes",
        Findings(&["tlb.reach"]),
        on_all!(Number(130.0 * MIB), Number(130.0 * MIB), Number(130.0 * MIB)),
    ),
    noted(
        row(
            "Table 5",
            "what an entry of translation covers",
            "bytes",
            Findings(&["tlb.coverage"]),
            on_all!(Number(2.0 * MIB), Number(2.0 * MIB), Number(2.0 * MIB)),
        ),
        "there a page",
    ),
    noted(
        row(
            "Section 4.4",
            "second level of translation, entries",
            "count",
            Findings(&["tlb.entries"]),
            on_all!(Number(65.0), Number(65.0), Number(65.0)),
        ),
        "calculated: one set of 17 and six of 8",
    ),
    row(
        "Table 5",
        "second level of translation, sets",
        "count",
        Nothing(TABLE),
        on_all!(Number(7.0), Number(7.0), Number(7.0)),
    ),
    row(
        "Table 5",
        "second level of translation replaces the entry used longest ago",
        "",
        Nothing(TABLE),
        on_all!(Word("yes"), Word("yes"), Word("yes")),
    ),
    row(
        "Section 4.6",
        "L2, line",
        "bytes",
        Nothing(NO_STRUCTURE),
        on_all!(Number(32.0), Number(32.0), Number(32.0)),
    ),
    row(
        "Section 4.6",
        "L2 replaces the line used longest ago",
        "",
        Nothing(NO_STRUCTURE),
        on_all!(Word("no"), Word("no"), Word("no")),
    ),
    noted(
        row(
            "Section 4.6",
            "what a miss brings into L2",
            "bytes",
            Findings(&["fetch.into_l2"]),
            on_all!(Word(AHEAD), Word(AHEAD), Word(AHEAD)),
        ),
        "seen there by a chase in order, here by pairs",
    ),
];

/// What the paper takes for fetching ahead.
const AHEAD: &str = "about 2/3 of L2, in order";
