//! One run of the program: start it, listen to its processes, wait for its end.

use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixListener;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use propp_recording::Ending;
use propp_recording_wire::{Frame, variables};
use rustix::process::{Pid, Signal, kill_process};

use super::connections::{Event, Message, accept, mark};
use super::descriptors::Raised;
use super::error::Result;
use super::held::Held;
use super::signals::{Forwarding, Starting};

/// Frames that wait for the recording at most. A faster process blocks.
const QUEUE: usize = 4096;

/// How long propp waits for processes that outlive the program, without the time in which it handles
/// what they send: on a busy disk that alone may take seconds.
pub(super) const GRACE: Duration = Duration::from_secs(3);

/// How long propp listens to them at most: a process that stays behind may send for ever.
const LONGEST_GRACE: Duration = Duration::from_secs(10);

/// How long a mark may take; where propp is out of descriptors it does not arrive.
const MARK: Duration = Duration::from_secs(1);

/// The time without events after which the caller gets a [`Event::Tick`]; shorter at first, as
/// the end of a process is often that of the program.
const TICK: Duration = Duration::from_millis(50);
const FIRST_TICK: Duration = Duration::from_millis(1);

/// What to do with the program after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    /// Kill it, with all of its connected processes.
    Kill,
}

pub(super) struct RunSetup<'a> {
    /// The program, if it was started early.
    pub(super) held: Option<Held>,
    pub(super) command: &'a [OsString],
    pub(super) environment: Vec<(&'static str, OsString)>,
    pub(super) stdin: Stdio,
    /// Whether to drop the program's output: an earlier run has shown it.
    pub(super) silent_output: bool,
    /// Whether to drop the program's errors.
    pub(super) silent_errors: bool,
    /// A variable and its value, as `NAME=VALUE`: processes with it are waited for when the program
    /// has ended, also those that have not connected yet.
    pub(super) awaited: Option<OsString>,
}

#[derive(Clone, Debug)]
pub(super) struct RunResult {
    pub(super) duration: Duration,
    pub(super) ending: Ending,
    pub(super) killed: bool,
    pub(super) processes: u32,
    /// Processes that were still connected when propp stopped listening.
    pub(super) connected: BTreeSet<u32>,
    /// Whether other awaited ones still ran.
    pub(super) others_run: bool,
}

#[derive(Default)]
struct Connections {
    open: BTreeSet<u32>,
    /// Those of `open` that have sent nothing yet.
    silent: BTreeSet<u32>,
    /// Those that have sent something.
    ever: u32,
    pids: HashMap<u32, u32>,
    /// Whether one has closed that never sent anything, as [`mark`] makes.
    marked: bool,
}

impl Connections {
    fn handle(&mut self, message: Message, on_event: &mut impl FnMut(Event) -> Flow) -> Flow {
        match message {
            Message::Opened(process) => {
                self.open.insert(process);
                self.silent.insert(process);
            }
            Message::Closed(process) => {
                self.open.remove(&process);
                if self.silent.remove(&process) {
                    self.marked = true;
                    return Flow::Continue;
                }
                return on_event(Event::Closed { process });
            }
            Message::Event(event) => {
                let sender = match &event {
                    Event::Frame { process, .. }
                    | Event::Broken { process, .. }
                    | Event::WrongVersion { process } => Some(process),
                    Event::Closed { .. } | Event::Ended | Event::Unheard | Event::Tick => None,
                };
                if sender.is_some_and(|process| self.silent.remove(process)) {
                    self.ever += 1;
                }
                if let Event::Frame { process, frame: Frame::Hello(hello) } = &event {
                    self.pids.insert(*process, hello.pid);
                }
                return on_event(event);
            }
        }
        Flow::Continue
    }

    /// Kills the connected processes. The caller kills the program itself.
    fn kill(&self) {
        let connected = self.open.iter().filter_map(|process| self.pids.get(process).copied());
        let ours = connected.filter(|pid| is_profiled(*pid));
        for pid in ours.filter_map(|pid| Pid::from_raw(pid.cast_signed())) {
            // The process may have ended by itself meanwhile.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Whether a process id belongs to a process that we profile. A process in a container
/// of its own reports an id that may be somebody else's here.
pub(super) fn is_profiled(pid: u32) -> bool {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let mut variables = environment.split(|byte| *byte == 0);
    variables.any(|variable| variable.starts_with(variables::CONFIG.as_bytes()))
}

/// Runs the program; `on_start` gets its standard input, `on_event` whatever
/// its processes send.
pub(super) fn run(
    starting: Starting,
    setup: RunSetup<'_>,
    listener: &UnixListener,
    on_start: impl FnOnce(&mut Child),
    mut on_event: impl FnMut(Event) -> Result<Flow>,
) -> Result<RunResult> {
    let (sender, receiver) = sync_channel(QUEUE);
    accept(listener.try_clone()?, sender)?;
    let begun = Instant::now();
    let awaited = setup.awaited.clone();
    let (mut child, forwarding) = starting.spawn(|| spawn(setup))?;
    on_start(&mut child);
    let _raised = Raised::begin();
    // If an event cannot be handled (for example, the disk is full), the program still
    // runs to its end.
    let mut failed = None;
    let mut take = |event| {
        if failed.is_some() && !matches!(event, Event::Ended) {
            return Flow::Continue;
        }
        on_event(event).unwrap_or_else(|error| {
            failed.get_or_insert(error);
            Flow::Continue
        })
    };
    let awaits = awaited.as_deref().map(|variable| move || is_in_an_environment(variable));
    let ended = listen(&mut child, listener, &receiver, begun, forwarding, awaits, &mut take);
    match failed {
        Some(error) => Err(error.after(ended?.ending)),
        None => Ok(ended?),
    }
}

pub(super) fn spawn(setup: RunSetup<'_>) -> io::Result<Child> {
    if let Some(child) = setup.held.and_then(Held::release) {
        return Ok(child);
    }
    let Some((program, arguments)) = setup.command.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program"));
    };
    let output = |silent| if silent { Stdio::null() } else { Stdio::inherit() };
    Command::new(program)
        .args(arguments)
        .envs(setup.environment)
        .stdin(setup.stdin)
        .stdout(output(setup.silent_output))
        .stderr(output(setup.silent_errors))
        .spawn()
}

fn listen(
    child: &mut Child,
    listener: &UnixListener,
    receiver: &Receiver<Message>,
    begun: Instant,
    forwarding: Forwarding,
    awaits: Option<impl Fn() -> bool>,
    on_event: &mut impl FnMut(Event) -> Flow,
) -> io::Result<RunResult> {
    let mut forwarding = Some(forwarding);
    let mut connections = Connections::default();
    let mut ended: Option<(Instant, Duration, Ending)> = None;
    let mut killed = false;
    let mut tick = FIRST_TICK;
    let (mut waited, mut waited_for_mark) = (Duration::ZERO, Duration::ZERO);
    // The last that was awaited may have connected and ended before it was looked for: only a mark
    // that is made when none runs any more comes after all connections.
    let mut is_last_mark = awaits.is_none();
    loop {
        let from = Instant::now();
        let received = receiver.recv_timeout(tick);
        waited += from.elapsed();
        waited_for_mark += from.elapsed();
        let flow = match received {
            Ok(message) => {
                tick = FIRST_TICK;
                connections.handle(message, on_event)
            }
            Err(RecvTimeoutError::Timeout) => {
                tick = (tick * 2).min(TICK);
                on_event(Event::Tick)
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the listener has ended"));
            }
        };
        if flow == Flow::Kill && ended.is_none() {
            killed = true;
            connections.kill();
            child.kill()?;
        }
        if ended.is_none()
            && let Some(status) = child.try_wait()?
        {
            let ending = match (status.code(), status.signal()) {
                (Some(code), _) => Ending::Exited(code),
                (None, signal) => Ending::Killed(signal.unwrap_or_default()),
            };
            // Signals are not for the program any more.
            drop(forwarding.take());
            on_event(Event::Ended);
            ended = Some((Instant::now(), begun.elapsed(), ending));
            (tick, waited, waited_for_mark) = (FIRST_TICK, Duration::ZERO, Duration::ZERO);
            connections.marked = !mark(listener);
        }
        if let Some((at, duration, ending)) = ended {
            // Connections that were made before the mark have been accepted before it.
            let marked = connections.marked || waited_for_mark > MARK;
            let quiet = connections.open.is_empty() && marked;
            let others_run = quiet && awaits.as_ref().is_some_and(|awaits| awaits());
            let settled = quiet && !others_run;
            if settled && !is_last_mark {
                (is_last_mark, tick, waited_for_mark) = (true, FIRST_TICK, Duration::ZERO);
                connections.marked = !mark(listener);
                continue;
            }
            if settled || waited > GRACE || at.elapsed() > LONGEST_GRACE {
                // No longer: a process that stays behind may send for ever.
                for message in receiver.try_iter().take(QUEUE) {
                    let _ = connections.handle(message, on_event);
                }
                let Connections { open: connected, ever: processes, .. } = connections;
                return Ok(RunResult {
                    duration,
                    ending,
                    killed,
                    processes,
                    connected,
                    others_run,
                });
            }
        }
    }
}

/// Whether a process has this variable with its value.
fn is_in_an_environment(variable: &OsStr) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    processes.flatten().any(|process| {
        // Those of others cannot be read.
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|own| own == variable.as_bytes())
    })
}
