//! Table 3: what the devices are.

use super::super::Gpu::{Gtx280, Gtx560Ti, Gtx780, Gtx980};
use super::super::Row;
use super::super::Said::{Either, Number, Word};
use super::{KIB, MIB, row};

pub(crate) const ROWS: &[Row] = &[
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
];
