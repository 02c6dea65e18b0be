//! A kernel's body, with the functions that it calls in their places.

use std::collections::{HashMap, HashSet};

use crate::text::{Declared, FunctionText, PtxError, Reason, Result, Space, Statement, Written};

use super::Linked;
use super::builder::{ConstantKey, Decoder, Located, Scope};
use super::routines;
use super::variables::parameters;
use crate::flow;
use crate::joins;
use crate::module::{Code, Constant, Place, Unwritten};
use crate::op::{ControlOp, Guard, Instruction, LaneOp, Op, Slot, SystemOp};
use crate::registers;
use crate::{gathered, machine, unread};

/// Statements that cannot be executed; a kernel with more is not read to its end.
const MAX_REFUSED: usize = 4096;

/// The code of a kernel, or all that is in its way, the first of the text first.
pub(crate) fn code<'a>(
    function: &FunctionText<'a>,
    linked: &Linked<'_, 'a>,
    unit: usize,
) -> (Result<Code>, Vec<PtxError>) {
    let mut decoder = Decoder::new(linked, unit, function.line);
    if function.blocks_are_clusters {
        decoder.refused(PtxError::unsupported(function.line, ".blocksareclusters"));
    }
    let (places, _) = parameters(&function.parameters);
    let mut scope = Scope::default();
    for (declared, parameter) in function.parameters.iter().zip(places) {
        scope.variables.insert(declared.name, Located::Parameter(parameter.offset));
    }
    decoder.scopes.push(scope);
    // The end of the text ends a thread.
    let read = decoder.body(function).and_then(|()| decoder.add(ControlOp::Exit));
    let read = read.and_then(|()| decoder.routines());
    if let Err(error) = read {
        decoder.refused(error);
    }
    let mut refusals = std::mem::take(&mut decoder.refusals);
    // A name may be missing because its declaration was refused.
    if refusals.iter().any(|error| !matches!(error.reason, Reason::Undeclared(_))) {
        refusals.retain(|error| !matches!(error.reason, Reason::Undeclared(_)));
    }
    if let Some(first) = refusals.first() {
        return (Err(first.clone()), refusals);
    }
    match decoder.finish() {
        Ok(code) => (Ok(code), refusals),
        Err(error) => (Err(error.clone()), vec![error]),
    }
}

impl<'a> Decoder<'_, '_, 'a> {
    pub(crate) fn body(&mut self, function: &FunctionText<'a>) -> Result<()> {
        let statements = function.body.as_deref().unwrap_or_default();
        self.scopes.push(Scope::default());
        let depth = self.scopes.len();
        let outer = std::mem::take(&mut self.label_scopes);
        self.open_labels(statements);
        for (at, statement) in statements.iter().enumerate() {
            if matches!(statement, Statement::Open) {
                self.open_labels(&statements[at + 1..]);
            } else if matches!(statement, Statement::Close) {
                self.label_scopes.pop();
            }
            if let Err(error) = self.statement(statement) {
                let is_end = matches!(error.reason, Reason::TooMany(_));
                self.refused_statements += 1;
                if is_end || self.refused_statements > MAX_REFUSED {
                    return Err(error);
                }
                self.refused(error);
            }
        }
        self.scopes.truncate(depth - 1);
        self.label_scopes = outer;
        Ok(())
    }

    /// Begins a block in braces, whose labels are its own.
    fn open_labels(&mut self, statements: &[Statement<'a>]) {
        let mut labels = HashMap::new();
        let mut depth = 0_u32;
        for statement in statements {
            if matches!(statement, Statement::Open) {
                depth += 1;
            } else if matches!(statement, Statement::Close) {
                let Some(outer) = depth.checked_sub(1) else { break };
                depth = outer;
            } else if let (Statement::Label(name), 0) = (statement, depth) {
                labels.entry(*name).or_insert_with(|| self.new_label());
            }
        }
        self.label_scopes.push(labels);
    }

    /// Notes why a statement cannot be executed; the same reason once.
    fn refused(&mut self, error: PtxError) {
        if !self.refusals.iter().any(|known| known.reason == error.reason) {
            self.refusals.push(error);
        }
    }

    fn statement(&mut self, statement: &Statement<'a>) -> Result<()> {
        match statement {
            Statement::Open => self.scopes.push(Scope::default()),
            Statement::Close => {
                self.scopes.pop();
            }
            Statement::Label(name) => {
                let label = self.label(name);
                self.define(label);
            }
            Statement::Registers { ty, name, count, line } => {
                let Some(file) = ty.file() else {
                    return Err(PtxError::unsupported(*line, "a register of 128 bits"));
                };
                let slot = count.is_none().then(|| self.slot(file));
                let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
                match (slot, count) {
                    (Some(slot), _) => drop(scope.registers.insert(name, (*ty, slot))),
                    (None, Some(count)) => scope.numbered.push((name, *ty, *count)),
                    (None, None) => {}
                }
            }
            Statement::Variable(declared) => self.declare(declared)?,
            Statement::Place { file, line } => {
                self.set_place(Place { file: *file, line: *line });
            }
            Statement::Instruction(written) => {
                self.line = written.line;
                self.instruction(written)?;
            }
            Statement::Refused { what, line } => return Err(PtxError::unsupported(*line, *what)),
            Statement::Prototype { name, returns, parameters } => {
                self.prototypes.insert(name, (returns.clone(), parameters.clone()));
            }
            Statement::CallTargets { name, functions } => {
                self.call_targets.insert(name, functions.clone());
            }
            Statement::Targets { name, labels } => {
                self.tables.insert((self.call, name), labels.clone());
            }
        }
        Ok(())
    }

    fn declare(&mut self, declared: &Declared<'a>) -> Result<()> {
        self.line = declared.line;
        let located = match declared.space {
            Space::Shared => {
                // A function that is called twice has its variable once.
                match self.module_shared.get(&(self.unit, declared.name)) {
                    Some(located) => *located,
                    None => {
                        let located = self.place_shared(declared)?;
                        self.module_shared.insert((self.unit, declared.name), located);
                        located
                    }
                }
            }
            Space::Local => {
                let mut end = self.local_bytes;
                let offset = self.reserve(&mut end, declared)?;
                self.local_bytes = end;
                Located::Local(offset)
            }
            Space::Parameter => {
                let mut end = self.frame_bytes;
                let offset = self.reserve(&mut end, declared)?;
                self.frame_bytes = end;
                self.frame_sizes.insert(offset, (end - offset, declared.align));
                Located::Frame(offset)
            }
            Space::Generic | Space::Global | Space::Constant | Space::Frame => {
                return Err(PtxError::unsupported(
                    declared.line,
                    "a static variable in a function",
                ));
            }
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.variables.insert(declared.name, located);
        }
        Ok(())
    }

    pub(crate) fn guard(&mut self, written: &Written<'a>) -> Result<Option<Guard>> {
        let Some((name, negated)) = written.guard else { return Ok(None) };
        let predicate = self.predicate_register(written, name)?;
        Ok(Some(Guard { predicate, negated }))
    }

    fn finish(mut self) -> Result<Code> {
        if let Some(label) = self.label_at.iter().position(Option::is_none) {
            let name = self.labels.iter().find(|(_, index)| **index as usize == label);
            let name = name.map_or("a label", |((_, name), _)| *name);
            return Err(PtxError::new(self.line, Reason::Undeclared(name.to_owned())));
        }
        let targets: Vec<u32> = self.label_at.iter().copied().flatten().collect();
        let slots = self.slots_so_far();
        let frames = self.frames();
        for (at, caller) in &self.callers {
            let below = caller.map_or(frames.kernel, |caller| frames.routines[caller as usize]);
            if let Some(Op::Control(ControlOp::Call(call))) =
                self.out.get_mut(*at).map(|own| &mut own.op)
            {
                call.below = below;
            }
        }
        let entries: Vec<u32> = self.queued.iter().map(|own| targets[own.label as usize]).collect();
        let out = std::mem::take(&mut self.out);
        let is_ask = |own: &Instruction| matches!(own.op, Op::System(SystemOp::Ask { .. }));
        let asks = out.iter().any(is_ask);
        let (instructions, blocks, entries) = flow::arrange(out, &targets, &entries);
        let dynamic = self.shared_bytes.next_multiple_of(self.dynamic_align);
        let mut constants: Vec<_> = self.constants.drain().collect();
        constants.sort_unstable();
        let constants = constants.into_iter().map(|(key, slot)| {
            let constant = match key {
                ConstantKey::Known(constant) => constant,
                ConstantKey::DynamicShared { addend, wide: false } => {
                    Constant::Narrow(dynamic.wrapping_add(addend))
                }
                ConstantKey::DynamicShared { addend, wide: true } => {
                    Constant::Wide(u64::from(dynamic.wrapping_add(addend)))
                }
            };
            (slot, constant)
        });
        let mut specials: Vec<_> = self.specials.drain().map(|(s, slot)| (slot, s)).collect();
        specials.sort_unstable();
        let mut code = Code {
            instructions,
            blocks,
            predicates: 0,
            narrow: slots.0,
            wide: slots.1,
            unwritten: Unwritten::default(),
            constants: constants.collect(),
            specials,
            routines: self.finished(&entries),
            ways: Vec::new(),
            places: self.places,
            shared_bytes: self.shared_bytes,
            dynamic_shared_offset: dynamic,
            local_bytes: self.local_bytes,
            frame_bytes: self.frame_bytes,
            asks,
        };
        // Before registers share slots: most are written once, so that what is known of one
        // holds everywhere.
        joins::join(&mut code);
        unread::mark(&mut code);
        gathered::mark(&mut code);
        machine::weigh(&mut code.instructions);
        registers::allocate(&mut code);
        routines::complete(&mut code);
        let specials: HashSet<Slot> = code.specials.iter().map(|(slot, _)| *slot).collect();
        for instruction in &mut code.instructions {
            instruction.miscellaneous = match &instruction.op {
                Op::Lane(LaneOp::Move { wide: false, from, .. }) => specials.contains(from),
                Op::Lane(_)
                | Op::Memory(_)
                | Op::Warp(_)
                | Op::Barrier(_)
                | Op::Control(_)
                | Op::System(_) => instruction.op.facts().miscellaneous,
            };
        }
        Ok(code)
    }
}
