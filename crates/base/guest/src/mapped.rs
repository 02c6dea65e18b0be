//! Memory that this process shares with propp. It stays when every descriptor is closed, and in a
//! process that cannot reach the file any more.

use std::fs::OpenOptions;
use std::os::fd::AsRawFd;

/// A value in shared memory.
///
/// # Safety
/// Made of atomic integers alone: any bytes are a value, and others may change it at any time.
pub unsafe trait Shared: Sync + 'static {}

/// Maps the beginning of a file as so many values, for as long as the process lives. None if there
/// is no such file, or it is shorter.
pub fn map<T: Shared>(path: &str, count: usize) -> Option<&'static [T]> {
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    let length = count.checked_mul(size_of::<T>())?;
    // Beyond the end of the file an access would end the program.
    if length == 0 || file.metadata().ok()?.len() < length as u64 {
        return None;
    }
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: the kernel chooses the place; the file is as long as that.
    let start = unsafe {
        libc::mmap(std::ptr::null_mut(), length, access, libc::MAP_SHARED, file.as_raw_fd(), 0)
    };
    if start == libc::MAP_FAILED {
        return None;
    }
    // SAFETY: a mapping of that length, aligned to a page and never removed; any bytes are values,
    // which other processes change through atomics, as this one does.
    Some(unsafe { std::slice::from_raw_parts(start.cast(), count) })
}
