//! Lashgar, Salehi and Baniasadi: M2070 and K20.

use super::Gpu::{K20, M2070};
use super::Here::{Findings, Nothing};
use super::Said::{Number, Word};
use super::{Gpu, Here, Paper, Row, Said};

const KIB: f64 = 1024.0;

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    here: Here,
    values: &'static [(Gpu, Said)],
    note: &'static str,
) -> Row {
    Row { property, unit, here, values, paper: Paper::Lashgar, place, note }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "Section 5",
        "what runs out with many requests",
        "",
        Findings(&["requests.verdict"]),
        &[
            (M2070, Word("status registers of misses, by line")),
            (K20, Word("a table of requests, by warp instruction")),
        ],
        "named there MSHR-like and PRT-like",
    ),
    row(
        "Section 5",
        "entries of it, an SM",
        "count",
        Findings(&["requests.entries"]),
        &[(M2070, Number(128.0)), (K20, Number(45.0))],
        "K20: at least; its figures show spikes at 44 and 45 warp instructions",
    ),
    row(
        "Section 5.1",
        "loads that an entry takes",
        "count",
        Findings(&["requests.merges"]),
        &[(M2070, Number(8.0))],
        "at least; more were not seen to matter",
    ),
    row(
        "Sections 5.1 and 5.2",
        "lines that an SM can ask for at once",
        "count",
        Findings(&["requests.most_lines", "requests.lines_under_way"]),
        &[(M2070, Number(128.0)), (K20, Number(1408.0))],
        "K20: 44 entries of 32 lanes. Here first those asked for without anything running out, \
         then those under way at a time",
    ),
    row(
        "Section 4",
        "loads of a warp under way",
        "count",
        Nothing("up to seven loads of a thread are tried, and no limit of a warp is looked for"),
        &[(M2070, Number(4.0)), (K20, Number(3.0))],
        "",
    ),
    row(
        "Section 3.2, Figure 2",
        "L2, size by copies",
        "bytes",
        Findings(&["l2.copy_knee"]),
        &[(M2070, Number(768.0 * KIB)), (K20, Number(1536.0 * KIB))],
        "where flushing makes no difference any more; on these GPUs the size of L2",
    ),
];
