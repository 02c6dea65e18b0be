//! Instructions of a whole warp or block.

use crate::text::{File, Operand, Result, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{Atomic, Barrier, BarrierOp, Logic, Op, Shuffle, Slot, SystemOp, Vote, WarpOp};

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn collective(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<()> {
        let op: Op = match mods.name {
            "shfl" => self.shuffle(written, &mut mods)?.into(),
            "vote" => self.vote(written, &mut mods)?.into(),
            "match" => self.matching(written, &mut mods)?.into(),
            "redux" => self.reduction(written, &mut mods)?.into(),
            "mma" | "wmma" | "ldmatrix" | "stmatrix" | "movmatrix" => {
                self.matrix(written, &mut mods)?.into()
            }
            "wgmma" => self.group(written, &mut mods)?,
            "tensormap" => self.tensor_map(written, &mut mods)?,
            "mbarrier" => self.mbarrier(written, &mut mods)?,
            "cp" => self.copy_async(written, &mut mods)?,
            "activemask" => {
                mods.take("b32");
                let to = self.destination(written, 0, File::Narrow)?;
                WarpOp::ActiveMask { to }.into()
            }
            "elect" => {
                mods.take("sync");
                let members = self.source(written, 1, Type::B32)?;
                let Operand::Pair(to, chosen) = *written.operand(0)? else {
                    return Err(written.problem("a register and a predicate are needed"));
                };
                let chosen = self.result(written, chosen, File::Predicate)?;
                let to = self.wanted(written, to, File::Narrow)?;
                WarpOp::Elect { to, chosen, members }.into()
            }
            "nanosleep" => {
                mods.take("u32");
                let from = self.source(written, 0, Type::U32)?;
                SystemOp::Sleep { from }.into()
            }
            "membar" | "fence" => {
                // Copies are done where they are written, so that all see them.
                if mods.take("proxy") {
                    mods.ignore(&["async", "alias", "global", "shared::cta", "shared::cluster"]);
                    mods.ignore(&["async::generic", "tensormap::generic"]);
                }
                mods.ignore_prefix("sync_restrict::");
                mods.ignore(&["mbarrier_init", "sc", "acq_rel", "acquire", "release", "gl"]);
                mods.ignore(super::memory::SCOPES);
                SystemOp::Fence.into()
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
    ) -> Result<Slot> {
        if mods.take("sync") {
            self.source(written, index, Type::B32)
        } else {
            Err(written.unsupported())
        }
    }

    fn shuffle(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<WarpOp> {
        let members = self.members(written, mods, 4)?;
        let kinds = [
            ("up", Shuffle::Up),
            ("down", Shuffle::Down),
            ("bfly", Shuffle::Butterfly),
            ("idx", Shuffle::Index),
        ];
        let shuffle = mods.take_one(&kinds).ok_or_else(|| written.unsupported())?;
        mods.take("b32");
        let (to, valid) = self.pair(written)?;
        let valid = self.wanted(written, valid, File::Predicate)?;
        Ok(WarpOp::Shuffle {
            shuffle,
            to: self.result(written, to, File::Narrow)?,
            valid,
            from: self.source(written, 1, Type::B32)?,
            lane: self.source(written, 2, Type::B32)?,
            clamp: self.source(written, 3, Type::B32)?,
            members,
        })
    }

    fn vote(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<WarpOp> {
        let members = self.members(written, mods, 2)?;
        let from = self.predicate(written, 1)?;
        if mods.take("ballot") {
            mods.take("b32");
            return Ok(WarpOp::Ballot {
                to: self.destination(written, 0, File::Narrow)?,
                from,
                members,
            });
        }
        let kinds = [("all", Vote::All), ("any", Vote::Any), ("uni", Vote::Uniform)];
        let vote = mods.take_one(&kinds).ok_or_else(|| written.unsupported())?;
        mods.take("pred");
        Ok(WarpOp::Vote { vote, to: self.destination(written, 0, File::Predicate)?, from, members })
    }

    fn matching(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<WarpOp> {
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
            return Ok(WarpOp::MatchAny { wide, to, from, members });
        }
        let (to, equal) = self.pair(written)?;
        let to = self.result(written, to, File::Narrow)?;
        let all = self.wanted(written, equal, File::Predicate)?;
        Ok(WarpOp::MatchAll { wide, to, all, from, members })
    }

    fn reduction(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<WarpOp> {
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
        Ok(WarpOp::Reduce {
            atomic,
            ty,
            to: self.destination(written, 0, File::Narrow)?,
            from,
            members,
        })
    }

    fn barrier(&mut self, written: &Written<'a>, mods: &mut Modifiers<'a>) -> Result<Op> {
        if mods.take("cluster") {
            mods.ignore(&["aligned", "release", "acquire", "relaxed"]);
            let waits = mods.take("wait");
            if !waits && !mods.take("arrive") {
                return Err(written.unsupported());
            }
            return Ok(BarrierOp::Cluster { waits }.into());
        }
        if mods.take("warp") {
            mods.take("sync");
            let members = self.source(written, 0, Type::B32)?;
            return Ok(WarpOp::Barrier { members }.into());
        }
        mods.ignore(&["cta", "aligned"]);
        let first = if mods.take("red") {
            let logic = mods.take_one(&[("and", Logic::And), ("or", Logic::Or)]);
            let counts = mods.take("popc");
            mods.ignore(&["pred", "u32"]);
            let from = self.predicate(written, written.operands.len().saturating_sub(1))?;
            let barrier = match logic {
                Some(logic) => {
                    let to = self.destination(written, 0, File::Predicate)?;
                    Barrier::Reduce { logic, to, from }
                }
                None if counts => {
                    let to = self.destination(written, 0, File::Narrow)?;
                    Barrier::Count { to, from }
                }
                None => return Err(written.unsupported()),
            };
            let id = self.source(written, 1, Type::U32)?;
            let threads = match written.operands.len() {
                4 => Some(self.source(written, 2, Type::U32)?),
                _ => None,
            };
            return Ok(BarrierOp::Block { barrier, id, threads }.into());
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
        Ok(BarrierOp::Block { barrier: first, id, threads }.into())
    }
}
