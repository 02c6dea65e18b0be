//! The state while a kernel is decoded.

use std::collections::HashMap;

use crate::text::{Declared, File, Linkage, PtxError, Reason, Result, Type};

use super::{Known, Linked, Names};
use crate::module::{Constant, Place, Special};
use crate::op::{Guard, Instruction, Op, Slot};

/// Inlined calls make a kernel longer than its text; this is far beyond real ones.
const MAX_INSTRUCTIONS: usize = 1 << 20;
/// Of shared, local and parameter memory together.
const MAX_BYTES: u32 = 1 << 28;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Located {
    Shared(u32),
    /// At the end of static shared memory.
    DynamicShared,
    Local(u32),
    Frame(u32),
    Parameter(u32),
    /// In global or constant memory.
    Variable(u32),
}

/// A function that is being inlined.
pub(crate) struct OpenCall<'a> {
    pub(crate) unit: usize,
    pub(crate) name: &'a str,
    /// The label after the call.
    pub(crate) behind: u32,
}

/// A function that is called, while the kernel is decoded.
pub(crate) struct Queued<'t, 'a> {
    pub(crate) known: Known<'t, 'a>,
    pub(crate) label: u32,
    /// The bytes that its frame takes.
    pub(crate) bytes: u32,
    pub(crate) has_locals: bool,
}

#[derive(Default)]
pub(crate) struct Scope<'a> {
    pub(crate) registers: HashMap<&'a str, (Type, Slot)>,
    /// Prefix, type and count of registers that are numbered.
    pub(crate) numbered: Vec<(&'a str, Type, u32)>,
    pub(crate) variables: HashMap<&'a str, Located>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum ConstantKey {
    Known(Constant),
    DynamicShared { addend: u32, wide: bool },
}

pub(crate) struct Decoder<'n, 't, 'a> {
    pub(crate) linked: &'n Linked<'t, 'a>,
    /// The unit of the function that is being decoded.
    pub(crate) unit: usize,
    /// All that cannot be executed, each once.
    pub(crate) refusals: Vec<PtxError>,
    pub(crate) refused_statements: usize,
    pub(crate) out: Vec<Instruction>,
    pub(crate) scopes: Vec<Scope<'a>>,
    /// Labels of each call, by the call's number.
    pub(crate) labels: HashMap<(u32, &'a str), u32>,
    /// Labels of each block in braces that is open, the innermost last.
    pub(crate) label_scopes: Vec<HashMap<&'a str, u32>>,
    /// The index of the instruction behind each label.
    pub(crate) label_at: Vec<Option<u32>>,
    pub(crate) tables: HashMap<(u32, &'a str), Vec<&'a str>>,
    pub(crate) call: u32,
    pub(crate) calls: u32,
    /// The forms of calls by address.
    pub(crate) prototypes: HashMap<&'a str, (Vec<Declared<'a>>, Vec<Declared<'a>>)>,
    pub(crate) call_targets: HashMap<&'a str, Vec<&'a str>>,
    /// Functions that are called, and which of them is being decoded; none is the kernel.
    pub(crate) queued: Vec<Queued<'t, 'a>>,
    pub(crate) inside: Option<u32>,
    /// Calls that stay: the instruction, and the function that it is in.
    pub(crate) callers: Vec<(usize, Option<u32>)>,
    /// Bytes and alignment of arguments by their place in the frame.
    pub(crate) frame_sizes: HashMap<u32, (u32, u32)>,
    /// Functions that are being inlined, and the label behind the innermost.
    pub(crate) open_calls: Vec<OpenCall<'a>>,
    slots: [Slot; 3],
    pub(crate) constants: HashMap<ConstantKey, Slot>,
    pub(crate) specials: HashMap<Special, Slot>,
    /// By the number of the unit and the name there.
    pub(crate) module_shared: HashMap<(usize, &'a str), Located>,
    pub(crate) shared_bytes: u32,
    pub(crate) dynamic_align: u32,
    pub(crate) local_bytes: u32,
    pub(crate) frame_bytes: u32,
    pub(crate) places: Vec<Place>,
    known_places: HashMap<Place, u32>,
    pub(crate) place: u32,
    pub(crate) line: u32,
}

impl<'n, 't, 'a> Decoder<'n, 't, 'a> {
    pub(crate) fn new(linked: &'n Linked<'t, 'a>, unit: usize, line: u32) -> Self {
        let nowhere = Place { file: 0, line: 0 };
        Self {
            linked,
            unit,
            refusals: Vec::new(),
            refused_statements: 0,
            out: Vec::new(),
            scopes: Vec::new(),
            labels: HashMap::new(),
            label_scopes: Vec::new(),
            label_at: Vec::new(),
            tables: HashMap::new(),
            call: 0,
            calls: 0,
            prototypes: HashMap::new(),
            call_targets: HashMap::new(),
            queued: Vec::new(),
            inside: None,
            callers: Vec::new(),
            frame_sizes: HashMap::new(),
            open_calls: Vec::new(),
            slots: [0; 3],
            constants: HashMap::new(),
            specials: HashMap::new(),
            module_shared: HashMap::new(),
            shared_bytes: 0,
            dynamic_align: 16,
            local_bytes: 0,
            frame_bytes: 0,
            places: vec![nowhere],
            known_places: HashMap::from([(nowhere, 0)]),
            place: 0,
            line,
        }
    }

    /// The names that the function being decoded may refer to.
    pub(crate) fn here(&self) -> &'n Names<'t, 'a> {
        &self.linked.units[self.unit]
    }

    pub(crate) fn slot(&mut self, file: File) -> Slot {
        let next = &mut self.slots[file as usize];
        *next += 1;
        *next - 1
    }

    /// Of registers of 32 and of 64 bits.
    pub(crate) fn slots_so_far(&self) -> (u32, u32) {
        (self.slots[File::Narrow as usize], self.slots[File::Wide as usize])
    }

    pub(crate) fn too_many(&self, what: &'static str) -> PtxError {
        PtxError::new(self.line, Reason::TooMany(what))
    }

    pub(crate) fn set_place(&mut self, place: Place) {
        let first = self.here().first_file;
        let place = Place { file: place.file.saturating_add(first), ..place };
        let next = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
        self.place = *self.known_places.entry(place).or_insert(next);
        if self.place == next {
            self.places.push(place);
        }
    }

    pub(crate) fn emit(&mut self, guard: Option<Guard>, op: impl Into<Op>) -> Result<()> {
        self.push(guard, op, true)
    }

    /// An instruction that the text does not have.
    pub(crate) fn add(&mut self, op: impl Into<Op>) -> Result<()> {
        self.push(None, op, false)
    }

    pub(crate) fn push(
        &mut self,
        guard: Option<Guard>,
        op: impl Into<Op>,
        counted: bool,
    ) -> Result<()> {
        if self.out.len() >= MAX_INSTRUCTIONS {
            return Err(self.too_many("instructions"));
        }
        let (line, place) = (self.line, self.place);
        let (op, counted, miscellaneous) = (op.into(), u8::from(counted), false);
        self.out.push(Instruction { guard, op, line, place, counted, miscellaneous });
        Ok(())
    }

    pub(crate) fn label(&mut self, name: &'a str) -> u32 {
        let scopes = self.label_scopes.iter().rev();
        if let Some(label) = { scopes }.find_map(|scope| scope.get(name)) {
            return *label;
        }
        if let Some(label) = self.labels.get(&(self.call, name)) {
            return *label;
        }
        let label = self.new_label();
        self.labels.insert((self.call, name), label);
        label
    }

    pub(crate) fn new_label(&mut self) -> u32 {
        self.label_at.push(None);
        u32::try_from(self.label_at.len() - 1).unwrap_or(u32::MAX)
    }

    pub(crate) fn define(&mut self, label: u32) {
        let here = u32::try_from(self.out.len()).unwrap_or(u32::MAX);
        if let Some(at) = self.label_at.get_mut(label as usize) {
            *at = Some(here);
        }
    }

    pub(crate) fn constant(&mut self, constant: Constant) -> Slot {
        self.constant_slot(ConstantKey::Known(constant))
    }

    pub(crate) fn constant_slot(&mut self, key: ConstantKey) -> Slot {
        if let Some(slot) = self.constants.get(&key) {
            return *slot;
        }
        let wide = match key {
            ConstantKey::Known(Constant::Narrow(_)) => false,
            ConstantKey::Known(Constant::Wide(_)) => true,
            ConstantKey::Known(Constant::Address { wide, .. })
            | ConstantKey::DynamicShared { wide, .. } => wide,
        };
        let slot = self.slot(if wide { File::Wide } else { File::Narrow });
        self.constants.insert(key, slot);
        slot
    }

    pub(crate) fn special(&mut self, special: Special) -> Slot {
        if let Some(slot) = self.specials.get(&special) {
            return *slot;
        }
        let slot = self.slot(File::Narrow);
        self.specials.insert(special, slot);
        slot
    }

    /// A register by its name, wherever it is declared.
    pub(crate) fn register(&mut self, name: &'a str) -> Option<(Type, Slot)> {
        let depth = self.scopes.iter().rposition(|scope| {
            scope.registers.contains_key(name) || scope.numbered(name).is_some()
        })?;
        let scope = self.scopes.get(depth)?;
        if let Some(found) = scope.registers.get(name) {
            return Some(*found);
        }
        let ty = scope.numbered(name)?;
        let slot = self.slot(ty.file()?);
        self.scopes.get_mut(depth)?.registers.insert(name, (ty, slot));
        Some((ty, slot))
    }

    /// A variable by its name. A shared variable of the module gets its place when it is used.
    pub(crate) fn variable(&mut self, name: &'a str) -> Result<Option<Located>> {
        let in_scope = self.scopes.iter().rev().find_map(|scope| scope.variables.get(name));
        if let Some(located) = in_scope.or(self.module_shared.get(&(self.unit, name))) {
            return Ok(Some(*located));
        }
        if let Some(index) = self.here().variables.get(name) {
            return Ok(Some(Located::Variable(*index)));
        }
        let Some(declared) = self.here().shared.get(name).copied() else { return Ok(None) };
        let located = self.place_shared(declared)?;
        self.module_shared.insert((self.unit, name), located);
        Ok(Some(located))
    }

    pub(crate) fn place_shared(&mut self, declared: &Declared<'_>) -> Result<Located> {
        if declared.linkage == Linkage::External || declared.bytes == 0 {
            self.dynamic_align = self.dynamic_align.max(declared.align);
            return Ok(Located::DynamicShared);
        }
        let mut end = self.shared_bytes;
        let offset = self.reserve(&mut end, declared)?;
        self.shared_bytes = end;
        Ok(Located::Shared(offset))
    }

    /// Places a variable behind `end`.
    pub(crate) fn reserve(&self, end: &mut u32, declared: &Declared<'_>) -> Result<u32> {
        let bytes = u32::try_from(declared.bytes).unwrap_or(u32::MAX);
        let offset = end.checked_next_multiple_of(declared.align);
        let next = offset.and_then(|offset| offset.checked_add(bytes));
        match (offset, next) {
            (Some(offset), Some(next)) if next <= MAX_BYTES => {
                *end = next;
                Ok(offset)
            }
            _ => Err(self.too_many("bytes of variables")),
        }
    }
}

impl Scope<'_> {
    fn numbered(&self, name: &str) -> Option<Type> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &name[prefix.len()..];
        if number.is_empty() || (number.len() > 1 && number.starts_with('0')) {
            return None;
        }
        let number = number.parse::<u32>().ok()?;
        let range = self.numbered.iter().find(|range| range.0 == prefix && number < range.2)?;
        Some(range.1)
    }
}
