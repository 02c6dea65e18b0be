//! Copies beside the threads, and barriers in shared memory.

use crate::text::{File, Operand, Result, Space, Type, Written};

use super::builder::Decoder;
use super::memory::{SCOPES, caching};
use super::modifiers::Modifiers;

use crate::op::{
    Address, BarrierOp, CopyAsync, Expected, LaneOp, Mbarrier, MemoryOp, Op, Slot, SystemOp,
};

impl<'a> Decoder<'_, '_, 'a> {
    /// `cp.async` and `cp.async.bulk`. A copy is done where it is written, so that there is
    /// nothing to wait for.
    pub(crate) fn copy_async(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Op> {
        let reduces = mods.take("reduce");
        let (is_async, bulk) = (mods.take("async"), mods.take("bulk"));
        if !is_async || reduces && !bulk {
            return Err(written.unsupported());
        }
        for waits in ["commit_group", "wait_group", "wait_all"] {
            if mods.take(waits) {
                mods.take("read");
                return Ok(SystemOp::Nothing.into());
            }
        }
        if bulk {
            return self.bulk(written, mods, reduces);
        }
        if mods.take("mbarrier") {
            return self.arrive_behind_copies(written, mods);
        }
        let caching = caching(mods);
        let to_shared = mods.take("shared") || mods.take("shared::cta");
        if !to_shared || !mods.take("global") {
            return Err(written.unsupported());
        }
        let Operand::Integer(bytes @ (4 | 8 | 16)) = *written.operand(2)? else {
            return Err(written.problem("4, 8 or 16 bytes are copied"));
        };
        let bytes = bytes as u32;
        let (mut read, mut ignore) = (None, None);
        match written.operands.get(3) {
            Some(Operand::Name { name, .. })
                if self.register(name).is_some_and(|(ty, _)| ty == Type::Pred) =>
            {
                ignore = Some(self.predicate(written, 3)?);
            }
            Some(Operand::Name { name, .. })
                if self.register(name).is_some_and(|(ty, _)| ty.bytes() == 8) => {}
            Some(_) => read = Some(self.source(written, 3, Type::B32)?),
            None => {}
        }
        let (to, from) = (self.address(written, 0)?.0, self.address(written, 1)?.0);
        let copy = CopyAsync { to, from, bytes, caching, read, ignore };
        Ok(MemoryOp::CopyAsync(Box::new(copy)).into())
    }

    /// All copies before have ended already.
    fn arrive_behind_copies(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Op> {
        if !mods.take("arrive") {
            return Err(written.unsupported());
        }
        let counted = mods.take("noinc");
        let (space, address) = self.barrier_place(written, mods)?;
        // Otherwise its own arrival is added to those that are awaited.
        let action = Mbarrier::Arrive { count: None, expects: None, drops: false, state: None };
        Ok(match counted {
            true => BarrierOp::Shared { space, address, action }.into(),
            false => SystemOp::Nothing.into(),
        })
    }

    /// Where a barrier lies: in shared memory, or at a generic address.
    fn barrier_place(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<(Space, Address)> {
        let index = written.operands.iter().position(|o| matches!(o, Operand::Address { .. }));
        let index = index.ok_or_else(|| written.problem("an address is needed"))?;
        let named =
            ["shared", "shared::cta", "shared::cluster"].iter().any(|space| mods.take(space));
        let (address, located) = self.address(written, index)?;
        mods.take("b64");
        let space = if named { Space::Shared } else { located.unwrap_or(Space::Generic) };
        Ok((space, address))
    }

    pub(crate) fn mbarrier(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Op> {
        mods.ignore(&["relaxed", "acquire", "release"]);
        mods.ignore(SCOPES);
        if mods.take("pending_count") {
            mods.take("b64");
            let from = self.source(written, 1, Type::B64)?;
            let to = self.destination(written, 0, File::Narrow)?;
            return Ok(LaneOp::PendingCount { to, from }.into());
        }
        let (space, address) = self.barrier_place(written, mods)?;
        let action = self.barrier_action(written, mods)?;
        Ok(BarrierOp::Shared { space, address, action }.into())
    }

    fn barrier_action(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
    ) -> Result<Mbarrier> {
        if mods.take("init") {
            return Ok(Mbarrier::Init(self.source(written, 1, Type::U32)?));
        }
        if mods.take("inval") {
            return Ok(Mbarrier::Invalidate);
        }
        let (arrives, drops) = (mods.take("arrive"), mods.take("arrive_drop"));
        if arrives || drops {
            return self.arrival(written, mods, drops);
        }
        if mods.take("expect_tx") {
            return Ok(Mbarrier::Expect(self.source(written, 1, Type::U32)?));
        }
        if mods.take("complete_tx") {
            return Ok(Mbarrier::Complete(self.source(written, 1, Type::U32)?));
        }
        let waits = mods.take("try_wait");
        if !waits && !mods.take("test_wait") {
            return Err(written.unsupported());
        }
        let phase = if mods.take("parity") {
            Expected::Parity(self.source(written, 2, Type::B32)?)
        } else {
            Expected::State(self.source(written, 2, Type::B64)?)
        };
        let to = self.destination(written, 0, File::Predicate)?;
        Ok(Mbarrier::Test { phase, to, waits })
    }

    fn arrival(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        drops: bool,
    ) -> Result<Mbarrier> {
        // A promise that the phase does not end by it.
        mods.take("noComplete");
        let expects = mods.take("expect_tx");
        let names_state = !matches!(written.operand(0)?, Operand::Address { .. });
        let state = match names_state {
            true => self.wanted_at(written, 0, File::Wide)?,
            false => None,
        };
        let next = usize::from(names_state) + 1;
        let last: Option<Slot> = match written.operands.len() > next {
            true => Some(self.source(written, next, Type::U32)?),
            false => None,
        };
        if expects && last.is_none() {
            return Err(written.problem("the bytes that are expected are missing"));
        }
        let (count, expects) = if expects { (None, last) } else { (last, None) };
        Ok(Mbarrier::Arrive { count, expects, drops, state })
    }
}
