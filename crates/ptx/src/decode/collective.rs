//! Instructions of a whole warp or block.

use crate::text::{File, Operand, PtxError, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{Atomic, Barrier, Logic, Op, Shuffle, Slot, Vote};

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn collective(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<(), PtxError> {
        let op = match mods.name {
            "shfl" => self.shuffle(written, &mut mods)?,
            "vote" => self.vote(written, &mut mods)?,
            "match" => self.matching(written, &mut mods)?,
            "redux" => self.reduction(written, &mut mods)?,
            "mma" | "wmma" | "ldmatrix" | "stmatrix" | "movmatrix" => {
                self.matrix(written, &mut mods)?
            }
            "mbarrier" => self.mbarrier(written, &mut mods)?,
            "cp" => self.copy_async(written, &mut mods)?,
            "activemask" => {
                mods.take("b32");
                Op::ActiveMask { to: self.destination(written, 0, File::Narrow)? }
            }
            "elect" => {
                mods.take("sync");
                let members = self.source(written, 1, Type::B32)?;
                let Operand::Pair(to, chosen) = *written.operand(0)? else {
                    return Err(written.problem("a register and a predicate are needed"));
                };
                let chosen = self.result(written, chosen, File::Predicate)?;
                let to = match to {
                    "_" => None,
                    _ => Some(self.result(written, to, File::Narrow)?),
                };
                Op::Elect { to, chosen, members }
            }
            "nanosleep" => {
                mods.take("u32");
                Op::Sleep { from: self.source(written, 0, Type::U32)? }
            }
            "membar" | "fence" => {
                // Copies are done where they are written, so that all see them.
                if mods.take("proxy") {
                    mods.ignore(&["async", "alias", "global", "shared::cta", "shared::cluster"]);
                }
                mods.ignore(&["mbarrier_init", "sc", "acq_rel", "acquire", "release", "gl"]);
                mods.ignore(super::memory::SCOPES);
                Op::Fence
            }
            _ => self.barrier(written, &mut mods)?,
        };
        mods.done(written)?;
        let guard = self.guard(written)?;
        self.emit(guard, op)
    }

    /// The mask of lanes that take part; all for the forms without `.sync`.
    fn members(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        index: usize,
    ) -> Result<Slot, PtxError> {
        if mods.take("sync") {
            self.source(written, index, Type::B32)
        } else {
            Err(written.unsupported())
        }
    }

    fn shuffle(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<Op, PtxError> {
        let members = self.members(written, mods, 4)?;
        let kinds = [
            ("up", Shuffle::Up),
            ("down", Shuffle::Down),
            ("bfly", Shuffle::Butterfly),
            ("idx", Shuffle::Index),
        ];
        let shuffle = mods.take_one(&kinds).ok_or_else(|| written.unsupported())?;
        mods.take("b32");
        let (to, valid) = match *written.operand(0)? {
            Operand::Pair(to, valid) => (to, Some(valid)),
            Operand::Name { name, .. } => (name, None),
            _ => return Err(written.problem("a register is needed for the result")),
        };
        let valid = match valid {
            Some("_") | None => None,
            Some(name) => Some(self.result(written, name, File::Predicate)?),
        };
        Ok(Op::Shuffle {
            shuffle,
            to: self.result(written, to, File::Narrow)?,
            valid,
            from: self.source(written, 1, Type::B32)?,
            lane: self.source(written, 2, Type::B32)?,
            clamp: self.source(written, 3, Type::B32)?,
            members,
        })
    }

    fn vote(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<Op, PtxError> {
        let members = self.members(written, mods, 2)?;
        let from = self.predicate(written, 1)?;
        if mods.take("ballot") {
            mods.take("b32");
            return Ok(Op::Ballot {
                to: self.destination(written, 0, File::Narrow)?,
                from,
                members,
            });
        }
        let kinds = [("all", Vote::All), ("any", Vote::Any), ("uni", Vote::Uniform)];
        let vote = mods.take_one(&kinds).ok_or_else(|| written.unsupported())?;
        mods.take("pred");
        Ok(Op::Vote { vote, to: self.destination(written, 0, File::Predicate)?, from, members })
    }

    fn matching(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Op, PtxError> {
        let members = self.members(written, mods, 2)?;
        let all = mods.take("all");
        if !all && !mods.take("any") {
            return Err(written.unsupported());
        }
        let ty = mods.ty(written)?;
        let wide = ty.bytes() == 8;
        let from = self.source(written, 1, ty)?;
        if !all {
            let to = self.destination(written, 0, File::Narrow)?;
            return Ok(Op::MatchAny { wide, to, from, members });
        }
        let (to, equal) = match *written.operand(0)? {
            Operand::Pair(to, equal) => (to, Some(equal)),
            Operand::Name { name, .. } => (name, None),
            _ => return Err(written.problem("a register is needed for the result")),
        };
        let to = self.result(written, to, File::Narrow)?;
        let all = match equal {
            Some("_") | None => None,
            Some(name) => Some(self.result(written, name, File::Predicate)?),
        };
        Ok(Op::MatchAll { wide, to, all, from, members })
    }

    fn reduction(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Op, PtxError> {
        let members = self.members(written, mods, 2)?;
        let operations = [
            ("add", Atomic::Add),
            ("min", Atomic::Min),
            ("max", Atomic::Max),
            ("and", Atomic::And),
            ("or", Atomic::Or),
            ("xor", Atomic::Xor),
        ];
        let atomic = mods.take_one(&operations).ok_or_else(|| written.unsupported())?;
        let ty = mods.ty(written)?;
        if !matches!(ty, Type::U32 | Type::S32 | Type::B32) {
            return Err(written.unsupported());
        }
        let from = self.source(written, 1, ty)?;
        Ok(Op::Reduce {
            atomic,
            ty,
            to: self.destination(written, 0, File::Narrow)?,
            from,
            members,
        })
    }

    fn barrier(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<Op, PtxError> {
        if mods.take("cluster") {
            return Err(written.unsupported());
        }
        if mods.take("warp") {
            mods.take("sync");
            return Ok(Op::WarpBarrier { members: self.source(written, 0, Type::B32)? });
        }
        mods.ignore(&["cta", "aligned"]);
        let first = if mods.take("red") {
            let logic = mods.take_one(&[("and", Logic::And), ("or", Logic::Or)]);
            let counts = mods.take("popc");
            mods.ignore(&["pred", "u32"]);
            let from = self.predicate(written, written.operands.len().saturating_sub(1))?;
            let negated = false;
            let barrier = match logic {
                Some(logic) => {
                    let to = self.destination(written, 0, File::Predicate)?;
                    Barrier::Reduce { logic, to, from, negated }
                }
                None if counts => {
                    let to = self.destination(written, 0, File::Narrow)?;
                    Barrier::Count { to, from, negated }
                }
                None => return Err(written.unsupported()),
            };
            let id = self.source(written, 1, Type::U32)?;
            let threads = match written.operands.len() {
                4 => Some(self.source(written, 2, Type::U32)?),
                _ => None,
            };
            return Ok(Op::Barrier { barrier, id, threads });
        } else if mods.take("arrive") {
            Barrier::Arrive
        } else if mods.take("sync") {
            Barrier::Sync
        } else {
            return Err(written.unsupported());
        };
        let id = self.source(written, 0, Type::U32)?;
        let threads = match written.operands.len() {
            1 => None,
            _ => Some(self.source(written, 1, Type::U32)?),
        };
        Ok(Op::Barrier { barrier: first, id, threads })
    }
}
