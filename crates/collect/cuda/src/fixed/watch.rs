//! Which pages of mapped memory are accessed: until its first access a page permits none, and the fault is
//! noted. So no access is missed, whatever part of the emulation makes it.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

use super::DriverError;
use super::places::PAGE;

/// What the handler of the signal knows. Never freed: a thread may be in the handler.
static WATCHED: AtomicPtr<Watched> = AtomicPtr::new(null_mut());

struct Watched {
    ranges: Vec<Range>,
    faults: AtomicUsize,
    before: libc::sigaction,
}

struct Range {
    from: usize,
    end: usize,
    /// Of each page, whether it was accessed.
    pages: Vec<AtomicBool>,
}

/// Accesses are noted until this is asked for them.
pub(super) struct Watch(&'static Watched);

/// How much becomes accessible by a fault. Each part that stands alone is a mapping of its own, of which
/// Linux permits a process 65,530 by default.
fn unit(faults: usize) -> usize {
    match faults {
        0..8_192 => PAGE as usize,
        8_192..16_384 => 64 << 10,
        _ => 2 << 20,
    }
}

impl Watch {
    /// Begins to watch ranges of whole pages that are mapped for reading and writing.
    pub(super) fn begin(ranges: &[(u64, u64)]) -> Result<Self, DriverError> {
        let range = |(address, bytes): &(u64, u64)| {
            let (from, bytes) = (*address as usize, *bytes as usize);
            let pages = (0..bytes.div_ceil(PAGE as usize)).map(|_| AtomicBool::new(false));
            Range { from, end: from + bytes, pages: pages.collect() }
        };
        let mut before = MaybeUninit::uninit();
        // SAFETY: a handler that is safe to call at any point: it reads what is never freed, and calls
        // `mprotect` and `sigaction` alone. `before` is written if the call succeeds, and read then.
        let before = unsafe {
            let mut handler: libc::sigaction = std::mem::zeroed();
            handler.sa_sigaction = note as *const () as usize;
            handler.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            if libc::sigaction(libc::SIGSEGV, &raw const handler, before.as_mut_ptr()) != 0 {
                return Err(failed("sigaction"));
            }
            before.assume_init()
        };
        let ranges = ranges.iter().map(range).collect();
        let watched = Box::leak(Box::new(Watched { ranges, faults: AtomicUsize::new(0), before }));
        WATCHED.store(watched, Ordering::Release);
        let watch = Self(watched);
        for range in &watch.0.ranges {
            if !permit(range.from, range.end, libc::PROT_NONE) {
                let error = failed("mprotect");
                watch.end()?;
                return Err(error);
            }
        }
        Ok(watch)
    }

    /// The ranges of pages that were accessed, ascending within each mapping: from and end.
    pub(super) fn end(self) -> Result<Vec<(u64, u64)>, DriverError> {
        let all = libc::PROT_READ | libc::PROT_WRITE;
        for range in &self.0.ranges {
            if !permit(range.from, range.end, all) {
                return Err(failed("mprotect"));
            }
        }
        // SAFETY: what `begin` was given.
        unsafe { libc::sigaction(libc::SIGSEGV, &raw const self.0.before, null_mut()) };
        let mut found: Vec<(u64, u64)> = Vec::new();
        for range in &self.0.ranges {
            for (number, page) in (0..).zip(&range.pages) {
                if !page.load(Ordering::Acquire) {
                    continue;
                }
                let from = range.from as u64 + number * PAGE;
                match found.last_mut() {
                    Some(last) if last.1 == from => last.1 += PAGE,
                    _ => found.push((from, from + PAGE)),
                }
            }
        }
        Ok(found)
    }
}

impl Watched {
    /// Whether the address is of a watched range, which is accessible now.
    fn note(&self, address: usize) -> bool {
        let is_in = |range: &&Range| (range.from..range.end).contains(&address);
        let Some(range) = self.ranges.iter().find(is_in) else { return false };
        let unit = unit(self.faults.fetch_add(1, Ordering::Relaxed));
        let mut from = (address / unit * unit).max(range.from);
        let mut end = (address / unit * unit + unit).min(range.end);
        let all = libc::PROT_READ | libc::PROT_WRITE;
        if !permit(from, end, all) {
            // There are too many mappings.
            (from, end) = (range.from, range.end);
            if !permit(from, end, all) {
                return false;
            }
        }
        let page = PAGE as usize;
        let pages = (from - range.from) / page..(end - range.from).div_ceil(page);
        range.pages[pages].iter().for_each(|page| page.store(true, Ordering::Release));
        true
    }
}

/// The handler of SIGSEGV: notes the page, after which the access succeeds.
unsafe extern "C" fn note(_signal: c_int, about: *mut libc::siginfo_t, _context: *mut c_void) {
    // SAFETY: the system passes what it knows of the signal; what is watched is never freed.
    let (address, watched) =
        unsafe { ((*about).si_addr().addr(), WATCHED.load(Ordering::Acquire).as_ref()) };
    let Some(watched) = watched else { return };
    if !watched.note(address) {
        // Whoever handled it before gets it, because the access is repeated.
        // SAFETY: what `begin` was given.
        unsafe { libc::sigaction(libc::SIGSEGV, &raw const watched.before, null_mut()) };
    }
}

fn permit(from: usize, end: usize, what: c_int) -> bool {
    let place = with_exposed_provenance_mut::<c_void>(from);
    // SAFETY: memory that was mapped for captured allocations; nothing of Rust is in it.
    unsafe { libc::mprotect(place, end - from, what) == 0 }
}

fn failed(call: &'static str) -> DriverError {
    let error = std::io::Error::last_os_error();
    let status = error.raw_os_error().unwrap_or_default().unsigned_abs();
    DriverError::Call { call, status, name: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::map_pages;
    use super::*;

    #[test]
    fn pages_are_noted_at_their_first_access() {
        const AT: u64 = 0x5_1000_0000;
        const BYTES: u64 = 64 * PAGE;
        map_pages(AT, BYTES).unwrap();
        let place = |page: usize, offset: usize| {
            with_exposed_provenance_mut::<u8>(AT as usize + page * PAGE as usize + offset)
        };
        // SAFETY: mapped above, as all accesses below.
        unsafe { place(9, 0).write_volatile(9) };
        let watch = Watch::begin(&[(AT, BYTES)]).unwrap();
        // SAFETY: as above.
        let read = unsafe {
            let read = place(9, 0).read_volatile();
            place(3, 4095).write_volatile(3);
            place(4, 0).write_volatile(4);
            std::thread::spawn(move || {
                with_exposed_provenance_mut::<u8>(AT as usize + 63 * PAGE as usize).read_volatile()
            })
            .join()
            .unwrap()
                + read
        };
        assert_eq!(read, 9);
        let at = |page: u64| AT + page * PAGE;
        assert_eq!(watch.end().unwrap(), [(at(3), at(5)), (at(9), at(10)), (at(63), at(64))]);
        // SAFETY: as above; nothing is noted any more.
        unsafe { assert_eq!((place(3, 4095).read(), place(30, 0).read()), (3, 0)) };
    }

    #[test]
    fn many_parts_become_larger_ones() {
        assert_eq!([0, 8_192, 16_384, 1 << 40].map(unit), [4 << 10, 64 << 10, 2 << 20, 2 << 20]);
    }
}
