//! The order of basic blocks in the code. nvcc writes the two sides of a branch far apart where
//! copies of a loop are interleaved, and leads to them by jumps to jumps; ptxas does away with
//! both. Here, too, a block comes behind the one that falls into it, and the sides of a branch
//! before the block where they meet.

use std::ops::Range;

use propp_code_sass::graph::forwards;

use crate::op::{ControlOp, Guard, Instruction, Op};

/// Jumps to jumps that are followed.
const HOPS: usize = 64;

/// Where jumps are, and where they lead.
pub(crate) fn jumps(code: &[Instruction]) -> impl Iterator<Item = (usize, usize)> + '_ {
    code.iter().enumerate().flat_map(|(from, instruction)| {
        let targets = match &instruction.op {
            Op::Control(op) => op.targets(),
            Op::Lane(_) | Op::Memory(_) | Op::Warp(_) | Op::Barrier(_) | Op::System(_) => &[],
        };
        targets.iter().map(move |target| (from, *target as usize))
    })
}

pub(crate) const EXIT: Op = Op::Control(ControlOp::Exit);

/// Whether all lanes that reach it end there.
pub(crate) fn is_end(instruction: &Instruction) -> bool {
    instruction.op == EXIT && instruction.guard.is_none()
}

fn ends_block(instruction: &Instruction) -> bool {
    match &instruction.op {
        Op::Control(op) => match op {
            ControlOp::Branch { .. }
            | ControlOp::BranchTable { .. }
            | ControlOp::Call(_)
            | ControlOp::Return => true,
            ControlOp::Exit | ControlOp::Trap => instruction.guard.is_none(),
            ControlOp::Skip { .. } => false,
        },
        Op::Lane(_) | Op::Memory(_) | Op::Warp(_) | Op::Barrier(_) | Op::System(_) => false,
    }
}

pub(crate) fn starts(code: &[Instruction], entries: &[u32]) -> Vec<u32> {
    let mut starts: Vec<u32> = jumps(code).map(|(_, to)| to as u32).collect();
    starts.extend(entries);
    let behind = code.iter().enumerate().filter(|(_, one)| ends_block(one));
    starts.extend(behind.map(|(at, _)| at as u32 + 1));
    starts.push(0);
    starts.retain(|start| (*start as usize) < code.len());
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The code in the new order, and where each of the entries to routines is now. Blocks that
/// nothing leads to are left out.
pub(crate) fn straightened(code: &[Instruction], entries: &[u32]) -> (Vec<Instruction>, Vec<u32>) {
    let layout = Layout::of(code, entries);
    let entries: Vec<usize> = entries.iter().map(|entry| layout.block_at(*entry)).collect();
    let order = layout.order(&entries);
    let mut out = Vec::with_capacity(code.len());
    let mut begins = vec![0_u32; layout.pieces.len()];
    for (place, block) in order.iter().enumerate() {
        begins[*block] = out.len() as u32;
        layout.emit(*block, order.get(place + 1).copied(), &mut out);
    }
    for instruction in &mut out {
        if let Op::Control(op) = &mut instruction.op {
            op.targets_mut().iter_mut().for_each(|target| *target = begins[*target as usize]);
        }
    }
    (out, entries.into_iter().map(|entry| begins[entry]).collect())
}

struct Layout<'c> {
    code: &'c [Instruction],
    /// Blocks, in the order of the text.
    pieces: Vec<Range<usize>>,
}

impl<'c> Layout<'c> {
    fn of(code: &'c [Instruction], entries: &[u32]) -> Self {
        let starts = starts(code, entries);
        let ends = starts.iter().skip(1).map(|start| *start as usize).chain([code.len()]);
        let pieces = starts.iter().zip(ends);
        Self { code, pieces: pieces.map(|(first, end)| *first as usize..end).collect() }
    }

    fn last(&self, block: usize) -> Option<&'c Instruction> {
        self.code.get(self.pieces[block].clone())?.last()
    }

    /// The block that begins at an instruction, or where the jump leads that it is.
    fn block_at(&self, instruction: u32) -> usize {
        let block = |at: u32| {
            let found = self.pieces.binary_search_by_key(&(at as usize), |piece| piece.start);
            found.unwrap_or_else(|place| place.saturating_sub(1))
        };
        let mut here = block(instruction);
        for _ in 0..HOPS {
            let Some(Instruction {
                op: Op::Control(ControlOp::Branch { target }),
                guard: None,
                ..
            }) = self.last(here)
            else {
                break;
            };
            if self.pieces[here].len() != 1 {
                break;
            }
            here = block(*target);
        }
        here
    }

    /// The blocks that a block jumps to, and the one that it falls into.
    fn leads(&self, block: usize) -> (Vec<usize>, Option<usize>) {
        let behind = self.pieces[block].end as u32;
        let next = ((behind as usize) < self.code.len()).then(|| self.block_at(behind));
        let Some(Instruction { op: Op::Control(op), guard, .. }) = self.last(block) else {
            return (Vec::new(), next);
        };
        let jumps = op.targets().iter().map(|target| self.block_at(*target)).collect();
        let goes_on = match op {
            ControlOp::Branch { .. } | ControlOp::Exit | ControlOp::Trap => guard.is_some(),
            ControlOp::BranchTable { .. } | ControlOp::Return => false,
            ControlOp::Skip { .. } | ControlOp::Call(_) => true,
        };
        (jumps, next.filter(|_| goes_on))
    }

    /// The kernel's own blocks, then those of each routine.
    fn order(&self, entries: &[usize]) -> Vec<usize> {
        let roots = std::iter::once(0).chain(entries.iter().copied());
        let of = |root| {
            forwards(root, self.pieces.len(), |block| {
                let (jumps, next) = self.leads(block);
                // The last one that is entered comes first.
                next.into_iter().chain(jumps).collect()
            })
        };
        roots.flat_map(of).collect()
    }

    /// A block whose jumps name blocks, as it must be before the block `behind`.
    fn emit(&self, block: usize, behind: Option<usize>, out: &mut Vec<Instruction>) {
        let inside = self.code.get(self.pieces[block].clone()).unwrap_or_default();
        let Some(last) = inside.last() else { return };
        let (to, next) = self.leads(block);
        let jump = |guard, target: usize, counted| Instruction {
            op: ControlOp::Branch { target: target as u32 }.into(),
            guard,
            counted,
            ..last.clone()
        };
        let fall = |out: &mut Vec<Instruction>, to: Option<usize>, counted| {
            let far = to.filter(|to| behind != Some(*to));
            out.extend(far.map(|to| jump(None, to, counted)));
        };
        let Op::Control(ControlOp::Branch { .. } | ControlOp::BranchTable { .. }) = last.op else {
            // An end has nothing behind it.
            out.extend_from_slice(inside);
            return fall(out, next, 0);
        };
        out.extend_from_slice(&inside[..inside.len() - 1]);
        if let Op::Control(ControlOp::BranchTable { index, .. }) = last.op {
            let targets = to.into_iter().map(|target| target as u32).collect();
            let op = ControlOp::BranchTable { index, targets }.into();
            out.push(Instruction { op, ..last.clone() });
            return;
        }
        match (last.guard, next) {
            (Some(guard), Some(next)) if to != [next] => {
                if behind == to.first().copied() {
                    let other = Guard { negated: !guard.negated, ..guard };
                    out.push(jump(Some(other), next, last.counted));
                } else {
                    out.extend(to.first().map(|to| jump(Some(guard), *to, last.counted)));
                    fall(out, Some(next), 0);
                }
            }
            _ => fall(out, next.or(to.first().copied()), last.counted),
        }
    }
}
