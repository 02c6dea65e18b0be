//! The block format of LZ4: sequences of literals and of copies from what is there already.

/// The shortest copy.
const MIN_MATCH: usize = 4;

/// Decodes a block that gives at most `limit` bytes.
pub(crate) fn decode(mut block: &[u8], limit: usize) -> Result<Vec<u8>, &'static str> {
    // Grows as it is filled: a damaged limit reserves nothing.
    let mut out = Vec::with_capacity(limit.min(block.len().saturating_mul(4)));
    while let Some((&token, rest)) = block.split_first() {
        block = rest;
        let count = length(usize::from(token >> 4), &mut block)?;
        if count > limit - out.len() {
            return Err("more literals than there is room for");
        }
        let (literals, rest) = block.split_at_checked(count).ok_or("literals are cut off")?;
        out.extend_from_slice(literals);
        block = rest;
        // The last sequence has no copy.
        let Some((&[low, high], rest)) = block.split_first_chunk() else {
            return if block.is_empty() { Ok(out) } else { Err("an offset is cut off") };
        };
        block = rest;
        let offset = usize::from(u16::from_le_bytes([low, high]));
        let count = length(usize::from(token & 0xf), &mut block)? + MIN_MATCH;
        if count > limit - out.len() {
            return Err("a longer copy than there is room for");
        }
        let start = out.len().checked_sub(offset).filter(|_| offset > 0);
        copy(&mut out, start.ok_or("a copy from before the start")?, count);
    }
    Ok(out)
}

/// A length of 15 goes on in the next bytes, up to one below 255.
fn length(nibble: usize, block: &mut &[u8]) -> Result<usize, &'static str> {
    let mut length = nibble;
    if nibble == 15 {
        loop {
            let (&byte, rest) = block.split_first().ok_or("a length is cut off")?;
            *block = rest;
            length += usize::from(byte);
            if byte != u8::MAX {
                break;
            }
        }
    }
    Ok(length)
}

/// Copies that reach into themselves repeat.
fn copy(out: &mut Vec<u8>, start: usize, count: usize) {
    let mut left = count;
    while left > 0 {
        let piece = left.min(out.len() - start);
        out.extend_from_within(start..start + piece);
        left -= piece;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_a_copy_that_repeats() {
        let block = [0x26, b'a', b'b', 2, 0, 0x10, b'c'];
        assert_eq!(
            decode(&block, 13).unwrap(),
            b"abababababab".iter().chain(b"c").copied().collect::<Vec<u8>>()
        );
        assert_eq!(decode(&block, 12), Err("more literals than there is room for"));
        assert_eq!(decode(&block, 11), Err("a longer copy than there is room for"));
        assert_eq!(decode(&block[..4], 12), Err("an offset is cut off"));
    }

    #[test]
    fn long_lengths_go_on_in_further_bytes() {
        let mut block = vec![0xf0, 255, 3];
        block.extend([7; 273]);
        assert_eq!(decode(&block, 1000).unwrap(), [7; 273]);
        assert_eq!(decode(&block[..2], 1000), Err("a length is cut off"));
        assert_eq!(decode(&block[..100], 1000), Err("literals are cut off"));
    }

    #[test]
    fn copies_begin_inside_of_what_is_there() {
        assert_eq!(decode(&[0x10, b'a', 0, 0], 9), Err("a copy from before the start"));
        assert_eq!(decode(&[0x10, b'a', 2, 0], 9), Err("a copy from before the start"));
    }
}
