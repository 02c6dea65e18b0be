//! Arithmetic, logic and bits.

use crate::text::{File, Operand, PtxError, Type, Written};

use super::builder::Decoder;
use super::modifiers::Modifiers;
use crate::op::{Alu, Flags, Op, Slot, Toward};

/// Rounding to nearest is the default.
const TOWARD: &[(&str, Toward)] = &[("rz", Toward::Zero), ("rm", Toward::Down), ("rp", Toward::Up)];

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn instruction(&mut self, written: &Written<'a>) -> Result<(), PtxError> {
        let mut mods = Modifiers::new(written.opcode);
        let name = mods.name;
        match name {
            "setp" | "set" | "selp" | "slct" => self.comparison(written, mods),
            "mov" | "cvta" | "isspacep" => self.move_(written, mods),
            "cvt" => self.convert(written, mods),
            "ld" | "ldu" => self.load(written, mods),
            "st" => self.store(written, mods),
            "atom" | "red" => self.atomic(written, mods),
            "prefetch" | "prefetchu" | "applypriority" | "discard" => {
                if mods.take("tensormap") {
                    return Err(written.unsupported());
                }
                self.address(written, 0)?;
                let guard = self.guard(written)?;
                self.emit(guard, Op::Nothing)
            }
            // Kernels run one after the other: there is nothing to wait for.
            "griddepcontrol" => {
                mods.ignore(&["wait", "launch_dependents"]);
                mods.done(written)?;
                let guard = self.guard(written)?;
                self.emit(guard, Op::Nothing)
            }
            "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" | "bar" | "barrier"
            | "membar" | "fence" | "nanosleep" | "mma" | "wmma" | "ldmatrix" | "stmatrix"
            | "movmatrix" | "mbarrier" | "cp" => self.collective(written, mods),
            "call" | "ret" | "exit" | "trap" | "brkpt" | "bra" | "brx" | "pmevent" => {
                self.control(written, mods)
            }
            "and" | "or" | "xor" | "not" | "cnot" if mods.take("pred") => {
                self.predicate_logic(written, &mods)
            }
            "addc" | "subc" => self.carry(written, mods),
            "add" | "sub" if mods.take("cc") => self.carry(written, mods),
            _ => self.alu(written, mods),
        }
    }

    fn alu(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<(), PtxError> {
        let (alu, immediate) = operation(written, &mut mods)?;
        let mut flags = Flags {
            saturate: mods.take("sat"),
            flush: mods.take("ftz"),
            nan: mods.take("NaN"),
            ..Flags::default()
        };
        let ty = mods.ty(written)?;
        let mut immediate = immediate;
        if alu == Alu::Dp4a {
            let other = mods.ty(written)?;
            immediate = u32::from(ty.is_signed()) | u32::from(other.is_signed()) << 1;
        }
        if ty.is_float() {
            mods.ignore(&["rn", "approx", "full"]);
            flags.toward = mods.take_one(TOWARD).unwrap_or_default();
        }
        flags.flush |= alu == Alu::Ex2 && flags.flush;
        mods.done(written)?;
        check(alu, ty, flags).then_some(()).ok_or_else(|| written.unsupported())?;
        let sources = alu.sources(ty);
        let mut from: [Slot; 4] = [0; 4];
        for (index, (slot, file)) in from.iter_mut().zip(&sources).enumerate() {
            let own = source_type(alu, ty, index, *file);
            *slot = self.source(written, index + 1, own)?;
        }
        if alu == Alu::Lop3 {
            let Operand::Integer(table) = *written.operand(4)? else {
                return Err(written.problem("the table must be a constant"));
            };
            immediate = table as u32 & 0xff;
        }
        let to = self.destination(written, 0, alu.destination(ty))?;
        let guard = self.guard(written)?;
        self.emit(guard, Op::Alu { alu, ty, flags, immediate, to, from })
    }

    fn carry(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<(), PtxError> {
        let subtract = mods.name.starts_with("sub");
        let takes = mods.name.ends_with('c');
        // `add.cc` has lost its modifier already; `addc` may have it.
        let leaves = !takes || mods.take("cc");
        let ty = mods.ty(written)?;
        mods.done(written)?;
        if ty.is_float() || ty.bytes() < 4 {
            return Err(written.unsupported());
        }
        let from = [self.source(written, 1, ty)?, self.source(written, 2, ty)?];
        let file = if ty.bytes() == 8 { File::Wide } else { File::Narrow };
        let to = self.destination(written, 0, file)?;
        let flag = self.carry_slot();
        let guard = self.guard(written)?;
        let carry_in = takes.then_some(flag);
        let carry_out = leaves.then_some(flag);
        self.emit(guard, Op::Carry { subtract, ty, to, from, carry_in, carry_out })
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

fn source_type(alu: Alu, ty: Type, index: usize, file: File) -> Type {
    match (alu, index, file) {
        // Counts and positions.
        (Alu::Shl | Alu::Shr, 1, _) | (Alu::Bfe, 1.., _) | (Alu::Bfi, 2.., _) => Type::U32,
        (Alu::MadWide, 2, File::Wide) => Type::U64,
        (Alu::MadWide, 2, _) => Type::U32,
        // Four bytes and a sum.
        (Alu::Dp4a, ..) => Type::B32,
        _ => ty,
    }
}

fn operation(written: &Written<'_>, mods: &mut Modifiers<'_>) -> Result<(Alu, u32), PtxError> {
    let half = |mods: &mut Modifiers<'_>, low, high, wide| {
        if mods.take("hi") {
            high
        } else if mods.take("wide") {
            wide
        } else {
            mods.take("lo");
            low
        }
    };
    let name = mods.name;
    let plain = match name {
        "add" => Alu::Add,
        "sub" => Alu::Sub,
        "mul" => half(mods, Alu::Mul, Alu::MulHi, Alu::MulWide),
        "mad" => half(mods, Alu::Mad, Alu::MadHi, Alu::MadWide),
        "mul24" if mods.take("lo") => Alu::Mul24,
        "mad24" if mods.take("lo") => Alu::Mad24,
        "fma" => Alu::Fma,
        "div" => Alu::Div,
        "rem" => Alu::Rem,
        "min" => Alu::Min,
        "max" => Alu::Max,
        "abs" => Alu::Abs,
        "neg" => Alu::Neg,
        "and" => Alu::And,
        "or" => Alu::Or,
        "xor" => Alu::Xor,
        "not" => Alu::Not,
        "shl" => Alu::Shl,
        "shr" => Alu::Shr,
        "popc" => Alu::Popc,
        "clz" => Alu::Clz,
        "brev" => Alu::Brev,
        "bfind" if mods.take("shiftamt") => Alu::BfindShift,
        "bfind" => Alu::Bfind,
        "bfe" => Alu::Bfe,
        "bfi" => Alu::Bfi,
        "prmt" => Alu::Prmt,
        "shf" => match (mods.take("l"), mods.take("r"), mods.take("wrap"), mods.take("clamp")) {
            (true, false, true, false) => Alu::ShfLeftWrap,
            (true, false, false, true) => Alu::ShfLeftClamp,
            (false, true, true, false) => Alu::ShfRightWrap,
            (false, true, false, true) => Alu::ShfRightClamp,
            _ => return Err(written.unsupported()),
        },
        "dp4a" => Alu::Dp4a,
        "bmsk" if mods.take("wrap") => Alu::BmskWrap,
        "bmsk" if mods.take("clamp") => Alu::BmskClamp,
        "lop3" => Alu::Lop3,
        "sad" => Alu::Sad,
        "sqrt" => Alu::Sqrt,
        "rsqrt" => Alu::Rsqrt,
        "rcp" => Alu::Rcp,
        "sin" => Alu::Sin,
        "cos" => Alu::Cos,
        "ex2" => Alu::Ex2,
        "lg2" => Alu::Lg2,
        "tanh" => Alu::Tanh,
        "copysign" => Alu::Copysign,
        _ => return Err(written.unsupported()),
    };
    let modes = [("f4e", 1), ("b4e", 2), ("rc8", 3), ("ecl", 4), ("ecr", 5), ("rc16", 6)];
    let mode = if plain == Alu::Prmt { mods.take_one(&modes).unwrap_or(0) } else { 0 };
    Ok((plain, mode))
}

/// Whether the operation exists for the type, and is executed.
fn check(alu: Alu, ty: Type, flags: Flags) -> bool {
    let is_half = matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2);
    let is_integer = !ty.is_float() && ty != Type::Pred && (2..=8).contains(&ty.bytes());
    let words = is_integer && ty.bytes() >= 4;
    let fits = match alu {
        Alu::Add | Alu::Sub | Alu::Min | Alu::Max | Alu::Abs | Alu::Neg | Alu::Mul => {
            is_integer || ty.is_float()
        }
        Alu::Div => is_integer || matches!(ty, Type::F32 | Type::F64),
        Alu::Fma => ty.is_float(),
        Alu::Mad => is_integer || matches!(ty, Type::F32 | Type::F64),
        Alu::Rem | Alu::And | Alu::Or | Alu::Xor | Alu::Not | Alu::Shl | Alu::Shr | Alu::Sad => {
            is_integer
        }
        Alu::MulHi | Alu::MadHi => is_integer,
        Alu::MulWide | Alu::MadWide => is_integer && ty.bytes() <= 4,
        Alu::Popc | Alu::Clz | Alu::Brev | Alu::Bfind | Alu::BfindShift | Alu::Bfe | Alu::Bfi => {
            words
        }
        Alu::Prmt
        | Alu::ShfLeftWrap
        | Alu::ShfLeftClamp
        | Alu::ShfRightWrap
        | Alu::ShfRightClamp
        | Alu::Lop3
        | Alu::BmskClamp
        | Alu::BmskWrap
        | Alu::Mul24
        | Alu::Mad24
        | Alu::Dp4a => is_integer && ty.bytes() == 4,
        Alu::Sqrt | Alu::Rsqrt | Alu::Rcp | Alu::Copysign => matches!(ty, Type::F32 | Type::F64),
        Alu::Sin | Alu::Cos | Alu::Lg2 => ty == Type::F32,
        Alu::Ex2 | Alu::Tanh => ty == Type::F32,
    };
    let saturates = match alu {
        Alu::Add | Alu::Sub => ty.is_float() || ty == Type::S32,
        Alu::Mul | Alu::Fma | Alu::Mad => ty.is_float(),
        _ => false,
    };
    let rounds = match alu {
        Alu::Add | Alu::Sub | Alu::Mul | Alu::Mad | Alu::Fma | Alu::Div | Alu::Sqrt | Alu::Rcp => {
            matches!(ty, Type::F32 | Type::F64)
        }
        _ => false,
    };
    fits && ty != Type::Tf32
        && (rounds || flags.toward == Toward::Nearest)
        && (!flags.saturate || (saturates && !(is_half && alu == Alu::Mad)))
}
