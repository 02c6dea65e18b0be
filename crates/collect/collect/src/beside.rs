//! Whether a second copy of the program may run at the same time as the first, a little behind it:
//! until the first begins to use CUDA, it must open no port, hold no lock, and change no file.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use propp_recording_wire::pulse::{SLOT_BYTES, SLOTS};
use rustix::process::{Pid, Signal, kill_process};

use super::memory;

/// File systems round the time of a change down.
const ROUNDED: Duration = Duration::from_millis(50);

/// Files and folders that are looked through at most.
const MOST_FILES: usize = 5_000;

/// A socket that waits for connections, in `/proc/net/unix`.
const LISTENS: u64 = 0x1_0000;

/// The state of a socket that has an address at its other end, in `/proc/net/udp`.
const CONNECTED: &str = "01";

/// What propp's library in the program writes to the file that tells what each thread does.
const OURS: u64 = 4 * (SLOTS * SLOT_BYTES) as u64;

/// What the kernel writes files in.
const PAGE: u64 = 4096;

/// What the kernel counts processor time in.
const TICKS_PER_SECOND: u64 = 100;

/// The copy of the program that runs in the trace run.
#[derive(Clone, Debug)]
pub(super) struct First {
    pub command: Vec<OsString>,
    /// The process that propp started.
    pub process: u32,
    pub began: SystemTime,
    /// What propp writes: its changes are not the program's.
    pub recording: PathBuf,
    /// The file in which propp's library in the program notes what its threads do.
    pub pulse: PathBuf,
}

type Allowed = Result<(), &'static str>;

/// Says why no second copy may run, if none may: what the first has done so far.
pub(super) fn may_run(first: &First) -> Allowed {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    ensure(cores > 1, "the host has one core")?;
    let processes = line_of(first.process).ok_or("the program consists of several processes")?;
    let mut files: Vec<OpenFiles> = Vec::new();
    for &process in &processes {
        match OpenFiles::of(process) {
            Ok(of) => files.push(of),
            // It has ended meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return Err("the program runs with the rights of another user"),
        }
    }
    ensure(!files.iter().any(|files| is_locked(&files.all)), "the program holds a lock on a file")?;
    let sockets = files.iter().flat_map(|files| &files.sockets).copied().collect();
    let has_port = has_port(first.process, &sockets);
    ensure(!has_port, "the program has a network connection or listens for one")?;
    let inherited = OpenFiles::of(std::process::id()).map_err(|_| "propp's files are unknown")?;
    let writes = |files: &OpenFiles| !files.written.is_subset(&inherited.all);
    ensure(!files.iter().any(writes), "the program has a file open for writing")?;
    // To files wherever they are; of standard output propp knows what it is.
    let written: Vec<u64> = processes.iter().filter_map(|&one| written_bytes(one)).collect();
    ensure(!written.is_empty(), "what the program writes is unknown")?;
    let ours = if has_library(first) { OURS } else { 0 };
    let is_shown = written.iter().sum::<u64>() <= inherited.standard_bytes + ours;
    ensure(is_shown, "the program has written to a file")?;
    ensure(has_memory(&processes), "the host has too little memory for two")?;
    changes_nothing(first, &processes, &inherited.all)
}

/// The processor time of a process and what it has started.
pub(super) fn processor_time(process: u32) -> Duration {
    let ticks = |process: u32| -> u64 {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The name of the program stands in parentheses, and may hold any.
        let words = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
        words.skip(11).take(4).filter_map(|word| word.parse::<u64>().ok()).sum()
    };
    let below = std::iter::successors(Some(process), |&process| children(process).first().copied());
    Duration::from_millis(below.map(ticks).sum::<u64>() * 1000 / TICKS_PER_SECOND)
}

fn ensure(holds: bool, otherwise: &'static str) -> Allowed {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Ends all that the process has started, which is stopped first so that it starts nothing else.
pub(super) fn end_below(process: u32) {
    let send = |process: u32, signal: Signal| {
        // It may have ended.
        let _ = Pid::from_raw(process.cast_signed()).map(|pid| kill_process(pid, signal));
    };
    let mut stopped = vec![process];
    let mut next = 0;
    while let Some(&one) = stopped.get(next) {
        send(one, Signal::STOP);
        stopped.extend(children(one));
        next += 1;
    }
    stopped.into_iter().skip(1).rev().for_each(|one| send(one, Signal::KILL));
}

fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of_task = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).ok();
    let all = tasks.filter_map(of_task).collect::<String>();
    all.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The process and those that it has started, if each has started one at most.
fn line_of(process: u32) -> Option<Vec<u32>> {
    let mut line = vec![process];
    loop {
        match children(line[line.len() - 1])[..] {
            [] => return Some(line),
            [child] => line.push(child),
            _ => return None,
        }
    }
}

/// Whether one of these files is locked. Who locked it may have ended since.
fn is_locked(files: &BTreeSet<Identity>) -> bool {
    let locks = fs::read_to_string("/proc/locks").unwrap_or_default();
    let file = |line: &str| line.split(':').nth(3)?.split_whitespace().next()?.parse().ok();
    locks.lines().filter_map(file).any(|locked: u64| files.iter().any(|file| file.1 == locked))
}

/// Whether propp's library runs in the program, which then begins to use CUDA.
fn has_library(first: &First) -> bool {
    // The first slot has how many others were taken.
    let slot = fs::File::open(&first.pulse).and_then(|mut pulse| {
        let mut slot = [0; SLOT_BYTES];
        pulse.read_exact(&mut slot).map(|()| slot)
    });
    slot.is_ok_and(|slot| slot != [0; SLOT_BYTES])
}

/// The bytes of files that a process, and those of its children that have ended, have written.
fn written_bytes(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/io")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("write_bytes:"))?.trim().parse().ok()
}

/// A file, by its device and number.
type Identity = (u64, u64);

fn identity(file: &Metadata) -> Identity {
    (file.dev(), file.ino())
}

#[derive(Debug, Default)]
struct OpenFiles {
    sockets: BTreeSet<u64>,
    all: BTreeSet<Identity>,
    /// Those that are open for writing; of propp without standard output.
    written: BTreeSet<Identity>,
    /// What standard output and standard error may have taken, in whole pages.
    standard_bytes: u64,
}

impl OpenFiles {
    fn of(process: u32) -> io::Result<Self> {
        let mut files = Self::default();
        for entry in fs::read_dir(format!("/proc/{process}/fd"))? {
            let entry = entry?;
            // It may be closed meanwhile.
            let Ok(target) = fs::read_link(entry.path()) else { continue };
            let target = target.to_string_lossy();
            if let Some(number) = target.strip_prefix("socket:[") {
                files.sockets.extend(number.trim_end_matches(']').parse::<u64>());
            }
            let Ok(file) = fs::metadata(entry.path()) else { continue };
            if !file.is_file() || file.nlink() == 0 {
                continue;
            }
            files.all.insert(identity(&file));
            let number = entry.file_name();
            let is_standard = ["0", "1", "2"].iter().any(|own| number.as_bytes() == own.as_bytes());
            let is_standard = is_standard && process == std::process::id();
            let information = Path::new("/proc").join(process.to_string()).join("fdinfo");
            let information = fs::read_to_string(information.join(number)).unwrap_or_default();
            if !is_standard && is_written(&information) {
                files.written.insert(identity(&file));
            } else if is_standard {
                files.standard_bytes += file.len().next_multiple_of(PAGE) + PAGE;
            }
        }
        Ok(files)
    }
}

/// Whether a file is open for writing, by its `fdinfo`.
fn is_written(information: &str) -> bool {
    let flags = information.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u64::from_str_radix(flags.trim(), 8).ok());
    flags.is_none_or(|flags| flags & 0o3 != 0)
}

/// Whether one of these sockets is of the internet, or waits for connections.
fn has_port(process: u32, sockets: &BTreeSet<u64>) -> bool {
    let table =
        |name: &str| fs::read_to_string(format!("/proc/{process}/net/{name}")).unwrap_or_default();
    let is_own = |number: Option<&str>| {
        number
            .and_then(|number| number.parse().ok())
            .is_some_and(|number| sockets.contains(&number))
    };
    let listens = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let flags = words.get(3).and_then(|flags| u64::from_str_radix(flags, 16).ok());
        is_own(words.get(6).copied()) && flags.is_none_or(|flags| flags & LISTENS != 0)
    };
    let of_internet = |name: &str| {
        table(name).lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            // A name is looked up by a datagram to one address, which nobody else can answer.
            let asks = name.starts_with("udp") && words.get(3) == Some(&CONNECTED);
            is_own(words.get(9).copied()) && !asks
        })
    };
    ["tcp", "tcp6", "udp", "udp6"].into_iter().any(of_internet)
        || table("unix").lines().any(listens)
}

/// Whether as much memory as these processes have is free twice.
fn has_memory(processes: &[u32]) -> bool {
    let resident = |process: &u32| memory::kilobytes(&format!("/proc/{process}/status"), "VmRSS:");
    2 * processes.iter().filter_map(resident).sum::<u64>() <= memory::free().unwrap_or(0) / 1024
}

/// Whether the program has left its folder as it was, and those that its arguments name.
fn changes_nothing(first: &First, processes: &[u32], ours: &BTreeSet<Identity>) -> Allowed {
    let own = |process: &u32| fs::read_link(format!("/proc/{process}/cwd")).ok();
    let own: BTreeSet<PathBuf> = processes.iter().filter_map(own).collect();
    let named = first.command.iter().skip(1).map(|word| {
        let value = word.as_bytes().split(|byte| *byte == b'=').next_back();
        PathBuf::from(OsStr::from_bytes(value.unwrap_or_default()))
    });
    let mut open: Vec<PathBuf> =
        named.flat_map(|name| own.iter().map(move |own| own.join(&name))).collect();
    open.retain(|path| path.is_dir());
    open.extend(own.iter().cloned());
    let since = first.began - ROUNDED;
    let is_recent = |file: &Metadata| file.modified().is_ok_and(|changed| changed >= since);
    let recording = first.recording.file_name().unwrap_or_default().as_bytes();
    let ours_is_in = std::path::absolute(&first.recording).ok();
    let ours_is_in = ours_is_in.and_then(|path| fs::canonicalize(path.parent()?).ok());
    let mut left = MOST_FILES;
    while let Some(folder) = open.pop() {
        let changed = fs::symlink_metadata(&folder).is_ok_and(|folder| is_recent(&folder));
        let is_ours = fs::canonicalize(&folder).ok() == ours_is_in;
        ensure(!changed || is_ours, "the program has changed a folder")?;
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            left = left
                .checked_sub(1)
                .ok_or("the folder of the program has too many files to look through")?;
            let Ok(file) = entry.metadata() else { continue };
            let name = entry.file_name();
            if file.is_dir() && name != "__pycache__" {
                open.push(entry.path());
            }
            let is_ours = name.as_bytes().starts_with(recording) || ours.contains(&identity(&file));
            ensure(
                !file.is_file() || is_ours || !is_recent(&file),
                "the program has changed a file",
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "beside_tests.rs"]
mod tests;
