//! Atomics whose result nothing reads. nvcc writes all as atomics; ptxas makes reductions of these.

use std::collections::HashSet;

use crate::module::Code;
use crate::op::{Access, MemoryOp, Op};

pub(crate) fn mark(code: &mut Code) {
    let mut read = HashSet::new();
    for instruction in &mut code.instructions {
        instruction.slots(&mut |file, access, slot| {
            if access == Access::Read {
                read.insert((file, *slot));
            }
        });
    }
    for instruction in &mut code.instructions {
        let mut is_any_read = false;
        instruction.slots(&mut |file, access, slot| {
            is_any_read |= access == Access::Write && read.contains(&(file, *slot));
        });
        if let Op::Memory(MemoryOp::Atomic { is_read, .. }) = &mut instruction.op {
            *is_read = is_any_read;
        }
    }
}
