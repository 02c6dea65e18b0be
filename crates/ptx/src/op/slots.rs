//! Which slots an instruction reads and writes.

use crate::text::{File, Type};

use super::{Address, Alu, Barrier, Base, Instruction, Op, Slot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

pub(super) type Visit<'v> = dyn FnMut(File, Access, &mut Slot) + 'v;

impl Alu {
    /// The files of the operands: as many as it reads.
    #[must_use]
    pub fn sources(self, ty: Type) -> Vec<File> {
        let own = ty.file().unwrap_or(File::Narrow);
        match self {
            Self::Abs
            | Self::Neg
            | Self::Not
            | Self::Popc
            | Self::Clz
            | Self::Brev
            | Self::Bfind
            | Self::BfindShift
            | Self::Sqrt
            | Self::Rsqrt
            | Self::Rcp
            | Self::Sin
            | Self::Cos
            | Self::Ex2
            | Self::Lg2
            | Self::Tanh => vec![own],
            Self::Shl | Self::Shr => vec![own, File::Narrow],
            Self::Bfe => vec![own, File::Narrow, File::Narrow],
            Self::Bfi => vec![own, own, File::Narrow, File::Narrow],
            Self::MadWide => vec![own, own, self.destination(ty)],
            Self::Mad
            | Self::MadHi
            | Self::Mad24
            | Self::Fma
            | Self::Prmt
            | Self::ShfLeftWrap
            | Self::ShfLeftClamp
            | Self::ShfRightWrap
            | Self::ShfRightClamp
            | Self::Dp4a
            | Self::Lop3
            | Self::Sad => vec![own; 3],
            _ => vec![own; 2],
        }
    }

    #[must_use]
    pub fn destination(self, ty: Type) -> File {
        match self {
            Self::MulWide | Self::MadWide if ty.bytes() == 4 => File::Wide,
            Self::Popc | Self::Clz | Self::Bfind | Self::BfindShift => File::Narrow,
            _ => ty.file().unwrap_or(File::Narrow),
        }
    }
}

pub(super) fn file(wide: bool) -> File {
    if wide { File::Wide } else { File::Narrow }
}

pub(super) fn address(address: &mut Address, visit: &mut Visit<'_>) {
    match &mut address.base {
        Base::None => {}
        Base::Narrow(slot) => visit(File::Narrow, Access::Read, slot),
        Base::Wide(slot) => visit(File::Wide, Access::Read, slot),
    }
}

impl Instruction {
    /// Visits the slots that are read, then those that are written.
    pub fn slots(&mut self, visit: &mut Visit<'_>) {
        if let Some(guard) = &mut self.guard {
            visit(File::Predicate, Access::Read, &mut guard.predicate);
        }
        self.op.slots(visit);
    }
}

impl Op {
    #[expect(clippy::too_many_lines, reason = "one arm for each variant")]
    fn slots(&mut self, visit: &mut Visit<'_>) {
        use Access::{Read, Write};
        use File::{Narrow, Predicate, Wide};
        match self {
            Self::Alu { alu, ty, to, from, .. } => {
                for (slot, file) in from.iter_mut().zip(alu.sources(*ty)) {
                    visit(file, Read, slot);
                }
                visit(alu.destination(*ty), Write, to);
            }
            Self::Carry { ty, to, from, carry_in, carry_out, .. } => {
                let own = file(ty.bytes() == 8);
                from.iter_mut().for_each(|slot| visit(own, Read, slot));
                carry_in.iter_mut().for_each(|slot| visit(Predicate, Read, slot));
                visit(own, Write, to);
                carry_out.iter_mut().for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Compare { ty, from, with, to, other, .. } => {
                let own = file(ty.bytes() == 8);
                from.iter_mut().for_each(|slot| visit(own, Read, slot));
                with.iter_mut().for_each(|(_, slot)| visit(Predicate, Read, slot));
                to.iter_mut().chain(other).for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Select { wide, to, from, predicate } => {
                from.iter_mut().for_each(|slot| visit(file(*wide), Read, slot));
                visit(Predicate, Read, predicate);
                visit(file(*wide), Write, to);
            }
            Self::Move { wide, to, from }
            | Self::ToGeneric { wide, to, from, .. }
            | Self::FromGeneric { wide, to, from, .. } => {
                visit(file(*wide), Read, from);
                visit(file(*wide), Write, to);
            }
            Self::Predicates { to, from, .. } => {
                from.iter_mut().for_each(|slot| visit(Predicate, Read, slot));
                visit(Predicate, Write, to);
            }
            Self::PredicateNot { to, from } | Self::PredicateMove { to, from } => {
                visit(Predicate, Read, from);
                visit(Predicate, Write, to);
            }
            Self::PredicateSet { to, .. } => visit(Predicate, Write, to),
            Self::Convert { to_type, from_type, to, from, .. } => {
                visit(file(from_type.bytes() == 8), Read, from);
                visit(file(to_type.bytes() == 8), Write, to);
            }
            Self::Join64 { to, from } => {
                from.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Wide, Write, to);
            }
            Self::Split64 { to, from } => {
                visit(Wide, Read, from);
                to.iter_mut().flatten().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::Join32 { to, from, .. } => {
                from.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Narrow, Write, to);
            }
            Self::Split32 { to, from, .. } => {
                visit(Narrow, Read, from);
                to.iter_mut().flatten().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::Load { address: at, to, .. } => {
                address(at, visit);
                let own = file(to.wide);
                to.elements.iter_mut().flatten().for_each(|slot| visit(own, Write, slot));
            }
            Self::Store { address: at, from, .. } => {
                address(at, visit);
                let own = file(from.wide);
                from.elements.iter_mut().flatten().for_each(|slot| visit(own, Read, slot));
            }
            Self::Atomic { ty, address: at, to, from, swap, .. } => {
                address(at, visit);
                let own = file(ty.bytes() == 8);
                visit(own, Read, from);
                swap.iter_mut().for_each(|slot| visit(own, Read, slot));
                to.iter_mut().for_each(|slot| visit(own, Write, slot));
            }
            Self::IsSpace { to, from, .. } => {
                visit(Wide, Read, from);
                visit(Predicate, Write, to);
            }
            Self::Shuffle { to, valid, from, lane, clamp, members, .. } => {
                for slot in [from, lane, clamp, members] {
                    visit(Narrow, Read, slot);
                }
                visit(Narrow, Write, to);
                valid.iter_mut().for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Vote { to, from, members, .. } => {
                visit(Predicate, Read, from);
                visit(Narrow, Read, members);
                visit(Predicate, Write, to);
            }
            Self::Ballot { to, from, members } => {
                visit(Predicate, Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
            }
            Self::MatchAny { wide, to, from, members } => {
                visit(file(*wide), Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
            }
            Self::MatchAll { wide, to, all, from, members } => {
                visit(file(*wide), Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
                all.iter_mut().for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Reduce { to, from, members, .. } => {
                visit(Narrow, Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
            }
            Self::ActiveMask { to } => visit(Narrow, Write, to),
            Self::Elect { to, chosen, members } => {
                visit(Narrow, Read, members);
                to.iter_mut().for_each(|slot| visit(Narrow, Write, slot));
                visit(Predicate, Write, chosen);
            }
            Self::Barrier { barrier, id, threads } => {
                visit(Narrow, Read, id);
                threads.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                match barrier {
                    Barrier::Sync | Barrier::Arrive => {}
                    Barrier::Reduce { to, from, .. } => {
                        visit(Predicate, Read, from);
                        visit(Predicate, Write, to);
                    }
                    Barrier::Count { to, from, .. } => {
                        visit(Predicate, Read, from);
                        visit(Narrow, Write, to);
                    }
                }
            }
            Self::Multiply(own) => own.slots(visit),
            Self::Tiles(own) => own.slots(visit),
            Self::Fragment(own) => own.slots(visit),
            Self::CopyAsync(own) => own.slots(visit),
            Self::Bulk(own) => own.slots(visit),
            Self::Mbarrier { address: at, action, .. } => {
                address(at, visit);
                action.slots(visit);
            }
            Self::PendingCount { to, from } => {
                visit(Wide, Read, from);
                visit(Narrow, Write, to);
            }
            Self::WarpBarrier { members } => visit(Narrow, Read, members),
            Self::Clock { clock, to } => {
                let wide = matches!(clock, super::Clock::Both | super::Clock::Nanoseconds);
                visit(file(wide), Write, to);
            }
            Self::Sleep { from } => visit(Narrow, Read, from),
            Self::BranchTable { index, .. } => visit(Narrow, Read, index),
            Self::Print { format, arguments, to } => {
                visit(Wide, Read, format);
                visit(Wide, Read, arguments);
                to.iter_mut().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::AssertFail { message, file, line, function } => {
                visit(Wide, Read, message);
                visit(Wide, Read, file);
                visit(Narrow, Read, line);
                visit(Wide, Read, function);
            }
            Self::Fence
            | Self::Nothing
            | Self::Branch { .. }
            | Self::Skip { .. }
            | Self::Exit
            | Self::Trap => {}
        }
    }

    /// Whether it is neither arithmetic nor access nor jump, whatever its operands.
    pub(crate) fn is_miscellaneous(&self) -> bool {
        matches!(
            self,
            Self::Barrier { .. }
                | Self::WarpBarrier { .. }
                | Self::Fence
                | Self::Clock { .. }
                | Self::Sleep { .. }
                | Self::Nothing
                | Self::ActiveMask { .. }
        )
    }

    /// Whether it joins the work of several lanes or warps, or changes the flow of control: a
    /// branch around it is not turned into predicates.
    #[must_use]
    pub fn is_collective_or_control(&self) -> bool {
        matches!(
            self,
            Self::Shuffle { .. }
                | Self::Vote { .. }
                | Self::Ballot { .. }
                | Self::MatchAny { .. }
                | Self::MatchAll { .. }
                | Self::Reduce { .. }
                | Self::Multiply(_)
                | Self::Tiles(_)
                | Self::Fragment(_)
                | Self::Mbarrier { .. }
                | Self::ActiveMask { .. }
                | Self::Elect { .. }
                | Self::Barrier { .. }
                | Self::WarpBarrier { .. }
                | Self::Branch { .. }
                | Self::BranchTable { .. }
                | Self::Skip { .. }
                | Self::Exit
                | Self::Trap
                | Self::Print { .. }
                | Self::AssertFail { .. }
                | Self::Sleep { .. }
        )
    }
}
