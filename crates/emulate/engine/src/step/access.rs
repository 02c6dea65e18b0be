//! Accesses of single lanes to memory.

use propp_emulate_ptx::{MemoryOp, Order, Space};

use super::Machine;
use crate::access::{How, Reach, Stopped};
use crate::atomics::AtomicOp;
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
        let Self { memory, counting, parameters, .. } = self;
        let mut reach = Reach { memory, block, counting, parameters, warp: index };
        match op {
            MemoryOp::Load { space, order, caching, address, to, joined } => {
                if *order == Order::Strong && matches!(space, Space::Global | Space::Generic) {
                    self.polls += 1;
                }
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
        }
    }

    /// What a copy has accessed is noted, if races are looked for.
    fn end_copy(&mut self, block: &mut Block) {
        if let Some(shadow) = &mut block.shadow {
            shadow.now = None;
            self.tell_races(block);
        }
    }
}
