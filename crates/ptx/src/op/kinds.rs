//! What instructions of a kind differ in.

/// An operation on one lane's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alu {
    Add,
    Sub,
    /// The low half of integers; the product of floats.
    Mul,
    MulHi,
    /// Twice as wide as its operands.
    MulWide,
    /// `Mul` and add.
    Mad,
    MadHi,
    MadWide,
    Mul24,
    Mad24,
    Fma,
    Div,
    Rem,
    Min,
    Max,
    Abs,
    Neg,
    And,
    Or,
    Xor,
    Not,
    Shl,
    Shr,
    Popc,
    Clz,
    Brev,
    Bfind,
    BfindShift,
    Bfe,
    Bfi,
    /// `immediate` is the mode: 0 for the selector of four, 1 to 6 for f4e, b4e, rc8, ecl,
    /// ecr, rc16.
    Prmt,
    ShfLeftWrap,
    ShfLeftClamp,
    ShfRightWrap,
    ShfRightClamp,
    /// `immediate`: bit 0 if the first operand is signed, bit 1 for the second.
    Dp4a,
    BmskClamp,
    BmskWrap,
    /// `immediate` is the table.
    Lop3,
    Sad,
    Sqrt,
    Rsqrt,
    Rcp,
    Sin,
    Cos,
    Ex2,
    Lg2,
    Tanh,
    Copysign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// The unordered ones are true if an operand is NaN.
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    /// Neither is NaN.
    Num,
    /// One is NaN.
    Nan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    And,
    Or,
    Xor,
}

/// How a conversion rounds.
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
    /// Nanoseconds.
    Nanoseconds,
    NanosecondsLow,
}

/// What an arithmetic instruction says beside its operation.
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
