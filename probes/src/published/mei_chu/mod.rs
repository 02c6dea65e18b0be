//! Mei and Chu: GTX280, GTX560Ti, GTX780 and GTX980.

mod caches;
mod devices;
mod throughput;

use super::{Gpu, Here, Paper, Row, Said};

pub(super) const ROWS: [&[Row]; 3] = [devices::ROWS, caches::ROWS, throughput::ROWS];

const KIB: f64 = 1024.0;
const MIB: f64 = 1024.0 * KIB;

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    here: Here,
    values: &'static [(Gpu, Said)],
) -> Row {
    Row { property, unit, here, values, paper: Paper::MeiChu, place, note: "" }
}

/// What our experiments take for granted of shared memory.
const BANKS: &str = "32 banks of 4 bytes are assumed; shared.conflict_4.r_squared tells how well \
                     conflicts follow their rule";

const fn noted(row: Row, note: &'static str) -> Row {
    Row { note, ..row }
}

/// Values of the three GPUs that were measured.
macro_rules! on_all {
    ($fermi:expr, $kepler:expr, $maxwell:expr) => {
        &[
            (crate::published::Gpu::Gtx560Ti, $fermi),
            (crate::published::Gpu::Gtx780, $kepler),
            (crate::published::Gpu::Gtx980, $maxwell),
        ]
    };
}
use on_all;
