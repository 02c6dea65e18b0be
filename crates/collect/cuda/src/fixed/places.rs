//! Which addresses are taken for memory that has to be at given ones.

use std::ffi::c_void;

use crate::error::DriverError;

/// The driver reserves addresses that are given in units of so many bytes; elsewhere it takes others,
/// without an error (`lab/collection.md`).
pub(super) const UNIT: u64 = 32 << 20;

/// Memory of the host is mapped by pages.
pub(super) const PAGE: u64 = 4096;

/// Memory that a launch can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub address: u64,
    pub bytes: u64,
    /// Whether it is memory of the host that the GPU reaches.
    pub is_host: bool,
}

/// Memory of the host that lies in a unit of addresses with memory of the GPU becomes the GPU's, too.
/// Also returns how many bytes that are.
pub(super) fn without_overlap(places: &[Place]) -> (Vec<Place>, u64) {
    let (mut places, mut moved) = (places.to_vec(), 0);
    loop {
        let units = merged(&places, false, UNIT);
        let is_inside = |place: &Place| {
            let end = place.address.saturating_add(place.bytes);
            units.iter().any(|(from, bytes)| place.address < from + bytes && *from < end)
        };
        let mut is_stable = true;
        for place in places.iter_mut().filter(|place| place.is_host && is_inside(place)) {
            (place.is_host, is_stable) = (false, false);
            moved += place.bytes;
        }
        if is_stable {
            return (places, moved);
        }
    }
}

/// The ranges of one kind in whole units, neighbours joined.
pub(super) fn merged(places: &[Place], is_host: bool, unit: u64) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = places
        .iter()
        .filter(|place| place.is_host == is_host && place.bytes > 0)
        .map(|place| {
            let end = place.address.saturating_add(place.bytes).div_ceil(unit).saturating_mul(unit);
            (place.address / unit * unit, end)
        })
        .collect();
    ranges.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (from, end) in ranges {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((from, end)),
        }
    }
    merged.into_iter().map(|(from, end)| (from, end - from)).collect()
}

/// Maps memory of this process at an address.
pub(super) fn map_pages(address: u64, bytes: u64) -> Result<(*mut c_void, usize), DriverError> {
    let taken = DriverError::Taken { address };
    let (Ok(place), Ok(length)) = (usize::try_from(address), usize::try_from(bytes)) else {
        return Err(taken);
    };
    let place: *mut c_void = std::ptr::with_exposed_provenance_mut(place);
    // SAFETY: it takes nothing that is mapped already.
    let got = unsafe {
        libc::mmap(
            place,
            length,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE,
            -1,
            0,
        )
    };
    if got == libc::MAP_FAILED {
        let error = std::io::Error::last_os_error();
        let status = error.raw_os_error().unwrap_or_default().unsigned_abs();
        return Err(match error.kind() {
            std::io::ErrorKind::AlreadyExists => taken,
            _ => DriverError::Call { call: "mmap", status, name: error.to_string() },
        });
    }
    if got != place {
        // A system that does not know the flag maps elsewhere.
        // SAFETY: what was just mapped.
        unsafe { libc::munmap(got, length) };
        return Err(taken);
    }
    Ok((place, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_reserved_together_and_in_units() {
        let place = |address, bytes, is_host| Place { address, bytes, is_host };
        let places = [
            place(UNIT * 7 + 512, 256, false),
            place(UNIT * 4, UNIT, false),
            place(UNIT * 5 + 1, 1, false),
            place(PAGE * 3 + 1, PAGE, true),
            place(0, 0, false),
        ];
        assert_eq!(merged(&places, false, UNIT), [(UNIT * 4, UNIT * 2), (UNIT * 7, UNIT)]);
        assert_eq!(merged(&places, true, PAGE), [(PAGE * 3, PAGE * 2)]);
    }

    #[test]
    fn memory_of_the_host_among_the_gpus_becomes_the_gpus() {
        let place = |address, bytes, is_host| Place { address, bytes, is_host };
        let places = [
            place(UNIT * 4, 64, false),
            place(UNIT * 5 - PAGE, 2 * PAGE, true),
            place(UNIT * 6 - PAGE, PAGE, true),
            place(UNIT * 9, PAGE, true),
        ];
        let (places, moved) = without_overlap(&places);
        // The second reaches into the next unit, where the third is.
        assert_eq!(moved, 3 * PAGE);
        assert_eq!(merged(&places, false, UNIT), [(UNIT * 4, UNIT * 2)]);
        assert_eq!(merged(&places, true, PAGE), [(UNIT * 9, PAGE)]);
    }
}
