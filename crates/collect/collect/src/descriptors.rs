//! How many files propp may have open: each process that reports takes one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// As many as the system permits, until this is dropped. The program is started before: its limit is
/// the user's.
pub(super) struct Raised(Rlimit);

impl Raised {
    pub(super) fn begin() -> Self {
        /// Where there is no limit to be had.
        const MANY: u64 = 1 << 16;
        let before = getrlimit(Resource::Nofile);
        let most = Some(before.maximum.unwrap_or(MANY));
        // As before, where that is not permitted.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: most, ..before });
        Self(before)
    }
}

impl Drop for Raised {
    fn drop(&mut self) {
        let _ = setrlimit(Resource::Nofile, self.0);
    }
}
