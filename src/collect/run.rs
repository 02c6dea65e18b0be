//! One run of the program: start it, listen to its processes, wait for its end.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use propp_wire::{DecodeError, Frame, VERSION, decode};

use super::signals::Forwarding;
use crate::recording::Ending;

/// Frames that wait for the recording at most; a process that is faster waits.
const QUEUE: usize = 4096;

/// How long processes that outlive the program are listened to.
const GRACE: Duration = Duration::from_secs(3);

/// How often the caller hears that nothing happened.
const TICK: Duration = Duration::from_millis(50);

/// What comes from the processes of a run, each numbered as it connects.
pub(super) enum Event {
    /// A process sent something.
    Frame { process: u32, frame: Frame },
    /// A process's connection is unusable from here on.
    Broken { process: u32, reason: DecodeError },
    /// A process did not greet as a library of this version does.
    Stranger { process: u32 },
    /// A while without anything else.
    Tick,
}

enum Message {
    Opened,
    Event(Event),
    Closed,
}

/// How the program is started.
pub(super) struct Start<'a> {
    pub(super) command: &'a [OsString],
    pub(super) environment: Vec<(&'static str, PathBuf)>,
    pub(super) stdin: Stdio,
    /// Whether the program's output is thrown away: it was seen already.
    pub(super) silent_output: bool,
    /// Whether the same holds for its errors.
    pub(super) silent_errors: bool,
}

/// How a run went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) duration: Duration,
    pub(super) ending: Ending,
    /// How many processes used CUDA.
    pub(super) processes: u32,
}

/// Runs the program; `on_start` gets its standard input, `on_event` whatever
/// its processes send.
pub(super) fn run<E: From<io::Error>>(
    start: Start<'_>,
    listener: &UnixListener,
    on_start: impl FnOnce(&mut Child),
    mut on_event: impl FnMut(Event) -> Result<(), E>,
) -> Result<Ended, E> {
    let (sender, receiver) = sync_channel(QUEUE);
    accept(listener.try_clone()?, sender)?;
    let begun = Instant::now();
    let mut child = spawn(start)?;
    on_start(&mut child);
    let forwarding = Forwarding::to(child.id())?;
    // When an event cannot be dealt with (the disk is full, say), the program
    // still runs to its end: it must not notice.
    let mut failed = None;
    let mut take = |event| {
        if failed.is_none() {
            failed = on_event(event).err();
        }
    };
    let ended = listen(&mut child, &receiver, begun, forwarding, &mut take);
    match failed {
        Some(error) => Err(error),
        None => Ok(ended?),
    }
}

fn spawn(start: Start<'_>) -> io::Result<Child> {
    let Some((program, arguments)) = start.command.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program"));
    };
    let output = |silent| if silent { Stdio::null() } else { Stdio::inherit() };
    Command::new(program)
        .args(arguments)
        .envs(start.environment)
        .stdin(start.stdin)
        .stdout(output(start.silent_output))
        .stderr(output(start.silent_errors))
        .spawn()
}

fn listen(
    child: &mut Child,
    receiver: &Receiver<Message>,
    begun: Instant,
    forwarding: Forwarding,
    on_event: &mut impl FnMut(Event),
) -> io::Result<Ended> {
    let mut forwarding = Some(forwarding);
    let mut open = 0_u32;
    let mut processes = 0;
    let mut ended: Option<(Instant, Ended)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Message::Opened) => {
                open += 1;
                processes += 1;
            }
            Ok(Message::Closed) => open = open.saturating_sub(1),
            Ok(Message::Event(event)) => on_event(event),
            Err(RecvTimeoutError::Timeout) => on_event(Event::Tick),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the listener has ended"));
            }
        }
        if ended.is_none()
            && let Some(status) = child.try_wait()?
        {
            let ending = match (status.code(), status.signal()) {
                (Some(code), _) => Ending::Exited(code),
                (None, signal) => Ending::Killed(signal.unwrap_or_default()),
            };
            let duration = begun.elapsed();
            // From here on a signal is meant for propp.
            drop(forwarding.take());
            ended = Some((Instant::now(), Ended { duration, ending, processes }));
        }
        if let Some((at, outcome)) = &ended {
            // Messages that are on their way arrive within a tick.
            let quiet = open == 0 && at.elapsed() > TICK;
            if quiet || at.elapsed() > GRACE {
                drain(receiver, on_event);
                return Ok(Ended { processes, ..*outcome });
            }
        }
    }
}

fn drain(receiver: &Receiver<Message>, on_event: &mut impl FnMut(Event)) {
    // Not longer: a process that was left behind may go on sending for ever.
    for message in receiver.try_iter().take(QUEUE) {
        if let Message::Event(event) = message {
            on_event(event);
        }
    }
}

/// Accepts connections on a thread of its own, and reads each on another.
fn accept(listener: UnixListener, sender: SyncSender<Message>) -> io::Result<()> {
    std::thread::Builder::new().name("accept".to_owned()).spawn(move || {
        for (process, stream) in (0_u32..).zip(listener.incoming()) {
            let Ok(stream) = stream else { return };
            if sender.send(Message::Opened).is_err() {
                return;
            }
            let sender = sender.clone();
            std::thread::spawn(move || {
                read(process, stream, &sender);
                let _ = sender.send(Message::Closed);
            });
        }
    })?;
    Ok(())
}

/// Reads frames until the process closes its end or sends nonsense.
fn read(process: u32, mut stream: UnixStream, sender: &SyncSender<Message>) {
    let mut greeted = false;
    let mut buffer = Vec::new();
    let mut piece = vec![0; 1 << 16];
    while let Ok(count @ 1..) = stream.read(&mut piece) {
        buffer.extend_from_slice(&piece[..count]);
        let mut used = 0;
        loop {
            let event = match decode(&buffer[used..]) {
                Ok(None) => break,
                Ok(Some((frame, length))) => {
                    used += length;
                    greeted |= matches!(&frame, Frame::Hello(hello) if hello.version == VERSION);
                    if !greeted {
                        let _ = sender.send(Message::Event(Event::Stranger { process }));
                        return;
                    }
                    Event::Frame { process, frame }
                }
                Err(reason) => {
                    let _ = sender.send(Message::Event(Event::Broken { process, reason }));
                    return;
                }
            };
            if sender.send(Message::Event(event)).is_err() {
                return;
            }
        }
        buffer.drain(..used);
    }
}
