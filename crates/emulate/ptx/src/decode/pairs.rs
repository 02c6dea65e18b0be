//! Instructions on pairs of 16 bits that are carried out as several on one of them each, and on
//! results that must not be negative.

use crate::text::{File, Format, Result, Type, Written};

use super::builder::Decoder;
use super::compare::COMPARISONS;
use super::modifiers::Modifiers;
use crate::op::{Flags, Float8, FloatOp, Guard, IntegerOp, LaneOp, Rounding, Slot, Width};

impl<'a> Decoder<'_, '_, 'a> {
    /// The two halves of an operand.
    fn halves(&mut self, written: &Written<'a>, index: usize) -> Result<[Slot; 2]> {
        let from = self.source(written, index, Type::B32)?;
        let to = [self.slot(File::Narrow), self.slot(File::Narrow)];
        self.add(LaneOp::Split32 { bits: 16, to: to.map(Some).to_vec(), from })?;
        Ok(to)
    }

    /// Joins halves into the result of an instruction.
    fn joined(&mut self, written: &Written<'a>, halves: [Slot; 2]) -> Result<()> {
        let to = self.destination(written, 0, File::Narrow)?;
        let guard = self.guard(written)?;
        self.emit(guard, LaneOp::Join32 { bits: 16, to, from: halves.to_vec() })
    }

    /// The result of an operation, or zero where that is negative.
    pub(crate) fn not_negative(
        &mut self,
        written: &Written<'a>,
        guard: Option<Guard>,
        mut op: LaneOp,
        ty: Type,
    ) -> Result<()> {
        let zero = self.bits(0, ty);
        let value = self.slot(File::Narrow);
        let is_half = |format: Format| matches!(format, Format::F16 | Format::Bf16);
        let clamp = if let LaneOp::Float { op: FloatOp::Fma, format, pair, to, .. } = &mut op
            && is_half(*format)
        {
            positive(*format, *pair, std::mem::replace(to, value), [value, zero])
        } else if let LaneOp::Integer { op, width, signed: true, to, .. } = &mut op
            && matches!(op, IntegerOp::Min | IntegerOp::Max)
        {
            let to = std::mem::replace(to, value);
            integer(IntegerOp::Max, *width, true, to, [value, zero])
        } else {
            return Err(written.unsupported());
        };
        self.push(guard, op, true)?;
        self.push(guard, clamp, false)
    }

    /// `add.u16x2`, `min.s16x2.relu` and their relatives.
    pub(crate) fn integer_pair(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
        ty: Type,
    ) -> Result<()> {
        let op = match mods.name {
            "add" => IntegerOp::Add,
            "min" => IntegerOp::Min,
            "max" => IntegerOp::Max,
            _ => return Err(written.unsupported()),
        };
        let signed = ty.is_signed();
        mods.ignore(&["u16x2", "s16x2"]);
        let relu = mods.take("relu");
        mods.done(written)?;
        if relu && (op == IntegerOp::Add || !signed) {
            return Err(written.unsupported());
        }
        let (first, second) = (self.halves(written, 1)?, self.halves(written, 2)?);
        let zero = self.bits(0, Type::B16);
        let mut results = [0; 2];
        for (result, from) in results.iter_mut().zip(first.into_iter().zip(second)) {
            *result = self.slot(File::Narrow);
            self.add(integer(op, Width::Bits16, signed, *result, [from.0, from.1]))?;
            if relu {
                let clamp = integer(IntegerOp::Max, Width::Bits16, true, *result, [*result, zero]);
                self.add(clamp)?;
            }
        }
        self.joined(written, results)
    }

    /// `tanh` and `ex2` of 16 bits, by way of 32.
    pub(crate) fn half_function(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<()> {
        let op = if mods.name == "tanh" { FloatOp::Tanh } else { FloatOp::Ex2 };
        mods.ignore(&["approx", "ftz"]);
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let half = match ty.format() {
            Some(Format::F16) => Type::F16,
            Some(Format::Bf16) => Type::Bf16,
            _ => return Err(written.unsupported()),
        };
        let guard = self.guard(written)?;
        let mut sources = vec![self.source(written, 1, ty)?];
        if ty.is_pair() {
            sources = self.halves(written, 1)?.to_vec();
        }
        let mut results = Vec::new();
        for from in sources {
            let wide = self.slot(File::Narrow);
            self.add(converted(Type::F32, half, Rounding::None, wide, from))?;
            let (format, flags) = (Format::F32, Flags::default());
            let from = [wide; 3];
            self.add(LaneOp::Float { op, format, pair: false, flags, to: wide, from })?;
            let narrow = self.slot(File::Narrow);
            self.add(converted(half, Type::F32, Rounding::NearestEven, narrow, wide))?;
            results.push(narrow);
        }
        match *results {
            [low, high] => self.joined(written, [low, high]),
            _ => {
                let to = self.destination(written, 0, File::Narrow)?;
                self.emit(guard, LaneOp::Move { wide: false, to, from: results[0] })
            }
        }
    }

    /// `set` of pairs: 1 or all bits in each half where the comparison holds.
    pub(crate) fn set_pair(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
        half: Type,
    ) -> Result<()> {
        let named = mods.take_one(COMPARISONS).ok_or_else(|| written.unsupported())?;
        mods.ignore(&["ftz"]);
        let result = mods.ty(written)?;
        mods.ty(written)?;
        mods.done(written)?;
        let ones = [
            (Type::F16x2, 0x3c00),
            (Type::Bf16x2, 0x3f80),
            (Type::U32, 0xffff),
            (Type::S32, 0xffff),
        ];
        let one = ones.iter().find(|(ty, _)| *ty == result);
        let (_, one) = *one.ok_or_else(|| written.unsupported())?;
        let chosen = [self.bits(one, Type::B32), self.bits(0, Type::B32)];
        let (first, second) = (self.halves(written, 1)?, self.halves(written, 2)?);
        let mut results = [0; 2];
        for (result, (a, b)) in results.iter_mut().zip(first.into_iter().zip(second)) {
            let predicate = self.slot(File::Predicate);
            let from = if named.swapped { [b, a] } else { [a, b] };
            self.add(LaneOp::Compare {
                comparison: named.comparison,
                negated: named.negated,
                ty: half,
                from,
                with: None,
                to: Some(predicate),
                other: None,
            })?;
            *result = self.slot(File::Narrow);
            self.add(LaneOp::Select { wide: false, to: *result, from: chosen, predicate })?;
        }
        self.joined(written, results)
    }

    /// `cvt` to and from two floats of 8 bits.
    pub(crate) fn convert_float8(
        &mut self,
        written: &Written<'a>,
        mut mods: Modifiers<'a>,
    ) -> Result<()> {
        let formats = [("e4m3x2", Float8::E4m3), ("e5m2x2", Float8::E5m2)];
        let format = mods.take_one(&formats).ok_or_else(|| written.unsupported())?;
        let relu = mods.take("relu");
        let saturates = mods.take("satfinite");
        if !mods.take("rn") {
            return Err(written.unsupported());
        }
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let guard = self.guard(written)?;
        // The first of two operands becomes the upper byte.
        let sources = match (saturates, ty) {
            (false, Type::F16x2) => {
                let from = self.source(written, 1, Type::B16)?;
                let to = self.destination(written, 0, File::Narrow)?;
                if !relu {
                    return self.emit(guard, LaneOp::FromFloat8 { format, to, from });
                }
                let value = self.slot(File::Narrow);
                self.push(guard, LaneOp::FromFloat8 { format, to: value, from }, true)?;
                let zero = self.bits(0, Type::B32);
                let clamp = positive(Format::F16, true, to, [value, zero]);
                return self.push(guard, clamp, false);
            }
            (true, Type::F32) => {
                [self.source(written, 2, Type::F32)?, self.source(written, 1, Type::F32)?]
            }
            (true, Type::F16x2) => {
                let halves = self.halves(written, 1)?;
                let wide = [self.slot(File::Narrow), self.slot(File::Narrow)];
                for (from, to) in halves.into_iter().zip(wide) {
                    self.add(converted(Type::F32, Type::F16, Rounding::None, to, from))?;
                }
                wide
            }
            _ => return Err(written.unsupported()),
        };
        let mut from = sources;
        if relu {
            let zero = self.bits(0, Type::F32);
            for value in &mut from {
                let to = self.slot(File::Narrow);
                self.add(positive(Format::F32, false, to, [*value, zero]))?;
                *value = to;
            }
        }
        let to = self.destination(written, 0, File::Narrow)?;
        self.emit(guard, LaneOp::ToFloat8 { format, to, from })
    }
}

/// The larger of two, NaN if either is.
fn positive(format: Format, pair: bool, to: Slot, [value, zero]: [Slot; 2]) -> LaneOp {
    let flags = Flags { nan: true, ..Flags::default() };
    LaneOp::Float { op: FloatOp::Max, format, pair, flags, to, from: [value, zero, zero] }
}

fn integer(op: IntegerOp, width: Width, signed: bool, to: Slot, [a, b]: [Slot; 2]) -> LaneOp {
    let (saturate, immediate) = (false, 0);
    LaneOp::Integer { op, width, signed, saturate, immediate, to, from: [a, b, b, b] }
}

fn converted(to_type: Type, from_type: Type, rounding: Rounding, to: Slot, from: Slot) -> LaneOp {
    LaneOp::Convert { rounding, flags: Flags::default(), to_type, from_type, to, from }
}
