//! Running programs that may hang, without hanging.

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// What no program here needs, on any GPU.
const LIMIT: Duration = Duration::from_secs(150);

const POLL: Duration = Duration::from_millis(5);

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: ExitStatus,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Ran {
    /// The exit code as a shell shows it.
    pub(crate) fn code(&self) -> i32 {
        let signal = || 128 + self.status.signal().unwrap_or_default();
        self.status.code().unwrap_or_else(signal)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// What was on standard error before propp's first word, which it has when
    /// the program has ended.
    pub(crate) fn err_of_program(&self) -> &str {
        self.err.find("propp: ").map_or(&self.err, |start| &self.err[..start])
    }

    /// `Err`, with everything the program said, unless it ended with this code.
    pub(crate) fn ended_with(self, code: i32) -> Result<Self, String> {
        if self.code() == code {
            return Ok(self);
        }
        Err(format!(
            "ended with {} instead of {code}\n-- stdout\n{}\n-- stderr\n{}",
            self.code(),
            self.text(),
            self.err
        ))
    }
}

/// A program that runs, in a process group of its own: dropping this ends it
/// and everything that it has started.
pub(crate) struct Running {
    child: Child,
    title: String,
    out: Collected,
    err: Collected,
    readers: Vec<JoinHandle<()>>,
}

type Collected = Arc<Mutex<Vec<u8>>>;

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Result<Ran, String> {
    start(command, input)?.wait()
}

/// Starts a program.
pub(crate) fn start(command: &mut Command, input: &[u8]) -> Result<Running, String> {
    let title = format!("{command:?}");
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.process_group(0).spawn().map_err(|e| format!("{title}: {e}"))?;
    let mut readers = Vec::new();
    let out = read(child.stdout.take(), &mut readers);
    let err = read(child.stderr.take(), &mut readers);
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program need not read all of it, or any.
        readers.push(std::thread::spawn(move || drop(stdin.write_all(&input))));
    }
    Ok(Running { child, title, out, err, readers })
}

fn read(from: Option<impl Read + Send + 'static>, readers: &mut Vec<JoinHandle<()>>) -> Collected {
    let all = Collected::default();
    let Some(mut from) = from else { return all };
    let into = Arc::clone(&all);
    readers.push(std::thread::spawn(move || {
        let mut piece = [0; 1 << 16];
        while let Ok(count @ 1..) = from.read(&mut piece) {
            into.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&piece[..count]);
        }
    }));
    all
}

fn taken(from: &Collected) -> Vec<u8> {
    from.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

impl Running {
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Lines on standard output up to now.
    pub(crate) fn lines(&self) -> usize {
        taken(&self.out).iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Waits for so many lines on standard output.
    pub(crate) fn wait_for_lines(&mut self, count: usize) -> Result<(), String> {
        let begun = Instant::now();
        while self.lines() < count {
            let ended = self.child.try_wait().map_err(|e| e.to_string())?;
            if ended.is_some() || begun.elapsed() > LIMIT {
                let err = String::from_utf8_lossy(&taken(&self.err)).into_owned();
                return Err(format!(
                    "{}: {} lines of {count} came; {err}",
                    self.title,
                    self.lines()
                ));
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// Waits for the end of the program and of everything that holds its
    /// output; too long a wait is an error.
    pub(crate) fn wait(mut self) -> Result<Ran, String> {
        let begun = Instant::now();
        let mut status = None;
        loop {
            if status.is_none() {
                status = self.child.try_wait().map_err(|e| e.to_string())?;
            }
            if let Some(status) = status
                && self.readers.iter().all(JoinHandle::is_finished)
            {
                let err = String::from_utf8_lossy(&taken(&self.err)).into_owned();
                return Ok(Ran { status, out: taken(&self.out), err });
            }
            if begun.elapsed() > LIMIT {
                return Err(format!(
                    "{} hangs: it was ended after {LIMIT:?}\n-- stdout\n{}\n-- stderr\n{}",
                    self.title,
                    String::from_utf8_lossy(&taken(&self.out)),
                    String::from_utf8_lossy(&taken(&self.err))
                ));
            }
            std::thread::sleep(POLL);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // All may be gone already, which is no error.
        let _ = pid(self.child.id()).map(|group| kill_process_group(group, Signal::KILL));
        let _ = self.child.wait();
    }
}

fn pid(number: u32) -> Option<Pid> {
    i32::try_from(number).ok().and_then(Pid::from_raw)
}

/// Sends a signal to one process.
pub(crate) fn signal(process: u32, signal: Signal) -> Result<(), String> {
    let pid = pid(process).ok_or("no process id")?;
    kill_process(pid, signal).map_err(|error| format!("cannot signal {process}: {error}"))
}

/// The process that another one has started.
pub(crate) fn child_of(parent: u32) -> Result<u32, String> {
    let entries = std::fs::read_dir("/proc").map_err(|error| error.to_string())?;
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    entries
        .filter_map(|entry| number(entry.ok()?))
        .find(|&process| parent_of(process) == Some(parent))
        .ok_or(format!("process {parent} has no child"))
}

fn parent_of(process: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything; then come state and parent.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
