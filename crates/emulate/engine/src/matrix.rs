//! Matrices that a warp's lanes hold together.

use crate::arithmetic::{bf16_to_f32, f16_from_f64, f16_to_f32};
use propp_emulate_ptx::{
    Address, Caching, Format, Fragment, Joined, Layout, Multiply, Order, Role, Slot, Space, Tiles,
    TilesKind, Type,
};

use crate::access::{How, Reach, Stopped, addresses, aligned};
use crate::fault::Cause;
use crate::lanes::{ALL, LANES, Registers};
use crate::pieces::{address_of, resolved};
use crate::requests::{shared, shared_load};

/// Elements of the largest matrix.
const MOST: usize = 512;
/// Bits of a number of 19 bits that do not count.
pub(crate) const TF32: u32 = !0x1fff;

pub(crate) fn number_of(ty: Type, bits: u64) -> f64 {
    let word = bits as u32;
    match ty.format() {
        Some(Format::F16) => f64::from(f16_to_f32(word & 0xffff)),
        Some(Format::Bf16) => f64::from(bf16_to_f32(word & 0xffff)),
        Some(Format::Tf32) => f64::from(f32::from_bits(word & TF32)),
        Some(Format::F32) => f64::from(f32::from_bits(word)),
        Some(Format::F64) => f64::from_bits(bits),
        None if ty == Type::S8 => f64::from(word as i8),
        None if ty == Type::U8 => f64::from(word as u8),
        None => f64::from(word.cast_signed()),
    }
}

/// Of a sum: the decoder lets through no other types.
pub(crate) fn bits_of(ty: Type, value: f64, saturate: bool) -> u64 {
    match ty.format() {
        Some(Format::F16) => u64::from(f16_from_f64(value)),
        Some(Format::F32) if value.is_nan() => 0x7fff_ffff,
        Some(Format::F32) => u64::from((value as f32).to_bits()),
        Some(Format::F64 | Format::Bf16 | Format::Tf32) => value.to_bits(),
        None if saturate => u64::from((value as i32).cast_unsigned()),
        None => u64::from(value as i64 as u32),
    }
}

/// A matrix of numbers, row by row.
struct Matrix {
    numbers: [f64; MOST],
    columns: u32,
}

impl Matrix {
    fn index(&self, [row, column]: [u32; 2]) -> usize {
        (row * self.columns + column) as usize
    }

    fn at(&self, row: u32, column: u32) -> f64 {
        self.numbers[self.index([row, column])]
    }
}

impl Registers {
    fn matrix(&self, layout: Layout, slots: &[Slot]) -> Matrix {
        let mut matrix = Matrix { numbers: [0.0; MOST], columns: layout.extent()[1] };
        for (number, bits) in matrix.numbers.iter_mut().zip(self.elements(layout, slots)) {
            *number = number_of(layout.ty, bits);
        }
        matrix
    }

    pub(crate) fn multiply(&mut self, own: &Multiply) {
        let [a, b, c, d] = own.types;
        let layout = |role, ty| Layout { role, shape: own.shape, ty };
        let first = self.matrix(layout(Role::A, a), &own.a);
        let second = self.matrix(layout(Role::B, b), &own.b);
        let mut sums = self.matrix(layout(Role::Sum, c), &own.c);
        let [m, n, k] = own.shape;
        for row in 0..m {
            for column in 0..n {
                let before = sums.at(row, column);
                let index = sums.index([row, column]);
                // Products of fewer than 64 bits are exact, and the sum rounds once at the end.
                sums.numbers[index] = (0..k).fold(before, |sum, inner| {
                    first.at(row, inner).mul_add(second.at(inner, column), sum)
                });
            }
        }
        self.put_matrix(layout(Role::Sum, d), &own.d, |place| {
            bits_of(d, sums.numbers[sums.index(place)], own.saturate)
        });
    }

    /// Registers that hold the same elements get them all.
    fn put_matrix(&mut self, layout: Layout, slots: &[Slot], bits: impl Fn([u32; 2]) -> u64) {
        let (packed, size) = (layout.packed(), layout.ty.bytes() * 8);
        for (index, slot) in slots.iter().enumerate() {
            let register = index as u32 % layout.registers();
            for lane in 0..LANES as u32 {
                let part = |part| bits(layout.place(lane, register, part));
                if size == 64 {
                    self.wide[*slot as usize][lane as usize] = part(0);
                } else {
                    let parts = (0..packed).map(|index| (part(index) as u32) << (index * size));
                    self.narrow[*slot as usize][lane as usize] = parts.fold(0, |all, p| all | p);
                }
            }
        }
    }
}

const PLAIN: How = How { order: Order::Weak, caching: Caching::All, joined: Joined::No };
/// Of a row of a small matrix.
const ROW_BYTES: u32 = 16;

impl Reach<'_, '_> {
    pub(crate) fn tiles(
        &mut self,
        registers: &mut Registers,
        tiles: &Tiles,
    ) -> Result<(), Stopped> {
        let count = tiles.registers.len() as u32;
        match tiles.kind {
            TilesKind::Move { from } => {
                let before = *registers.narrow(from);
                let row = |_, row: usize| std::array::from_fn(|i| before[row * 4 + i]);
                take(registers, tiles, row);
            }
            TilesKind::Load { space, address } => {
                let (rows, mask) = row_addresses(registers, space, address, count)?;
                aligned(&rows, mask, ROW_BYTES, "a load of a matrix")?;
                let load = shared_load(&rows, mask, ROW_BYTES);
                let counts = &mut self.counting.counts.shared;
                counts.matrix_loads += 1;
                counts.matrix_load_wavefronts += load.patched;
                counts.matrix_load_bytes += u64::from(load.distinct * ROW_BYTES);
                let mut words = [[0; 4]; LANES];
                for (lane, own) in words.iter_mut().enumerate().take(count as usize * 8) {
                    let piece =
                        self.piece(Space::Shared, rows[lane], ROW_BYTES, "a load of a matrix");
                    let chunks = piece.map_err(|cause| (lane, cause))?.as_chunks::<4>().0;
                    own.copy_from_slice(&[0, 1, 2, 3].map(|i| u32::from_le_bytes(chunks[i])));
                }
                take(registers, tiles, |tile, row| words[tile * 8 + row]);
            }
            TilesKind::Store { space, address } => {
                let (rows, mask) = row_addresses(registers, space, address, count)?;
                aligned(&rows, mask, ROW_BYTES, "a store of a matrix")?;
                let (wavefronts, rows_apart) = shared(&rows, mask, ROW_BYTES);
                let counts = &mut self.counting.counts.shared;
                counts.matrix_stores += 1;
                counts.matrix_store_wavefronts += wavefronts;
                counts.matrix_store_bytes += u64::from(rows_apart * ROW_BYTES);
                for (lane, row) in rows.iter().enumerate().take(count as usize * 8) {
                    let own = *registers.narrow(tiles.registers[lane / 8]);
                    let place =
                        self.piece_mut(Space::Shared, *row, ROW_BYTES, "a store of a matrix");
                    let place = place.map_err(|cause| (lane, cause))?;
                    for (column, bytes) in place.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                        *bytes =
                            (half(&own, lane % 8, column, tiles.transposed) as u16).to_le_bytes();
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn fragment(
        &mut self,
        registers: &mut Registers,
        own: &Fragment,
    ) -> Result<(), Stopped> {
        let layout = own.layout;
        let access = if own.load { "a load of a matrix" } else { "a store of a matrix" };
        let size = layout.ty.bytes();
        let [rows, columns] = layout.extent();
        let shortest = if own.rows { columns } else { rows };
        let stride = own.stride.map_or(shortest, |slot| registers.narrow(slot)[0]);
        let (space, base) = resolved(own.space, address_of(registers, own.address, 0));
        let at = |[row, column]: [u32; 2]| {
            let (far, near) = if own.rows { (row, column) } else { (column, row) };
            let elements = u64::from(far) * u64::from(stride) + u64::from(near);
            base.wrapping_add(elements * u64::from(size))
        };
        // Neighbours in a register that are neighbours in memory are one access.
        let packed = layout.packed();
        let neighbours =
            packed > 1 && at(layout.place(0, 0, 1)) == at(layout.place(0, 0, 0)) + u64::from(size);
        let (requests, bytes) = if neighbours { (1, size * packed) } else { (packed, size) };
        let mut elements = vec![0_u64; (rows * columns) as usize];
        if !own.load {
            let flat = registers.elements(layout, &own.registers);
            elements.copy_from_slice(&flat);
        }
        for register in 0..layout.registers() {
            for part in 0..requests {
                let place = |lane: usize| layout.place(lane as u32, register, part);
                let all: [u64; LANES] = std::array::from_fn(|lane| at(place(lane)));
                aligned(&all, ALL, bytes, access)?;
                if own.load {
                    self.count_load(space, &all, ALL, bytes, PLAIN);
                } else {
                    self.count_store(space, &all, ALL, bytes);
                }
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let element = &mut elements[(row * columns + column) as usize];
                let address = at([row, column]);
                let failed = |cause: Cause| (0, cause);
                if own.load {
                    let mut bits = [0; 8];
                    let piece = self.piece(space, address, size, access).map_err(failed)?;
                    bits[..size as usize].copy_from_slice(piece);
                    *element = u64::from_le_bytes(bits);
                } else {
                    let piece = self.piece_mut(space, address, size, access).map_err(failed)?;
                    piece.copy_from_slice(&element.to_le_bytes()[..size as usize]);
                }
            }
        }
        if own.load {
            registers.put_matrix(layout, &own.registers, |[row, column]| {
                elements[(row * columns + column) as usize]
            });
        }
        Ok(())
    }
}

impl Registers {
    /// The bits of a matrix's elements, row by row.
    pub(crate) fn elements(&self, layout: Layout, slots: &[Slot]) -> Vec<u64> {
        let [rows, columns] = layout.extent();
        let size = layout.ty.bytes() * 8;
        let mut all = vec![0; (rows * columns) as usize];
        for register in 0..layout.registers() {
            let slot = slots[register as usize] as usize;
            for lane in 0..LANES {
                for part in 0..layout.packed() {
                    let [row, column] = layout.place(lane as u32, register, part);
                    all[(row * columns + column) as usize] = match size {
                        64 => self.wide[slot][lane],
                        _ => u64::from(self.narrow[slot][lane] >> (part * size)),
                    };
                }
            }
        }
        all
    }
}

/// The address of each row, by the lane that names it, and those lanes.
fn row_addresses(
    registers: &Registers,
    space: Space,
    address: Address,
    count: u32,
) -> Result<([u64; LANES], u32), Stopped> {
    let mask = u32::MAX >> (LANES as u32 - count * 8);
    let mut rows = addresses(registers, address);
    for (lane, row) in rows.iter_mut().enumerate().take(count as usize * 8) {
        let (own, at) = resolved(space, *row);
        if own != Space::Shared {
            let words = "a matrix outside of shared memory".to_owned();
            return Err((lane, Cause::Unsupported(words)));
        }
        *row = at;
    }
    Ok((rows, mask))
}

/// An element of a small matrix that lanes hold: four of them a row.
fn half(words: &[u32; LANES], row: usize, column: usize, transposed: bool) -> u32 {
    let (row, column) = if transposed { (column, row) } else { (row, column) };
    words[row * 4 + column / 2] >> (column % 2 * 16) & 0xffff
}

/// Gives each lane its two elements of each matrix, whose rows are four words.
fn take(registers: &mut Registers, tiles: &Tiles, row: impl Fn(usize, usize) -> [u32; 4]) {
    for (tile, slot) in tiles.registers.iter().enumerate() {
        let words: [u32; LANES] = std::array::from_fn(|lane| row(tile, lane / 4)[lane % 4]);
        registers.set_narrow(*slot, ALL, |lane| {
            let part = |part: usize| half(&words, lane / 4, lane % 4 * 2 + part, tiles.transposed);
            part(0) | part(1) << 16
        });
    }
}
