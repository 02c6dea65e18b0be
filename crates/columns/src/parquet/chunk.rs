//! The values of one column in one group of rows: a page of the dictionary, if
//! there is one, and pages of data (`README.md` in apache/parquet-format).

use std::io;
use std::ops::Range;

use super::dictionary::Dictionary;
use super::hybrid;
use super::physical::{Bounds, Physical};
use super::thrift;
use crate::Values;

/// Where a page ends, unless a single text is larger.
const PAGE_BYTES: usize = 1 << 20;

/// Numbers of encodings in `parquet.thrift`.
pub(super) mod encoding {
    pub(in super::super) const PLAIN: i32 = 0;
    pub(in super::super) const RLE: i32 = 3;
    pub(in super::super) const RLE_DICTIONARY: i32 = 8;
}

/// What the footer says of a chunk.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// All its bytes, headers of pages included.
    pub(super) bytes: usize,
    /// Bytes of the page with the dictionary.
    pub(super) dictionary_bytes: Option<usize>,
    /// Rows, with or without a value.
    pub(super) rows: usize,
    /// Rows without.
    pub(super) missing: usize,
    pub(super) bounds: Option<Bounds>,
}

/// Appends rows of a column.
///
/// # Errors
/// For a text that is larger than a page can be.
pub(super) fn write(out: &mut Vec<u8>, values: &Values, rows: Range<usize>) -> io::Result<Chunk> {
    match values {
        Values::Float(values) => write_bytes(out, values[rows].iter().copied()),
        Values::Int(values) => write_bytes(out, values[rows].iter().copied()),
        Values::Text(values) => write_bytes(out, values[rows].iter().map(Option::as_deref)),
        Values::Bool(values) => write_bools(out, &values[rows]),
    }
}

/// Which rows have a value (1) and which not (0), and the values that are there.
fn split<T>(values: impl Iterator<Item = Option<T>>) -> (Vec<u32>, Vec<T>) {
    let (mut levels, mut present) = (Vec::new(), Vec::new());
    levels.reserve(values.size_hint().0);
    present.reserve(values.size_hint().0);
    for value in values {
        levels.push(value.is_some().into());
        present.extend(value);
    }
    (levels, present)
}

fn write_bytes<T: Physical>(
    out: &mut Vec<u8>,
    values: impl Iterator<Item = Option<T>>,
) -> io::Result<Chunk> {
    let (levels, present) = split(values);
    let start = out.len();
    let dictionary_bytes = match Dictionary::of(&present) {
        Some(dictionary) => Some(write_dictionary(out, &levels, &dictionary)?),
        None => write_plain(out, &levels, &present).map(|()| None)?,
    };
    Ok(Chunk {
        bytes: out.len() - start,
        dictionary_bytes,
        rows: levels.len(),
        missing: levels.len() - present.len(),
        bounds: T::bounds(&present),
    })
}

fn write_bools(out: &mut Vec<u8>, values: &[Option<bool>]) -> io::Result<Chunk> {
    let (levels, present) = split(values.iter().copied());
    let start = out.len();
    data_page(out, &levels, encoding::PLAIN, |body| {
        hybrid::pack(body, present.iter().map(|value| u32::from(*value)), 1);
    })?;
    Ok(Chunk {
        bytes: out.len() - start,
        dictionary_bytes: None,
        rows: levels.len(),
        missing: levels.len() - present.len(),
        bounds: None,
    })
}

/// The bytes of the dictionary's page.
fn write_dictionary<T: Physical>(
    out: &mut Vec<u8>,
    levels: &[u32],
    dictionary: &Dictionary<T>,
) -> io::Result<usize> {
    let mut body = Vec::new();
    dictionary.entries.iter().for_each(|entry| entry.plain(&mut body));
    let entries = count(dictionary.entries.len())?;
    let bytes = page(out, PageKind::Dictionary, &body, entries, encoding::PLAIN)?;
    let width = dictionary.width();
    data_page(out, levels, encoding::RLE_DICTIONARY, |body| {
        body.push(width as u8);
        hybrid::encode(body, &dictionary.places, width);
    })?;
    Ok(bytes)
}

fn write_plain<T: Physical>(
    out: &mut Vec<u8>,
    mut levels: &[u32],
    mut present: &[T],
) -> io::Result<()> {
    while !levels.is_empty() {
        let (rows, values) = first_page(levels, present);
        data_page(out, &levels[..rows], encoding::PLAIN, |body| {
            present[..values].iter().for_each(|value| value.plain(body));
        })?;
        levels = &levels[rows..];
        present = &present[values..];
    }
    Ok(())
}

/// How many rows go into a page, and how many values these have.
fn first_page<T: Physical>(levels: &[u32], present: &[T]) -> (usize, usize) {
    let (mut values, mut bytes) = (0, 0);
    for (row, level) in levels.iter().enumerate() {
        if *level == 1 {
            bytes += present[values].plain_len();
            if bytes > PAGE_BYTES && row > 0 {
                return (row, values);
            }
            values += 1;
        }
    }
    (levels.len(), values)
}

fn data_page(
    out: &mut Vec<u8>,
    levels: &[u32],
    encoding: i32,
    values: impl FnOnce(&mut Vec<u8>),
) -> io::Result<()> {
    // The levels' length comes before them, and is known after them.
    let mut body = vec![0; size_of::<u32>()];
    hybrid::encode(&mut body, levels, 1);
    let levels_bytes = count(body.len() - size_of::<u32>())?;
    body[..size_of::<u32>()].copy_from_slice(&levels_bytes.to_le_bytes());
    values(&mut body);
    page(out, PageKind::Data, &body, count(levels.len())?, encoding).map(|_| ())
}

/// The kinds of pages, as fields of a page's header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageKind {
    Data,
    Dictionary,
}

/// Appends a header and what it is of; the bytes of both.
fn page(
    out: &mut Vec<u8>,
    kind: PageKind,
    body: &[u8],
    values: i32,
    encoding: i32,
) -> io::Result<usize> {
    let (number, field) = match kind {
        PageKind::Data => (0, 5),
        PageKind::Dictionary => (2, 7),
    };
    let bytes = count(body.len())?;
    let start = out.len();
    thrift::structure(out, |header| {
        header.i32(1, number);
        header.i32(2, bytes);
        header.i32(3, bytes);
        header.structure(field, |of_kind| {
            of_kind.i32(1, values);
            of_kind.i32(2, encoding);
            if kind == PageKind::Data {
                // How definition and repetition levels are encoded; of the latter a
                // flat table has none.
                of_kind.i32(3, encoding::RLE);
                of_kind.i32(4, encoding::RLE);
            }
        });
    });
    out.extend_from_slice(body);
    Ok(out.len() - start)
}

fn count(number: usize) -> io::Result<i32> {
    number.try_into().map_err(|_| {
        let words = format!(
            "a text makes a page of {number} bytes, and Parquet's pages are smaller than 2 GiB; \
             write CSV"
        );
        io::Error::new(io::ErrorKind::InvalidData, words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_tell_where_values_are_missing() {
        let (levels, present) = split([Some(5), None, Some(7)].into_iter());
        assert_eq!((levels, present), (vec![1, 0, 1], vec![5, 7]));
    }

    #[test]
    fn a_page_ends_before_it_is_too_large_and_holds_one_row_at_least() {
        let half = "x".repeat(PAGE_BYTES / 2);
        assert_eq!(first_page(&[1, 0, 1, 0], &[half.as_str(); 2]), (2, 1));
        let whole = "x".repeat(PAGE_BYTES);
        assert_eq!(first_page(&[1, 1], &[whole.as_str(); 2]), (1, 1));
        assert_eq!(first_page(&[0, 1], &[1_i64]), (2, 1));
    }

    #[test]
    fn a_data_page_is_header_levels_and_values() {
        let mut out = Vec::new();
        let chunk = write(&mut out, &Values::Bool(vec![Some(true), None, Some(true)]), 0..3);
        let header = [0x15, 0, 0x15, 14, 0x15, 14, 0x2c, 0x15, 6, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0];
        assert_eq!(out[..header.len()], header);
        // The length of the levels, a packed group of them, the two values.
        assert_eq!(out[header.len()..], [2, 0, 0, 0, 3, 0b101, 0b11]);
        let chunk = chunk.unwrap();
        assert_eq!((chunk.bytes, chunk.rows, chunk.missing), (out.len(), 3, 1));
    }
}
