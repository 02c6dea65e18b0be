//! What instructions of a kind differ in.

/// A comparison of two operands. The others are its opposites, or have the operands the other way
/// round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    /// Not equal, and neither is NaN.
    Different,
    Less,
    LessOrEqual,
    /// Neither is NaN.
    Ordered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// It cannot lose anything, or cuts bits off.
    None,
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    Zero,
    Down,
    Up,
    /// To an integral value, ties to even, and the same for the others.
    IntegerNearest,
    IntegerZero,
    IntegerDown,
    IntegerUp,
}

/// What an access promises; for counting and for finding loops that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    Weak,
    /// `.nc`, or of constants.
    ReadOnly,
    /// Relaxed or volatile, acquire, release.
    Strong,
}

/// Whether L1 may hold the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caching {
    All,
    /// `.cg`, `.cv`, `.wt`: in L2 only.
    NotL1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atomic {
    Add,
    Min,
    Max,
    Inc,
    Dec,
    And,
    Or,
    Xor,
    Exchange,
    CompareSwap,
}

impl Atomic {
    /// Whether the lanes of a warp can combine their integers before one of them goes to memory.
    pub fn is_gathered(self) -> bool {
        match self {
            Self::Add | Self::Min | Self::Max | Self::And | Self::Or | Self::Xor => true,
            Self::Inc | Self::Dec | Self::Exchange | Self::CompareSwap => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    All,
    Any,
    Uniform,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Cycles, the low and the high half, and both.
    Low,
    High,
    Both,
    Nanoseconds,
    NanosecondsLow,
}

impl Clock {
    /// Whether its register has 64 bits.
    pub fn is_wide(self) -> bool {
        match self {
            Self::Both | Self::Nanoseconds => true,
            Self::Low | Self::High | Self::NanosecondsLow => false,
        }
    }
}
