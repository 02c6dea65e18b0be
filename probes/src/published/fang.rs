//! Fang and others: K20c. Their table of memories by property is in the report's module
//! of the same name.

use super::Gpu::K20c;
use super::Said::Number;
use super::{Gpu, Paper, Row, Said};

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    ids: &'static [&'static str],
    values: &'static [(Gpu, Said)],
    note: &'static str,
) -> Row {
    Row { property, unit, ids, values, paper: Paper::Fang, place, note }
}

const SHARE: &str = "calculated: measured over the driver's copy beside it";

pub(super) const ROWS: &[Row] = &[
    row(
        "Table 1",
        "latency of constant memory",
        "cycles",
        &["latency.constant_l15"],
        &[(K20c, Number(110.13))],
        "mean over strides of an array that the first constant cache does not hold",
    ),
    row("Table 1", "latency of a register", "cycles", &[], &[(K20c, Number(0.03))], ""),
    row(
        "Table 1",
        "latency of shared memory",
        "cycles",
        &["latency.shared"],
        &[(K20c, Number(47.69))],
        "",
    ),
    row("Table 1", "latency of local memory", "cycles", &[], &[(K20c, Number(203.75))], ""),
    row(
        "Table 1",
        "latency of global memory",
        "cycles",
        &["latency.l2_near"],
        &[(K20c, Number(218.86))],
        "an array of 8 KiB: on the K20c, which does not keep global memory in L1, in L2",
    ),
    row(
        "Table 1",
        "latency of textures",
        "cycles",
        &["latency.texture"],
        &[(K20c, Number(115.6))],
        "",
    ),
    row(
        "Table 3",
        "private array kept in registers: vectors",
        "words",
        &["local.vectors.words_in_registers"],
        &[(K20c, Number(73.0))],
        "compiled for 3.5; 29 for 1.0",
    ),
    row(
        "Table 3",
        "private array kept in registers: product",
        "words",
        &["local.product.words_in_registers"],
        &[(K20c, Number(36.0))],
        "compiled for 3.5, 6 x 6; for 1.0, 2 x 2. The kernels are not the same",
    ),
    row(
        "Table 3",
        "private array kept in registers: sort",
        "words",
        &["local.sort.words_in_registers"],
        &[(K20c, Number(0.0))],
        "",
    ),
    row(
        "Table 4",
        "driver's copy",
        "GB/s",
        &["bandwidth.driver_copy"],
        &[(K20c, Number(159.744))],
        "beside float",
    ),
    row("Table 4", "copy of float", "GB/s", &[], &[(K20c, Number(151.492))], ""),
    row("Table 4", "copy of double", "GB/s", &[], &[(K20c, Number(157.146))], ""),
    row("Table 4", "copy of int", "GB/s", &[], &[(K20c, Number(151.378))], ""),
    row("Table 4", "copy of char", "GB/s", &[], &[(K20c, Number(63.02))], ""),
    row("Table 4", "copy of char4", "GB/s", &[], &[(K20c, Number(148.599))], ""),
    row(
        "Table 4",
        "copy of float, against the driver's",
        "share",
        &["types.copy.float"],
        &[(K20c, Number(0.948))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of double, against the driver's",
        "share",
        &["types.copy.double"],
        &[(K20c, Number(0.988))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of int, against the driver's",
        "share",
        &["types.copy.int"],
        &[(K20c, Number(0.948))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of char, against the driver's",
        "share",
        &["types.copy.char"],
        &[(K20c, Number(0.396))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of char4, against the driver's",
        "share",
        &["types.copy.char4"],
        &[(K20c, Number(0.933))],
        SHARE,
    ),
];
