//! Launches of the trace run.

use propp_base_columns::{Column, Table, TableError, Values};
use propp_judge_analysis::{StepOfLaunch, step_of_launches};
use propp_recording::{KernelRow, KernelTimes, Recording};

use super::launched::columns;
use super::{RowOf, all};

/// One row a kernel that ran in the trace run, with its time.
pub fn launches(recordings: &[&Recording]) -> Result<Table, TableError> {
    let rows = all(recordings, |recording| &recording.kernels);
    let mut all = columns(&rows);
    let times: Vec<KernelTimes<'_>> = recordings.iter().map(|of| KernelTimes::of(of)).collect();
    let ns = |of: &dyn Fn(&KernelRow, u64) -> u64| {
        let one = |row: &RowOf<'_, KernelRow>| {
            let duration_ns = times.get(row.0)?.measured(row.2)?;
            i64::try_from(of(row.2, duration_ns)).ok()
        };
        Values::Int(rows.iter().map(one).collect())
    };
    // Where counters were read in the same run (--runs one), CUPTI tells neither.
    let starts = ns(&|row, _| row.start_ns);
    let about = "Start on the device, since 1970; missing if it was measured in the only run";
    all.push(Column::new("start_ns", about, starts).in_unit("ns"));
    let durations = ns(&|_, duration_ns| duration_ns);
    let about = "End less start; missing if it was measured in the only run";
    all.push(Column::new("duration_ns", about, durations).in_unit("ns"));
    let steps = recordings.iter().flat_map(|recording| step_of_launches(recording).of_launch);
    let steps: Vec<Option<StepOfLaunch>> = steps.collect();
    let number = |of: fn(&StepOfLaunch) -> usize| {
        let one = |step: &Option<StepOfLaunch>| i64::try_from(of(step.as_ref()?) + 1).ok();
        Values::Int(steps.iter().map(one).collect())
    };
    let about = "Step of the program, from 1 for each kind; missing outside of steps";
    all.push(Column::new("step", about, number(|step| step.number)));
    let about = "Kind of that step, from 1, such as training and evaluation";
    all.push(Column::new("step_kind", about, number(|step| step.kind)));
    Table::new(all)
}
