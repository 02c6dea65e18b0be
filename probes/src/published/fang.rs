//! Fang and others: K20c. Their table of memories by property is in the report's module
//! of the same name.

use super::Gpu::K20c;
use super::Here::{Findings, Nothing};
use super::Said::Number;
use super::{Gpu, Here, Paper, Row, Said};

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    here: Here,
    values: &'static [(Gpu, Said)],
    note: &'static str,
) -> Row {
    Row { property, unit, here, values, paper: Paper::Fang, place, note }
}

/// Why the rates themselves have nothing beside them.
const BELOW: Here = Nothing("told as a share of the driver's copy, in a row below");

const SHARE: &str = "calculated: measured over the driver's copy beside it";

pub(super) const ROWS: &[Row] = &[
    row(
        "Table 1",
        "latency of constant memory",
        "cycles",
        Findings(&["latency.constant_l15"]),
        &[(K20c, Number(110.13))],
        "mean over strides of an array that the first constant cache does not hold",
    ),
    row(
        "Table 1",
        "latency of a register",
        "cycles",
        Nothing("there is no load to time: an instruction has its registers at hand"),
        &[(K20c, Number(0.03))],
        "",
    ),
    row(
        "Table 1",
        "latency of shared memory",
        "cycles",
        Findings(&["latency.shared"]),
        &[(K20c, Number(47.69))],
        "",
    ),
    row(
        "Table 1",
        "latency of local memory",
        "cycles",
        Nothing("it is not timed by itself; what an array there costs is in local.*.cost"),
        &[(K20c, Number(203.75))],
        "",
    ),
    row(
        "Table 1",
        "latency of global memory",
        "cycles",
        Findings(&["latency.l2_near"]),
        &[(K20c, Number(218.86))],
        "an array of 8 KiB: on the K20c, which does not keep global memory in L1, in L2",
    ),
    row(
        "Table 1",
        "latency of textures",
        "cycles",
        Findings(&["latency.texture"]),
        &[(K20c, Number(115.6))],
        "",
    ),
    row(
        "Table 3",
        "private array kept in registers: vectors",
        "words",
        Findings(&["local.vectors.words_in_registers"]),
        &[(K20c, Number(73.0))],
        "compiled for 3.5; 29 for 1.0",
    ),
    row(
        "Table 3",
        "private array kept in registers: product",
        "words",
        Findings(&["local.product.words_in_registers"]),
        &[(K20c, Number(36.0))],
        "compiled for 3.5, 6 x 6; for 1.0, 2 x 2. The kernels are not the same",
    ),
    row(
        "Table 3",
        "private array kept in registers: sort",
        "words",
        Findings(&["local.sort.words_in_registers"]),
        &[(K20c, Number(0.0))],
        "",
    ),
    row(
        "Table 4",
        "driver's copy",
        "GB/s",
        Findings(&["bandwidth.driver_copy"]),
        &[(K20c, Number(159.744))],
        "beside float",
    ),
    row("Table 4", "copy of float", "GB/s", BELOW, &[(K20c, Number(151.492))], ""),
    row("Table 4", "copy of double", "GB/s", BELOW, &[(K20c, Number(157.146))], ""),
    row("Table 4", "copy of int", "GB/s", BELOW, &[(K20c, Number(151.378))], ""),
    row("Table 4", "copy of char", "GB/s", BELOW, &[(K20c, Number(63.02))], ""),
    row("Table 4", "copy of char4", "GB/s", BELOW, &[(K20c, Number(148.599))], ""),
    row(
        "Table 4",
        "copy of float, against the driver's",
        "share",
        Findings(&["types.copy.float"]),
        &[(K20c, Number(0.948))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of double, against the driver's",
        "share",
        Findings(&["types.copy.double"]),
        &[(K20c, Number(0.988))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of int, against the driver's",
        "share",
        Findings(&["types.copy.int"]),
        &[(K20c, Number(0.948))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of char, against the driver's",
        "share",
        Findings(&["types.copy.char"]),
        &[(K20c, Number(0.396))],
        SHARE,
    ),
    row(
        "Table 4",
        "copy of char4, against the driver's",
        "share",
        Findings(&["types.copy.char4"]),
        &[(K20c, Number(0.933))],
        SHARE,
    ),
];
