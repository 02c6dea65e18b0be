//! Comparisons.

use propp_emulate_ptx::{Comparison, Format, LaneOp, Logic, Type};

use super::Function;
use crate::arithmetic::{bf16_to_f32, f16_to_f32};
use crate::lanes::{Registers, weighed};

/// The function of a comparison; None of a type that has none.
pub(super) fn function(comparison: Comparison, ty: Type) -> Option<Function> {
    macro_rules! holds {
        ($file:ident, $value:expr, $test:expr) => {
            |registers, op, mask| {
                let LaneOp::Compare { from, .. } = op else { return };
                let [a, b] = from.map(|slot| &registers.$file[slot as usize]);
                let holds = weighed(|lane| $test($value(a[lane]), $value(b[lane])));
                registers.set_compared(op, holds, mask);
            }
        };
    }
    macro_rules! tests {
        ($file:ident, $value:expr) => {
            match comparison {
                Comparison::Equal => holds!($file, $value, |a, b| a == b),
                Comparison::Different => holds!($file, $value, are_different),
                Comparison::Less => holds!($file, $value, |a, b| a < b),
                Comparison::LessOrEqual => holds!($file, $value, |a, b| a <= b),
                Comparison::Ordered => holds!($file, $value, are_ordered),
            }
        };
    }
    Some(match (ty.format(), ty.is_signed(), ty.bytes()) {
        (Some(Format::F64), ..) => tests!(wide, f64::from_bits),
        (Some(Format::F32), ..) => tests!(narrow, f32::from_bits),
        (Some(Format::F16), ..) => tests!(narrow, f16_to_f32),
        (Some(Format::Bf16), ..) => tests!(narrow, bf16_to_f32),
        (Some(Format::Tf32), ..) => return None,
        (None, true, 8) => tests!(wide, u64::cast_signed),
        (None, false, 8) => tests!(wide, u64::from),
        (None, true, 4) => tests!(narrow, u32::cast_signed),
        (None, true, 2) => tests!(narrow, |bits| bits as i16),
        (None, ..) => tests!(narrow, u32::from),
    })
}

/// False if an operand is NaN.
#[expect(clippy::double_comparisons, reason = "they are not the opposite of equality for NaN")]
fn are_different<T: PartialOrd>(a: T, b: T) -> bool {
    a < b || a > b
}

fn are_ordered<T: PartialOrd>(a: T, b: T) -> bool {
    a.partial_cmp(&b).is_some()
}

impl Registers {
    /// Writes what a comparison has found: alone, or combined with a predicate, and its opposite.
    fn set_compared(&mut self, op: &LaneOp, holds: u32, mask: u32) {
        let LaneOp::Compare { negated, with, to, other, .. } = op else { return };
        let holds = if *negated { !holds } else { holds };
        let combined = |bits| match with {
            Some((logic, slot)) => combine(*logic, bits, self.predicate(*slot)),
            None => bits,
        };
        let both = [(to, combined(holds)), (other, combined(!holds))];
        for (slot, bits) in both {
            if let Some(slot) = slot {
                self.set_predicate(*slot, mask, bits);
            }
        }
    }
}

pub(super) fn combine(logic: Logic, a: u32, b: u32) -> u32 {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}
