//! Which of several processes, such as the ranks of a job, has its launch captured: the first that makes
//! it. The others spend no memory and no time.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::agent::Agent;

/// A file next to propp's socket, which is there while a process has a launch captured.
pub(super) struct Claim(PathBuf);

impl Claim {
    pub(super) fn of(agent: &Agent) -> Self {
        Self::next_to(Path::new(&agent.config.socket))
    }

    fn next_to(socket: &Path) -> Self {
        Self(socket.with_file_name("captured"))
    }

    /// Whether no other process has its launch captured. Where that cannot be known, none has.
    pub(super) fn claim(&self) -> bool {
        let made = OpenOptions::new().write(true).create_new(true).open(&self.0);
        !made.is_err_and(|error| error.kind() == ErrorKind::AlreadyExists)
    }

    /// The launch of this process cannot be captured; another one's may be.
    pub(super) fn give_up(&self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_has_it_until_it_gives_up() {
        let folder = std::env::temp_dir().join(format!("propp-claim-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let of = || Claim::next_to(&folder.join("socket"));
        assert!(of().claim());
        assert!(!of().claim());
        of().give_up();
        assert!(of().claim());
        std::fs::remove_dir_all(&folder).unwrap();
        // propp and its folder are gone.
        assert!(of().claim());
    }
}
