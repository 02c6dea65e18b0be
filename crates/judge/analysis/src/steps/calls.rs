//! What the calls of the host say, as they are recorded.

use propp_judge_steps::{Calls, HostCalls, Site, Sites};
use propp_recording::{Copied, Recording};
use propp_recording_wire::{Direction, Synchronisation};

/// What the host of a process did beside launching.
pub(super) fn host_calls(recording: &Recording, process: usize) -> HostCalls {
    let mut calls = HostCalls::default();
    let waits = recording.syncs.iter().filter(|row| row.process == process);
    for row in waits.filter(|row| row.wait.kind != Synchronisation::STREAM_FOR_EVENT) {
        calls.waits(row.wait.correlation);
    }
    let own = |copy: &&Copied| recording.streams[copy.stream].process == process;
    for copy in recording.copies.iter().filter(own) {
        match copy.direction {
            Direction::DeviceToHost => calls.waits(copy.correlation),
            Direction::HostToDevice => calls.copies_in(copy.correlation),
            _ => {}
        }
    }
    calls
}

/// From where a process launched.
pub(super) fn source_calls(recording: &Recording, process: usize) -> Calls {
    let mut calls = Calls::default();
    for row in recording.sites.iter().filter(|row| row.process == process) {
        let function = recording.names[row.function].clone();
        let site = Site { parent: row.parent, position: row.position, function, line: row.line };
        calls.add(row.number, site);
    }
    for row in recording.launched_from.iter().filter(|row| row.process == process) {
        calls.launched_from(row.correlation, row.site);
    }
    calls
}

/// The file and the line of a call.
pub(super) fn place_of(sites: &Sites, number: u32) -> Option<String> {
    let site = sites.get(number)?;
    let path = site.function.rsplit_once(':')?.0;
    let file = path.rsplit('/').next().unwrap_or(path);
    site.line.map(|line| format!("{file}:{line}"))
}
