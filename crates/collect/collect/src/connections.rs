//! The connections of the processes of a run: accepted on one thread, and read on another each.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use propp_recording_wire::{DecodeError, Frame, VERSION, decode};

/// Before the next try to accept a connection for which there was no room.
const PAUSE: Duration = Duration::from_millis(1);

/// An event of the processes of a run, which are numbered as they connect.
pub(super) enum Event {
    Frame {
        process: u32,
        frame: Frame,
    },
    /// The connection of a process sent garbage and was dropped.
    Broken {
        process: u32,
        reason: DecodeError,
    },
    /// A process did not begin with the hello of this version.
    WrongVersion {
        process: u32,
    },
    /// A process, or its connection, has ended.
    Closed {
        process: u32,
    },
    /// The program has ended; processes that it started may run on.
    Ended,
    /// A process could not be listened to.
    Unheard,
    Tick,
}

pub(super) enum Message {
    Opened(u32),
    Event(Event),
    Closed(u32),
}

/// Connects and hangs up: whoever accepts that has accepted all connections before. False if that does
/// not work.
pub(super) fn mark(listener: &UnixListener) -> bool {
    let address = listener.local_addr();
    address.and_then(|address| UnixStream::connect_addr(&address)).is_ok()
}

/// Accepts connections on a thread of its own, and reads each on another.
pub(super) fn accept(listener: UnixListener, sender: SyncSender<Message>) -> io::Result<()> {
    std::thread::Builder::new().name("accept".to_owned()).spawn(move || {
        // Something to let go of when there is no room for a connection.
        let mut spare = File::open("/dev/null").ok();
        let mut process = 0;
        loop {
            let stream = match listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => {
                    let had_room = spare.take().is_some();
                    if had_room && let Ok((stream, _)) = listener.accept() {
                        dismiss(stream);
                        let _ = sender.send(Message::Event(Event::Unheard));
                    }
                    std::thread::sleep(PAUSE);
                    spare = File::open("/dev/null").ok();
                    continue;
                }
            };
            if sender.send(Message::Opened(process)).is_err() {
                return;
            }
            listen_to(process, stream, &sender);
            process += 1;
        }
    })?;
    Ok(())
}

/// Reads what a process sends on a thread of its own.
fn listen_to(process: u32, stream: UnixStream, sender: &SyncSender<Message>) {
    let kept = stream.try_clone();
    let to = sender.clone();
    let begun = std::thread::Builder::new().name("reader".to_owned()).spawn(move || {
        read(process, stream, &to);
        let _ = to.send(Message::Closed(process));
    });
    if begun.is_err() {
        kept.into_iter().for_each(dismiss);
        let _ = sender.send(Message::Event(Event::Unheard));
        let _ = sender.send(Message::Closed(process));
    }
}

/// Tells a process that it is not listened to: without that byte it would take propp for one that was
/// killed.
fn dismiss(mut stream: UnixStream) {
    let _ = stream.write_all(&[propp_recording_wire::DISMISSED]);
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
                        let _ = sender.send(Message::Event(Event::WrongVersion { process }));
                        return drain(stream);
                    }
                    Event::Frame { process, frame }
                }
                Err(reason) => {
                    let _ = sender.send(Message::Event(Event::Broken { process, reason }));
                    return drain(stream);
                }
            };
            if sender.send(Message::Event(event)).is_err() {
                return;
            }
        }
        buffer.drain(..used);
    }
}

/// What cannot be understood is read all the same: to the process a closed connection is a propp that
/// was killed.
fn drain(mut stream: UnixStream) {
    let mut piece = vec![0; 1 << 16];
    while let Ok(1..) = stream.read(&mut piece) {}
}
