//! Mei and Chu: GTX280, GTX560Ti, GTX780 and GTX980.

mod devices;
mod measured;

use super::{Gpu, Paper, Row, Said};

pub(super) use devices::ROWS as DEVICES;
pub(super) use measured::ROWS as MEASURED;

const KIB: f64 = 1024.0;
const MIB: f64 = 1024.0 * KIB;

const fn row(
    place: &'static str,
    property: &'static str,
    unit: &'static str,
    ids: &'static [&'static str],
    values: &'static [(Gpu, Said)],
) -> Row {
    Row { property, unit, ids, values, paper: Paper::MeiChu, place, note: "" }
}

const fn noted(row: Row, note: &'static str) -> Row {
    Row { note, ..row }
}
