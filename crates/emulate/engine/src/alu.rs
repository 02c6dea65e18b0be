//! Operations of single lanes: the function of each, by its types.

mod carry;
mod compare;
mod convert;
mod float;
mod float8;
mod generic;
mod half;
mod integer;
mod integer16;
mod integer64;
mod moves;
mod video;

use propp_emulate_ptx::{Format, LaneOp, Slot, Width};

use crate::lanes::{LANES, Registers};

pub(crate) use float8::value as float8_value;

/// Carries out an operation of single lanes, for those of a mask.
pub(crate) type Function = fn(&mut Registers, &LaneOp, u32);

/// A function that computes each lane's result from its operands: the variant of `LaneOp`, the
/// file of the result, and of each operand its name, its file and which source it is.
macro_rules! function {
    ($class:ident, $to_file:ident, [$(($name:ident, $file:ident, $source:literal)),+], $f:expr) => {{
        use $crate::lanes::Registers;
        use propp_emulate_ptx::LaneOp;
        fn all(registers: &mut Registers, op: &LaneOp, mask: u32) {
            if mask != $crate::lanes::ALL
                && let Some(part) = $crate::lanes::only_part(mask)
            {
                return few(registers, op, mask, part);
            }
            let LaneOp::$class { to, from, .. } = op else { return };
            $crate::lanes::map!(
                mask,
                registers.$to_file,
                *to,
                [$(($name, registers.$file, from[$source])),+],
                $f
            );
        }
        // Apart, so that all lanes do not wait for what it needs of the stack.
        #[inline(never)]
        fn few(registers: &mut Registers, op: &LaneOp, mask: u32, part: usize) {
            let LaneOp::$class { to, from, .. } = op else { return };
            let values = $crate::lanes::values!(
                part,
                [$(($name, registers.$file, from[$source])),+],
                $f
            );
            $crate::lanes::put_some(&mut registers.$to_file[*to as usize], part, values, mask);
        }
        let function: $crate::alu::Function = all;
        Some(function)
    }};
}
use function;

/// Functions of one, two, or three operands that lie in one file, as does the result.
macro_rules! one {
    ($class:ident, $file:ident, $f:expr) => {
        function!($class, $file, [(a, $file, 0)], $f)
    };
}
macro_rules! two {
    ($class:ident, $file:ident, $f:expr) => {
        function!($class, $file, [(a, $file, 0), (b, $file, 1)], $f)
    };
}
macro_rules! three {
    ($class:ident, $file:ident, $f:expr) => {
        function!($class, $file, [(a, $file, 0), (b, $file, 1), (c, $file, 2)], $f)
    };
}
use {one, three, two};

/// The function of an operation; None where no type of its kind has it, which the decoder refuses.
pub(crate) fn function_of(op: &LaneOp) -> Option<Function> {
    match op {
        LaneOp::Integer { op, width, signed, saturate, .. } => match width {
            Width::Bits16 => integer16::function(*op),
            Width::Bits32 => integer::function(*op, *signed, *saturate),
            Width::Bits64 => integer64::function(*op, *signed),
        },
        LaneOp::Float { op, format, flags, .. } => match format {
            Format::F32 => float::float32(*op, *flags),
            Format::F64 => float::float64(*op, *flags),
            Format::F16 | Format::Bf16 => half::function(*op),
            Format::Tf32 => None,
        },
        LaneOp::Carry { .. } => Some(carry::carry),
        LaneOp::Compare { comparison, ty, .. } => compare::function(*comparison, *ty),
        LaneOp::Convert { rounding, flags, to_type, from_type, .. } => {
            Some(convert::convert(*rounding, *flags, *to_type, *from_type))
        }
        LaneOp::Select { wide, .. } => {
            Some(if *wide { moves::select_wide } else { moves::select_narrow })
        }
        LaneOp::Move { wide, .. } => Some(if *wide { moves::wide } else { moves::narrow }),
        LaneOp::Predicates { .. } => Some(moves::predicates),
        LaneOp::PredicateNot { .. } => Some(moves::predicate_not),
        LaneOp::PredicateMove { .. } => Some(moves::predicate_move),
        LaneOp::PredicateSet { .. } => Some(moves::predicate_set),
        LaneOp::Join64 { .. } => Some(moves::join64),
        LaneOp::Split64 { .. } => Some(moves::split64),
        LaneOp::Join32 { .. } => Some(moves::join32),
        LaneOp::Split32 { .. } => Some(moves::split32),
        LaneOp::ToGeneric { .. } => Some(generic::to_generic),
        LaneOp::FromGeneric { .. } => Some(generic::from_generic),
        LaneOp::IsSpace { .. } => Some(generic::is_space),
        LaneOp::ToBlock { .. } => Some(generic::to_block),
        LaneOp::RankOf { .. } => Some(generic::rank_of),
        LaneOp::ToFloat8 { .. } => Some(float8::to_float8),
        LaneOp::FromFloat8 { .. } => Some(float8::from_float8),
        LaneOp::Video(_) => Some(video::video),
        LaneOp::PendingCount { .. } => Some(generic::pending_count),
    }
}

impl Registers {
    /// The operands of an operation that is carried out a lane at a time.
    fn sources<const N: usize>(&self, from: &[Slot; N]) -> [[u32; LANES]; N] {
        from.map(|slot| self.narrow.get(slot as usize).copied().unwrap_or([0; LANES]))
    }
}

#[cfg(test)]
mod tests {
    use propp_emulate_ptx::{Flags, FloatOp, IntegerOp, Toward};

    use super::*;

    #[test]
    fn lanes_outside_of_the_mask_keep_what_they_had() {
        let (op, width, to, from) = (IntegerOp::Add, Width::Bits32, 0, [0, 1, 0, 0]);
        let (signed, saturate, immediate) = (false, false, 0);
        let add = LaneOp::Integer { op, width, signed, saturate, immediate, to, from };
        let function = function_of(&add).unwrap();
        let masks = [0, 1, 1 << 31, 0xff00, 0x0018_0000, 0x0001_8000, 0x8000_0001, u32::MAX];
        for mask in masks {
            let mut registers = Registers::new(0, 2, 0);
            registers.narrow[0] = std::array::from_fn(|lane| lane as u32);
            registers.narrow[1] = [1000; LANES];
            function(&mut registers, &add, mask);
            let expected = |lane| lane as u32 + if mask >> lane & 1 != 0 { 1000 } else { 0 };
            assert_eq!(registers.narrow[0], std::array::from_fn(expected), "{mask:x}");
        }
    }

    #[test]
    fn the_operations_that_are_decoded_are_those_that_have_a_function() {
        for op in IntegerOp::ALL.iter().copied() {
            for width in [Width::Bits16, Width::Bits32, Width::Bits64] {
                for signed in [false, true] {
                    let (saturate, immediate, to, from) = (false, 0, 0, [0; 4]);
                    let lane = LaneOp::Integer { op, width, signed, saturate, immediate, to, from };
                    assert_eq!(function_of(&lane).is_some(), op.is_of(width), "{op:?} {width:?}");
                }
            }
        }
        for op in FloatOp::ALL.iter().copied() {
            for format in [Format::F16, Format::Bf16, Format::F32, Format::F64, Format::Tf32] {
                let (pair, flags, to, from) = (false, Flags::default(), 0, [0; 3]);
                let lane = LaneOp::Float { op, format, pair, flags, to, from };
                assert_eq!(function_of(&lane).is_some(), op.is_of(format), "{op:?} {format:?}");
                let flags = Flags { toward: Toward::Up, ..flags };
                let lane = LaneOp::Float { op, format, pair, flags, to, from };
                let rounds = op.rounds(format);
                assert!(function_of(&lane).is_some() || !rounds, "{op:?} {format:?} rounded up");
            }
        }
    }
}
