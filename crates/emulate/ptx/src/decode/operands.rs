//! Operands of instructions, as slots.

use crate::text::{File, Operand, PtxError, Reason, Result, Space, Type, Written};

use super::builder::{ConstantKey, Decoder, Located};
use crate::module::Constant;
use crate::op::{Address, Base, LaneOp, Slot};

impl<'a> Decoder<'_, '_, 'a> {
    /// The slot of an operand that is read, in the file of the type.
    pub(crate) fn source(&mut self, written: &Written<'a>, index: usize, ty: Type) -> Result<Slot> {
        let operand = written.operand(index)?.clone();
        self.value(written, &operand, ty)
    }

    pub(crate) fn value(
        &mut self,
        written: &Written<'a>,
        operand: &Operand<'a>,
        ty: Type,
    ) -> Result<Slot> {
        let Some(file) = ty.file() else { return Err(written.unsupported()) };
        match operand {
            Operand::Name { name, offset } => self.named(written, name, *offset, file),
            Operand::Integer(value) => {
                // A float's constant may be written as an integer.
                let bits = if ty == Type::F32 {
                    u64::from((*value as i64 as f32).to_bits())
                } else if ty == Type::F64 {
                    (*value as i64 as f64).to_bits()
                } else {
                    *value
                };
                Ok(self.bits(bits, ty))
            }
            Operand::Float32(bits) if ty == Type::F64 => {
                Ok(self.bits(f64::from(f32::from_bits(*bits)).to_bits(), ty))
            }
            Operand::Float32(bits) => Ok(self.bits(u64::from(*bits), ty)),
            Operand::Float64(bits) if file == File::Wide => Ok(self.bits(*bits, ty)),
            Operand::Float64(bits) => {
                Ok(self.bits(u64::from((f64::from_bits(*bits) as f32).to_bits()), ty))
            }
            Operand::Not(_)
            | Operand::Pair(..)
            | Operand::Vector(_)
            | Operand::Address { .. }
            | Operand::Resident(..)
            | Operand::Texel { .. }
            | Operand::List(_) => Err(written.problem("a register or a constant is needed")),
        }
    }

    /// A constant, cut to the type's width.
    pub(crate) fn bits(&mut self, bits: u64, ty: Type) -> Slot {
        self.constant(match ty.bytes() {
            8 => Constant::Wide(bits),
            2 => Constant::Narrow(bits as u32 & 0xffff),
            1 => Constant::Narrow(bits as u32 & 0xff),
            _ => Constant::Narrow(bits as u32),
        })
    }

    fn named(
        &mut self,
        written: &Written<'a>,
        name: &'a str,
        offset: i64,
        file: File,
    ) -> Result<Slot> {
        if let Some((ty, slot)) = self.register(name) {
            if ty.file() != Some(file) || offset != 0 {
                return Err(written.problem("a register has the wrong width"));
            }
            return Ok(slot);
        }
        if let Some(special) = super::special::special(name) {
            if file != File::Narrow {
                return Err(written.problem("a special register has 32 bits"));
            }
            return Ok(self.special(special));
        }
        if name == "WARP_SZ" && file != File::Predicate {
            return Ok(self.constant(match file {
                File::Wide => Constant::Wide(32),
                File::Narrow | File::Predicate => Constant::Narrow(32),
            }));
        }
        self.symbol(written, name, offset, file)
    }

    /// The address of a variable in its own space.
    fn symbol(
        &mut self,
        written: &Written<'a>,
        name: &'a str,
        offset: i64,
        file: File,
    ) -> Result<Slot> {
        let wide = match file {
            File::Predicate => return Err(written.problem("a predicate is needed")),
            File::Narrow => false,
            File::Wide => true,
        };
        let near = |start: u32| i64::from(start).wrapping_add(offset);
        let key = match self.variable(name)? {
            Some(Located::Variable(variable)) => ConstantKey::Known(Constant::Address {
                variable,
                addend: offset.cast_unsigned(),
                wide,
            }),
            Some(Located::DynamicShared) => {
                ConstantKey::DynamicShared { addend: offset as u32, wide }
            }
            Some(Located::Local(start)) if self.inside.is_some() => {
                return self.stack_address(near(start) as u32, wide);
            }
            Some(Located::Shared(start) | Located::Local(start) | Located::Parameter(start)) => {
                ConstantKey::Known(if wide {
                    Constant::Wide(near(start).cast_unsigned())
                } else {
                    Constant::Narrow(near(start) as u32)
                })
            }
            Some(Located::Frame(_)) => {
                return Err(PtxError::unsupported(written.line, "the address of an argument"));
            }
            None => {
                let undeclared = Reason::Undeclared(name.to_owned());
                let known = self.here().functions.get(name).copied();
                let known = known.ok_or(PtxError::new(written.line, undeclared))?;
                let Some(address) = self.function_address(known).filter(|_| wide) else {
                    let what = format!("the address of {name}");
                    return Err(PtxError::unsupported(written.line, what));
                };
                ConstantKey::Known(Constant::Wide(address))
            }
        };
        Ok(self.constant_slot(key))
    }

    /// The slot of a register that is written. `_` and an unused result give one that nobody
    /// reads.
    pub(crate) fn destination(
        &mut self,
        written: &Written<'a>,
        index: usize,
        file: File,
    ) -> Result<Slot> {
        let Operand::Name { name, offset: 0 } = *written.operand(index)? else {
            return Err(written.problem("a register is needed for the result"));
        };
        self.result(written, name, file)
    }

    pub(crate) fn result(
        &mut self,
        written: &Written<'a>,
        name: &'a str,
        file: File,
    ) -> Result<Slot> {
        if name == "_" {
            return Ok(self.slot(file));
        }
        match self.register(name) {
            Some((ty, slot)) if ty.file() == Some(file) => Ok(slot),
            Some(_) => Err(written.problem("a register has the wrong width")),
            None => Err(PtxError::new(written.line, Reason::Undeclared(name.to_owned()))),
        }
    }

    /// The slot of a result, unless nobody wants it.
    pub(crate) fn wanted(
        &mut self,
        written: &Written<'a>,
        name: &'a str,
        file: File,
    ) -> Result<Option<Slot>> {
        if name == "_" { Ok(None) } else { self.result(written, name, file).map(Some) }
    }

    /// The slot of the operand that is written, unless it is `_`.
    pub(crate) fn wanted_at(
        &mut self,
        written: &Written<'a>,
        index: usize,
        file: File,
    ) -> Result<Option<Slot>> {
        let Operand::Name { name, offset: 0 } = *written.operand(index)? else {
            return Err(written.problem("a register is needed for the result"));
        };
        self.wanted(written, name, file)
    }

    /// The names of a result and of the predicate that says whether it counts.
    pub(crate) fn pair(&mut self, written: &Written<'a>) -> Result<(&'a str, &'a str)> {
        if let Operand::Pair(first, second) = *written.operand(0)? {
            return Ok((first, second));
        }
        let Operand::Name { name, offset: 0 } = *written.operand(0)? else {
            return Err(written.problem("a register is needed for the result"));
        };
        Ok((name, "_"))
    }

    pub(crate) fn predicate_register(
        &mut self,
        written: &Written<'a>,
        name: &'a str,
    ) -> Result<Slot> {
        match self.register(name) {
            Some((Type::Pred, slot)) => Ok(slot),
            Some(_) => Err(written.problem("a predicate is needed")),
            None => Err(PtxError::new(written.line, Reason::Undeclared(name.to_owned()))),
        }
    }

    /// A predicate that is read, perhaps negated, or a constant.
    pub(crate) fn predicate(&mut self, written: &Written<'a>, index: usize) -> Result<Slot> {
        match *written.operand(index)? {
            Operand::Name { name, offset: 0 } => self.predicate_register(written, name),
            Operand::Not(name) => {
                let from = self.predicate_register(written, name)?;
                let to = self.slot(File::Predicate);
                self.add(LaneOp::PredicateNot { to, from })?;
                Ok(to)
            }
            Operand::Integer(value) => {
                let to = self.slot(File::Predicate);
                self.add(LaneOp::PredicateSet { to, value: value != 0 })?;
                Ok(to)
            }
            Operand::Name { .. }
            | Operand::Pair(..)
            | Operand::Float32(_)
            | Operand::Float64(_)
            | Operand::Vector(_)
            | Operand::Address { .. }
            | Operand::Resident(..)
            | Operand::Texel { .. }
            | Operand::List(_) => Err(written.problem("a predicate is needed")),
        }
    }

    /// The address of a memory operand, and the space if the name tells it.
    pub(crate) fn address(
        &mut self,
        written: &Written<'a>,
        index: usize,
    ) -> Result<(Address, Option<Space>)> {
        let Operand::Address { base, offset } = *written.operand(index)? else {
            return Err(written.problem("an address is needed"));
        };
        self.address_at(written, base, offset)
    }

    /// The same of its parts.
    pub(crate) fn address_at(
        &mut self,
        written: &Written<'a>,
        base: Option<&'a str>,
        offset: i64,
    ) -> Result<(Address, Option<Space>)> {
        let Some(name) = base else { return Ok((Address { base: Base::None, offset }, None)) };
        if let Some((ty, slot)) = self.register(name) {
            let base = match ty.file() {
                Some(File::Wide) => Base::Wide(slot),
                Some(File::Narrow) => Base::Narrow(slot),
                _ => return Err(written.problem("a predicate is not an address")),
            };
            return Ok((Address { base, offset }, None));
        }
        let at = |start: u32| Address {
            base: Base::None,
            offset: i64::from(start).wrapping_add(offset),
        };
        Ok(match self.variable(name)? {
            Some(Located::Shared(start)) => (at(start), Some(Space::Shared)),
            Some(Located::Local(start)) => (self.own(start, offset), Some(Space::Local)),
            Some(Located::Frame(start)) => (self.own(start, offset), Some(Space::Frame)),
            Some(Located::Parameter(start)) => (at(start), Some(Space::Parameter)),
            Some(Located::DynamicShared) => {
                let key = ConstantKey::DynamicShared { addend: 0, wide: false };
                let base = Base::Narrow(self.constant_slot(key));
                (Address { base, offset }, Some(Space::Shared))
            }
            Some(Located::Variable(variable)) => {
                let address = Constant::Address { variable, addend: 0, wide: true };
                (Address { base: Base::Wide(self.constant(address)), offset }, Some(Space::Global))
            }
            None => {
                return Err(PtxError::new(written.line, Reason::Undeclared(name.to_owned())));
            }
        })
    }
}
