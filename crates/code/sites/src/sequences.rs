//! Operations that are no single instruction, by the sequences that nvcc writes for them.

use propp_code_sass::Instruction;

/// An instruction or a call that stands for one such operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Division or remainder of integers by a value that is not constant.
    IntegerDivision,
    /// The same of 64 bits. It has a division of 32 bits beside it, for small values.
    LongDivision,
    /// The slow way of a floating-point division, root or reciprocal, for special values.
    SlowPath,
    FromSingleToDouble,
    FromDoubleToSingle,
}

/// The constants that nvcc adds to the bits of a reciprocal before it makes an integer of it:
/// seen for sm_75 to sm_120 by nvcc 13.0, in each division of 32 bits and nowhere else.
const RECIPROCAL_32: u32 = 0x0fff_fffe;

/// What an instruction is a sign of. `called` is the name of the function that it calls.
pub fn sequence(instruction: &Instruction, called: Option<&str>) -> Option<Sequence> {
    match instruction.opcode.name()? {
        "CALL" => subroutine(called?),
        // Before sm_90, and of 64 bits on some: IADD3; later VIADD. The constant is an operand
        // of 32 bits from bit 32 on.
        "IADD3" | "VIADD" | "IADD" => {
            let constant = (instruction.word >> 32) as u32;
            (constant == RECIPROCAL_32).then_some(Sequence::IntegerDivision)
        }
        "F2F" => conversion(instruction.word),
        _ => None,
    }
}

/// The compiler's own functions have names with `__cuda_`.
pub fn is_subroutine(name: &str) -> bool {
    name.contains("$__cuda_") || name.starts_with("__internal_")
}

fn subroutine(name: &str) -> Option<Sequence> {
    if !is_subroutine(name) {
        return None;
    }
    let own = name.rsplit('$').next().unwrap_or(name);
    let has = |part: &str| own.contains(part);
    if has("_div_u16") || has("_div_s16") || has("_rem_u16") || has("_rem_s16") {
        Some(Sequence::IntegerDivision)
    } else if ["_div_u64", "_div_s64", "_rem_u64", "_rem_s64"].into_iter().any(has) {
        Some(Sequence::LongDivision)
    } else if has("_div_") || has("_rcp_") || has("sqrt") {
        Some(Sequence::SlowPath)
    } else {
        None
    }
}

/// F2F with the target's type in bits 75 and 76 and the source's in 84 and 85: 2 is single, 3
/// double.
fn conversion(word: u128) -> Option<Sequence> {
    const WITH_DOUBLE: u128 = 0x310;
    if word & 0xfff != WITH_DOUBLE {
        return None;
    }
    match (word >> 75 & 3, word >> 84 & 3) {
        (3, 2) => Some(Sequence::FromSingleToDouble),
        (2, 3) => Some(Sequence::FromDoubleToSingle),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of ptxas 13.0.88, which writes `$__internal_NUMBER_$` before them.
    #[test]
    fn functions_of_the_compiler_are_known_by_their_names() {
        for (names, expected) in [
            (["div_u16", "div_s16", "rem_u16", "rem_s16"], Sequence::IntegerDivision),
            (["div_u64", "div_s64", "rem_u64", "rem_s64"], Sequence::LongDivision),
            (
                ["div_rn_f32", "div_rn_noftz_f32_slowpath", "rcp_rn_f32_slowpath", "sqrt_rn_f32"],
                Sequence::SlowPath,
            ),
        ] {
            for name in names {
                let name = format!("$__internal_1_$__cuda_sm20_{name}");
                assert_eq!(subroutine(&name), Some(expected), "{name}");
            }
        }
        for name in ["$__internal_7_$__cuda_sm70_shflsync_down_p", "_Z9my_div_u16tt"] {
            assert_eq!(subroutine(name), None, "{name}");
        }
    }
}
