//! What the rows of operations on numbers consist of.

use crate::text::{File, Type};

/// Bits of an integer. Those of 16 are the low half of a register of 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Bits16,
    Bits32,
    Bits64,
}

/// An operand, or the result, of an operation on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Of the type that the instruction names.
    Own,
    Double,
    /// A count or a position: 32 bits, whatever the type.
    Count,
}

/// What an instruction says beside its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Immediate {
    Nothing,
    /// How bytes are chosen: 0 for a selector of each, 1 to 6 for f4e, b4e, rc8, ecl, ecr, rc16.
    Mode,
    /// Bit 0 if the first operand is signed, bit 1 for the second.
    Signs,
    /// The result for each of the eight combinations of three bits.
    Table,
}

impl Width {
    /// The width of an integer's type; None for those that no operation has.
    pub(crate) fn of(ty: Type) -> Option<Self> {
        match (ty.is_float(), ty.bytes()) {
            (false, 2) => Some(Self::Bits16),
            (false, 4) => Some(Self::Bits32),
            (false, 8) => Some(Self::Bits64),
            _ => None,
        }
    }

    pub(crate) fn is_wide(self) -> bool {
        self == Self::Bits64
    }
}

impl Source {
    /// The type of the operand, where the instruction names `ty`.
    pub(crate) fn ty(self, ty: Type) -> Type {
        match self {
            Self::Own => ty,
            Self::Double if ty.bytes() == 4 => Type::U64,
            Self::Double | Self::Count => Type::U32,
        }
    }

    pub(crate) fn file(self, width: Width) -> File {
        let wide = match self {
            Self::Own => width.is_wide(),
            Self::Double => width != Width::Bits16,
            Self::Count => false,
        };
        super::file(wide)
    }
}

/// Operations, a row each: the enum, all of its variants, and the row of each.
macro_rules! operations {
    ($(#[$about:meta])* $name:ident: $row:ty, $($(#[$doc:meta])* $op:ident => $fields:expr;)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* $op,)+
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$op),+];

            pub(crate) fn row(self) -> &'static $row {
                match self {
                    $(Self::$op => const { &$fields },)+
                }
            }
        }
    };
}
pub(super) use operations;
