//! Copies by the TMA. They are made at once, which the program cannot tell from fast ones.

use propp_emulate_ptx::{
    Address, Arrival, Atomic, Bulk, Path, Space, StoreAsync, TensorCopy, TensorPath, Type,
};

use crate::access::{self, Reach, Stopped, addresses};
use crate::arithmetic::combined;
use crate::cluster::of_rank;
use crate::fault::Cause;
use crate::lanes::{Registers, lanes};
use crate::pieces::{address_of, resolved};
use crate::tensor::{MAP_BYTES, TensorMap};
use crate::transfer::write_lane;

const SECTOR_BYTES: u64 = 32;
const SECTORS_OF_LINE: u64 = 4;
/// Addresses and lengths of bulk copies are multiples of it.
const ALIGNMENT: u32 = 16;
/// Of the place of a box in shared memory.
const BOX_ALIGNMENT: u32 = 128;
const BULK: &str = "a bulk copy";
const ASYNC: &str = "an asynchronous store";
const TENSOR: &str = "a copy of a tensor's box";
/// What is swizzled, and so copied together.
const CHUNK: u32 = 16;

/// Whether global memory is read or written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Read,
    Write,
}

/// Where a copy goes: addresses in the shared memory of blocks, each with its barrier.
type Targets = Vec<(u64, u64)>;

/// How data are combined with what is there; None if they take its place.
type Combining = Option<(Atomic, Type)>;

fn shared_address(registers: &Registers, address: Address, lane: usize) -> u64 {
    resolved(Space::Shared, address_of(registers, address, lane)).1
}

fn aligned(all: &[u64], bytes: u32, access: &'static str) -> Result<(), Cause> {
    let odd = all.iter().copied().filter(|at| at % u64::from(bytes) != 0).min();
    odd.map_or(Ok(()), |address| Err(Cause::Misaligned { access, bytes, address }))
}

impl Reach<'_, '_> {
    /// Each lane copies a piece of its own. Those that name the same one copy it once: the machine code
    /// goes through the different operands of a warp.
    pub(crate) fn bulk(
        &mut self,
        registers: &Registers,
        bulk: &Bulk,
        mask: u32,
    ) -> Result<(), Stopped> {
        let of = |lane: usize| {
            let at = |address: Address| address_of(registers, address, lane);
            let told = match bulk.path {
                Path::Inward(arrival) | Path::Across(arrival) => told(&arrival, registers, lane),
                Path::Outward(_) => (0, 0),
            };
            (at(bulk.to), at(bulk.from), registers.narrow(bulk.bytes)[lane], told)
        };
        for lane in different(mask, of) {
            self.piece_of_lane(registers, bulk, lane).map_err(|cause| (lane, cause))?;
            self.counting.counts.bulk_copies += 1;
        }
        Ok(())
    }

    fn piece_of_lane(
        &mut self,
        registers: &Registers,
        bulk: &Bulk,
        lane: usize,
    ) -> Result<(), Cause> {
        let bytes = registers.narrow(bulk.bytes)[lane];
        let spaces = match bulk.path {
            Path::Inward(_) => [Space::Shared, Space::Global],
            Path::Across(_) => [Space::Shared, Space::Shared],
            Path::Outward(_) => [Space::Global, Space::Shared],
        };
        let (to, from) =
            (address_of(registers, bulk.to, lane), address_of(registers, bulk.from, lane));
        let (to, from) = (resolved(spaces[0], to).1, resolved(spaces[1], from).1);
        aligned(&[to, from, u64::from(bytes)], ALIGNMENT, BULK)?;
        let piece = self.piece(spaces[1], from, bytes, BULK)?.to_vec();
        match bulk.path {
            Path::Inward(arrival) | Path::Across(arrival) => {
                for (to, barrier) in self.targets(registers, to, &arrival, lane) {
                    self.piece_mut(Space::Shared, to, bytes, BULK)?.copy_from_slice(&piece);
                    self.complete(barrier, bytes)?;
                }
                if spaces[1] == Space::Global {
                    self.count_sectors(from, u64::from(bytes), Does::Read, None);
                }
            }
            Path::Outward(combining) => {
                self.put_global(to, &piece, combining, BULK)?;
                self.count_sectors(to, u64::from(bytes), Does::Write, None);
            }
        }
        Ok(())
    }

    /// The blocks that get a copy: those of the mask, or the one that the address is of.
    fn targets(&self, registers: &Registers, to: u64, arrival: &Arrival, lane: usize) -> Targets {
        let barrier = shared_address(registers, arrival.barrier, lane);
        let Some(blocks) = arrival.blocks else { return vec![(to, barrier)] };
        let own = self.block.rank;
        let ranks = lanes(registers.narrow(blocks)[lane] & 0xffff).map(|rank| rank as u32);
        ranks.map(|rank| (of_rank(to, rank, own), of_rank(barrier, rank, own))).collect()
    }

    fn put_global(
        &mut self,
        to: u64,
        data: &[u8],
        combining: Combining,
        access: &'static str,
    ) -> Result<(), Cause> {
        let place = self.piece_mut(Space::Global, to, data.len() as u32, access)?;
        let Some((atomic, ty)) = combining else {
            place.copy_from_slice(data);
            return Ok(());
        };
        let size = ty.bytes() as usize;
        for (place, data) in place.chunks_exact_mut(size).zip(data.chunks_exact(size)) {
            let after = combined(atomic, ty, bits(place), bits(data));
            place.copy_from_slice(&after.to_le_bytes()[..size]);
        }
        Ok(())
    }

    /// Sectors of global memory, but the last one of the piece before. Gives the last one.
    fn count_sectors(
        &mut self,
        address: u64,
        bytes: u64,
        does: Does,
        before: Option<u64>,
    ) -> Option<u64> {
        if bytes == 0 {
            return before;
        }
        let end = (address + bytes).div_ceil(SECTOR_BYTES);
        let first = address / SECTOR_BYTES;
        let first = if before == Some(first) { first + 1 } else { first };
        for sector in first..end {
            let (line, own) = (sector / SECTORS_OF_LINE, 1 << (sector % SECTORS_OF_LINE));
            match does {
                Does::Read => self.counting.footprint.read(self.block.number, line, own),
                Does::Write => self.counting.footprint.write(self.block.number, line, own),
            }
        }
        let counts = &mut self.counting.counts;
        counts.l2_sectors += end - first;
        match does {
            Does::Read => counts.bulk_read_sectors += end - first,
            Does::Write => counts.bulk_write_sectors += end - first,
        }
        Some(end - 1)
    }

    /// Each lane stores into shared memory, or combines, and reports the bytes to its barrier.
    pub(crate) fn store_async(
        &mut self,
        registers: &Registers,
        own: &StoreAsync,
        mask: u32,
    ) -> Result<(), Stopped> {
        let bytes = own.from.ty.bytes() * own.from.elements.len() as u32;
        let all = addresses(registers, own.address).map(|at| resolved(Space::Shared, at).1);
        access::aligned(&all, mask, bytes, ASYNC)?;
        self.count_store(Space::Shared, &all, mask, bytes);
        for lane in lanes(mask) {
            let failed = |cause| (lane, cause);
            let place = self.piece_mut(Space::Shared, all[lane], bytes, ASYNC).map_err(failed)?;
            let before = bits(&place[..place.len().min(8)]);
            write_lane(registers, &own.from, place, lane);
            if let Some((atomic, ty)) = own.combining {
                let after = combined(atomic, ty, before, bits(place));
                place.copy_from_slice(&after.to_le_bytes()[..bytes as usize]);
            }
            let barrier = shared_address(registers, own.barrier, lane);
            self.complete(barrier, bytes).map_err(failed)?;
        }
        Ok(())
    }

    /// Each lane copies a box of its own, and those that name the same one copy it once.
    pub(crate) fn tensor(
        &mut self,
        registers: &Registers,
        copy: &TensorCopy,
        mask: u32,
    ) -> Result<(), Stopped> {
        let of = |lane: usize| {
            let at = |address: Address| address_of(registers, address, lane);
            let coordinates = copy.coordinates.iter().map(|slot| registers.narrow(*slot)[lane]);
            let told = match copy.path {
                TensorPath::Inward(arrival) => told(&arrival, registers, lane),
                TensorPath::Outward(_) => (0, 0),
            };
            (at(copy.map), at(copy.shared), coordinates.collect::<Vec<_>>(), told)
        };
        for lane in different(mask, of) {
            self.box_of_lane(registers, copy, lane).map_err(|cause| (lane, cause))?;
            self.counting.counts.bulk_copies += 1;
        }
        Ok(())
    }

    fn box_of_lane(
        &mut self,
        registers: &Registers,
        copy: &TensorCopy,
        lane: usize,
    ) -> Result<(), Cause> {
        let map = self.map(registers, copy, lane)?;
        let coordinates: Vec<i32> = (copy.coordinates.iter())
            .map(|slot| registers.narrow(*slot)[lane].cast_signed())
            .collect();
        let shared = shared_address(registers, copy.shared, lane);
        aligned(&[shared], BOX_ALIGNMENT, TENSOR)?;
        match copy.path {
            TensorPath::Inward(arrival) => {
                let data = self.fetch_box(&map, &coordinates)?;
                for (to, barrier) in self.targets(registers, shared, &arrival, lane) {
                    for (index, chunk) in data.chunks(CHUNK as usize).enumerate() {
                        let at = map.swizzle.moved(to + index as u64 * u64::from(CHUNK));
                        let place =
                            self.piece_mut(Space::Shared, at, chunk.len() as u32, TENSOR)?;
                        place.copy_from_slice(chunk);
                    }
                    self.complete(barrier, data.len() as u32)?;
                }
            }
            TensorPath::Outward(reduction) => {
                let combining = match reduction {
                    Some(atomic) => Some((atomic, reducible(&map, atomic)?)),
                    None => None,
                };
                self.put_box(&map, &coordinates, shared, combining)?;
            }
        }
        Ok(())
    }

    fn map(
        &mut self,
        registers: &Registers,
        copy: &TensorCopy,
        lane: usize,
    ) -> Result<TensorMap, Cause> {
        let (space, address) = resolved(copy.space, address_of(registers, copy.map, lane));
        let space = if space == Space::Constant { Space::Global } else { space };
        let bytes = self.piece(space, address, MAP_BYTES as u32, "a load of a tensor map")?;
        let map = bytes.first_chunk().and_then(TensorMap::decode);
        let map = map.filter(|map| map.axes == copy.coordinates.len());
        map.ok_or(Cause::NoTensorMap { address })
    }

    /// A box of the tensor, row behind row.
    fn fetch_box(&mut self, map: &TensorMap, coordinates: &[i32]) -> Result<Vec<u8>, Cause> {
        let mut data = map.blank();
        let row_bytes = map.row_bytes() as usize;
        let mut last = None;
        for (index, row) in data.chunks_exact_mut(row_bytes).enumerate() {
            let Some((first, address, bytes)) = map.row(index as u64, coordinates) else {
                continue;
            };
            let own = &mut row[first as usize..(first + bytes) as usize];
            own.copy_from_slice(self.piece(Space::Global, address, bytes as u32, TENSOR)?);
            map.element.convert(own);
            last = self.count_sectors(address, bytes, Does::Read, last);
        }
        Ok(data)
    }

    /// A box from shared memory into the tensor.
    fn put_box(
        &mut self,
        map: &TensorMap,
        coordinates: &[i32],
        from: u64,
        combining: Combining,
    ) -> Result<(), Cause> {
        let row_bytes = map.row_bytes();
        let mut last = None;
        for index in 0..map.rows() {
            let mut row = Vec::with_capacity(row_bytes as usize);
            let begin = from + index * row_bytes;
            for at in (begin..begin + row_bytes).step_by(CHUNK as usize) {
                let bytes = u64::from(CHUNK).min(begin + row_bytes - at) as u32;
                let at = map.swizzle.moved(at);
                row.extend_from_slice(self.piece(Space::Shared, at, bytes, TENSOR)?);
            }
            let Some((first, address, bytes)) = map.row(index, coordinates) else { continue };
            let own = &row[first as usize..(first + bytes) as usize];
            self.put_global(address, own, combining, TENSOR)?;
            last = self.count_sectors(address, bytes, Does::Write, last);
        }
        Ok(())
    }
}

/// The lanes whose operands no lane before them has.
fn different<T: PartialEq>(mask: u32, of: impl Fn(usize) -> T) -> Vec<usize> {
    let mut known: Vec<(usize, T)> = Vec::new();
    for lane in lanes(mask) {
        let own = of(lane);
        if known.iter().all(|(_, other)| *other != own) {
            known.push((lane, own));
        }
    }
    known.into_iter().map(|(lane, _)| lane).collect()
}

/// The barrier and the mask that a lane names.
fn told(arrival: &Arrival, registers: &Registers, lane: usize) -> (u64, u32) {
    let blocks = arrival.blocks.map_or(0, |slot| registers.narrow(slot)[lane]);
    (address_of(registers, arrival.barrier, lane), blocks)
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// The type of a tensor's elements, if the TMA can combine them so.
fn reducible(map: &TensorMap, atomic: Atomic) -> Result<Type, Cause> {
    let ty = map.element.ty();
    let fits = match atomic {
        Atomic::Add => ty.is_float() || ty.bytes() >= 4,
        Atomic::Min | Atomic::Max => !ty.is_float() && ty.bytes() >= 4,
        Atomic::And | Atomic::Or | Atomic::Xor => !ty.is_float() && ty.bytes() >= 4,
        Atomic::Inc | Atomic::Dec => ty == Type::U32,
        Atomic::Exchange | Atomic::CompareSwap => false,
    };
    let words = || Cause::Unsupported(format!("a reduction ({atomic:?}) of a tensor of {ty:?}"));
    if fits { Ok(ty) } else { Err(words()) }
}
