//! One launch of a kernel in one step.

use propp_recording::Recording;

use super::Trace;
use crate::launches::trace_run;

/// Why a step has no such launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotInStep {
    /// The program repeats no step, or the recording does not show it.
    NoSteps,
    /// It has only this number of steps.
    Steps(usize),
    /// The step has only this number of such launches.
    Launches(u64),
}

/// The number of a launch among the launches of wanted kernels in its process, outside of graphs: the
/// `nth` in this step of those that take most time. All from 1.
pub fn launch_of_step(
    recording: &Recording,
    is_wanted: impl Fn(&str) -> bool,
    step: usize,
    nth: u64,
) -> Result<u64, NotInStep> {
    let run = trace_run(recording).filter(|_| !recording.is_one_run());
    let trace = run.and_then(|run| Trace::of(recording, run)).ok_or(NotInStep::NoSteps)?;
    let kinds = trace.found(None).kinds;
    let main = kinds.iter().max_by_key(|steps| trace.busy_in(steps)).ok_or(NotInStep::NoSteps)?;
    let asked = step.checked_sub(1).and_then(|place| main.each().nth(place));
    let launches = asked.ok_or(NotInStep::Steps(main.count()))?;
    let count = |places: std::ops::Range<usize>| {
        let is_counted = |place: &usize| {
            let name = trace.names.get(trace.launches[*place].name as usize);
            trace.rows[*place].graph == 0 && name.is_some_and(|name| is_wanted(name))
        };
        places.filter(is_counted).count() as u64
    };
    match count(launches.clone()) {
        inside if (1..=inside).contains(&nth) => Ok(count(0..launches.start) + nth),
        inside => Err(NotInStep::Launches(inside)),
    }
}
