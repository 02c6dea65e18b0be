//! Loads of shared memory that ptxas joins: neighbours in a block with the same base, whose
//! alignment follows from the code, become one load of up to 128 bits.

use std::collections::HashMap;

use crate::text::{File, Space};

use crate::module::{Code, Constant};
use crate::op::{
    Access, Base, ControlOp, Guard, IntegerOp, Joined, LaneOp, MemoryOp, Op, Order, Slot, Width,
};

/// Bytes of a joined load, the widest first.
const WIDTHS: [u32; 4] = [16, 8, 4, 2];
/// Loads that are joined at most, if stores to global memory lie between them.
const MOST_BETWEEN_STORES: usize = 4;
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
    /// Stores to global memory before it, in its block.
    stores: u32,
}

fn join_block(code: &mut Code, first: usize, end: usize, zeros: &Zeros) {
    let mut open: Vec<Candidate> = Vec::new();
    let (mut stores, mut skips) = (0, Vec::new());
    for index in first..end {
        let Some(instruction) = code.instructions.get_mut(index) else { return };
        let is_store =
            |op: &Op| matches!(op, Op::Memory(MemoryOp::Store { space: Space::Global, .. }));
        stores += u32::from(is_store(&instruction.op));
        if let Op::Control(ControlOp::Skip { count }) = instruction.op {
            skips.push(index + 1 + count as usize);
        }
        // Some lanes, or all, have not carried out what comes before.
        if skips.contains(&index) {
            close(code, std::mem::take(&mut open), zeros);
        }
        let Some(instruction) = code.instructions.get_mut(index) else { return };
        if instruction.op.facts().changes_shared {
            close(code, std::mem::take(&mut open), zeros);
            continue;
        }
        let found = candidate(index, &instruction.op, instruction.guard, stores);
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
                File::Narrow | File::Wide => one.base == Some(*slot),
            })
        };
        let (over, rest) = open.into_iter().partition(ends);
        close(code, over, zeros);
        open = rest;
    }
    close(code, open, zeros);
}

fn candidate(index: usize, op: &Op, guard: Option<Guard>, stores: u32) -> Option<Candidate> {
    let Op::Memory(MemoryOp::Load { space: Space::Shared, order, address, to, .. }) = op else {
        return None;
    };
    let bytes = to.ty.bytes() * u32::try_from(to.elements.len()).ok()?;
    let base = match address.base {
        Base::None => None,
        Base::Narrow(slot) => Some(slot),
        Base::Wide(_) => return None,
    };
    let fits = *order != Order::Strong && matches!(bytes, 1 | 2 | 4 | 8);
    fits.then_some(Candidate { index, base, guard, offset: address.offset, bytes, stores })
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
            for width in WIDTHS {
                let count = (width / bytes) as usize;
                let aligned = first.offset.rem_euclid(i64::from(width)) == 0
                    && known >= width.trailing_zeros();
                let follow = rest.len() >= count
                    && rest[..count]
                        .windows(2)
                        .all(|two| two[1].offset - two[0].offset == i64::from(bytes));
                let are_near = || {
                    let same = |load: &Candidate| load.stores == first.stores;
                    count <= MOST_BETWEEN_STORES || rest[..count].iter().all(same)
                };
                if count > 1 && aligned && follow && are_near() {
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
        let op = code.instructions.get_mut(load.index).map(|instruction| &mut instruction.op);
        if let Some(Op::Memory(MemoryOp::Load { joined, .. })) = op {
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
        match op {
            Op::Lane(op) => self.lane(op, values).min(ALL_ZERO),
            Op::Memory(_) | Op::Warp(_) | Op::Barrier(_) | Op::Control(_) | Op::System(_) => 0,
        }
    }

    fn lane(&self, op: &LaneOp, values: &HashMap<(bool, Slot), u64>) -> u32 {
        let of =
            |wide: bool, slot: Slot| self.get(if wide { File::Wide } else { File::Narrow }, slot);
        match op {
            LaneOp::Move { wide, from, .. } => of(*wide, *from),
            LaneOp::Select { wide, from: [a, b], .. } => of(*wide, *a).min(of(*wide, *b)),
            LaneOp::Convert { to_type, from_type, from, .. } => {
                let whole = !to_type.is_float() && !from_type.is_float() && from_type.bytes() >= 4;
                if whole { of(from_type.bytes() == 8, *from) } else { 0 }
            }
            LaneOp::Integer { op, width, from, .. } => match width {
                Width::Bits16 => 0,
                Width::Bits32 => integer(*op, *from, |slot| of(false, slot), of, values),
                Width::Bits64 => integer(*op, *from, |slot| of(true, slot), of, values),
            },
            LaneOp::Float { .. }
            | LaneOp::Carry { .. }
            | LaneOp::Compare { .. }
            | LaneOp::Predicates { .. }
            | LaneOp::PredicateNot { .. }
            | LaneOp::PredicateMove { .. }
            | LaneOp::PredicateSet { .. }
            | LaneOp::Join64 { .. }
            | LaneOp::Split64 { .. }
            | LaneOp::Join32 { .. }
            | LaneOp::Split32 { .. }
            | LaneOp::ToGeneric { .. }
            | LaneOp::FromGeneric { .. }
            | LaneOp::IsSpace { .. }
            | LaneOp::ToBlock { .. }
            | LaneOp::RankOf { .. }
            | LaneOp::ToFloat8 { .. }
            | LaneOp::FromFloat8 { .. }
            | LaneOp::Video(_)
            | LaneOp::PendingCount { .. } => 0,
        }
    }
}

/// Zeros at the end of what an operation gives, by those of its operands.
fn integer(
    op: IntegerOp,
    [a, b, c, _]: [Slot; 4],
    own: impl Fn(Slot) -> u32,
    of: impl Fn(bool, Slot) -> u32,
    values: &HashMap<(bool, Slot), u64>,
) -> u32 {
    // Counts and positions have 32 bits whatever is moved.
    let count = |slot: Slot| {
        values.get(&(false, slot)).map(|count| u32::try_from(*count).unwrap_or(ALL_ZERO))
    };
    match op {
        IntegerOp::Add
        | IntegerOp::Sub
        | IntegerOp::Or
        | IntegerOp::Xor
        | IntegerOp::Min
        | IntegerOp::Max => own(a).min(own(b)),
        IntegerOp::And => own(a).max(own(b)),
        IntegerOp::Neg | IntegerOp::Abs => own(a),
        IntegerOp::Mul | IntegerOp::MulWide => own(a) + own(b),
        IntegerOp::Mad => (own(a) + own(b)).min(own(c)),
        IntegerOp::MadWide => (own(a) + own(b)).min(of(true, c)),
        IntegerOp::Shl => own(a) + count(b).unwrap_or(0).min(ALL_ZERO),
        IntegerOp::Shr => own(a).saturating_sub(count(b).unwrap_or(ALL_ZERO)),
        // Bits of `a` go to the place `c` of `b`.
        IntegerOp::Bfi => (own(a) + count(c).unwrap_or(0).min(ALL_ZERO)).min(own(b)),
        IntegerOp::MulHi
        | IntegerOp::MadHi
        | IntegerOp::Mul24
        | IntegerOp::Mad24
        | IntegerOp::Div
        | IntegerOp::Rem
        | IntegerOp::Not
        | IntegerOp::Popc
        | IntegerOp::Clz
        | IntegerOp::Brev
        | IntegerOp::Bfind
        | IntegerOp::BfindShift
        | IntegerOp::Bfe
        | IntegerOp::Prmt
        | IntegerOp::ShfLeftWrap
        | IntegerOp::ShfLeftClamp
        | IntegerOp::ShfRightWrap
        | IntegerOp::ShfRightClamp
        | IntegerOp::Dp4a
        | IntegerOp::Dp2aLow
        | IntegerOp::Dp2aHigh
        | IntegerOp::BmskClamp
        | IntegerOp::BmskWrap
        | IntegerOp::Lop3
        | IntegerOp::Sad => 0,
    }
}

fn zeros(bits: u64) -> u32 {
    bits.trailing_zeros()
}
