//! Launches of count runs, with a column for each counter.

use std::collections::BTreeMap;

use propp_base_columns::{Column, Table, TableError, Values};
use propp_recording::{Measurement, Recording};

use super::launched::{columns, whole};
use super::{RowOf, all};

/// One row a launch whose counters were read. With one pass at a time (`--replay rotate` and
/// `application`) a row has the counters of its pass alone.
/// Fails when a counter is called like one of the first columns.
pub fn counters(recordings: &[&Recording]) -> Result<Table, TableError> {
    let rows = all(recordings, |recording| &recording.measurements);
    let mut all = columns(&rows);
    all.push(whole(&rows, "ordinal", "Which launch of the process, from 0", |row| row.2.ordinal));
    let about = "Which launch of the same kind, from 0";
    all.push(whole(&rows, "ordinal_in_signature", about, |row| row.2.ordinal_in_signature));
    let about = "How long the launch took while it was measured";
    all.push(whole(&rows, "took_ns", about, |row| row.2.took_ns).in_unit("ns"));
    all.extend(values(&rows));
    Table::new(all)
}

/// A column for each counter that any of the launches has.
fn values(rows: &[RowOf<'_, Measurement>]) -> Vec<Column> {
    let mut columns: BTreeMap<&str, Vec<Option<f64>>> = BTreeMap::new();
    for (place, (_, recording, row)) in rows.iter().enumerate() {
        let names = &recording.counter_sets[row.counter_set].counters;
        for (name, value) in names.iter().zip(&row.values) {
            let column = columns.entry(name).or_insert_with(|| vec![None; rows.len()]);
            // RowOf a counter that two passes read, the first.
            column[place] = column[place].or(*value);
        }
    }
    let column = |(name, values)| Column::new(name, "Hardware counter", Values::Float(values));
    columns.into_iter().map(column).collect()
}
