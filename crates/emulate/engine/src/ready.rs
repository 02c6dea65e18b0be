//! A kernel's code, made ready to run: the function of each operation on registers, and runs of
//! such operations that all lanes of a warp carry out.

use propp_emulate_ptx::{Code, LaneOp, Op, Slot, Special};

use crate::alu::{Function, function_of};
use crate::counts::Counted;
use crate::lanes::Registers;
use crate::order::yields;
use crate::turns::{Mark, marks};

fn lane(op: &Op) -> Option<&LaneOp> {
    if let Op::Lane(op) = op { Some(op) } else { None }
}

pub(crate) struct Ready<'c> {
    pub(crate) code: &'c Code,
    /// One for each instruction, and one behind the last.
    steps: Vec<Step>,
    /// One for each instruction, if blocks take turns.
    marks: Vec<Mark>,
    /// The register with the place of a lane's frame, and the longest stack.
    pub(crate) stack: (Slot, u32),
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Step {
    /// None if it looks at more than registers.
    pub(crate) function: Option<Function>,
    /// Where the run of operations without a guard ends that begins here, within its block.
    pub(crate) run_end: u32,
    /// Of the instructions before.
    before: Counted,
    /// Whether a warp lets the others of its block come as far before it goes on.
    pub(crate) yields: bool,
}

impl<'c> Ready<'c> {
    pub(crate) fn new(code: &'c Code, stack_bytes: u32) -> Self {
        let mut before = Counted::default();
        let mut steps: Vec<Step> = Vec::with_capacity(code.instructions.len() + 1);
        for instruction in &code.instructions {
            let function = lane(&instruction.op).and_then(function_of);
            steps.push(Step { function, run_end: 0, before, yields: false });
            before = before.plus(Counted::of(instruction));
        }
        steps.push(Step { before, ..Step::default() });
        for (step, yields) in steps.iter_mut().zip(yields(code)) {
            step.yields = yields;
        }
        for block in &code.blocks {
            let mut end = block.end;
            for at in (block.first..block.end).rev() {
                let step = &mut steps[at as usize];
                let runs =
                    step.function.is_some() && code.instructions[at as usize].guard.is_none();
                if !runs {
                    end = at;
                }
                step.run_end = end;
            }
        }
        let stack = code.specials.iter().find(|(_, special)| *special == Special::Stack);
        let stack = (stack.map_or(0, |(slot, _)| *slot), stack_bytes);
        Self { code, steps, marks: Vec::new(), stack }
    }

    /// For blocks that take turns.
    pub(crate) fn in_turns(self) -> Self {
        Self { marks: marks(self.code), ..self }
    }

    pub(crate) fn mark(&self, at: u32) -> Mark {
        self.marks.get(at as usize).copied().unwrap_or(Mark::Nothing)
    }

    #[inline(always)]
    pub(crate) fn step(&self, at: u32) -> Step {
        self.steps[at as usize]
    }

    /// What the instructions from one to another count.
    #[inline(always)]
    pub(crate) fn counted(&self, first: u32, end: u32) -> Counted {
        self.steps[end as usize].before.minus(self.steps[first as usize].before)
    }

    /// Carries out a run for the lanes of a mask.
    #[inline(always)]
    pub(crate) fn run(&self, registers: &mut Registers, first: u32, end: u32, mask: u32) {
        let run = first as usize..end as usize;
        for (step, own) in self.steps[run.clone()].iter().zip(&self.code.instructions[run]) {
            if let (Some(function), Op::Lane(op)) = (step.function, &own.op) {
                function(registers, op, mask);
            }
        }
    }
}
