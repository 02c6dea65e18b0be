//! Checks a counter image before NVIDIA's library reads it.
//!
//! CUPTI trusts the offsets inside an image and does not compare them with the size
//! of the buffer: with a truncated image it reads beyond the buffer, with random
//! bytes it crashes. So every image from a file is checked here first. The checks
//! come from images that CUPTI 13.0 wrote on an H200: eight letters at the front,
//! and four tables whose place, row size and row count the header gives. The last
//! table ends the image.
//!
//! This finds truncated images and foreign files, but no flipped bit in otherwise
//! sound data: store a checksum with each image.

/// The letters at the beginning of every image.
const MAGIC: &[u8; 8] = b"LOPDATA\0";

/// The header's pointer to the description of the table of ranges.
const RANGE_TABLE: usize = 48;

/// The header's pointer to the description of the table of counter values.
const VALUE_TABLE: usize = 56;

/// Why bytes are not a counter image that can be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("not a CUPTI counter image: it does not begin with LOPDATA")]
    NotAnImage,
    #[error("the counter image is cut: it describes {described} bytes and has {actual}")]
    Cut {
        /// What its own header says.
        described: u64,
        actual: usize,
    },
    #[error("the counter image is damaged: {0}")]
    Damaged(&'static str),
    #[error(
        "CUPTI does not accept the image for chip {chip}; was it recorded on another chip? \
         (the recording says which)"
    )]
    Foreign {
        /// The chip to evaluate it for.
        chip: String,
    },
}

/// Bytes that passed the checks of a counter image.
#[derive(Clone, Copy, Debug)]
pub struct CounterImage<'a> {
    bytes: &'a [u8],
    ranges: usize,
}

impl<'a> CounterImage<'a> {
    /// Checks bytes as an image.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, ImageError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ImageError::NotAnImage);
        }
        let ranges = Table::read(bytes, RANGE_TABLE)?;
        let values = Table::read(bytes, VALUE_TABLE)?;
        for table in [&ranges, &values] {
            let end = table.end().ok_or(ImageError::Damaged("a table has no end"))?;
            if end > bytes.len() as u64 {
                return Err(ImageError::Cut { described: end, actual: bytes.len() });
            }
            if table.used > table.capacity {
                return Err(ImageError::Damaged("a table holds more rows than it has"));
            }
        }
        if ranges.used != values.used || ranges.capacity != values.capacity {
            return Err(ImageError::Damaged("ranges and values disagree on their number"));
        }
        if values.end() != Some(bytes.len() as u64) {
            return Err(ImageError::Damaged("the values do not end where the image ends"));
        }
        let ranges = usize::try_from(ranges.used)
            .map_err(|_| ImageError::Damaged("more ranges than memory can hold"))?;
        Ok(Self { bytes, ranges })
    }

    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub fn ranges(&self) -> usize {
        self.ranges
    }
}

/// A table inside the image, as the image describes it.
struct Table {
    offset: u64,
    row_bytes: u64,
    capacity: u64,
    used: u64,
}

impl Table {
    /// Reads the description at which the header's word at `pointer` points: its own
    /// size, then the table's offset, row size, rows and rows in use.
    fn read(bytes: &[u8], pointer: usize) -> Result<Self, ImageError> {
        let cut = || ImageError::Cut { described: 64, actual: bytes.len() };
        let at = bytes.get(pointer..pointer + 4).ok_or_else(cut)?;
        let at = at.try_into().map(u32::from_le_bytes).map_err(|_| cut())? as usize;
        let word = |index: usize| -> Result<u64, ImageError> {
            let from = at + 8 * index;
            let cut = ImageError::Cut { described: from as u64 + 8, actual: bytes.len() };
            let word = bytes.get(from..from + 8).ok_or(cut)?;
            word.try_into().map(u64::from_le_bytes).map_err(|_| ImageError::Damaged("a word"))
        };
        if word(0)? != 40 {
            return Err(ImageError::Damaged("a table is not described in 40 bytes"));
        }
        Ok(Self { offset: word(1)?, row_bytes: word(2)?, capacity: word(3)?, used: word(4)? })
    }

    fn end(&self) -> Option<u64> {
        self.row_bytes.checked_mul(self.capacity)?.checked_add(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_short_or_foreign_is_an_error() {
        assert_eq!(CounterImage::parse(b"").unwrap_err(), ImageError::NotAnImage);
        assert_eq!(CounterImage::parse(b"SQLite format 3\0").unwrap_err(), ImageError::NotAnImage);
        let cut = CounterImage::parse(b"LOPDATA\0\x18\0\0\0").unwrap_err();
        assert!(matches!(cut, ImageError::Cut { actual: 12, .. }), "{cut:?}");
    }

    #[test]
    fn pointers_beyond_the_image_are_an_error() {
        let mut bytes = vec![0xff_u8; 4096];
        bytes[..8].copy_from_slice(MAGIC);
        assert!(CounterImage::parse(&bytes).is_err());
    }
}
