//! The line to propp: a connection, opened again when the program has closed it, and a note in
//! shared memory when that is not possible.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use propp_base_guest::{Fault, Shared, Socket};
use propp_recording_wire::{Frame, board, encode, variables};

/// A number of the board.
#[repr(transparent)]
struct Number(AtomicU64);

// SAFETY: an atomic alone.
unsafe impl Shared for Number {}

/// The connection of this process, which a forked child closes without asking for a lock.
static CONNECTION: AtomicPtr<Socket> = AtomicPtr::new(std::ptr::null_mut());

pub(crate) struct Line {
    socket: Option<PathBuf>,
    board: Option<&'static [Number]>,
    connection: Option<&'static Socket>,
    /// Whether propp has been killed, and this process was told to end.
    is_orphan: bool,
}

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    Yes,
    /// There was no connection, or the program had closed it. There is a new one, by which nothing
    /// was sent yet.
    Reopened,
    No,
}

impl Line {
    /// Opened by the folder in the environment. Without one nobody listens, which is no loss.
    pub(crate) fn open() -> Self {
        let folder = std::env::var_os(variables::EMULATE_FOLDER).map(PathBuf::from);
        let text = |path: &Path| path.to_str().map(str::to_owned);
        let board = folder.as_ref().and_then(|folder| text(&folder.join("board")));
        let has_folder = folder.is_some();
        let mut line = Self {
            board: board.and_then(|path| propp_base_guest::map(&path, board::NUMBERS)),
            socket: folder.map(|folder| folder.join("socket")),
            connection: None,
            is_orphan: false,
        };
        if !line.connect() && has_folder {
            // Nothing of the program's has run yet: this is the user's standard error.
            eprintln!(
                "propp: this process cannot reach propp, and its launches are not recorded (was the \
                 folder of its socket removed, or the user changed?)"
            );
        }
        line
    }

    /// Lets go of what was inherited.
    pub(crate) fn hang_up(&mut self) {
        close_in_child();
        self.connection = None;
    }

    fn connect(&mut self) -> bool {
        let path = self.socket.as_deref().and_then(Path::to_str);
        let socket = path.and_then(Socket::connect);
        // As long as the process lives: another thread may fork now.
        let socket: Option<&'static Socket> = socket.map(|socket| &*Box::leak(Box::new(socket)));
        let raw =
            socket.map_or(std::ptr::null_mut(), |socket| std::ptr::from_ref(socket).cast_mut());
        CONNECTION.store(raw, Ordering::Relaxed);
        self.connection = socket;
        socket.is_some()
    }

    pub(crate) fn send(&mut self, frame: &Frame) -> Sent {
        if self.socket.is_none() {
            return Sent::No;
        }
        match self.connection.map(|connection| (connection, connection.send(&encode(frame)))) {
            Some((_, Ok(()))) => return Sent::Yes,
            None | Some((_, Err(Fault::Lost))) if self.connect() => return Sent::Reopened,
            Some((connection, Err(Fault::HungUp))) if !connection.has_answer() => {
                self.end_with_propp();
            }
            // It is not listened to, from now on.
            Some((_, Err(Fault::HungUp))) => self.socket = None,
            _ => {}
        }
        if let Some(Number(lost)) = self.number(board::LOST) {
            lost.fetch_add(1, Ordering::Relaxed);
        }
        Sent::No
    }

    /// Ends the program if propp was killed: nobody waits for its counts, and it may run for hours.
    fn end_with_propp(&mut self) {
        let is_over =
            self.number(board::OVER).is_none_or(|Number(over)| over.load(Ordering::Relaxed) != 0);
        if !is_over && !std::mem::replace(&mut self.is_orphan, true) {
            // SAFETY: no preconditions. The program may do as it likes with this signal.
            unsafe { libc::kill(libc::getpid(), libc::SIGTERM) };
        }
    }

    fn number(&self, which: usize) -> Option<&'static Number> {
        self.board?.get(which)
    }
}

/// Closes what a forked child inherited, so that propp sees the end of the parent's connection when
/// the parent ends. Asks for no lock: the thread that has it may be the parent's.
pub(crate) fn close_in_child() {
    let connection = CONNECTION.swap(std::ptr::null_mut(), Ordering::Relaxed);
    // SAFETY: null, or a socket that lives as long as the process.
    if let Some(connection) = unsafe { connection.as_ref() } {
        connection.close();
    }
}
