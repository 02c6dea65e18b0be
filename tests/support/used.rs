//! What a command takes: processor time, which other work on the machine hardly changes, and memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a command took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    /// Of the processor, by the program and by the system for it, in hundredths of a second.
    pub(crate) processor: Duration,
    /// The most memory at once.
    pub(crate) peak_mib: u64,
}

/// Runs a command that must succeed, with nothing of what it prints.
pub(crate) fn used(command: &mut Command) -> Used {
    const LOOKS: Duration = Duration::from_millis(3);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let mut peak_mib = 0;
    // A process that has ended is there until somebody waits for it.
    let processor = loop {
        peak_mib = peak_mib.max(mib(&process).unwrap_or(0));
        match times(&process) {
            (true, processor) => break processor,
            _ => std::thread::sleep(LOOKS),
        }
    };
    let status = child.wait().unwrap();
    assert!(status.success(), "{command:?}: {status}");
    Used { processor, peak_mib }
}

/// The peak so far; none of a process that has ended.
fn mib(process: &Path) -> Option<u64> {
    let status = fs::read_to_string(process.join("status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().unwrap() >> 10)
}

/// Whether it has ended, and its processor time.
fn times(process: &Path) -> (bool, Duration) {
    let stat = fs::read_to_string(process.join("stat")).unwrap();
    // Behind the name, which may hold anything: the state first, proc_pid_stat(5).
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks = |field: usize| fields[field].parse::<u64>().unwrap();
    (fields[0] == "Z", Duration::from_millis(10 * (ticks(11) + ticks(12))))
}
