//! Loads of shared memory that ptxas joins: neighbours in a block with the same base, whose
//! alignment follows from the code, become one load of 64 or 128 bits.

use std::collections::HashMap;

use crate::text::{File, Space, Type};

use crate::module::{Code, Constant};
use crate::op::{Access, Alu, Base, Guard, Joined, Op, Order, Slot};

/// The widest load.
const WIDEST: u32 = 16;
/// Zeros at the end of what is not known to have any one.
const ALL_ZERO: u32 = 64;

/// Marks the loads that are joined.
pub(crate) fn join(code: &mut Code) {
    let zeros = Zeros::of(code);
    for block in 0..code.blocks.len() {
        let (first, end) = (code.blocks[block].first as usize, code.blocks[block].end as usize);
        join_block(code, first, end, &zeros);
    }
}

/// A load that may be joined with others.
#[derive(Clone, Copy)]
struct Candidate {
    index: usize,
    base: Option<Slot>,
    guard: Option<Guard>,
    offset: i64,
    bytes: u32,
}

fn join_block(code: &mut Code, first: usize, end: usize, zeros: &Zeros) {
    let mut open: Vec<Candidate> = Vec::new();
    for index in first..end {
        let Some(instruction) = code.instructions.get_mut(index) else { return };
        if changes_shared(&instruction.op) {
            close(code, std::mem::take(&mut open), zeros);
            continue;
        }
        let found = candidate(index, &instruction.op, instruction.guard);
        let mut written = Vec::new();
        instruction.slots(&mut |file, access, slot| {
            if access == Access::Write && file != File::Wide {
                written.push((file, *slot));
            }
        });
        open.extend(found);
        let ends = |one: &Candidate| {
            written.iter().any(|(file, slot)| match file {
                File::Predicate => one.guard.is_some_and(|guard| guard.predicate == *slot),
                _ => one.base == Some(*slot),
            })
        };
        let (over, rest) = open.into_iter().partition(ends);
        close(code, over, zeros);
        open = rest;
    }
    close(code, open, zeros);
}

/// Whether a load behind it may give something else than one before it.
fn changes_shared(op: &Op) -> bool {
    match op {
        Op::Store { space, .. } | Op::Atomic { space, .. } => {
            matches!(space, Space::Shared | Space::Generic)
        }
        Op::Tiles(_) | Op::Fragment(_) | Op::CopyAsync(_) | Op::Bulk(_) | Op::Mbarrier { .. } => {
            true
        }
        Op::Barrier { .. } | Op::WarpBarrier { .. } | Op::Fence | Op::Skip { .. } => true,
        _ => false,
    }
}

fn candidate(index: usize, op: &Op, guard: Option<Guard>) -> Option<Candidate> {
    let Op::Load { space: Space::Shared, order, address, to, .. } = op else { return None };
    let bytes = to.ty.bytes() * u32::try_from(to.elements.len()).ok()?;
    let base = match address.base {
        Base::None => None,
        Base::Narrow(slot) => Some(slot),
        Base::Wide(_) => return None,
    };
    let fits = *order != Order::Strong && matches!(bytes, 4 | 8) && to.ty.bytes() >= 4;
    fits.then_some(Candidate { index, base, guard, offset: address.offset, bytes })
}

/// Base, guard and bytes, which loads that are joined share.
type Shared = (Option<Slot>, Option<(Slot, bool)>, u32);

/// Joins what can be joined of loads between which nothing changes.
fn close(code: &mut Code, loads: Vec<Candidate>, zeros: &Zeros) {
    let mut by_base: HashMap<Shared, Vec<Candidate>> = HashMap::new();
    for load in loads {
        let guard = load.guard.map(|guard| (guard.predicate, guard.negated));
        by_base.entry((load.base, guard, load.bytes)).or_default().push(load);
    }
    for ((base, _, bytes), mut loads) in by_base {
        let known = base.map_or(ALL_ZERO, |slot| zeros.narrow(slot));
        loads.sort_by_key(|load| load.offset);
        loads.dedup_by_key(|load| load.offset);
        let mut rest = loads.as_slice();
        while let Some(first) = rest.first() {
            let mut taken = 1;
            for width in [WIDEST, WIDEST / 2] {
                let count = (width / bytes) as usize;
                let aligned = first.offset.rem_euclid(i64::from(width)) == 0
                    && known >= width.trailing_zeros();
                let follow = rest.len() >= count
                    && rest[..count]
                        .windows(2)
                        .all(|two| two[1].offset - two[0].offset == i64::from(bytes));
                if count > 1 && aligned && follow {
                    mark(code, &rest[..count], width);
                    taken = count;
                    break;
                }
            }
            rest = &rest[taken..];
        }
    }
}

/// The first of the program is the one that counts.
fn mark(code: &mut Code, loads: &[Candidate], width: u32) {
    let Some(start) = loads.first().map(|load| load.offset) else { return };
    let counts = loads.iter().map(|load| load.index).min();
    for load in loads {
        let instruction = code.instructions.get_mut(load.index);
        if let Some(Op::Load { joined, .. }) = instruction.map(|instruction| &mut instruction.op) {
            let behind = u32::try_from(load.offset - start).unwrap_or(0);
            let is_first = Some(load.index) == counts;
            *joined =
                if is_first { Joined::First { bytes: width, behind } } else { Joined::Behind };
        }
    }
}

/// For each register, how many of its lowest bits are zero in every lane.
struct Zeros([Vec<u32>; 3]);

impl Zeros {
    fn of(code: &mut Code) -> Self {
        let mut all = Self([
            Vec::new(),
            vec![ALL_ZERO; code.narrow as usize],
            vec![ALL_ZERO; code.wide as usize],
        ]);
        for (slot, constant) in &code.constants {
            match constant {
                Constant::Narrow(bits) => all.put(File::Narrow, *slot, zeros(u64::from(*bits))),
                Constant::Wide(bits) => all.put(File::Wide, *slot, zeros(*bits)),
                Constant::Address { wide: false, .. } => all.put(File::Narrow, *slot, 0),
                Constant::Address { wide: true, .. } => all.put(File::Wide, *slot, 0),
            }
        }
        for (slot, _) in &code.specials {
            all.put(File::Narrow, *slot, 0);
        }
        // From all bits zero down, until nothing changes: loops are taken into account.
        let values: HashMap<(bool, Slot), u64> = code
            .constants
            .iter()
            .filter_map(|(slot, constant)| match constant {
                Constant::Narrow(bits) => Some(((false, *slot), u64::from(*bits))),
                Constant::Wide(bits) => Some(((true, *slot), *bits)),
                Constant::Address { .. } => None,
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for instruction in &mut code.instructions {
                let result = all.result(&instruction.op, &values);
                instruction.slots(&mut |file, access, slot| {
                    if access == Access::Write && file != File::Predicate {
                        let before = all.get(file, *slot);
                        if result < before {
                            all.put(file, *slot, result);
                            changed = true;
                        }
                    }
                });
            }
        }
        all
    }

    fn narrow(&self, slot: Slot) -> u32 {
        self.get(File::Narrow, slot)
    }

    fn get(&self, file: File, slot: Slot) -> u32 {
        self.0[file as usize].get(slot as usize).copied().unwrap_or(0)
    }

    fn put(&mut self, file: File, slot: Slot, known: u32) {
        if let Some(place) = self.0[file as usize].get_mut(slot as usize) {
            *place = known;
        }
    }

    /// Zeros at the end of what an instruction gives.
    fn result(&self, op: &Op, values: &HashMap<(bool, Slot), u64>) -> u32 {
        let of =
            |wide: bool, slot: Slot| self.get(if wide { File::Wide } else { File::Narrow }, slot);
        match op {
            Op::Move { wide, from, .. } => of(*wide, *from),
            Op::Select { wide, from, .. } => of(*wide, from[0]).min(of(*wide, from[1])),
            Op::Convert { to_type, from_type, from, .. }
                if !to_type.is_float() && !from_type.is_float() && from_type.bytes() >= 4 =>
            {
                of(from_type.bytes() == 8, *from)
            }
            Op::Alu { alu, ty, from, .. } if !ty.is_float() && !small(*ty) => {
                let wide = ty.bytes() == 8;
                let value = |slot: Slot| values.get(&(wide, slot)).copied();
                let [a, b, c] = [from[0], from[1], from[2]];
                match alu {
                    Alu::Add | Alu::Sub | Alu::Or | Alu::Xor | Alu::Min | Alu::Max => {
                        of(wide, a).min(of(wide, b))
                    }
                    Alu::And => of(wide, a).max(of(wide, b)),
                    Alu::Neg | Alu::Abs => of(wide, a),
                    Alu::Mul | Alu::MulWide => of(wide, a) + of(wide, b),
                    Alu::Mad => (of(wide, a) + of(wide, b)).min(of(wide, c)),
                    Alu::MadWide => (of(wide, a) + of(wide, b)).min(of(true, c)),
                    // The distance is of 32 bits whatever is moved.
                    Alu::Shl => {
                        let by = values.get(&(false, b)).copied().unwrap_or(0);
                        of(wide, a) + u32::try_from(by).unwrap_or(0).min(ALL_ZERO)
                    }
                    Alu::Shr => {
                        let by = values.get(&(false, b)).copied();
                        let by = by.map_or(ALL_ZERO, |by| u32::try_from(by).unwrap_or(ALL_ZERO));
                        of(wide, a).saturating_sub(by)
                    }
                    // Bits of `a` go to the place `c` of `b`.
                    Alu::Bfi => {
                        let place = value(c).map_or(0, |place| u32::try_from(place).unwrap_or(0));
                        (of(wide, a) + place).min(of(wide, b))
                    }
                    _ => 0,
                }
                .min(ALL_ZERO)
            }
            _ => 0,
        }
    }
}

fn small(ty: Type) -> bool {
    ty.bytes() < 4
}

fn zeros(bits: u64) -> u32 {
    bits.trailing_zeros()
}
