//! Signals that propp gets while it profiles a program.
//!
//! A terminal sends Ctrl-C to propp and the program alike; propp ignores its
//! own and goes on until the program has ended, so that what was measured is
//! kept. Signals that a process sends to propp are passed on; those that come
//! while the program is being started wait until it is there. While it does not
//! run, one that asks for the end keeps propp from starting it, and another does
//! to propp what it does to anybody, as all do when no profile is being made. A
//! signal that was ignored when propp began (`nohup`, or `&` in a script) stays
//! ignored, by propp and by the program.

use std::io;
use std::process::Child;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXFSZ};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::emulate_default_handler;
use signal_hook::low_level::siginfo::{Cause, Origin};

struct State {
    addressee: Addressee,
    /// The first that asks for the end.
    interruption: Option<i32>,
}

/// Whom a signal is for.
enum Addressee {
    /// Propp: no profile is being made.
    Propp,
    /// The runs to come: the program does not run now.
    Runs,
    /// The program, which is being started. These came meanwhile.
    Starting(Vec<i32>),
    /// The program, by its process id.
    Program(u32),
}

/// A signal, and whether the terminal sent it: then it went to the whole foreground
/// process group, and the program has it already.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    signal: i32,
    from_terminal: bool,
    /// The program has begun to exist, even if [`State`] does not know it yet.
    has_child: bool,
}

impl Arrival {
    /// The kernel itself sends what a key of the terminal asks for; `kill` is a process's.
    fn of(origin: &Origin) -> Self {
        let of_a_key = matches!(origin.signal, SIGINT | SIGQUIT);
        let from_terminal = of_a_key && origin.cause == Cause::Kernel;
        Self { signal: origin.signal, from_terminal, has_child: has_child() }
    }
}

/// What is to be done about a signal at once.
#[derive(Debug, PartialEq)]
enum Action {
    Nothing,
    PassOn(u32),
    Default,
}

static STATE: Mutex<State> = Mutex::new(State::NEW);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The signal that asked for the end of the profile, if one did.
pub(super) fn interruption() -> Option<i32> {
    state().interruption
}

/// A signal came that asks for the end, so the program is not started.
#[derive(Debug)]
pub(super) struct Interrupted {
    pub(super) signal: i32,
}

impl State {
    const NEW: Self = Self { addressee: Addressee::Propp, interruption: None };

    fn take(&mut self, arrival: Arrival, is_heeded_by_others: bool) -> Action {
        let Arrival { signal, from_terminal, has_child } = arrival;
        let asks_for_the_end = matches!(signal, SIGINT | SIGQUIT | SIGTERM | SIGHUP);
        let action = match &mut self.addressee {
            Addressee::Propp if is_heeded_by_others => return Action::Nothing,
            Addressee::Propp => return Action::Default,
            Addressee::Runs if asks_for_the_end && self.interruption.is_some() => Action::Default,
            Addressee::Runs => Action::Nothing,
            Addressee::Starting(_) if from_terminal && has_child => Action::Nothing,
            Addressee::Starting(waiting) => {
                waiting.push(signal);
                Action::Nothing
            }
            Addressee::Program(_) if from_terminal => Action::Nothing,
            Addressee::Program(program) => Action::PassOn(*program),
        };
        if asks_for_the_end {
            self.interruption.get_or_insert(signal);
        }
        action
    }

    /// The program is to be started, unless somebody wanted the end.
    fn starting(&mut self) -> Result<(), Interrupted> {
        if let Some(signal) = self.interruption {
            return Err(Interrupted { signal });
        }
        self.addressee = Addressee::Starting(Vec::new());
        Ok(())
    }

    /// The program is there; what waited for it.
    fn started(&mut self, program: u32) -> Vec<i32> {
        match std::mem::replace(&mut self.addressee, Addressee::Program(program)) {
            Addressee::Starting(waiting) => waiting,
            _ => Vec::new(),
        }
    }
}

/// While it lives, signals are those of a profile.
pub(super) struct Heeding(());

impl Heeding {
    pub(super) fn begin() -> io::Result<Self> {
        static LISTENS: OnceLock<bool> = OnceLock::new();
        if !LISTENS.get_or_init(|| listen().is_ok()) {
            return Err(io::Error::other("signals cannot be passed on"));
        }
        *state() = State { addressee: Addressee::Runs, ..State::NEW };
        Ok(Self(()))
    }
}

impl Drop for Heeding {
    fn drop(&mut self) {
        state().addressee = Addressee::Propp;
    }
}

/// The program is being started: signals wait for it.
pub(super) struct Starting(());

impl Starting {
    /// Fails if somebody wants no more runs. What is written of the run comes after this.
    pub(super) fn begin() -> Result<Self, Interrupted> {
        state().starting()?;
        Ok(Self(()))
    }

    /// Starts the program; no signal is lost meanwhile.
    pub(super) fn spawn(
        self,
        start: impl FnOnce() -> io::Result<Child>,
    ) -> io::Result<(Child, Forwarding)> {
        let child = start()?;
        let mut state = state();
        for signal in state.started(child.id()) {
            // From the terminal, too: it came before there was a program.
            send(signal, child.id());
        }
        drop(state);
        std::mem::forget(self);
        Ok((child, Forwarding(())))
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        state().addressee = Addressee::Runs;
    }
}

/// Passes signals on to the program until dropped.
pub(super) struct Forwarding(());

impl Drop for Forwarding {
    fn drop(&mut self) {
        state().addressee = Addressee::Runs;
    }
}

/// Signals that others heed while no profile is being made: a bit each, 1 for signal 1.
static HEEDED_BY_OTHERS: AtomicU64 = AtomicU64::new(0);

/// From now on somebody else sees to what a signal does while no profile is being made.
pub fn leave_to_others(signal: i32) {
    HEEDED_BY_OTHERS.fetch_or(1 << (signal - 1), Ordering::Relaxed);
}

/// Waits for signals on a thread that lives as long as propp.
fn listen() -> io::Result<()> {
    // A file that may not grow is an error like a full disk. The program has what it had.
    if !is_ignored(SIGXFSZ) {
        signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    }
    let ignored = ignored(&std::fs::read_to_string("/proc/self/status")?);
    let all = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2];
    let heeded = all.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let mut signals = SignalsInfo::<WithOrigin>::new(heeded)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for origin in &mut signals {
            let arrival = Arrival::of(&origin);
            let by_others =
                HEEDED_BY_OTHERS.load(Ordering::Relaxed) & (1 << (arrival.signal - 1)) != 0;
            let mut state = state();
            match state.take(arrival, by_others) {
                Action::Nothing => {}
                Action::PassOn(program) => send(arrival.signal, program),
                Action::Default => {
                    drop(state);
                    let _ = emulate_default_handler(arrival.signal);
                }
            }
        }
    })?;
    Ok(())
}

/// Whether propp was begun with a signal ignored, and should leave it so.
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status) & (1 << (signal - 1)) != 0
}

/// The signals that a process ignores: a bit each, 1 for signal 1.
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Whether propp has a child that was not waited for.
fn has_child() -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::All, look).is_ok()
}

fn send(signal: i32, program: u32) {
    let pid = i32::try_from(program).ok().and_then(Pid::from_raw);
    if let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(signal)) {
        // The program may be gone already, which is no error.
        let _ = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(signal: i32) -> Arrival {
        Arrival { signal, from_terminal: false, has_child: false }
    }

    #[test]
    fn a_signal_goes_where_it_is_meant_for() {
        let mut state = State::NEW;
        assert_eq!(state.take(sent(SIGTERM), true), Action::Nothing, "others see to it");
        assert_eq!(state.take(sent(SIGTERM), false), Action::Default);
        assert_eq!(state.interruption, None, "no profile was");
        assert!(state.starting().is_ok());
        assert_eq!(state.take(sent(SIGUSR1), false), Action::Nothing);
        assert_eq!(state.take(sent(SIGTERM), false), Action::Nothing);
        assert_eq!(state.started(7), [SIGUSR1, SIGTERM]);
        assert_eq!(state.interruption, Some(SIGTERM));
        assert_eq!(state.take(sent(SIGUSR2), false), Action::PassOn(7));
        assert_eq!(state.take(sent(SIGTERM), false), Action::PassOn(7));
        assert_eq!(state.take(sent(SIGINT), false), Action::PassOn(7));
        let key = Arrival { signal: SIGINT, from_terminal: true, has_child: true };
        assert_eq!(state.take(key, false), Action::Nothing, "the terminal told the program");
    }

    #[test]
    fn a_key_pressed_while_the_program_starts_reaches_it_once() {
        let key = Arrival { signal: SIGINT, from_terminal: true, has_child: false };
        for (has_child, sent_on) in [(false, &[SIGINT][..]), (true, &[])] {
            let mut state = State::NEW;
            assert!(state.starting().is_ok());
            assert_eq!(state.take(Arrival { has_child, ..key }, false), Action::Nothing);
            assert_eq!(state.started(7), sent_on);
            assert_eq!(state.interruption, Some(SIGINT));
        }
    }

    #[test]
    fn while_nothing_runs_the_first_keeps_the_program_from_starting_and_the_second_ends_propp() {
        let mut state = State { addressee: Addressee::Runs, ..State::NEW };
        assert_eq!(state.take(sent(SIGUSR1), false), Action::Nothing, "the program is not there");
        assert_eq!(state.interruption, None);
        assert_eq!(state.take(sent(SIGINT), false), Action::Nothing);
        assert_eq!(state.starting().unwrap_err().signal, SIGINT);
        assert_eq!(state.take(sent(SIGUSR1), false), Action::Nothing);
        assert_eq!(state.take(sent(SIGINT), false), Action::Default);
    }
}
