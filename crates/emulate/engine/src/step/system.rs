//! What lanes ask of the machine around them.

use propp_emulate_ptx::{Clock, SystemOp};

use super::{CYCLES_IN_1000_NS, Machine};
use crate::access::{Reach, Stopped, addresses};
use crate::fault::Cause;
use crate::lanes::{LANES, lanes};
use crate::print;
use crate::requests::Lines;
use crate::state::Block;
use crate::warp::Warp;

/// Sectors that a prefetch asks L2 for.
const WHOLE_LINE: u64 = 4;

impl Machine<'_, '_> {
    pub(super) fn system(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        op: &SystemOp,
        active: u32,
    ) -> Result<(), Stopped> {
        // A clock goes on, and who prints is not idle.
        self.looked |=
            matches!(op, SystemOp::Clock { .. } | SystemOp::Print { .. } | SystemOp::Ask { .. });
        let registers = &mut warp.registers;
        match op {
            // Accesses are carried out where they are written.
            SystemOp::Fence | SystemOp::Nothing => {}
            SystemOp::Prefetch { address } => {
                let lines = Lines::new(&addresses(registers, *address), active, 1);
                self.counting.counts.l2_sectors += WHOLE_LINE * lines.tags();
            }
            SystemOp::Clock { clock, to } => {
                let cycles = warp.time;
                let nanoseconds = cycles * 1000 / CYCLES_IN_1000_NS;
                match clock {
                    Clock::Low => registers.put_narrow(*to, active, [cycles as u32; LANES]),
                    Clock::High => {
                        registers.put_narrow(*to, active, [(cycles >> 32) as u32; LANES])
                    }
                    Clock::Both => registers.put_wide(*to, active, [cycles; LANES]),
                    Clock::Nanoseconds => registers.put_wide(*to, active, [nanoseconds; LANES]),
                    Clock::NanosecondsLow => {
                        registers.put_narrow(*to, active, [nanoseconds as u32; LANES]);
                    }
                }
            }
            SystemOp::Sleep { from } => {
                let longest = lanes(active).map(|lane| registers.narrow(*from)[lane]).max();
                warp.time += u64::from(longest.unwrap_or(0)) * CYCLES_IN_1000_NS / 1000;
            }
            SystemOp::Print { format, arguments, to } => {
                for lane in lanes(active) {
                    let format = registers.wide[*format as usize][lane];
                    let values = registers.wide[*arguments as usize][lane];
                    let Self { memory, counting, parameters, host, .. } = self;
                    let mut reach = Reach { memory, block, counting, parameters, warp: index };
                    let written = print::print(&mut reach, lane, format, values, *host)?;
                    if let Some(to) = to {
                        registers.narrow[*to as usize][lane] = written;
                    }
                }
            }
            SystemOp::Ask { request, arguments, to, status } => {
                for lane in lanes(active) {
                    let values: Vec<u64> = (arguments.iter())
                        .map(|slot| registers.wide[*slot as usize][lane])
                        .collect();
                    let thread = (block.number, index as u32, lane as u32);
                    let given = self.asks.ask(*request, &values, thread, self.host, self.memory);
                    let (value, error) = given.map_err(|cause| (lane, cause))?;
                    registers.wide[*to as usize][lane] = value;
                    registers.narrow[*status as usize][lane] = error;
                }
            }
            SystemOp::AssertFail { message, file, line, function } => {
                let lane = active.trailing_zeros() as usize;
                let mut reach = self.reach(block, index);
                let mut text = |slot: u32| {
                    let address = registers.wide[slot as usize][lane];
                    print::text(&mut reach, lane, address)
                };
                let (message, file, function) = (text(*message), text(*file), text(*function));
                let line = registers.narrow[*line as usize][lane];
                let words = format!("{file}:{line}: {function}: {message}");
                return Err((lane, Cause::Assertion(words)));
            }
        }
        Ok(())
    }
}
