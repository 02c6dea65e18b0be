//! Between bytes of memory and registers.

use propp_ptx::{Type, Vector};

use crate::lanes::{LANES, Registers, lanes};

/// An element's bits, extended to its register.
#[inline(always)]
fn element(data: &[u8], ty: Type, register_bits: u32) -> u64 {
    let mut bytes = [0; 8];
    bytes[..data.len()].copy_from_slice(data);
    let bits = u64::from_le_bytes(bytes);
    if !ty.is_signed() {
        return bits;
    }
    let unused = 64 - data.len() as u32 * 8;
    let extended = ((bits << unused).cast_signed() >> unused).cast_unsigned();
    extended & (u64::MAX >> (64 - register_bits))
}

/// Whether the vector's registers are words, which whole rows are moved to and from at once.
pub(crate) fn has_words(vector: &Vector) -> bool {
    vector.ty.bytes() == 4 && !vector.wide && vector.elements.len() <= 4
}

/// Writes loaded words into registers: all lanes' data, one lane's behind that of the lane
/// before.
pub(crate) fn fill_rows(registers: &mut Registers, to: &Vector, data: &[u8]) {
    for (index, slot) in to.elements.iter().enumerate() {
        let Some(slot) = *slot else { continue };
        let own = &mut registers.narrow[slot as usize];
        match to.elements.len() {
            1 => read_rows::<4>(own, data, index),
            2 => read_rows::<8>(own, data, index),
            _ => read_rows::<16>(own, data, index),
        }
    }
}

#[inline(always)]
fn read_rows<const BYTES: usize>(own: &mut [u32; LANES], data: &[u8], index: usize) {
    for (own, row) in own.iter_mut().zip(data.as_chunks::<BYTES>().0) {
        *own = word(&row[index * 4..]);
    }
}

/// The same the other way.
pub(crate) fn write_rows(registers: &Registers, from: &Vector, data: &mut [u8]) {
    for (index, slot) in from.elements.iter().enumerate() {
        let Some(slot) = *slot else { continue };
        let own = &registers.narrow[slot as usize];
        match from.elements.len() {
            1 => put_rows::<4>(own, data, index),
            2 => put_rows::<8>(own, data, index),
            _ => put_rows::<16>(own, data, index),
        }
    }
}

#[inline(always)]
fn put_rows<const BYTES: usize>(own: &[u32; LANES], data: &mut [u8], index: usize) {
    for (own, row) in own.iter().zip(data.as_chunks_mut::<BYTES>().0) {
        row[index * 4..index * 4 + 4].copy_from_slice(&own.to_le_bytes());
    }
}

/// Writes loaded data into registers. `data` gives a lane's bytes.
#[inline(always)]
pub(crate) fn fill<'d>(
    registers: &mut Registers,
    to: &Vector,
    mask: u32,
    data: impl Fn(usize) -> &'d [u8],
) {
    let size = to.ty.bytes() as usize;
    for (index, slot) in to.elements.iter().enumerate() {
        let Some(slot) = *slot else { continue };
        let start = index * size;
        match (size, to.wide) {
            (4, false) => {
                let own = &mut registers.narrow[slot as usize];
                lanes(mask).for_each(|lane| own[lane] = word(&data(lane)[start..]));
            }
            (8, true) => {
                let own = &mut registers.wide[slot as usize];
                for lane in lanes(mask) {
                    own[lane] = element(&data(lane)[start..start + 8], Type::U64, 64);
                }
            }
            (_, wide) => {
                for lane in lanes(mask) {
                    let bytes = &data(lane)[start..start + size];
                    let bits = element(bytes, to.ty, to.register_bits);
                    if wide {
                        registers.wide[slot as usize][lane] = bits;
                    } else {
                        registers.narrow[slot as usize][lane] = bits as u32;
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn word(data: &[u8]) -> u32 {
    data.first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Writes registers into memory. Of lanes that write to one place, the last one's value stays.
pub(crate) fn write(
    registers: &Registers,
    from: &Vector,
    data: &mut [u8],
    all: &[u64; LANES],
    first: u64,
    stride: usize,
    mask: u32,
) {
    let size = from.ty.bytes() as usize;
    for (index, slot) in from.elements.iter().enumerate() {
        let Some(slot) = *slot else { continue };
        for lane in lanes(mask) {
            let at = (all[lane] - first) as usize + stride * lane + index * size;
            let bits = if from.wide {
                registers.wide[slot as usize][lane]
            } else {
                u64::from(registers.narrow[slot as usize][lane])
            };
            let to = &mut data[at..at + size];
            match to {
                [a, b, c, d] => [*a, *b, *c, *d] = (bits as u32).to_le_bytes(),
                _ => to.copy_from_slice(&bits.to_le_bytes()[..size]),
            }
        }
    }
}
