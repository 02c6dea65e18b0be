//! Branches, ends and calls. A called function's body takes the place of its call, unless it is
//! being inlined already.

use crate::text::{File, Operand, PtxError, Reason, Result, Space, Type, Written};

use super::Known;
use super::builder::{Decoder, Located, OpenCall, Scope};
use super::memory::store;
use super::modifiers::Modifiers;
use super::requests::Requested;

use crate::op::{Caching, ControlOp, Joined, MemoryOp, Order, Slot, SystemOp, Vector};

/// Deeper calls are not inlined.
const MAX_DEPTH: usize = 64;

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn control(&mut self, written: &Written<'a>, mut mods: Modifiers<'a>) -> Result<()> {
        mods.take("uni");
        let guard = self.guard(written)?;
        match mods.name {
            "exit" => self.emit(guard, ControlOp::Exit),
            "ret" => match self.open_calls.last() {
                Some(open) => {
                    let target = open.behind;
                    self.emit(guard, ControlOp::Branch { target })
                }
                None => self.emit(guard, ControlOp::Exit),
            },
            "trap" => self.emit(guard, ControlOp::Trap),
            "brkpt" | "pmevent" => self.emit(guard, SystemOp::Nothing),
            "bra" => {
                mods.done(written)?;
                let Operand::Name { name, offset: 0 } = *written.operand(0)? else {
                    return Err(written.problem("a label is needed"));
                };
                let target = self.label(name);
                self.emit(guard, ControlOp::Branch { target })
            }
            "brx" => {
                if !mods.take("idx") || guard.is_some() {
                    return Err(written.unsupported());
                }
                let index = self.source(written, 0, Type::U32)?;
                let Operand::Name { name, .. } = *written.operand(1)? else {
                    return Err(written.problem("a list of labels is needed"));
                };
                let undeclared = Reason::Undeclared(name.to_owned());
                let labels = self.tables.get(&(self.call, name)).cloned();
                let labels = labels.ok_or(PtxError::new(written.line, undeclared))?;
                let targets = labels.into_iter().map(|label| self.label(label)).collect();
                self.emit(None, ControlOp::BranchTable { index, targets })
            }
            _ => self.call(written),
        }
    }

    /// `call (results), function, (arguments);`
    fn call(&mut self, written: &Written<'a>) -> Result<()> {
        if written.guard.is_some() {
            return Err(PtxError::unsupported(written.line, "a call under a predicate"));
        }
        let mut operands = written.operands.iter();
        let mut next = operands.next();
        let results: &[Operand<'a>] = match next {
            Some(Operand::List(list)) => {
                next = operands.next();
                list
            }
            _ => &[],
        };
        let Some(Operand::Name { name, .. }) = next else {
            return Err(written.problem("a function's name is needed"));
        };
        next = operands.next();
        let arguments: &[Operand<'a>] = match next {
            Some(Operand::List(list)) => {
                next = operands.next();
                list
            }
            _ => &[],
        };
        if let Some((ty, from)) = self.register(name) {
            if ty.file() != Some(File::Wide) {
                return Err(written.problem("the address of a function has 64 bits"));
            }
            return self.call_by_address(written, from, results, arguments, next);
        }
        if *name == "vprintf" {
            return self.print(written, results, arguments);
        }
        if *name == "__assertfail" {
            return self.assert_fail(written, arguments);
        }
        if let Some(request) = Requested::named(name) {
            return self.request(written, request, results, arguments);
        }
        let function = self.here().functions.get(name).copied();
        let Some(function) = function.filter(|function| function.text.body.is_some()) else {
            return Err(PtxError::unsupported(written.line, format!("a call of {name}")));
        };
        self.inline(written, function, results, arguments)
    }

    fn inline(
        &mut self,
        written: &Written<'a>,
        known: Known<'_, 'a>,
        results: &[Operand<'a>],
        arguments: &[Operand<'a>],
    ) -> Result<()> {
        let function = known.text;
        let recursive = self
            .open_calls
            .iter()
            .any(|open| open.unit == known.unit && open.name == function.name);
        if results.len() != function.returns.len() || arguments.len() != function.parameters.len() {
            return Err(written.problem("the wrong number of arguments"));
        }
        if recursive || self.open_calls.len() >= MAX_DEPTH {
            return self.call_routine(written, known.unit, function.name, results, arguments);
        }
        let mut scope = Scope::default();
        let formal = function.returns.iter().chain(&function.parameters);
        for (formal, actual) in formal.zip(results.iter().chain(arguments)) {
            let start = self.argument(written, actual)?;
            scope.variables.insert(formal.name, Located::Frame(start));
        }
        let behind = self.new_label();
        let outer_call = self.call;
        let outer_unit = std::mem::replace(&mut self.unit, known.unit);
        let outer_scopes = std::mem::take(&mut self.scopes);
        self.calls += 1;
        self.call = self.calls;
        self.open_calls.push(OpenCall { unit: known.unit, name: function.name, behind });
        self.scopes = vec![scope];
        let (line, place) = (self.line, self.place);
        let done = self.body(function);
        self.open_calls.pop();
        self.scopes = outer_scopes;
        self.call = outer_call;
        self.unit = outer_unit;
        (self.line, self.place) = (line, place);
        done?;
        self.define(behind);
        Ok(())
    }

    /// Where an argument lies in the frame.
    pub(crate) fn argument(&mut self, written: &Written<'a>, operand: &Operand<'a>) -> Result<u32> {
        let Operand::Name { name, offset: 0 } = *operand else {
            return Err(PtxError::unsupported(written.line, "an argument in a register"));
        };
        match self.variable(name)? {
            Some(Located::Frame(start)) => Ok(start),
            _ => Err(PtxError::unsupported(written.line, "an argument in a register")),
        }
    }

    /// Reads an argument out of the frame.
    pub(crate) fn read_argument(
        &mut self,
        written: &Written<'a>,
        arguments: &[Operand<'a>],
        index: usize,
        ty: Type,
    ) -> Result<Slot> {
        let operand = arguments.get(index).ok_or_else(|| written.problem("too few arguments"))?;
        let start = self.argument(written, operand)?;
        self.read_frame(start, ty)
    }

    pub(crate) fn read_frame(&mut self, start: u32, ty: Type) -> Result<Slot> {
        let wide = ty.bytes() == 8;
        let slot = self.slot(if wide { File::Wide } else { File::Narrow });
        let address = self.own(start, 0);
        self.add(MemoryOp::Load {
            space: Space::Frame,
            order: Order::Weak,
            caching: Caching::All,
            address,
            to: Vector { elements: vec![Some(slot)], ty, wide, register_bits: ty.bytes() * 8 },
            joined: Joined::No,
        })?;
        Ok(slot)
    }

    fn print(
        &mut self,
        written: &Written<'a>,
        results: &[Operand<'a>],
        arguments: &[Operand<'a>],
    ) -> Result<()> {
        let format = self.read_argument(written, arguments, 0, Type::B64)?;
        let values = self.read_argument(written, arguments, 1, Type::B64)?;
        let to = self.slot(File::Narrow);
        self.emit(None, SystemOp::Print { format, arguments: values, to: Some(to) })?;
        self.write_result(written, results, to, Type::B32)
    }

    /// Writes what a call gives into the frame, if anybody wants it.
    pub(crate) fn write_result(
        &mut self,
        written: &Written<'a>,
        results: &[Operand<'a>],
        from: Slot,
        ty: Type,
    ) -> Result<()> {
        let Some(result) = results.first() else { return Ok(()) };
        let start = self.argument(written, result)?;
        let address = self.own(start, 0);
        self.add(store(Space::Frame, address, from, ty))
    }

    /// `__assertfail(message, file, line, function, size of a character)`
    fn assert_fail(&mut self, written: &Written<'a>, arguments: &[Operand<'a>]) -> Result<()> {
        let message = self.read_argument(written, arguments, 0, Type::B64)?;
        let file = self.read_argument(written, arguments, 1, Type::B64)?;
        let line = self.read_argument(written, arguments, 2, Type::B32)?;
        let function = self.read_argument(written, arguments, 3, Type::B64)?;
        self.emit(None, SystemOp::AssertFail { message, file, line, function })
    }
}
