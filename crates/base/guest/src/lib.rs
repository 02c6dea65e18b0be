//! What propp's libraries keep in somebody else's process. The program does not know of it: it
//! closes descriptors that it did not open, forks, and becomes another program.
//!
//! Every descriptor and every shared mapping of the injected library and of the runtime of emulated
//! programs is one of these.

mod mapped;
mod memory;
mod socket;

pub use mapped::{Shared, map};
pub use memory::{free_memory, kilobytes};
pub use socket::{Fault, Socket};

/// Tells this program from others that its process was or will be: `exec` keeps the number of the
/// process, and a forked child keeps the program.
pub fn instance() -> u64 {
    // SAFETY: no preconditions.
    let pid = unsafe { libc::getpid() };
    now_ns() ^ (u64::from(pid.unsigned_abs()) << 40)
}

/// `CLOCK_MONOTONIC`.
pub fn now_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a live structure.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    now.tv_sec.unsigned_abs() * 1_000_000_000 + now.tv_nsec.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_tells_programs_apart() {
        let (before, one) = (now_ns(), instance());
        std::thread::sleep(std::time::Duration::from_millis(2));
        let passed = now_ns() - before;
        assert!((2_000_000..60_000_000_000).contains(&passed), "{passed}");
        assert_ne!(one, instance());
    }
}
