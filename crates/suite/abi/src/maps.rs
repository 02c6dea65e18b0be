//! The mapped memory of this process.
//!
//! A table of entries with a wrong length leads past its end. Checks against
//! `/proc/self/maps` turn most crashes into error messages.

use std::io;

/// A range of addresses and its permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    start: u64,
    end: u64,
    read: bool,
    execute: bool,
}

/// The mapped memory of this process at one moment, in ascending order.
#[derive(Debug)]
pub(crate) struct Maps(Vec<Range>);

impl Maps {
    pub(crate) fn of_this_process() -> io::Result<Self> {
        Ok(Self::parse(&std::fs::read_to_string("/proc/self/maps")?))
    }

    fn parse(text: &str) -> Self {
        Self(text.lines().filter_map(range).collect())
    }

    /// Number of bytes that are readable from an address on.
    pub(crate) fn readable_from(&self, address: usize) -> u64 {
        let mut at = address as u64;
        for range in self.0.iter().filter(|range| range.read) {
            if range.start <= at && at < range.end {
                at = range.end;
            }
        }
        at - address as u64
    }

    /// Whether an address is executable.
    pub(crate) fn executable(&self, address: usize) -> bool {
        let at = address as u64;
        self.0.iter().any(|range| range.execute && range.start <= at && at < range.end)
    }
}

/// A line such as `7f00-7f10 r-xp 00000000 08:01 123 /lib/libc.so`.
fn range(line: &str) -> Option<Range> {
    let (addresses, rest) = line.split_once(' ')?;
    let (start, end) = addresses.split_once('-')?;
    let permissions = rest.as_bytes();
    Some(Range {
        start: u64::from_str_radix(start, 16).ok()?,
        end: u64::from_str_radix(end, 16).ok()?,
        read: *permissions.first()? == b'r',
        execute: *permissions.get(2)? == b'x',
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
1000-2000 r--p 00000000 08:01 1 /a
2000-3000 r-xp 00001000 08:01 1 /a
3000-4000 ---p 00000000 00:00 0
4000-5000 rw-p 00000000 00:00 0 [heap]
";

    #[test]
    fn ranges_that_touch_are_one() {
        let maps = Maps::parse(TEXT);
        assert_eq!(maps.readable_from(0x1800), 0x1800);
        assert_eq!(maps.readable_from(0x4ff8), 8);
        assert_eq!(maps.readable_from(0x3000), 0);
        assert_eq!(maps.readable_from(0), 0);
        assert_eq!(maps.readable_from(0x5000), 0);
    }

    #[test]
    fn code_is_where_it_may_be_executed() {
        let maps = Maps::parse(TEXT);
        assert!(maps.executable(0x2000));
        assert!(!maps.executable(0x4000));
        assert!(!maps.executable(0x3000));
    }

    #[test]
    fn this_process_has_memory() {
        let maps = Maps::of_this_process().unwrap();
        let here = 5_u64;
        assert!(maps.readable_from(&raw const here as usize) >= 8);
        assert!(maps.executable(range as fn(&str) -> Option<Range> as usize));
    }
}
