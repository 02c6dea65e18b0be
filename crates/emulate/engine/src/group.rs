//! Products of four warps (`wgmma`). Each warp works out its own rows where it starts the product:
//! by then the program must have put all operands into shared memory.

use std::sync::OnceLock;

use propp_emulate_ptx::{Factor, Float8, GroupMultiply, GroupSource, Role, Slot, Space, Type};

use crate::access::{Reach, Stopped};
use crate::alu::float8_value;
use crate::arithmetic::{bf16_to_f32, f16_to_f32};
use crate::fault::Cause;
use crate::lanes::{LANES, Registers};
use crate::matrix::{TF32, bits_of, number_of};

const ROWS: usize = 16;
/// What lies together whatever the layout.
const CHUNK: u32 = 16;
const CHUNK_BYTES: usize = CHUNK as usize;
const WARPS: usize = 4;

/// Where a matrix lies in shared memory, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Descriptor {
    start: u32,
    /// Distances between groups of rows or columns.
    leading: u32,
    stride: u32,
    /// Lines of 128 bytes by which the pattern of the swizzle is shifted.
    base: u32,
    /// Bytes of a swizzled row: 128, 64 or 32; 16 without.
    width: u32,
}

impl Descriptor {
    fn from_bits(bits: u64) -> Self {
        let field = |from: u32| ((bits >> from) as u32 & 0x3fff) << 4;
        let width = match bits >> 62 {
            0 => CHUNK,
            1 => 128,
            2 => 64,
            _ => 32,
        };
        let base = (bits >> 49) as u32 & 7;
        Self { start: field(0), leading: field(16), stride: field(32), base, width }
    }

    fn swizzled(self, address: u32) -> u32 {
        let rows = self.width / CHUNK - 1;
        address ^ ((address >> 7).wrapping_sub(self.base) & rows) << 4
    }

    /// Where the chunk of a number lies in a row or column of the matrix, whose elements follow each
    /// other along the depth.
    fn along_depth(self, row: u32, chunk: u32) -> u32 {
        let next = if self.width == CHUNK { self.leading } else { CHUNK };
        self.swizzled(self.start + row % 8 * self.width + row / 8 * self.stride + chunk * next)
    }

    /// The same where the elements of a row of depth follow each other.
    fn across_depth(self, row: u32, chunk: u32) -> u32 {
        let in_width = self.width / CHUNK;
        let (far, deep) = match in_width {
            1 => (self.stride, self.leading),
            _ => (self.leading, self.stride),
        };
        let chunks = chunk % in_width * CHUNK + chunk / in_width * far;
        self.swizzled(self.start + row % 8 * self.width + row / 8 * deep + chunks)
    }
}

/// The numbers of 8 bits of a format.
fn float8(format: Float8) -> &'static [f32; 256] {
    static TABLES: OnceLock<[[f32; 256]; 2]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        [Float8::E4m3, Float8::E5m2]
            .map(|format| std::array::from_fn(|bits| float8_value(format, bits as u32) as f32))
    });
    match format {
        Float8::E4m3 => &tables[0],
        Float8::E5m2 => &tables[1],
    }
}

/// The number that an element's bits are.
fn number(factor: Factor, bits: u32) -> f32 {
    match factor {
        Factor::F16 => f16_to_f32(bits & 0xffff),
        Factor::Bf16 => bf16_to_f32(bits & 0xffff),
        Factor::Tf32 => f32::from_bits(bits & TF32),
        Factor::E4m3 => float8(Float8::E4m3)[(bits & 0xff) as usize],
        Factor::E5m2 => float8(Float8::E5m2)[(bits & 0xff) as usize],
        Factor::S8 => f32::from(bits as i8),
        Factor::U8 => f32::from(bits as u8),
    }
}

/// Calls with each number of a chunk.
fn each_number(factor: Factor, chunk: &[u8], mut take: impl FnMut(usize, f32)) {
    let size = factor.bytes() as usize;
    for (index, bytes) in chunk.chunks_exact(size).enumerate() {
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        take(index, number(factor, bits));
    }
}

impl Reach<'_, '_> {
    pub(crate) fn group_multiply(
        &mut self,
        registers: &mut Registers,
        own: &GroupMultiply,
    ) -> Result<(), Stopped> {
        let (columns, depth) = (own.columns as usize, own.depth as usize);
        let mut first = match &own.from {
            GroupSource::Registers(slots) => registers.rows(own, slots),
            GroupSource::Shared(slot) => {
                let row = (self.warp % WARPS * ROWS) as u32;
                let rows = row..row + ROWS as u32;
                let kind = (own.a, own.transposed[0]);
                let by_depth = self.matrix(registers, *slot, kind, rows, own.depth)?;
                turned(&by_depth, ROWS, depth)
            }
        };
        if own.negated[0] != own.negated[1] {
            first.iter_mut().for_each(|number| *number = -*number);
        }
        let kind = (own.b, own.transposed[1]);
        let second = self.matrix(registers, own.second, kind, 0..own.columns, own.depth)?;
        let adds = registers.predicate(own.adds) & 1 != 0;
        let mut sums = match adds {
            true => registers.sums(own),
            false => vec![0.0; ROWS * columns],
        };
        // Products are exact, and each sum is rounded once at the end.
        for (sums, row) in sums.chunks_exact_mut(columns).zip(first.chunks_exact(depth)) {
            for (factor, row) in row.iter().zip(second.chunks_exact(columns)) {
                let factor = f64::from(*factor);
                for (sum, other) in sums.iter_mut().zip(row) {
                    *sum += factor * f64::from(*other);
                }
            }
        }
        registers.put_sums(own, &sums);
        Ok(())
    }

    /// The numbers of a matrix in shared memory, all of the first row of depth before those of the
    /// second.
    fn matrix(
        &mut self,
        registers: &Registers,
        slot: Slot,
        (factor, transposed): (Factor, bool),
        rows: std::ops::Range<u32>,
        depth: u32,
    ) -> Result<Vec<f32>, Stopped> {
        let bits = &registers.wide[slot as usize];
        if let Some(lane) = (1..LANES).find(|lane| bits[*lane] != bits[0]) {
            let words = "a descriptor that differs between the lanes of a warp".to_owned();
            return Err((lane, Cause::Unsupported(words)));
        }
        let descriptor = Descriptor::from_bits(bits[0]);
        let in_chunk = CHUNK / factor.bytes();
        let width = rows.len();
        let mut numbers = vec![0.0; width * depth as usize];
        if transposed {
            for deep in 0..depth {
                let own = &mut numbers[deep as usize * width..][..width];
                for (chunk, own) in own.chunks_mut(in_chunk as usize).enumerate() {
                    let chunk = rows.start / in_chunk + chunk as u32;
                    let bytes = self.chunk(descriptor.across_depth(deep, chunk))?;
                    each_number(factor, &bytes, |index, number| {
                        own.get_mut(index).into_iter().for_each(|own| *own = number);
                    });
                }
            }
            return Ok(numbers);
        }
        for (at, row) in rows.enumerate() {
            for chunk in 0..depth / in_chunk {
                let bytes = self.chunk(descriptor.along_depth(row, chunk))?;
                let first = (chunk * in_chunk) as usize;
                each_number(factor, &bytes, |index, number| {
                    numbers[(first + index) * width + at] = number;
                });
            }
        }
        Ok(numbers)
    }

    fn chunk(&mut self, address: u32) -> Result<[u8; CHUNK_BYTES], Stopped> {
        let piece = self.piece(Space::Shared, u64::from(address), CHUNK, "a load of a matrix");
        let mut bytes = [0; CHUNK_BYTES];
        bytes.copy_from_slice(piece.map_err(|cause| (0, cause))?);
        Ok(bytes)
    }
}

/// Row by row what was given column by column.
fn turned(numbers: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row));
    places.map(|place| numbers[place]).collect()
}

/// Calls with the place of each sum of a warp: its index by rows, its register, how far it is
/// shifted there, and the lane.
#[inline]
fn each_sum(columns: usize, packed: usize, mut take: impl FnMut(usize, usize, usize, usize)) {
    for element in 0..columns / 2 {
        // Two neighbours of a row, and two of the row eight below.
        let (tile, row, inner) = (element / 4, element / 2 % 2 * 8, element % 2);
        let (register, shift) = (element / packed, element % packed * 16);
        for lane in 0..LANES {
            let place = (row + lane / 4) * columns + tile * 8 + lane % 4 * 2 + inner;
            take(place, register, shift, lane);
        }
    }
}

fn packed(ty: Type) -> usize {
    if ty.bytes() == 2 { 2 } else { 1 }
}

impl Registers {
    /// Of the first matrix in registers, row by row.
    fn rows(&self, own: &GroupMultiply, slots: &[Slot]) -> Vec<f32> {
        let layout = own.layout_of_a();
        debug_assert!(layout.role == Role::A);
        let all = self.elements(layout, slots).into_iter();
        all.map(|bits| number(own.a, bits as u32)).collect()
    }

    /// What the sums were before.
    fn sums(&self, own: &GroupMultiply) -> Vec<f64> {
        let columns = own.columns as usize;
        let mut sums = vec![0.0; ROWS * columns];
        each_sum(columns, packed(own.sum), |place, register, shift, lane| {
            let word = self.narrow[own.before[register] as usize][lane];
            sums[place] = number_of(own.sum, u64::from(word >> shift));
        });
        sums
    }

    fn put_sums(&mut self, own: &GroupMultiply, sums: &[f64]) {
        each_sum(own.columns as usize, packed(own.sum), |place, register, shift, lane| {
            let bits = bits_of(own.sum, sums[place], own.saturate) as u32;
            let word = &mut self.narrow[own.to[register] as usize][lane];
            *word = if shift == 0 { bits } else { *word & 0xffff | bits << shift };
        });
    }
}
