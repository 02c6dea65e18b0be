//! How many instructions of machine code ptxas makes of one of PTX: of most one or two, of divisions
//! and the like many. Counted in what ptxas of CUDA 13.0 makes for sm_90, on the way that ordinary
//! operands take.

use crate::op::{FloatOp, Instruction, IntegerOp, LaneOp, MemoryOp, Op, Width};
use crate::text::Format;

/// What one lane does for the others before it adds what all of them have: it is chosen, and they vote
/// and sum up.
const GATHERING: u8 = 6;

/// Makes instructions count as those of the machine code.
pub(crate) fn weigh(code: &mut [Instruction]) {
    for instruction in code.iter_mut().filter(|instruction| instruction.counted != 0) {
        instruction.counted = instructions(&instruction.op);
    }
}

pub(crate) fn instructions(op: &Op) -> u8 {
    match op {
        Op::Lane(LaneOp::Integer { op, width, signed, .. }) => integer(*op, *width, *signed),
        Op::Lane(LaneOp::Float { op, format, flags, .. }) => float(*op, *format, flags.flush),
        Op::Memory(MemoryOp::Atomic { gathered: true, .. }) => 1 + GATHERING,
        Op::Lane(_)
        | Op::Memory(_)
        | Op::Warp(_)
        | Op::Barrier(_)
        | Op::Control(_)
        | Op::System(_) => 1,
    }
}

fn integer(op: IntegerOp, width: Width, signed: bool) -> u8 {
    match (op, width) {
        (IntegerOp::Div | IntegerOp::Rem, Width::Bits16) => 14,
        (IntegerOp::Div, Width::Bits32) => {
            if signed {
                25
            } else {
                18
            }
        }
        (IntegerOp::Rem, Width::Bits32) => {
            if signed {
                22
            } else {
                17
            }
        }
        // Numbers that fit into 32 bits have a way of their own.
        (IntegerOp::Div | IntegerOp::Rem, Width::Bits64) => 25,
        (IntegerOp::Mul | IntegerOp::Mad, Width::Bits64) => 4,
        (IntegerOp::MulHi | IntegerOp::MadHi, Width::Bits64) => {
            if signed {
                17
            } else {
                7
            }
        }
        (IntegerOp::Abs, Width::Bits64) => 5,
        (IntegerOp::Clz, Width::Bits64) => 6,
        (IntegerOp::Min | IntegerOp::Max, Width::Bits64) => 4,
        _ => 1,
    }
}

fn float(op: FloatOp, format: Format, flush: bool) -> u8 {
    match (op, format) {
        (FloatOp::Div, Format::F64) => 17,
        (FloatOp::Sqrt, Format::F64) => 16,
        (FloatOp::Rcp | FloatOp::Rsqrt, Format::F64) => {
            if flush {
                2
            } else {
                11
            }
        }
        (FloatOp::Min | FloatOp::Max, Format::F64) => 7,
        (FloatOp::Div, Format::F32) => {
            if flush {
                7
            } else {
                10
            }
        }
        (FloatOp::Sqrt | FloatOp::Rcp, Format::F32) => {
            if flush {
                1
            } else {
                8
            }
        }
        (FloatOp::Rsqrt | FloatOp::Ex2 | FloatOp::Lg2, Format::F32) => {
            if flush {
                1
            } else {
                4
            }
        }
        (FloatOp::Sin | FloatOp::Cos, Format::F32) => 2,
        _ => 1,
    }
}
