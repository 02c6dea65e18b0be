//! Between bytes of memory and registers.

use propp_emulate_ptx::{Slot, Type, Vector};

use crate::even::Even;
use crate::lanes::{ALL, LANES, Registers, each_lane};

/// An element's bits, extended to its register.
#[inline(always)]
fn element_bits(data: &[u8], ty: Type, register_bits: u32) -> u64 {
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
fn has_words(vector: &Vector) -> bool {
    vector.ty.bytes() == 4 && !vector.wide && vector.elements.len() <= 4
}

/// Writes what was loaded for lanes that are evenly apart into registers. `data` begins with the
/// bytes of the lowest.
#[inline]
pub(crate) fn fill_even(
    registers: &mut Registers,
    to: &Vector,
    even: Even,
    data: &[u8],
    bytes: u32,
) {
    let size = to.ty.bytes() as usize;
    if has_words(to) && even.step == i64::from(bytes) {
        return fill_rows(registers, to, data);
    }
    if even.step == 0 {
        for (element, slot) in data.chunks_exact(size).zip(&to.elements) {
            let Some(slot) = *slot else { continue };
            let bits = element_bits(element, to.ty, to.register_bits);
            if to.wide {
                registers.wide[slot as usize] = [bits; LANES];
            } else {
                registers.narrow[slot as usize] = [bits as u32; LANES];
            }
        }
        return;
    }
    fill(registers, to, ALL, data, |lane| even.offset(lane));
}

/// The same the other way. Of lanes that write to one place, the last one's value stays.
#[inline]
pub(crate) fn write_even(
    registers: &Registers,
    from: &Vector,
    even: Even,
    data: &mut [u8],
    bytes: u32,
) {
    if has_words(from) && even.step == i64::from(bytes) {
        return write_rows(registers, from, data);
    }
    let size = from.ty.bytes() as usize;
    let mask = if even.step == 0 { 1 << (LANES - 1) } else { ALL };
    for (index, slot) in from.elements.iter().enumerate() {
        let Some(slot) = *slot else { continue };
        put_all(registers, from, slot, data, mask, |lane| even.offset(lane) + index * size);
    }
}

#[inline(always)]
fn put_bits(to: &mut [u8], size: usize, bits: u64) {
    match size {
        4 => put_word(to, bits as u32),
        8 => put_double_word(to, bits),
        _ => to[..size].copy_from_slice(&bits.to_le_bytes()[..size]),
    }
}

#[inline(always)]
fn put_word(to: &mut [u8], bits: u32) {
    if let Some(to) = to.first_chunk_mut::<4>() {
        *to = bits.to_le_bytes();
    }
}

#[inline(always)]
fn put_double_word(to: &mut [u8], bits: u64) {
    if let Some(to) = to.first_chunk_mut::<8>() {
        *to = bits.to_le_bytes();
    }
}

#[inline(always)]
fn behind_mut(data: &mut [u8], at: usize) -> &mut [u8] {
    data.get_mut(at..).unwrap_or_default()
}

/// Puts an element of registers to where `at` says.
#[inline(always)]
fn put_all(
    registers: &Registers,
    from: &Vector,
    slot: Slot,
    data: &mut [u8],
    mask: u32,
    at: impl Fn(usize) -> usize,
) {
    let size = from.ty.bytes() as usize;
    match (size, from.wide) {
        (4, false) => {
            let own = &registers.narrow[slot as usize];
            each_lane(mask, |lane| put_word(behind_mut(data, at(lane)), own[lane]));
        }
        (8, true) => {
            let own = &registers.wide[slot as usize];
            each_lane(mask, |lane| put_double_word(behind_mut(data, at(lane)), own[lane]));
        }
        (_, true) => {
            let own = &registers.wide[slot as usize];
            each_lane(mask, |lane| put_bits(&mut data[at(lane)..], size, own[lane]));
        }
        (_, false) => {
            let own = &registers.narrow[slot as usize];
            each_lane(mask, |lane| put_bits(&mut data[at(lane)..], size, u64::from(own[lane])));
        }
    }
}

/// Writes loaded words into registers: all lanes' data, one lane's behind that of the lane
/// before.
fn fill_rows(registers: &mut Registers, to: &Vector, data: &[u8]) {
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

/// The same the other way. What has no register stays as it is.
fn write_rows(registers: &Registers, from: &Vector, data: &mut [u8]) {
    match from.elements[..] {
        [Some(a)] => put_rows([a], registers, data),
        [Some(a), Some(b)] => put_rows([a, b], registers, data),
        [Some(a), Some(b), Some(c), Some(d)] => put_rows([a, b, c, d], registers, data),
        _ => {
            let size = from.elements.len() * 4;
            for (lane, row) in data.chunks_mut(size).enumerate() {
                write_lane(registers, from, row, lane);
            }
        }
    }
}

#[inline(always)]
fn put_rows<const WORDS: usize>(slots: [Slot; WORDS], registers: &Registers, data: &mut [u8]) {
    let columns = slots.map(|slot| &registers.narrow[slot as usize]);
    let words = &mut data.as_chunks_mut::<4>().0[..WORDS * LANES];
    for lane in 0..LANES {
        for (index, column) in columns.iter().enumerate() {
            words[lane * WORDS + index] = column[lane].to_le_bytes();
        }
    }
}

/// Writes loaded data into registers. `at` gives where a lane's bytes begin, inside of the data.
#[inline(always)]
pub(crate) fn fill(
    registers: &mut Registers,
    to: &Vector,
    mask: u32,
    data: &[u8],
    at: impl Fn(usize) -> usize,
) {
    let size = to.ty.bytes() as usize;
    for (index, slot) in to.elements.iter().enumerate() {
        let Some(slot) = *slot else { continue };
        let start = index * size;
        match (size, to.wide) {
            (4, false) => {
                let own = &mut registers.narrow[slot as usize];
                each_lane(mask, |lane| own[lane] = word(behind(data, at(lane) + start)));
            }
            (8, true) => {
                let own = &mut registers.wide[slot as usize];
                each_lane(mask, |lane| own[lane] = double_word(behind(data, at(lane) + start)));
            }
            (_, wide) => {
                let (ty, width) = (to.ty, to.register_bits);
                let bits = |lane| {
                    let start = at(lane) + start;
                    element_bits(&data[start..start + size], ty, width)
                };
                if wide {
                    let own = &mut registers.wide[slot as usize];
                    each_lane(mask, |lane| own[lane] = bits(lane));
                } else {
                    let own = &mut registers.narrow[slot as usize];
                    each_lane(mask, |lane| own[lane] = bits(lane) as u32);
                }
            }
        }
    }
}

#[inline(always)]
fn behind(data: &[u8], at: usize) -> &[u8] {
    data.get(at..).unwrap_or_default()
}

#[inline(always)]
fn word(data: &[u8]) -> u32 {
    data.first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[inline(always)]
fn double_word(data: &[u8]) -> u64 {
    data.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes))
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
        let start = index * size;
        let place = |lane: usize| (all[lane] - first) as usize + start;
        if stride == 0 {
            put_all(registers, from, slot, data, mask, place);
        } else {
            put_all(registers, from, slot, data, mask, |lane| place(lane) + stride * lane);
        }
    }
}

/// Writes one lane's registers to where its bytes are.
#[inline]
pub(crate) fn write_lane(registers: &Registers, from: &Vector, to: &mut [u8], lane: usize) {
    let size = from.ty.bytes() as usize;
    for (slot, to) in from.elements.iter().zip(to.chunks_mut(size)) {
        let Some(slot) = *slot else { continue };
        let bits = match from.wide {
            true => registers.wide[slot as usize][lane],
            false => u64::from(registers.narrow[slot as usize][lane]),
        };
        put_bits(to, size, bits);
    }
}
