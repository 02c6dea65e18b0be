//! Operations on integers, a row each.

use super::arithmetic::{Immediate, Source, Width, operations};

/// An operation as PTX writes it, and what it works on.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The instruction and the modifiers that make it this operation.
    pub(crate) texts: &'static [&'static str],
    pub(crate) from: &'static [Source],
    pub(crate) to: Source,
    pub(crate) widths: &'static [Width],
    /// Whether a signed result of 32 bits may stay within its type.
    pub(crate) saturates: bool,
    pub(crate) immediate: Immediate,
}

const ROW: Row = Row {
    texts: &[],
    from: TWO,
    to: Source::Own,
    widths: ALL,
    saturates: false,
    immediate: Immediate::Nothing,
};

const ONE: &[Source] = &[Source::Own];
const TWO: &[Source] = &[Source::Own; 2];
const THREE: &[Source] = &[Source::Own; 3];
const BY_COUNT: &[Source] = &[Source::Own, Source::Count];

const ALL: &[Width] = &[Width::Bits16, Width::Bits32, Width::Bits64];
const UP_TO_32: &[Width] = &[Width::Bits16, Width::Bits32];
const FROM_32: &[Width] = &[Width::Bits32, Width::Bits64];
const ONLY_32: &[Width] = &[Width::Bits32];

operations! {
    /// An operation on integers.
    IntegerOp: Row,
    Add => Row { texts: &["add"], saturates: true, ..ROW };
    Sub => Row { texts: &["sub"], saturates: true, ..ROW };
    /// The low half.
    Mul => Row { texts: &["mul", "mul.lo"], ..ROW };
    MulHi => Row { texts: &["mul.hi"], ..ROW };
    MulWide => Row { texts: &["mul.wide"], to: Source::Double, widths: UP_TO_32, ..ROW };
    /// `Mul` and add, and so on.
    Mad => Row { texts: &["mad", "mad.lo"], from: THREE, ..ROW };
    MadHi => Row { texts: &["mad.hi"], from: THREE, ..ROW };
    MadWide => Row {
        texts: &["mad.wide"],
        from: &[Source::Own, Source::Own, Source::Double],
        to: Source::Double,
        widths: UP_TO_32,
        ..ROW
    };
    Mul24 => Row { texts: &["mul24.lo"], widths: ONLY_32, ..ROW };
    Mad24 => Row { texts: &["mad24.lo"], from: THREE, widths: ONLY_32, ..ROW };
    Div => Row { texts: &["div"], ..ROW };
    Rem => Row { texts: &["rem"], ..ROW };
    Min => Row { texts: &["min"], ..ROW };
    Max => Row { texts: &["max"], ..ROW };
    Abs => Row { texts: &["abs"], from: ONE, ..ROW };
    Neg => Row { texts: &["neg"], from: ONE, ..ROW };
    And => Row { texts: &["and"], ..ROW };
    Or => Row { texts: &["or"], ..ROW };
    Xor => Row { texts: &["xor"], ..ROW };
    Not => Row { texts: &["not"], from: ONE, ..ROW };
    Shl => Row { texts: &["shl"], from: BY_COUNT, ..ROW };
    Shr => Row { texts: &["shr"], from: BY_COUNT, ..ROW };
    Popc => Row { texts: &["popc"], from: ONE, to: Source::Count, widths: FROM_32, ..ROW };
    Clz => Row { texts: &["clz"], from: ONE, to: Source::Count, widths: FROM_32, ..ROW };
    Brev => Row { texts: &["brev"], from: ONE, widths: FROM_32, ..ROW };
    Bfind => Row { texts: &["bfind"], from: ONE, to: Source::Count, widths: FROM_32, ..ROW };
    BfindShift => Row {
        texts: &["bfind.shiftamt"],
        from: ONE,
        to: Source::Count,
        widths: FROM_32,
        ..ROW
    };
    Bfe => Row {
        texts: &["bfe"],
        from: &[Source::Own, Source::Count, Source::Count],
        widths: FROM_32,
        ..ROW
    };
    Bfi => Row {
        texts: &["bfi"],
        from: &[Source::Own, Source::Own, Source::Count, Source::Count],
        widths: FROM_32,
        ..ROW
    };
    Prmt => Row {
        texts: &["prmt"],
        from: THREE,
        widths: ONLY_32,
        immediate: Immediate::Mode,
        ..ROW
    };
    ShfLeftWrap => Row { texts: &["shf.l.wrap"], from: THREE, widths: ONLY_32, ..ROW };
    ShfLeftClamp => Row { texts: &["shf.l.clamp"], from: THREE, widths: ONLY_32, ..ROW };
    ShfRightWrap => Row { texts: &["shf.r.wrap"], from: THREE, widths: ONLY_32, ..ROW };
    ShfRightClamp => Row { texts: &["shf.r.clamp"], from: THREE, widths: ONLY_32, ..ROW };
    Dp4a => Row {
        texts: &["dp4a"],
        from: THREE,
        widths: ONLY_32,
        immediate: Immediate::Signs,
        ..ROW
    };
    Dp2aLow => Row {
        texts: &["dp2a.lo"],
        from: THREE,
        widths: ONLY_32,
        immediate: Immediate::Signs,
        ..ROW
    };
    Dp2aHigh => Row {
        texts: &["dp2a.hi"],
        from: THREE,
        widths: ONLY_32,
        immediate: Immediate::Signs,
        ..ROW
    };
    BmskClamp => Row { texts: &["bmsk.clamp"], widths: ONLY_32, ..ROW };
    BmskWrap => Row { texts: &["bmsk.wrap"], widths: ONLY_32, ..ROW };
    Lop3 => Row {
        texts: &["lop3"],
        from: THREE,
        widths: ONLY_32,
        immediate: Immediate::Table,
        ..ROW
    };
    Sad => Row { texts: &["sad"], from: THREE, ..ROW };
}

impl IntegerOp {
    /// Whether integers of the width have it.
    pub fn is_of(self, width: Width) -> bool {
        self.row().widths.contains(&width)
    }
}
