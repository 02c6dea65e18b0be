//! Contents of entries, unpacked.

use std::borrow::Cow;
use std::fmt;
use std::io::Read as _;

use ruzstd::decoding::StreamingDecoder;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    None,
    Lz4,
    Zstd,
}

/// What a damaged file can ask for at most. No cubin that was seen has a tenth of it.
const MAX_UNPACKED: u64 = 1 << 30;

/// An LZ4 block can say no more than 255 bytes with one.
const LZ4_RATIO: u64 = 255;

/// A zstd block of 4 bytes can say 128 KiB: damaged files stop there, real code long before.
const ZSTD_RATIO: u64 = 1 << 15;

pub(crate) fn unpack(
    stored: &[u8],
    compression: Compression,
    size: u64,
) -> Result<Cow<'_, [u8]>, String> {
    let ratio = match compression {
        Compression::None => return Ok(Cow::Borrowed(stored)),
        Compression::Lz4 => LZ4_RATIO,
        Compression::Zstd => ZSTD_RATIO,
    };
    if size > MAX_UNPACKED {
        return Err(format!(
            "it says that it is {size} bytes long, which is more than {MAX_UNPACKED}"
        ));
    }
    if size > (stored.len() as u64).saturating_mul(ratio) {
        return Err(format!("{} bytes cannot be {size} bytes compressed", stored.len()));
    }
    let unpacked = match compression {
        Compression::Lz4 => lz4_flex::block::decompress(stored, size as usize)
            .map_err(|error| format!("its LZ4 data is damaged: {error}"))?,
        _ => zstd(stored, size)?,
    };
    let found = unpacked.len() as u64;
    if found != size {
        return Err(format!("it says that it is {size} bytes long, and {found} were found"));
    }
    Ok(Cow::Owned(unpacked))
}

/// Reads one byte more than stated, if there are more: then the caller knows.
fn zstd(stored: &[u8], size: u64) -> Result<Vec<u8>, String> {
    let damaged = |reason: &dyn fmt::Display| format!("its zstd data is damaged: {reason}");
    let decoder = StreamingDecoder::new(stored).map_err(|error| damaged(&error))?;
    let mut unpacked = Vec::new();
    let read = decoder.take(size + 1).read_to_end(&mut unpacked);
    read.map_err(|error| damaged(&error)).map(|_| unpacked)
}
