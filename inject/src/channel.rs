//! The connection to the propp process.

use std::collections::HashMap;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use propp_wire::{Frame, Name, encode};

/// Sends frames, whole and in order, from any thread.
pub(crate) struct Channel {
    socket: AtomicI32,
    inner: Mutex<Inner>,
}

struct Inner {
    /// False once propp has gone; then everything is thrown away.
    connected: bool,
    names: HashMap<String, u32>,
}

impl Channel {
    /// Connects, or not: without propp there is nothing to do.
    pub(crate) fn connect(path: &str) -> Option<Self> {
        let stream = UnixStream::connect(path).ok()?;
        let socket = stream.as_raw_fd();
        // The descriptor lives as long as the process; a destructor that ran
        // while other threads still send would do harm.
        std::mem::forget(stream);
        let inner = Mutex::new(Inner { connected: true, names: HashMap::new() });
        Some(Self { socket: AtomicI32::new(socket), inner })
    }

    /// Sends a frame.
    pub(crate) fn send(&self, frame: &Frame) {
        let bytes = encode(frame);
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.connected = inner.connected && self.write(&bytes);
    }

    /// The number of a text, which is sent when it is new.
    pub(crate) fn name(&self, text: &str) -> u32 {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = inner.names.get(text) {
            return *id;
        }
        let id = u32::try_from(inner.names.len() + 1).unwrap_or(u32::MAX);
        inner.names.insert(text.to_owned(), id);
        let bytes = encode(&Frame::Name(Name { id, text: text.to_owned() }));
        inner.connected = inner.connected && self.write(&bytes);
        id
    }

    /// Writes everything. `MSG_NOSIGNAL`: a propp that has gone must not kill
    /// the program with SIGPIPE.
    fn write(&self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            // SAFETY: a live buffer of the stated length.
            let sent = unsafe {
                libc::send(
                    self.socket.load(Ordering::Relaxed),
                    bytes.as_ptr().cast(),
                    bytes.len(),
                    libc::MSG_NOSIGNAL,
                )
            };
            match usize::try_from(sent) {
                Ok(sent) => bytes = bytes.get(sent..).unwrap_or_default(),
                Err(_) if interrupted() => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// Closes the descriptor that a forked child inherited, so that propp
    /// sees the end of the parent's connection when the parent ends.
    pub(crate) fn close_in_child(&self) {
        // The child's own children run this again, and by then the number may
        // be of another file.
        let socket = self.socket.swap(-1, Ordering::Relaxed);
        if socket >= 0 {
            // SAFETY: the child never sends: the agent is switched off in it.
            unsafe { libc::close(socket) };
        }
    }
}

fn interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}
