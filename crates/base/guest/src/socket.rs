//! A connection to propp.
//!
//! The program may close the descriptor (daemons close everything that is open) and
//! get its number for a file of its own. So the socket has a high number, out of the
//! way of programs that expect the lowest free one, and before every use we check
//! that the number is still the socket.

use std::os::fd::{AsRawFd, IntoRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI32, Ordering};

/// The lowest number that we ask for: below 1024, the usual limit.
const HIGH: libc::c_int = 1000;

/// Under a lower limit, how far below it we look for a number.
const ROOM: libc::rlim_t = 8;

/// Why nothing more can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program has closed the socket.
    Lost,
    HungUp,
    /// The system does not permit it.
    Refused,
}

/// A socket that is looked at before each use.
pub struct Socket {
    /// -1 once it was closed.
    number: AtomicI32,
    identity: Identity,
}

/// Device and inode, which tell open files apart.
#[derive(PartialEq, Eq)]
struct Identity(libc::dev_t, libc::ino_t);

impl Socket {
    /// Connects to the socket of this name.
    pub fn connect(path: &str) -> Option<Self> {
        Self::keep(UnixStream::connect(path).ok()?.into())
    }

    /// Keeps the descriptor for as long as the process lives: a destructor
    /// that ran while other threads still send would do harm.
    fn keep(descriptor: OwnedFd) -> Option<Self> {
        let number = out_of_the_way(descriptor);
        let identity = identity_of(number)?;
        Some(Self { number: AtomicI32::new(number), identity })
    }

    /// Writes everything; false when that is not possible any more.
    pub fn write(&self, bytes: &[u8]) -> bool {
        self.send(bytes).is_ok()
    }

    /// Whether the other side has said something before it hung up: one that was killed says nothing.
    pub fn has_answer(&self) -> bool {
        let number = self.number.load(Ordering::Relaxed);
        let mut byte = 0_u8;
        // SAFETY: a live byte; the number is a socket, or an error.
        self.is(number)
            && unsafe { libc::recv(number, (&raw mut byte).cast(), 1, libc::MSG_DONTWAIT) } == 1
    }

    /// Writes everything. `MSG_NOSIGNAL`: a propp that has gone must not kill the program with
    /// SIGPIPE.
    /// The error says why that is not possible.
    pub fn send(&self, mut bytes: &[u8]) -> Result<(), Fault> {
        let number = self.number.load(Ordering::Relaxed);
        if !self.is(number) {
            return Err(Fault::Lost);
        }
        while !bytes.is_empty() {
            // SAFETY: a live buffer of the stated length.
            let sent = unsafe {
                libc::send(number, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL)
            };
            match usize::try_from(sent) {
                Ok(sent) => bytes = bytes.get(sent..).unwrap_or_default(),
                Err(_) => match std::io::Error::last_os_error().raw_os_error() {
                    Some(libc::EINTR) => {}
                    // The program may have set whatever is open so.
                    Some(libc::EAGAIN) => wait_for_room(number),
                    Some(libc::EPIPE | libc::ECONNRESET) => return Err(Fault::HungUp),
                    _ => return Err(Fault::Refused),
                },
            }
        }
        Ok(())
    }

    /// Closes the descriptor. A forked child does so with what it inherited, so that propp sees
    /// the end of the parent's connection when the parent ends.
    pub fn close(&self) {
        // The child's own children run this again.
        let number = self.number.swap(-1, Ordering::Relaxed);
        if self.is(number) {
            // SAFETY: ours, and nobody sends any more: the agent is switched off.
            unsafe { libc::close(number) };
        }
    }

    /// Whether the number is still the socket. This costs a system call, and frames
    /// are rare.
    fn is(&self, number: libc::c_int) -> bool {
        identity_of(number).is_some_and(|identity| identity == self.identity)
    }
}

fn identity_of(number: libc::c_int) -> Option<Identity> {
    // SAFETY: the structure is numbers only, for which zero is a value.
    let mut status: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: a live structure; a number that is no descriptor is an error.
    let found = unsafe { libc::fstat(number, &raw mut status) } == 0;
    found.then_some(Identity(status.st_dev, status.st_ino))
}

/// Moves a descriptor to a high number, or leaves it where it is when the
/// system refuses.
fn out_of_the_way(descriptor: OwnedFd) -> libc::c_int {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a live structure; it stays as it is when the call fails.
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    let lowest = lowest_number(limit.rlim_cur);
    // SAFETY: a live descriptor.
    let moved = unsafe { libc::fcntl(descriptor.as_raw_fd(), libc::F_DUPFD_CLOEXEC, lowest) };
    if moved >= 0 { moved } else { descriptor.into_raw_fd() }
}

/// Where to look for a free number, given how many the process may have.
fn lowest_number(limit: libc::rlim_t) -> libc::c_int {
    libc::c_int::try_from(limit.saturating_sub(ROOM)).unwrap_or(HIGH).min(HIGH)
}

fn wait_for_room(number: libc::c_int) {
    let mut wanted = libc::pollfd { fd: number, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one live structure. Whatever comes of it, the next try tells.
    unsafe { libc::poll(&raw mut wanted, 1, -1) };
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read};

    use super::*;

    fn kept() -> (Socket, UnixStream) {
        let (ours, peer) = UnixStream::pair().unwrap();
        peer.set_nonblocking(true).unwrap();
        (Socket::keep(ours.into()).unwrap(), peer)
    }

    fn number(socket: &Socket) -> libc::c_int {
        socket.number.load(Ordering::Relaxed)
    }

    fn read(mut peer: &UnixStream) -> Result<Vec<u8>, ErrorKind> {
        let mut bytes = [0; 16];
        peer.read(&mut bytes).map(|n| bytes[..n].to_vec()).map_err(|error| error.kind())
    }

    #[test]
    fn the_lowest_number_stays_below_the_limit() {
        assert_eq!(lowest_number(libc::RLIM_INFINITY), HIGH);
        assert_eq!(lowest_number(1024), HIGH);
        assert_eq!(lowest_number(256), 248);
        assert_eq!(lowest_number(3), 0);
    }

    #[test]
    fn a_kept_socket_is_high_and_not_inherited_by_other_programs() {
        let (socket, peer) = kept();
        let number = number(&socket);
        assert!(number >= 248, "{number}");
        // SAFETY: a live descriptor.
        let flags = unsafe { libc::fcntl(number, libc::F_GETFD) };
        assert_eq!(flags & libc::FD_CLOEXEC, libc::FD_CLOEXEC);
        assert!(socket.write(b"frame"));
        assert_eq!(read(&peer), Ok(b"frame".to_vec()));
        socket.close();
        assert_eq!(read(&peer), Ok(Vec::new()), "the original must be closed, too");
        assert!(!socket.write(b"frame"));
        socket.close();
    }

    #[test]
    fn a_number_that_is_another_file_is_left_alone() {
        let (socket, peer) = kept();
        let (theirs, their_peer) = UnixStream::pair().unwrap();
        their_peer.set_nonblocking(true).unwrap();
        // SAFETY: two live descriptors.
        unsafe { libc::dup2(theirs.as_raw_fd(), number(&socket)) };
        drop(theirs);
        assert_eq!(read(&peer), Ok(Vec::new()), "ours is closed");
        assert!(!socket.write(b"frame"));
        socket.close();
        assert_eq!(read(&their_peer), Err(ErrorKind::WouldBlock), "neither written nor closed");
    }

    #[test]
    fn a_number_that_was_closed_is_not_written_to() {
        let (socket, _peer) = kept();
        // SAFETY: a live descriptor, which nobody closes again.
        unsafe { libc::close(number(&socket)) };
        assert!(!socket.write(b"frame"));
    }
}
