//! Integers of 16 bits, in the low half of a register: a lane at a time.

use propp_emulate_ptx::{IntegerOp, LaneOp};

use super::Function;
use crate::lanes::{Registers, lanes};

/// The function of an operation; None for those that 16 bits do not have.
pub(super) fn function(op: IntegerOp) -> Option<Function> {
    result(op, [0; 3], [0; 3]).map(|_| integer16 as Function)
}

fn integer16(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Integer { op, signed, to, from, .. } = op else { return };
    let sources = registers.sources(from);
    let extend = |x: u32| {
        if *signed { i64::from(x as i16) } else { i64::from(x & 0xffff) }
    };
    for lane in lanes(mask) {
        let [a, b, c, _] = sources.map(|source| source[lane]);
        let value = result(*op, [a, b, c].map(extend), [a, b, c]);
        registers.narrow[*to as usize][lane] = value.unwrap_or(0);
    }
}

/// What an operation gives, by its operands' values and by their registers.
fn result(op: IntegerOp, [a, b, c]: [i64; 3], [_, count, addend]: [u32; 3]) -> Option<u32> {
    let value = match op {
        IntegerOp::MulWide => return Some((a * b) as u32),
        IntegerOp::MadWide => return Some((a * b + i64::from(addend)) as u32),
        IntegerOp::Add => a + b,
        IntegerOp::Sub => a - b,
        IntegerOp::Mul => a * b,
        IntegerOp::MulHi => (a * b) >> 16,
        IntegerOp::Mad => a * b + c,
        IntegerOp::MadHi => ((a * b) >> 16) + c,
        IntegerOp::Div => a.checked_div(b).unwrap_or(-1),
        IntegerOp::Rem => a.checked_rem(b).unwrap_or(a),
        IntegerOp::Min => a.min(b),
        IntegerOp::Max => a.max(b),
        IntegerOp::Abs => a.abs(),
        IntegerOp::Neg => -a,
        IntegerOp::And => a & b,
        IntegerOp::Or => a | b,
        IntegerOp::Xor => a ^ b,
        IntegerOp::Not => !a,
        IntegerOp::Shl => {
            if count < 16 {
                a << count
            } else {
                0
            }
        }
        IntegerOp::Shr => a >> count.min(63),
        IntegerOp::Sad => (a - b).abs() + c,
        IntegerOp::Mul24
        | IntegerOp::Mad24
        | IntegerOp::Popc
        | IntegerOp::Clz
        | IntegerOp::Brev
        | IntegerOp::Bfind
        | IntegerOp::BfindShift
        | IntegerOp::Bfe
        | IntegerOp::Bfi
        | IntegerOp::Prmt
        | IntegerOp::ShfLeftWrap
        | IntegerOp::ShfLeftClamp
        | IntegerOp::ShfRightWrap
        | IntegerOp::ShfRightClamp
        | IntegerOp::Dp4a
        | IntegerOp::Dp2aLow
        | IntegerOp::Dp2aHigh
        | IntegerOp::BmskClamp
        | IntegerOp::BmskWrap
        | IntegerOp::Lop3 => return None,
    };
    Some(value as u32 & 0xffff)
}
