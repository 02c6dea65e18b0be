//! Signals that propp gets while the program runs.
//!
//! A terminal sends Ctrl-C to propp and the program alike; propp ignores its
//! own and goes on until the program has ended, so that what was measured is
//! kept. Signals that are sent to propp alone are passed on.

use std::io::IsTerminal;
use std::thread::JoinHandle;

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::{Handle, Signals};

/// Passes signals on to a process until dropped.
pub(super) struct Forwarding {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Forwarding {
    pub(super) fn to(process: u32) -> std::io::Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2])?;
        let handle = signals.handle();
        let thread = std::thread::spawn(move || {
            for signal in &mut signals {
                forward(signal, process);
            }
        });
        Ok(Self { handle, thread: Some(thread) })
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn forward(signal: i32, process: u32) {
    let from_keyboard = matches!(signal, SIGINT | SIGQUIT);
    if from_keyboard && std::io::stdin().is_terminal() {
        return; // The terminal has told the program already.
    }
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(signal)) {
        // The program may be gone already, which is no error.
        let _ = kill_process(pid, signal);
    }
}
