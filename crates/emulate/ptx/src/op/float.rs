//! Operations on floats, a row each.

use super::arithmetic::operations;
use crate::text::Format;

/// An operation as PTX writes it, and what it works on.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) texts: &'static [&'static str],
    pub(crate) from: usize,
    pub(crate) formats: &'static [Format],
    /// Whether it may round otherwise than to nearest, from 32 bits on.
    pub(crate) rounds: bool,
    /// Whether it may clamp its result to 0 to 1.
    pub(crate) saturates: bool,
}

const ROW: Row = Row { texts: &[], from: 1, formats: ALL, rounds: false, saturates: false };

const ALL: &[Format] = &[Format::F16, Format::Bf16, Format::F32, Format::F64];
const FROM_32: &[Format] = &[Format::F32, Format::F64];
const ONLY_32: &[Format] = &[Format::F32];

operations! {
    /// An operation on floats.
    FloatOp: Row,
    Add => Row { texts: &["add"], from: 2, rounds: true, saturates: true, ..ROW };
    Sub => Row { texts: &["sub"], from: 2, rounds: true, saturates: true, ..ROW };
    Mul => Row { texts: &["mul"], from: 2, rounds: true, saturates: true, ..ROW };
    Fma => Row { texts: &["fma", "mad"], from: 3, rounds: true, saturates: true, ..ROW };
    Div => Row { texts: &["div"], from: 2, formats: FROM_32, rounds: true, ..ROW };
    Min => Row { texts: &["min"], from: 2, ..ROW };
    Max => Row { texts: &["max"], from: 2, ..ROW };
    Abs => Row { texts: &["abs"], ..ROW };
    Neg => Row { texts: &["neg"], ..ROW };
    Sqrt => Row { texts: &["sqrt"], formats: FROM_32, rounds: true, ..ROW };
    Rsqrt => Row { texts: &["rsqrt"], formats: FROM_32, ..ROW };
    Rcp => Row { texts: &["rcp"], formats: FROM_32, rounds: true, ..ROW };
    Sin => Row { texts: &["sin"], formats: ONLY_32, ..ROW };
    Cos => Row { texts: &["cos"], formats: ONLY_32, ..ROW };
    Ex2 => Row { texts: &["ex2"], formats: ONLY_32, ..ROW };
    Lg2 => Row { texts: &["lg2"], formats: ONLY_32, ..ROW };
    Tanh => Row { texts: &["tanh"], formats: ONLY_32, ..ROW };
    /// The second operand with the sign of the first.
    Copysign => Row { texts: &["copysign"], from: 2, formats: FROM_32, ..ROW };
}

impl FloatOp {
    /// Whether floats of the format have it.
    pub fn is_of(self, format: Format) -> bool {
        self.row().formats.contains(&format)
    }

    pub fn is_sum_or_product(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Fma)
    }

    /// Whether it may round otherwise than to nearest.
    pub fn rounds(self, format: Format) -> bool {
        self.row().rounds && matches!(format, Format::F32 | Format::F64)
    }
}

/// What an instruction says beside its operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// Clamp to 0 to 1, or to the range of an integer.
    pub saturate: bool,
    /// Denormal operands and results become zero.
    pub flush: bool,
    /// Minimum and maximum give NaN if an operand is NaN.
    pub nan: bool,
    pub toward: Toward,
}

/// How arithmetic rounds what floats cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Toward {
    /// Ties to even.
    #[default]
    Nearest,
    Zero,
    Down,
    Up,
}
