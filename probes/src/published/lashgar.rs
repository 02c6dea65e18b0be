//! Lashgar, Salehi and Baniasadi: M2070 and K20.

use super::Gpu::{K20, M2070};
use super::Said::{Number, Word};
use super::{Gpu, Paper, Row, Said};

const KIB: f64 = 1024.0;

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    ids: &'static [&'static str],
    values: &'static [(Gpu, Said)],
    note: &'static str,
) -> Row {
    Row { property, unit, ids, values, paper: Paper::Lashgar, place, note }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "Section 5",
        "what runs out with many requests",
        "",
        &["requests.verdict"],
        &[
            (M2070, Word("status registers of misses, by line")),
            (K20, Word("a table of requests, by warp instruction")),
        ],
        "",
    ),
    row(
        "Section 5",
        "entries of it, an SM",
        "count",
        &["requests.entries"],
        &[(M2070, Number(128.0)), (K20, Number(45.0))],
        "K20: at least; its figures show spikes at 44 and 45 warp instructions",
    ),
    row(
        "Section 5.1",
        "loads that an entry takes",
        "count",
        &["requests.merges"],
        &[(M2070, Number(8.0))],
        "at least; more were not seen to matter",
    ),
    row(
        "Sections 5.1 and 5.2",
        "lines that an SM can ask for at once",
        "count",
        &[],
        &[(M2070, Number(128.0)), (K20, Number(1408.0))],
        "K20: 44 entries of 32 lanes",
    ),
    row(
        "Section 4",
        "loads of a warp under way",
        "count",
        &[],
        &[(M2070, Number(4.0)), (K20, Number(3.0))],
        "",
    ),
    row(
        "Section 3.2, Figure 2",
        "L2, size by copies",
        "bytes",
        &["device.l2_size"],
        &[(M2070, Number(768.0 * KIB)), (K20, Number(1536.0 * KIB))],
        "here as the driver says",
    ),
];
