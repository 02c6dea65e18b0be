//! Parquet's hybrid of run lengths and packed bits, for definition levels and for
//! places in a dictionary (`Encodings.md` in apache/parquet-format, RLE = 3).

use super::thrift::varint;

/// Values are packed in groups of so many.
const GROUP: usize = 8;

/// Appends numbers of `width` bits: runs of eight and more by their length, the
/// others packed. Zeros fill up the last group; readers know the true count.
pub(super) fn encode(out: &mut Vec<u8>, mut values: &[u32], width: u32) {
    let mut rest = values;
    while let Some(&first) = rest.first() {
        let run = rest.iter().take_while(|value| **value == first).count();
        if run < GROUP {
            rest = &rest[GROUP.min(rest.len())..];
        } else {
            packed(out, &values[..values.len() - rest.len()], width);
            varint(out, (run as u64) << 1);
            out.extend_from_slice(&first.to_le_bytes()[..width.div_ceil(8) as usize]);
            rest = &rest[run..];
            values = rest;
        }
    }
    packed(out, values, width);
}

fn packed(out: &mut Vec<u8>, values: &[u32], width: u32) {
    if !values.is_empty() {
        let groups = values.len().div_ceil(GROUP);
        varint(out, (groups as u64) << 1 | 1);
        let end = out.len() + groups * width as usize;
        pack(out, values.iter().copied(), width);
        out.resize(end, 0);
    }
}

/// Appends numbers of `width` bits, the lowest bit first, up to the last byte that
/// has a bit of them.
pub(super) fn pack(out: &mut Vec<u8>, values: impl Iterator<Item = u32>, width: u32) {
    let (mut bits, mut held) = (0_u64, 0);
    for value in values {
        bits |= u64::from(value) << held;
        held += width;
        while held >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        out.push(bits as u8);
    }
}

/// Bits that every number up to `largest` fits into, at least one.
pub(super) const fn width(largest: u32) -> u32 {
    let width = u32::BITS - largest.leading_zeros();
    if width == 0 { 1 } else { width }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(values: &[u32], width: u32) -> Vec<u8> {
        let mut out = Vec::new();
        encode(&mut out, values, width);
        out
    }

    #[test]
    fn levels_of_a_full_column_are_one_run() {
        assert_eq!(encoded(&[1; 8], 1), [16, 1]);
        assert_eq!(encoded(&[1; 100_000], 1), [0xc0, 0x9a, 0x0c, 1]);
        assert_eq!(encoded(&[0; 64], 1), [0x80, 0x01, 0]);
        assert_eq!(encoded(&[], 1), [0; 0]);
    }

    #[test]
    fn levels_that_change_are_packed_and_filled_up() {
        assert_eq!(encoded(&[1], 1), [3, 0b1]);
        assert_eq!(encoded(&[1, 0, 1], 1), [3, 0b101]);
        assert_eq!(encoded(&[0, 1, 1, 1, 1, 1, 1, 1, 1, 0], 1), [5, 0b1111_1110, 0b01]);
    }

    #[test]
    fn a_run_begins_at_the_border_of_a_group() {
        let mut levels = vec![0, 1];
        levels.extend([0; 30]);
        levels.push(1);
        // Eight packed, a run of the other 24 zeros, one packed.
        assert_eq!(encoded(&levels, 1), [3, 0b10, 48, 0, 3, 0b1]);
    }

    #[test]
    fn wider_numbers_go_over_the_borders_of_bytes() {
        // The example of Encodings.md.
        assert_eq!(encoded(&[0, 1, 2, 3, 4, 5, 6, 7], 3), [3, 0x88, 0xc6, 0xfa]);
        assert_eq!(encoded(&[0x155; 8], 9), [16, 0x55, 0x01]);
        assert_eq!(encoded(&[0x1ffff, 0], 17), {
            let mut packed = vec![3, 0xff, 0xff, 0x01];
            packed.resize(1 + 17, 0);
            packed
        });
    }

    #[test]
    fn widths_hold_the_largest_number() {
        assert_eq!([0, 1, 2, 255, 256, u32::MAX].map(width), [1, 1, 2, 8, 9, 32]);
    }
}
