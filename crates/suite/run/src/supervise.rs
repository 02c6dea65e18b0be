//! One worker process: orders go in, answers come out, and whatever a library
//! does to it is an answer, too.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::protocol::{Answer, Order, Step};

/// A longer line is no answer.
const LONGEST_LINE: u64 = 4 << 20;

/// Answers that wait to be read; a worker that is faster waits.
const QUEUE: usize = 64;

/// How much of what a worker wrote to standard error is kept.
const TAIL: usize = 2048;

/// How often it is looked whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// Steps that an order may have; a worker that reports more goes round in circles.
const STEPS: usize = 16;

/// How long a worker may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub step: Duration,
    /// More for each element while input and reference are made, on one core.
    pub element: Duration,
}

impl Patience {
    pub const TIMING: Self =
        Self { step: Duration::from_secs(60), element: Duration::from_nanos(500) };
    /// For a case whose kernels are run again and again to read counters.
    pub const COUNTING: Self =
        Self { step: Duration::from_secs(900), element: Duration::from_nanos(500) };

    /// For a case that is emulated: a kernel of milliseconds takes minutes.
    pub const EMULATED: Self =
        Self { step: Duration::from_secs(900), element: Duration::from_micros(200) };

    fn with(&self, order: &Order, step: Option<Step>) -> Duration {
        let (case, timing) = match order {
            Order::Open { .. } => return self.step,
            Order::Measure { case, limits } => (case, limits.seconds),
            Order::Replay { case, .. } => (case, 0.0),
        };
        match step {
            Some(Step::Time) => self.step + Duration::from_secs_f64(timing.clamp(0.0, 3600.0)),
            // Between steps, and without any, there may be the making of the input.
            _ => self.step + self.element * u32::try_from(case.n).unwrap_or(u32::MAX),
        }
    }
}

/// How a worker was lost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    #[error("the worker cannot be started: {0}")]
    NotStarted(String),
    #[error("crashed: {how}{}", tail(.last))]
    Ended {
        /// With which code, or by which signal.
        how: String,
        /// Its last words on standard error.
        last: String,
    },
    #[error("hung: no answer within {seconds} s{}", step_words(.step))]
    Hung {
        /// How long it was waited for.
        seconds: u64,
        step: Option<Step>,
    },
    #[error("spoke nonsense: {0}")]
    Nonsense(String),
    #[error("interrupted")]
    Interrupted,
}

fn tail(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; it said: {last}") }
}

const fn step_words(step: &Option<Step>) -> &'static str {
    match step {
        None => "",
        Some(Step::Data) => " while the input was made",
        Some(Step::Check) => " while its result was checked",
        Some(Step::Time) => " while it was timed",
    }
}

enum Heard {
    Answer(Box<Answer>),
    Nonsense(String),
}

/// A worker process. Killed, with whatever it started, when dropped.
pub struct Worker {
    child: Child,
    /// Whether it was waited for: from then on its number may be another process's.
    is_reaped: bool,
    stdin: Option<ChildStdin>,
    answers: Receiver<Heard>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    listening: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a worker with environment variables.
    pub fn start(
        command: &[OsString],
        variables: &[(&'static str, OsString)],
    ) -> Result<Self, Lost> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(Lost::NotStarted("no program".to_owned()));
        };
        let spawned = Command::new(program)
            .args(arguments)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C is for propp, which then decides what becomes of the worker.
            .process_group(0)
            .spawn();
        let mut child = spawned
            .map_err(|error| Lost::NotStarted(format!("{}: {error}", program.to_string_lossy())))?;
        let (sender, answers) = sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || listen(stdout, &sender));
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let stderr = child.stderr.take();
        let listening = stderr.map(|stderr| std::thread::spawn(move || keep(stderr, &kept)));
        let stdin = child.stdin.take();
        Ok(Self { child, is_reaped: false, stdin, answers, errors, listening })
    }

    /// Gives an order and waits for the answer that ends it. After an error the
    /// worker is gone.
    pub fn ask(
        &mut self,
        order: &Order,
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<Answer, Lost> {
        self.tell(order);
        let (mut step, mut steps) = (None, 0);
        let mut allowed = patience.with(order, None);
        let mut since = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) {
                self.kill();
                return Err(Lost::Interrupted);
            }
            match self.answers.recv_timeout(TICK) {
                Ok(Heard::Answer(answer)) => match *answer {
                    Answer::Working { id, step: at } if Some(id) == id_of(order) => {
                        if step != Some(at) && steps < STEPS {
                            (step, steps) = (Some(at), steps + 1);
                            (allowed, since) = (patience.with(order, step), Instant::now());
                        }
                    }
                    answer if ends(&answer, order) => return Ok(answer),
                    other => return Err(self.nonsense(&format!("{other:?}"))),
                },
                Ok(Heard::Nonsense(line)) => return Err(self.nonsense(&line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if since.elapsed() > allowed {
                self.kill();
                return Err(Lost::Hung { seconds: allowed.as_secs(), step });
            }
        }
    }

    /// Says that there are no more orders, and waits for the end for a while.
    pub fn finish(mut self, patience: Duration) {
        drop(self.stdin.take());
        self.wait(patience);
    }

    /// Waits until the process has ended, or for a while.
    fn wait(&self, patience: Duration) {
        let since = Instant::now();
        while !self.has_ended() && since.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the process has ended. It is not reaped by that.
    fn has_ended(&self) -> bool {
        let Some(pid) = self.pid() else { return true };
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(pid), look), Ok(None))
    }

    fn pid(&self) -> Option<Pid> {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        pid.filter(|_| !self.is_reaped)
    }

    fn tell(&mut self, order: &Order) {
        let written = self.stdin.as_mut().map(|stdin| {
            let line = serde_json::to_string(order).map_err(std::io::Error::other)?;
            writeln!(stdin, "{line}").and_then(|()| stdin.flush())
        });
        // A worker that has gone is told by its output, which ends.
        if !matches!(written, Some(Ok(()))) {
            self.stdin = None;
        }
    }

    fn nonsense(&mut self, what: &str) -> Lost {
        self.kill();
        Lost::Nonsense(shortened(what))
    }

    /// The worker closed its output, which it does by ending.
    fn ended(&mut self) -> Lost {
        self.wait(Duration::from_secs(2));
        let ended_by_itself = self.has_ended();
        let status = self.kill().filter(|_| ended_by_itself);
        let how = status.map_or_else(|| "it closed its output".to_owned(), ending);
        Lost::Ended { how, last: self.last_words() }
    }

    fn last_words(&mut self) -> String {
        // What it started may keep its standard error open; that is not waited for.
        let since = Instant::now();
        let is_open = |listening: &JoinHandle<()>| !listening.is_finished();
        while self.listening.as_ref().is_some_and(is_open) && since.elapsed() < 4 * TICK {
            std::thread::sleep(Duration::from_millis(5));
        }
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        shortened(&lines[lines.len().saturating_sub(3)..].join("; "))
    }

    /// Kills the process and what it started; how it ended.
    fn kill(&mut self) -> Option<ExitStatus> {
        // The group first: while its leader is not reaped, no other group has its number.
        if let Some(pid) = self.pid() {
            let _ = kill_process_group(pid, Signal::KILL);
        }
        // It may have left its group.
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        self.is_reaped = true;
        status
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

const fn id_of(order: &Order) -> Option<u64> {
    match order {
        Order::Open { .. } => None,
        Order::Measure { case, .. } | Order::Replay { case, .. } => Some(case.id),
    }
}

/// Whether an answer ends an order.
fn ends(answer: &Answer, order: &Order) -> bool {
    let id = match (answer, order) {
        (Answer::Opened(_) | Answer::Refused { .. }, Order::Open { .. }) => return true,
        (Answer::Measured { id, .. } | Answer::Wrong { id, .. }, Order::Measure { .. })
        | (Answer::Replayed { id }, Order::Replay { .. })
        | (
            Answer::Skipped { id, .. } | Answer::Failed { id, .. },
            Order::Measure { .. } | Order::Replay { .. },
        ) => *id,
        _ => return false,
    };
    Some(id) == id_of(order)
}

fn listen(stdout: impl Read, sender: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        match stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => return,
        }
        let heard = match serde_json::from_slice(&line) {
            Ok(answer) => Heard::Answer(Box::new(answer)),
            Err(_) => Heard::Nonsense(String::from_utf8_lossy(&line).trim_end().to_owned()),
        };
        let is_end = matches!(heard, Heard::Nonsense(_));
        if sender.send(heard).is_err() || is_end {
            return;
        }
    }
}

fn keep(mut stderr: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut piece) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&piece[..count]);
        let surplus = kept.len().saturating_sub(TAIL);
        kept.drain(..surplus);
    }
}

fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with code {code}"),
        (None, Some(signal)) => match signal_hook::low_level::signal_name(signal) {
            Some(name) => format!("signal {signal} ({name})"),
            None => format!("signal {signal}"),
        },
        (None, None) => "it ended".to_owned(),
    }
}

/// In one line that a table has room for.
fn shortened(text: &str) -> String {
    const MOST: usize = 300;
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((end, _)) = line.char_indices().nth(MOST) {
        line.truncate(end);
        line.push('…');
    }
    line
}
