//! Instructions without influence on other lanes or the flow of control.

use crate::memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW, WINDOW_BYTES};
use propp_ptx::{Clock, Op, Order, Space};

use super::{CYCLES_IN_1000_NS, Machine};
use crate::access::{How, Reach, Stopped, space_of};
use crate::atomics::AtomicOp;
use crate::fault::Cause;
use crate::lanes::{lanes, map};
use crate::state::Block;
use crate::warp::Warp;
use crate::{mbarrier, print};

impl Machine<'_, '_> {
    #[inline]
    pub(super) fn straight(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        op: &Op,
        active: u32,
    ) -> Result<(), Stopped> {
        let registers = &mut warp.registers;
        if let Op::Load { space: Space::Global | Space::Generic, order: Order::Strong, .. } = op {
            self.polls += 1;
        }
        let Self { memory, counting, parameters, .. } = self;
        let mut reach = Reach { memory, block, counting, parameters, warp: index };
        match op {
            Op::Load { space, order, caching, address, to, joined } => {
                let how = How { order: *order, caching: *caching, joined: *joined };
                reach.load(registers, *space, how, *address, to, active)
            }
            Op::Store { space, address, from, .. } => {
                reach.store(registers, *space, *address, from, active)
            }
            Op::Atomic { space, atomic, ty, address, to, from, swap, .. } => {
                let op = AtomicOp {
                    space: *space,
                    atomic: *atomic,
                    ty: *ty,
                    address: *address,
                    to: *to,
                    from: *from,
                    swap: *swap,
                };
                reach.atomic(registers, &op, active)
            }
            Op::CopyAsync(own) => reach.copy_async(registers, own, active),
            Op::Bulk(own) => reach.bulk(registers, own, active),
            Op::PendingCount { to, from } => {
                let state = &registers.wide[*from as usize];
                let pending: [u32; 32] = state.map(mbarrier::pending);
                registers.set_narrow(*to, active, |lane| pending[lane]);
                Ok(())
            }
            Op::ToGeneric { wide: false, to, from, .. }
            | Op::FromGeneric { wide: false, to, from, .. } => {
                map!(active, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
                Ok(())
            }
            Op::ToGeneric { space, to, from, .. } => {
                let window = window(*space);
                map!(active, registers.wide, *to, [(a, registers.wide, *from)], |a| a | window);
                Ok(())
            }
            Op::FromGeneric { space, to, from, .. } => {
                let mask = if window(*space) == 0 { u64::MAX } else { WINDOW_BYTES - 1 };
                map!(active, registers.wide, *to, [(a, registers.wide, *from)], |a| a & mask);
                Ok(())
            }
            Op::IsSpace { space, to, from } => {
                let all = &registers.wide[*from as usize];
                let is = |lane: &usize| space_of(all[*lane]) == *space;
                let bits = lanes(active).filter(is).fold(0, |bits, lane| bits | 1 << lane);
                registers.set_predicate(*to, active, bits);
                Ok(())
            }
            Op::Clock { clock, to } => {
                let cycles = warp.time;
                let nanoseconds = cycles * 1000 / CYCLES_IN_1000_NS;
                match clock {
                    Clock::Low => registers.set_narrow(*to, active, |_| cycles as u32),
                    Clock::High => registers.set_narrow(*to, active, |_| (cycles >> 32) as u32),
                    Clock::Both => registers.set_wide(*to, active, |_| cycles),
                    Clock::Nanoseconds => registers.set_wide(*to, active, |_| nanoseconds),
                    Clock::NanosecondsLow => {
                        registers.set_narrow(*to, active, |_| nanoseconds as u32);
                    }
                }
                Ok(())
            }
            Op::Sleep { from } => {
                let longest = lanes(active).map(|lane| registers.narrow(*from)[lane]).max();
                warp.time += u64::from(longest.unwrap_or(0)) * CYCLES_IN_1000_NS / 1000;
                Ok(())
            }
            Op::Print { format, arguments, to } => {
                for lane in lanes(active) {
                    let format = registers.wide[*format as usize][lane];
                    let values = registers.wide[*arguments as usize][lane];
                    let written = print::print(&mut reach, lane, format, values, self.host)?;
                    if let Some(to) = to {
                        registers.narrow[*to as usize][lane] = written;
                    }
                }
                Ok(())
            }
            Op::AssertFail { message, file, line, function } => {
                let lane = active.trailing_zeros() as usize;
                let mut text = |slot: u32| {
                    let address = registers.wide[slot as usize][lane];
                    print::text(&mut reach, lane, address)
                };
                let (message, file, function) = (text(*message), text(*file), text(*function));
                let line = registers.narrow[*line as usize][lane];
                let words = format!("{file}:{line}: {function}: {message}");
                Err((lane, Cause::Assertion(words)))
            }
            _ => Ok(()),
        }
    }
}

fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Parameter => PARAMETER_WINDOW,
        _ => 0,
    }
}
