//! Types of operands.

/// A type as an instruction names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Pred,
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    /// 32 bits of which the last 13 do not count.
    Tf32,
    F64,
}

/// How a float's bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    F16,
    Bf16,
    Tf32,
    F32,
    F64,
}

/// Where a register is held: a bit for each lane, 32 bits (which hold 8 and 16 too), or 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum File {
    Predicate,
    Narrow,
    Wide,
}

impl Type {
    /// From its name without the dot.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "pred" => Self::Pred,
            "b8" => Self::B8,
            "b16" => Self::B16,
            "b32" => Self::B32,
            "b64" => Self::B64,
            "b128" => Self::B128,
            "u8" => Self::U8,
            "u16" => Self::U16,
            "u32" => Self::U32,
            "u64" => Self::U64,
            "s8" => Self::S8,
            "s16" => Self::S16,
            "s32" => Self::S32,
            "s64" => Self::S64,
            "f16" => Self::F16,
            "f16x2" => Self::F16x2,
            "bf16" => Self::Bf16,
            "bf16x2" => Self::Bf16x2,
            "f32" => Self::F32,
            "tf32" => Self::Tf32,
            "f64" => Self::F64,
            _ => return None,
        })
    }

    /// Of memory; a predicate has none.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Pred => 0,
            Self::B8 | Self::U8 | Self::S8 => 1,
            Self::B16 | Self::U16 | Self::S16 | Self::F16 | Self::Bf16 => 2,
            Self::B32
            | Self::U32
            | Self::S32
            | Self::F16x2
            | Self::Bf16x2
            | Self::F32
            | Self::Tf32 => 4,
            Self::B64 | Self::U64 | Self::S64 | Self::F64 => 8,
            Self::B128 => 16,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Self::S8 | Self::S16 | Self::S32 | Self::S64)
    }

    pub fn is_float(self) -> bool {
        self.format().is_some()
    }

    /// The format of a float, or of each of a pair; None for others.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::F16 | Self::F16x2 => Some(Format::F16),
            Self::Bf16 | Self::Bf16x2 => Some(Format::Bf16),
            Self::Tf32 => Some(Format::Tf32),
            Self::F32 => Some(Format::F32),
            Self::F64 => Some(Format::F64),
            Self::Pred
            | Self::B8
            | Self::B16
            | Self::B32
            | Self::B64
            | Self::B128
            | Self::U8
            | Self::U16
            | Self::U32
            | Self::U64
            | Self::S8
            | Self::S16
            | Self::S32
            | Self::S64 => None,
        }
    }

    /// Whether it is two floats of 16 bits.
    pub fn is_pair(self) -> bool {
        matches!(self, Self::F16x2 | Self::Bf16x2)
    }

    /// The file of a register of this type. There is none for 128 bits.
    pub fn file(self) -> Option<File> {
        match self.bytes() {
            0 => Some(File::Predicate),
            16 => None,
            8 => Some(File::Wide),
            _ => Some(File::Narrow),
        }
    }
}
