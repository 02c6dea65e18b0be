//! For how long the program has been inside the injected library without coming back.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use propp_recording_wire::pulse::{SLOT_BYTES, SLOTS};
use rustix::time::{ClockId, clock_gettime};

use super::run::is_profiled;

/// The file that the threads of the program write (see [`propp_recording_wire::pulse`]).
pub(super) struct Pulse(File);

impl Pulse {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        // Written, not only long enough: the program would be killed (SIGBUS) where it writes
        // and the disk has no room.
        std::fs::write(path, [0; SLOTS * SLOT_BYTES])?;
        Ok(Self(File::open(path)?))
    }

    /// How long the thread that entered first, of those that run, has been inside.
    pub(super) fn longest(&self) -> Duration {
        inside(&self.bytes(), now_ns())
            .filter(|(thread, _)| is_profiled(*thread))
            .map(|(_, time)| time)
            .max()
            .unwrap_or_default()
    }

    /// Whether a thread reads the program's code, or did so when it ended.
    pub(super) fn reads_code(&self) -> bool {
        reads_code(&self.bytes())
    }

    /// None if the file cannot be read.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; SLOTS * SLOT_BYTES];
        match self.0.read_exact_at(&mut bytes, 0) {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }
}

/// `CLOCK_MONOTONIC`.
pub(super) fn now_ns() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec.unsigned_abs() * 1_000_000_000 + now.tv_nsec.unsigned_abs()
}

/// The number of each thread that is inside, and for how long.
fn inside(bytes: &[u8], now_ns: u64) -> impl Iterator<Item = (u32, Duration)> {
    bytes.chunks_exact(SLOT_BYTES).skip(1).filter_map(move |slot| {
        let thread = u32::from_ne_bytes(slot[..4].try_into().ok()?);
        let since = u64::from_ne_bytes(slot[8..].try_into().ok()?);
        let time = Duration::from_nanos(now_ns.saturating_sub(since));
        (since != 0).then_some((thread, time))
    })
}

fn reads_code(bytes: &[u8]) -> bool {
    bytes.chunks_exact(SLOT_BYTES).skip(1).any(|slot| slot[4..8] != [0; 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_reads_code_is_seen_and_the_number_of_slots_is_none() {
        let mut bytes = [0; SLOTS * SLOT_BYTES];
        bytes[4] = 1;
        assert!(!reads_code(&bytes));
        bytes[7 * SLOT_BYTES + 4] = 1;
        assert!(reads_code(&bytes));
    }

    #[test]
    fn only_threads_that_are_inside_count() {
        let mut bytes = [0; SLOTS * SLOT_BYTES];
        let mut slot = |number: usize, thread: u32, since: u64| {
            let at = number * SLOT_BYTES;
            bytes[at..at + 4].copy_from_slice(&thread.to_ne_bytes());
            bytes[at + 8..at + 16].copy_from_slice(&since.to_ne_bytes());
        };
        slot(0, 3, 0);
        slot(1, 71, 0);
        slot(2, 72, 40);
        slot(511, 73, 10);
        let found: Vec<_> = inside(&bytes, 50).collect();
        assert_eq!(found, [(72, Duration::from_nanos(10)), (73, Duration::from_nanos(40))]);
    }
}
