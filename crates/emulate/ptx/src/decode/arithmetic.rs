//! Arithmetic, logic and bits.

use crate::text::{File, Format, Operand, Result, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{
    Chain, Flags, FloatOp, Immediate, IntegerOp, LaneOp, Slot, SystemOp, Toward, Width,
};

/// Rounding to nearest is the default.
const TOWARD: &[(&str, Toward)] = &[("rz", Toward::Zero), ("rm", Toward::Down), ("rp", Toward::Up)];

const MODES: &[(&str, u32)] =
    &[("f4e", 1), ("b4e", 2), ("rc8", 3), ("ecl", 4), ("ecr", 5), ("rc16", 6)];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn instruction(&mut self, written: &Written<'a>) -> Result<()> {
        let mut mods = Modifiers::new(written.opcode);
        let name = mods.name;
        match name {
            "setp" | "set" | "selp" | "slct" => self.comparison(written, mods),
            "mov" | "cvta" | "isspacep" | "mapa" | "getctarank" => self.move_(written, mods),
            "cvt" => self.convert(written, mods),
            "ld" | "ldu" => self.load(written, mods),
            "st" => self.store(written, mods),
            "atom" | "red" => self.atomic(written, mods),
            "tex" | "tld4" | "txq" | "suq" | "suld" | "sust" | "sured" => self.image(written, mods),
            "prefetch" | "prefetchu" | "applypriority" | "discard" => {
                if mods.take("tensormap") {
                    mods.ignore(&["param", "const"]);
                    mods.done(written)?;
                    let guard = self.guard(written)?;
                    return self.emit(guard, SystemOp::Nothing);
                }
                let (address, _) = self.address(written, 0)?;
                let guard = self.guard(written)?;
                let into_l2 = name == "prefetch"
                    && ["L2", "L2::evict_last", "L2::evict_normal"].map(|to| mods.take(to))
                        != [false; 3];
                let op = if into_l2 { SystemOp::Prefetch { address } } else { SystemOp::Nothing };
                self.emit(guard, op)
            }
            // Kernels run one after the other: there is nothing to wait for.
            // Each lane has as many registers as it needs.
            "griddepcontrol" | "setmaxnreg" => {
                mods.ignore(&["wait", "launch_dependents", "inc", "dec", "sync", "aligned", "u32"]);
                mods.done(written)?;
                let guard = self.guard(written)?;
                self.emit(guard, SystemOp::Nothing)
            }
            "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" | "bar" | "barrier"
            | "membar" | "fence" | "nanosleep" | "mma" | "wmma" | "ldmatrix" | "stmatrix"
            | "movmatrix" | "mbarrier" | "cp" | "wgmma" | "tensormap" => {
                self.collective(written, mods)
            }
            "call" | "ret" | "exit" | "trap" | "brkpt" | "bra" | "brx" | "pmevent" => {
                self.control(written, mods)
            }
            "and" | "or" | "xor" | "not" | "cnot" if mods.take("pred") => {
                self.predicate_logic(written, &mods)
            }
            "addc" | "subc" | "madc" => self.carry(written, mods),
            "add" | "sub" | "mad" if mods.take("cc") => self.carry(written, mods),
            "vadd2" | "vsub2" | "vavrg2" | "vabsdiff2" | "vmin2" | "vmax2" | "vset2" | "vadd4"
            | "vsub4" | "vavrg4" | "vabsdiff4" | "vmin4" | "vmax4" | "vset4" => {
                self.video(written, mods)
            }
            "tanh" | "ex2" if written.opcode.contains("f16") => self.half_function(written, mods),
            _ if written.opcode.contains(".u16x2") => self.integer_pair(written, mods, Type::U16),
            _ if written.opcode.contains(".s16x2") => self.integer_pair(written, mods, Type::S16),
            _ => self.arithmetic(written, mods),
        }
    }

    fn arithmetic(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let ty = mods.ty(written)?;
        let relu = mods.take("relu");
        let op = match (ty.format(), Width::of(ty)) {
            (Some(format), _) => self.float(written, &mut mods, ty, format)?,
            (None, Some(width)) => self.integer(written, &mut mods, ty, width)?,
            (None, None) => return Err(written.unsupported()),
        };
        mods.done(written)?;
        let guard = self.guard(written)?;
        if relu { self.not_negative(written, guard, op, ty) } else { self.emit(guard, op) }
    }

    fn integer(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        ty: Type,
        width: Width,
    ) -> Result<LaneOp> {
        let texts = IntegerOp::ALL.iter().map(|op| (op.row().texts, *op));
        let op = mods.take_operation(texts).ok_or_else(|| written.unsupported())?;
        let row = op.row();
        let saturate = mods.take("sat");
        if !op.is_of(width) || saturate && !(row.saturates && ty == Type::S32) {
            return Err(written.unsupported());
        }
        let immediate = match row.immediate {
            Immediate::Nothing => 0,
            Immediate::Mode => mods.take_one(MODES).unwrap_or(0),
            Immediate::Signs => {
                let other = mods.ty(written)?;
                u32::from(ty.is_signed()) | u32::from(other.is_signed()) << 1
            }
            Immediate::Table => {
                let Operand::Integer(table) = *written.operand(4)? else {
                    return Err(written.problem("the table must be a constant"));
                };
                table as u32 & 0xff
            }
        };
        let mut from: [Slot; 4] = [0; 4];
        for (index, (slot, source)) in from.iter_mut().zip(row.from).enumerate() {
            *slot = self.source(written, index + 1, source.ty(ty))?;
        }
        let to = self.destination(written, 0, row.to.file(width))?;
        let signed = ty.is_signed();
        Ok(LaneOp::Integer { op, width, signed, saturate, immediate, to, from })
    }

    fn float(
        &mut self,
        written: &Written<'a>,
        mods: &mut Modifiers<'a>,
        ty: Type,
        format: Format,
    ) -> Result<LaneOp> {
        let texts = FloatOp::ALL.iter().map(|op| (op.row().texts, *op));
        let op = mods.take_operation(texts).ok_or_else(|| written.unsupported())?;
        let row = op.row();
        mods.ignore(&["rn", "approx", "full"]);
        let flags = Flags {
            saturate: mods.take("sat"),
            flush: mods.take("ftz"),
            nan: mods.take("NaN"),
            toward: mods.take_one(TOWARD).unwrap_or_default(),
        };
        if !op.is_of(format)
            || flags.saturate && !row.saturates
            || flags.toward != Toward::Nearest && !op.rounds(format)
        {
            return Err(written.unsupported());
        }
        let mut from: [Slot; 3] = [0; 3];
        for (index, slot) in from.iter_mut().take(row.from).enumerate() {
            *slot = self.source(written, index + 1, ty)?;
        }
        let to = self.destination(written, 0, ty.file().unwrap_or(File::Narrow))?;
        Ok(LaneOp::Float { op, format, pair: ty.is_pair(), flags, to, from })
    }

    fn carry(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        let name = mods.name;
        let chain = match name {
            "add" | "addc" => Chain::Add,
            "sub" | "subc" => Chain::Subtract,
            _ if mods.take("lo") => Chain::ProductLow,
            _ if mods.take("hi") => Chain::ProductHigh,
            _ => return Err(written.unsupported()),
        };
        let takes = mods.name.ends_with('c');
        // `add.cc` has lost its modifier already; `addc` may have it.
        let leaves = !takes || mods.take("cc");
        let ty = mods.ty(written)?;
        mods.done(written)?;
        let is_signed_high = chain == Chain::ProductHigh && ty.is_signed();
        if ty.is_float() || ty.bytes() < 4 || is_signed_high {
            return Err(written.unsupported());
        }
        let mut from: [Slot; 3] = [0; 3];
        for (index, slot) in from.iter_mut().take(chain.operands()).enumerate() {
            *slot = self.source(written, index + 1, ty)?;
        }
        let wide = ty.bytes() == 8;
        let to = self.destination(written, 0, if wide { File::Wide } else { File::Narrow })?;
        let flag = self.carry_slot();
        let guard = self.guard(written)?;
        let carry_in = takes.then_some(flag);
        let carry_out = leaves.then_some(flag);
        let op = LaneOp::Carry { chain, wide, to, from, carry_in, carry_out };
        self.emit(guard, op)
    }

    /// The condition code, as a predicate of its own.
    fn carry_slot(&mut self) -> Slot {
        if let Some(found) = self.scopes.first().and_then(|s| s.registers.get("CC.CF")) {
            return found.1;
        }
        let slot = self.slot(File::Predicate);
        if let Some(scope) = self.scopes.first_mut() {
            scope.registers.insert("CC.CF", (Type::Pred, slot));
        }
        slot
    }
}
