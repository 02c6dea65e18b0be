//! Signals that propp gets while the program runs.
//!
//! A terminal sends Ctrl-C to propp and the program alike; propp ignores its
//! own and goes on until the program has ended, so that what was measured is
//! kept. Signals that are sent to propp alone are passed on. When no program
//! runs, a signal does to propp what it does to anybody. A signal that was
//! ignored when propp began (`nohup`, or `&` in a script) stays ignored, by
//! propp and by the program.

use std::fs::File;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The program that runs, or 0.
static PROGRAM: AtomicU32 = AtomicU32::new(0);

/// Whether somebody wanted propp or the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a signal came that asks for the end.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Passes signals on to a process until dropped.
pub(super) struct Forwarding(());

impl Forwarding {
    pub(super) fn to(process: u32) -> io::Result<Self> {
        static STARTED: OnceLock<bool> = OnceLock::new();
        PROGRAM.store(process, Ordering::Relaxed);
        if !STARTED.get_or_init(|| listen().is_ok()) {
            return Err(io::Error::other("signals cannot be passed on"));
        }
        Ok(Self(()))
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        PROGRAM.store(0, Ordering::Relaxed);
    }
}

/// Waits for signals on a thread that lives as long as propp.
fn listen() -> io::Result<()> {
    let ignored = ignored(&std::fs::read_to_string("/proc/self/status")?);
    let all = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2];
    let heeded = all.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let mut signals = Signals::new(heeded)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in &mut signals {
            match PROGRAM.load(Ordering::Relaxed) {
                0 => {
                    let _ = emulate_default_handler(signal);
                }
                program => forward(signal, program),
            }
        }
    })?;
    Ok(())
}

/// Whether propp was begun with a signal ignored, and should leave it so.
pub(crate) fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status) & (1 << (signal - 1)) != 0
}

/// The signals that a process ignores: a bit each, 1 for signal 1.
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

fn forward(signal: i32, program: u32) {
    if matches!(signal, SIGINT | SIGQUIT | SIGTERM | SIGHUP) {
        INTERRUPTED.store(true, Ordering::Relaxed);
    }
    let from_keyboard = matches!(signal, SIGINT | SIGQUIT);
    if from_keyboard && File::open("/dev/tty").is_ok() {
        return; // The terminal has told the program already.
    }
    let pid = i32::try_from(program).ok().and_then(Pid::from_raw);
    if let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(signal)) {
        // The program may be gone already, which is no error.
        let _ = kill_process(pid, signal);
    }
}
