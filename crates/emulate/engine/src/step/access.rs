//! Accesses of single lanes to memory.

use propp_emulate_ptx::{Atomic, MemoryOp, Order, Space};

use super::Machine;
use super::polls::Look;
use crate::access::{How, Reach, Stopped};
use crate::atomics::AtomicOp;
use crate::lanes::Registers;
use crate::state::Block;
use crate::warp::Warp;

impl Machine<'_, '_> {
    #[inline]
    pub(super) fn access(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        op: &MemoryOp,
        active: u32,
    ) -> Result<(), Stopped> {
        self.looked |= match op {
            MemoryOp::Load { space, .. } => !matches!(space, Space::Parameter | Space::Constant),
            MemoryOp::Store { .. } => false,
            MemoryOp::Atomic { .. }
            | MemoryOp::CopyAsync(_)
            | MemoryOp::Bulk(_)
            | MemoryOp::Tensor(_)
            | MemoryOp::Map(_)
            | MemoryOp::StoreAsync(_)
            | MemoryOp::Image(_) => true,
        };
        let registers = &mut warp.registers;
        let look = look(registers, op, active);
        if look.is_none() {
            self.polls.goes_on();
        }
        let Self { memory, counting, parameters, .. } = self;
        let mut reach = Reach { memory, block, counting, parameters, warp: index };
        let done = match op {
            MemoryOp::Load { space, order, caching, address, to, joined } => {
                let how = How { order: *order, caching: *caching, joined: *joined };
                reach.load(registers, *space, how, *address, to, active)
            }
            MemoryOp::Store { space, address, from, .. } => {
                reach.store(registers, *space, *address, from, active)
            }
            MemoryOp::Atomic { space, atomic, ty, address, to, is_read, gathered, from, swap } => {
                let op = AtomicOp {
                    space: *space,
                    atomic: *atomic,
                    ty: *ty,
                    address: *address,
                    to: *to,
                    is_read: *is_read,
                    gathered: *gathered,
                    from: *from,
                    swap: *swap,
                };
                reach.atomic(registers, &op, active)
            }
            MemoryOp::CopyAsync(own) => reach.copy_async(registers, own, active),
            MemoryOp::Bulk(own) => {
                reach.bulk(registers, own, active)?;
                self.end_copy(block);
                Ok(())
            }
            MemoryOp::Tensor(own) => {
                reach.tensor(registers, own, active)?;
                self.end_copy(block);
                Ok(())
            }
            MemoryOp::StoreAsync(own) => {
                reach.store_async(registers, own, active)?;
                self.end_copy(block);
                Ok(())
            }
            MemoryOp::Map(own) => reach.change_map(registers, own, active),
            MemoryOp::Image(own) => reach.image(registers, own, active),
        };
        if let Some(look) = look {
            let found = look.found(&warp.registers);
            self.polls.looked(found, || warp.state());
        }
        done
    }

    /// What a copy has accessed is noted, if races are looked for.
    fn end_copy(&mut self, block: &mut Block) {
        if let Some(shadow) = &mut block.shadow {
            shadow.now = None;
            self.tell_races(block);
        }
    }
}

/// If the access may be of a warp that waits for others: a load of what they may write, or an atomic that
/// takes a lock.
fn look<'o>(registers: &Registers, op: &'o MemoryOp, active: u32) -> Option<Look<'o>> {
    let is_shown = |space: &Space| matches!(space, Space::Global | Space::Generic);
    match op {
        MemoryOp::Load { space, order: Order::Strong, address, to, .. } if is_shown(space) => {
            Some(Look::new(registers, *address, active, &to.elements, to.wide))
        }
        MemoryOp::Atomic { space, atomic, ty, address, to, is_read: true, .. }
            if is_shown(space) && matches!(atomic, Atomic::Exchange | Atomic::CompareSwap) =>
        {
            let to = std::slice::from_ref(to);
            Some(Look::new(registers, *address, active, to, ty.bytes() == 8))
        }
        MemoryOp::Load { .. }
        | MemoryOp::Atomic { .. }
        | MemoryOp::Store { .. }
        | MemoryOp::CopyAsync(_)
        | MemoryOp::Bulk(_)
        | MemoryOp::Tensor(_)
        | MemoryOp::Map(_)
        | MemoryOp::StoreAsync(_)
        | MemoryOp::Image(_) => None,
    }
}
