//! Little-endian numbers and strings at offsets that may lie outside of the bytes.

/// Reads one thing after another; `None` at the end of the bytes.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// An unsigned LEB128 number. Bits above the 64th are lost.
    pub fn uleb(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0_u32..).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                break;
            }
        }
        Some(value)
    }

    /// A signed LEB128 number. Bits above the 64th are lost.
    pub fn sleb(&mut self) -> Option<i64> {
        let mut value = 0_i64;
        for shift in (0_u32..).step_by(7) {
            let byte = self.u8()?;
            value |= i64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                if byte & 0x40 != 0 {
                    value |= (-1_i64).checked_shl(shift + 7).unwrap_or(0);
                }
                break;
            }
        }
        Some(value)
    }

    /// Text up to a zero byte.
    pub fn text(&mut self) -> Option<&'a str> {
        let text = text_at(self.bytes, self.at)?;
        self.at += text.len() + 1;
        Some(text)
    }
}

/// Longer names are taken for damage: else many names in one long text would take long.
pub(crate) const MAX_TEXT: usize = 1 << 16;

/// The text at an offset, up to a zero byte. `None` if it is not UTF-8 or has no end.
pub fn text_at(bytes: &[u8], offset: usize) -> Option<&str> {
    let rest = bytes.get(offset..)?;
    let rest = &rest[..rest.len().min(MAX_TEXT)];
    let end = rest.iter().position(|&byte| byte == 0)?;
    std::str::from_utf8(&rest[..end]).ok()
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    array_at(bytes, at).map(u16::from_le_bytes)
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array_at(bytes, at).map(u32::from_le_bytes)
}

pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    array_at(bytes, at).map(u64::from_le_bytes)
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

/// `None` if a part lies outside of the bytes.
pub fn range(bytes: &[u8], offset: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_is_empty_at_the_end_and_takes_nothing_beyond_it() {
        let mut reader = Reader::new(&[1, 2, 0, 3, 0, 0, 0]);
        assert_eq!((reader.u8(), reader.u16()), (Some(1), Some(2)));
        assert_eq!((reader.offset(), reader.is_empty(), reader.u64()), (3, false, None));
        assert_eq!((reader.u32(), reader.is_empty(), reader.u8()), (Some(3), true, None));
        assert_eq!(reader.take(0), Some(&[][..]));
    }

    #[test]
    fn leb128_numbers_of_every_length() {
        let mut reader = Reader::new(&[0x7f, 0x80, 0x01, 0x7f, 0xff, 0x7e, 0x3f, 0xff]);
        assert_eq!(reader.uleb(), Some(127));
        assert_eq!(reader.uleb(), Some(128));
        assert_eq!(reader.sleb(), Some(-1));
        assert_eq!(reader.sleb(), Some(-129));
        assert_eq!(reader.sleb(), Some(63));
        assert_eq!(reader.uleb(), None);
    }

    #[test]
    fn a_number_of_too_many_bytes_loses_its_upper_bits() {
        let bytes: Vec<u8> = std::iter::repeat_n(0xff, 30).chain([0x7f]).collect();
        assert_eq!(Reader::new(&bytes).uleb(), Some(u64::MAX));
        assert_eq!(Reader::new(&bytes).sleb(), Some(-1));
    }

    #[test]
    fn text_without_an_end_is_none() {
        assert_eq!(text_at(b"ab\0cd", 0), Some("ab"));
        assert_eq!(text_at(b"ab\0cd", 3), None);
        assert_eq!(text_at(b"ab\0cd", 9), None);
    }
}
