//! Calls that stay calls, and the functions that they lead to.

use crate::text::{Declared, Operand, PtxError, Reason, Result, Statement, Written};

use super::builder::{Decoder, Located, OpenCall, Queued, Scope};
use super::variables::parameters;
use super::{Known, Linked};

use crate::module::{Constant, Parameter, Routine, Special, function_address};
use crate::op::{
    Address, Base, Call, Callee, ControlOp, IntegerOp, LaneOp, Op, Piece, Slot, Width,
};
use crate::text::File;

/// Frames begin at multiples of this.
const ALIGN: u32 = 16;
/// What a GPU keeps of a call beside the registers.
const RETURN_BYTES: u32 = 8;

/// What calls by address and functions must agree on.
#[derive(PartialEq, Eq)]
struct Signature {
    results: Vec<u64>,
    arguments: Vec<u64>,
}

impl Signature {
    fn of(results: &[Declared<'_>], arguments: &[Declared<'_>]) -> Self {
        let bytes = |all: &[Declared<'_>]| all.iter().map(|one| one.bytes).collect();
        Self { results: bytes(results), arguments: bytes(arguments) }
    }
}

/// The kernel's variables, and those of the functions that it calls, by the number of the caller.
pub(crate) struct Frames {
    pub(crate) kernel: u32,
    pub(crate) routines: Vec<u32>,
}

/// The functions of all units whose addresses are taken: by variables, and by instructions.
pub(crate) fn taken<'t, 'a>(linked: &Linked<'t, 'a>) -> Vec<Known<'t, 'a>> {
    let mut all: Vec<Known<'t, 'a>> = Vec::new();
    for (unit, text) in linked.texts.iter().enumerate() {
        let mut take = |name: &str| {
            if let Some(known) = linked.units[unit].functions.get(name).copied()
                && known.text.body.is_some()
                && !known.text.entry
                && !all.iter().any(|own| std::ptr::eq(own.text, known.text))
            {
                all.push(known);
            }
        };
        for initial in text.variables.iter().flat_map(|variable| &variable.initial) {
            if let crate::text::Initial::Address { symbol, .. } = initial {
                take(symbol);
            }
        }
        let statements = text.functions.iter().flat_map(|function| function.body.iter().flatten());
        for statement in statements {
            let Statement::Instruction(written) = statement else { continue };
            if written.opcode.starts_with("call") {
                continue;
            }
            for operand in &written.operands {
                for part in operand.parts() {
                    if let Operand::Name { name, .. } = part
                        && !name.starts_with('%')
                    {
                        take(name);
                    }
                }
            }
        }
    }
    all
}

impl<'a> Decoder<'_, '_, 'a> {
    /// The place of a variable that each lane has of its own.
    pub(crate) fn own(&mut self, start: u32, offset: i64) -> Address {
        let base = match self.inside {
            None => Base::None,
            Some(_) => Base::Narrow(self.special(Special::Stack)),
        };
        Address { base, offset: i64::from(start).wrapping_add(offset) }
    }

    /// The address of a local variable of a routine, in a register.
    pub(crate) fn stack_address(&mut self, offset: u32, wide: bool) -> Result<Slot> {
        let stack = self.special(Special::Stack);
        let distance = self.constant(Constant::Narrow(offset));
        let to = self.slot(File::Narrow);
        self.add(LaneOp::Integer {
            op: IntegerOp::Add,
            width: Width::Bits32,
            signed: false,
            saturate: false,
            immediate: 0,
            to,
            from: [stack, distance, 0, 0],
        })?;
        if !wide {
            return Ok(to);
        }
        let zero = self.constant(Constant::Narrow(0));
        let from = [to, zero];
        let to = self.slot(File::Wide);
        self.add(LaneOp::Join64 { to, from })?;
        Ok(to)
    }

    /// The address of a function.
    pub(crate) fn function_address(&self, known: Known<'_, 'a>) -> Option<u64> {
        let index = self.linked.index_of(known.text)?;
        Some(function_address(index))
    }

    /// The routine of a function, which is decoded after the kernel.
    fn routine(&mut self, unit: usize, name: &str) -> Option<u32> {
        let known = self.linked.units[unit].functions.get(name).copied()?;
        let found = self.queued.iter().position(|own| std::ptr::eq(own.known.text, known.text));
        let index = found.unwrap_or_else(|| {
            let label = self.new_label();
            self.queued.push(Queued { known, label, bytes: 0, has_locals: false });
            self.queued.len() - 1
        });
        u32::try_from(index).ok()
    }

    /// Calls a function as it is.
    pub(crate) fn call_routine(
        &mut self,
        written: &Written<'a>,
        unit: usize,
        name: &'a str,
        results: &[Operand<'a>],
        arguments: &[Operand<'a>],
    ) -> Result<()> {
        let routine = self.routine(unit, name).ok_or_else(|| written.unsupported())?;
        self.emit_call(written, Callee::Routine(routine), results, arguments)
    }

    /// `call (results), %register, (arguments), prototype;`
    pub(crate) fn call_by_address(
        &mut self,
        written: &Written<'a>,
        from: Slot,
        results: &[Operand<'a>],
        arguments: &[Operand<'a>],
        prototype: Option<&Operand<'a>>,
    ) -> Result<()> {
        let Some(Operand::Name { name, .. }) = prototype else {
            return Err(written.problem("a prototype or a list of functions is needed"));
        };
        let candidates: Vec<Known<'_, 'a>> = if let Some(all) = self.call_targets.get(name) {
            let functions = &self.here().functions;
            all.iter().filter_map(|name| functions.get(name).copied()).collect()
        } else if let Some((results, arguments)) = self.prototypes.get(name) {
            let wanted = Signature::of(results, arguments);
            let fits = |known: &&Known<'_, 'a>| {
                Signature::of(&known.text.returns, &known.text.parameters) == wanted
            };
            self.linked.taken().iter().filter(fits).copied().collect()
        } else {
            return Err(PtxError::new(written.line, Reason::Undeclared((*name).to_owned())));
        };
        let candidates = candidates.into_iter().filter(|known| known.text.body.is_some());
        let candidates: Vec<_> = candidates.map(|known| (known.unit, known.text.name)).collect();
        let routines = candidates.into_iter().filter_map(|(unit, name)| self.routine(unit, name));
        let routines = routines.collect();
        self.emit_call(written, Callee::Address { from, routines }, results, arguments)
    }

    fn emit_call(
        &mut self,
        written: &Written<'a>,
        callee: Callee,
        results: &[Operand<'a>],
        arguments: &[Operand<'a>],
    ) -> Result<()> {
        self.special(Special::Stack);
        let mut end = 0;
        let arguments = self.pieces(written, arguments, &mut end)?;
        let results = self.pieces(written, results, &mut end)?;
        self.callers.push((self.out.len(), self.inside));
        let call =
            Call { callee, below: 0, arguments, results, bytes: end, saved: Default::default() };
        self.emit(None, ControlOp::Call(Box::new(call)))
    }

    /// Where arguments lie in the callee's frame, behind `end`.
    fn pieces(
        &mut self,
        written: &Written<'a>,
        operands: &[Operand<'a>],
        end: &mut u32,
    ) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        for operand in operands {
            let start = self.argument(written, operand)?;
            let (bytes, align) = self.frame_sizes.get(&start).copied().unwrap_or((8, 8));
            let callee = end.next_multiple_of(align);
            *end = callee.saturating_add(bytes);
            pieces.push(Piece { caller: start, callee, bytes });
        }
        Ok(pieces)
    }

    /// Decodes the functions that are called, and those that they call.
    pub(crate) fn routines(&mut self) -> Result<()> {
        let mut index = 0;
        while let Some(Queued { known, label, .. }) = self.queued.get(index) {
            let (known, label) = (*known, *label);
            let number = u32::try_from(index).map_err(|_| self.too_many("functions"))?;
            let kernel = (self.local_bytes, self.frame_bytes);
            let behind = self.new_label();
            (self.local_bytes, self.frame_bytes) = (0, 0);
            (self.inside, self.unit) = (Some(number), known.unit);
            self.calls += 1;
            self.call = self.calls;
            self.open_calls = vec![OpenCall { unit: known.unit, name: known.text.name, behind }];
            let scope = self.formal(&known.text.parameters, &known.text.returns);
            self.scopes = vec![scope];
            self.define(label);
            let read = self.body(known.text);
            self.define(behind);
            self.open_calls.clear();
            read?;
            self.emit(None, ControlOp::Return)?;
            let bytes = self.local_bytes.max(self.frame_bytes).next_multiple_of(ALIGN);
            let has_locals = self.local_bytes > 0;
            self.queued[index] = Queued { known, label, bytes, has_locals };
            (self.local_bytes, self.frame_bytes) = kernel;
            index += 1;
        }
        Ok(())
    }

    /// Arguments and results at the beginning of a routine's frame, as its callers lay them out.
    fn formal(&mut self, arguments: &[Declared<'a>], results: &[Declared<'a>]) -> Scope<'a> {
        let mut scope = Scope::default();
        self.frame_sizes.clear();
        let all: Vec<Declared<'a>> = arguments.iter().chain(results).cloned().collect();
        let (places, end) = parameters(&all);
        for (declared, Parameter { offset, bytes }) in all.iter().zip(places) {
            scope.variables.insert(declared.name, Located::Frame(offset));
            self.frame_sizes.insert(offset, (bytes, declared.align));
        }
        self.frame_bytes = end;
        scope
    }

    pub(crate) fn frames(&self) -> Frames {
        let kernel = self.local_bytes.max(self.frame_bytes).next_multiple_of(ALIGN);
        Frames { kernel, routines: self.queued.iter().map(|own| own.bytes).collect() }
    }

    /// The routines, with the blocks where they begin.
    pub(crate) fn finished(&self, blocks: &[u32]) -> Vec<Routine> {
        let all = self.queued.iter().zip(blocks).map(|(own, block)| Routine {
            block: *block,
            bytes: own.bytes,
            has_locals: own.has_locals,
            address: self.function_address(own.known).unwrap_or(0),
        });
        all.collect()
    }
}

/// What is known of calls only when registers have their slots.
pub(crate) fn complete(code: &mut crate::module::Code) {
    if code.routines.is_empty() {
        return;
    }
    let mut ways = Vec::new();
    for (number, block) in (0..).zip(&code.blocks) {
        let last = code.instructions.get_mut((block.end as usize).wrapping_sub(1));
        let Some(Op::Control(ControlOp::Call(call))) = last.map(|last| &mut last.op) else {
            continue;
        };
        let saved = call.saved.narrow.len() * 4 + call.saved.wide.len() * 8;
        let saved = u32::try_from(saved).unwrap_or(u32::MAX);
        let below = call.below.saturating_add(saved).saturating_add(RETURN_BYTES);
        call.below = below.checked_next_multiple_of(ALIGN).unwrap_or(u32::MAX);
        let routines = match &call.callee {
            Callee::Routine(routine) => std::slice::from_ref(routine),
            Callee::Address { routines, .. } => routines,
        };
        ways.extend(routines.iter().map(|own| (number, code.routines[*own as usize].block)));
        ways.extend(returns(&code.instructions, &code.blocks).map(|from| (from, number + 1)));
    }
    code.ways = ways;
}

/// Blocks that end a routine.
fn returns<'c>(
    code: &'c [crate::op::Instruction],
    blocks: &'c [crate::flow::Block],
) -> impl Iterator<Item = u32> + 'c {
    let is_return = |block: &crate::flow::Block| {
        let last = code.get((block.end as usize).wrapping_sub(1));
        last.is_some_and(|last| last.op == Op::Control(ControlOp::Return))
    };
    (0..).zip(blocks).filter(move |(_, block)| is_return(block)).map(|(number, _)| number)
}
