//! Memory that propp shares with the programs that it emulates.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use propp_recording_wire::board::{LOST, NUMBERS, OVER};

/// The file that the programs map (see [`propp_recording_wire::board`]).
pub(super) struct Board(File);

impl Board {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
        // Written, not only long enough: a program would be killed (SIGBUS) where it writes and
        // the disk has no room.
        file.write_all_at(&[0; NUMBERS * 8], 0)?;
        Ok(Self(file))
    }

    /// What could not be sent.
    pub(super) fn lost(&self) -> u64 {
        let mut bytes = [0; 8];
        // Of a file that cannot be read nothing is known.
        let read = self.0.read_exact_at(&mut bytes, LOST as u64 * 8);
        read.map_or(0, |()| u64::from_ne_bytes(bytes))
    }

    /// From now on propp may go: what it leaves behind runs on.
    pub(super) fn is_over(&self) {
        // The place is there already.
        let _ = self.0.write_all_at(&1_u64.to_ne_bytes(), OVER as u64 * 8);
    }
}
