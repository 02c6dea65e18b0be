//! Launches of the trace run.

use propp_columns::{Table, TableError};
use propp_recording::Recording;

use crate::all;
use crate::launched::{columns, whole};

/// One row a kernel that ran in the trace run, with its time.
///
/// # Errors
/// Never, since no two columns are called the same.
pub fn launches(recordings: &[&Recording]) -> Result<Table, TableError> {
    let rows = all(recordings, |recording| &recording.kernels);
    let mut all = columns(&rows);
    all.push(
        whole(&rows, "start_ns", "Start on the device, since 1970", |row| row.2.start_ns)
            .in_unit("ns"),
    );
    all.push(
        whole(&rows, "duration_ns", "End less start", |row| {
            row.2.end_ns.saturating_sub(row.2.start_ns)
        })
        .in_unit("ns"),
    );
    Table::new(all)
}
