//! Atomics whose result nothing reads, which ptxas makes reductions of. nvcc writes all as atomics.

use std::collections::HashSet;

use crate::module::Code;
use crate::op::{Access, Atomic, Op};

/// Takes the result from atomics that a reduction does the work of.
pub(crate) fn drop_results(code: &mut Code) {
    let mut read = HashSet::new();
    for instruction in &mut code.instructions {
        instruction.slots(&mut |file, access, slot| {
            if access == Access::Read {
                read.insert((file, *slot));
            }
        });
    }
    for instruction in &mut code.instructions {
        let Op::Atomic { atomic, ty, to, .. } = &mut instruction.op else { continue };
        let is_reduction = !matches!(atomic, Atomic::Exchange | Atomic::CompareSwap);
        let is_unread = |slot| ty.file().is_some_and(|file| !read.contains(&(file, slot)));
        if is_reduction && to.is_some_and(is_unread) {
            *to = None;
        }
    }
}
