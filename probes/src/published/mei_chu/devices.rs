//! Table 3: what the devices are.

use super::super::Gpu::{Gtx280, Gtx560Ti, Gtx780, Gtx980};
use super::super::Here::{Findings, Nothing};
use super::super::Row;
use super::super::Said::{Either, Number, Word};
use super::{BANKS, KIB, MIB, noted, row};

pub(crate) const ROWS: &[Row] = &[
    row(
        "Table 3",
        "compute capability",
        "times ten",
        Findings(&["device.compute_capability"]),
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
        Findings(&["device.sms"]),
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
        Nothing("the driver does not tell it"),
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
        Nothing("l1.capacity and l2.capacity are those of global memory"),
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
        Findings(&["l1.capacity"]),
        &[
            (Gtx280, Word("none")),
            (Gtx560Ti, Either(&[16.0 * KIB, 48.0 * KIB])),
            (Gtx780, Word("not for global memory")),
            (Gtx980, Number(24.0 * KIB)),
        ],
    ),
    row(
        "Table 3",
        "read-only cache, size",
        "bytes",
        Findings(&["read_only.capacity"]),
        &[
            (Gtx280, Word("none")),
            (Gtx560Ti, Word("none")),
            (Gtx780, Number(12.0 * KIB)),
            (Gtx980, Number(24.0 * KIB)),
        ],
    ),
    row(
        "Table 3",
        "L2, size",
        "bytes",
        Findings(&["device.l2_size"]),
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
        Findings(&["device.memory"]),
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
        Findings(&["device.shared_memory_per_sm"]),
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
        Findings(&["device.shared_memory_per_block"]),
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
        Nothing(BANKS),
        &[
            (Gtx280, Number(16.0)),
            (Gtx560Ti, Number(32.0)),
            (Gtx780, Number(32.0)),
            (Gtx980, Number(32.0)),
        ],
    ),
    noted(
        row(
            "Table 3",
            "width of a bank",
            "bytes",
            Findings(&["shared.eight_byte_banks"]),
            &[
                (Gtx280, Number(4.0)),
                (Gtx560Ti, Number(4.0)),
                (Gtx780, Number(8.0)),
                (Gtx980, Number(4.0)),
            ],
        ),
        "here 4 bytes are assumed, as in the row above",
    ),
    row(
        "Table 3",
        "texture units are of",
        "",
        Nothing("the driver does not tell it"),
        &[
            (Gtx280, Word("three SMs")),
            (Gtx560Ti, Word("an SM")),
            (Gtx780, Word("an SM")),
            (Gtx980, Word("an SM")),
        ],
    ),
    row(
        "Table 3",
        "L1 of textures, size",
        "bytes",
        Findings(&["texture.capacity"]),
        &[
            (Gtx280, Either(&[6.0 * KIB, 8.0 * KIB])),
            (Gtx560Ti, Number(12.0 * KIB)),
            (Gtx780, Number(12.0 * KIB)),
            (Gtx980, Number(24.0 * KIB)),
        ],
    ),
];
