//! Variables of the module, and where parameters lie.

use std::collections::HashMap;

use crate::text::{Declared, Initial, Linkage, PtxError, Reason, Result, Space, Text};

use super::{Linked, Names};
use crate::module::{Parameter, Pointer, Variable, function_address};

/// A variable with its unit.
type Placed<'t, 'a> = (usize, &'t Declared<'a>);

/// The variables of all units, and what each unit calls them.
pub(crate) fn variables<'t, 'a>(
    texts: &'t [Text<'a>],
) -> Result<(Vec<Placed<'t, 'a>>, Vec<Names<'t, 'a>>)> {
    let mut units: Vec<Names<'t, 'a>> = texts.iter().map(|_| Names::default()).collect();
    // Of several with the same name, the one that the program has.
    let mut visible: HashMap<&str, u32> = HashMap::new();
    let mut in_memory: Vec<Placed<'t, 'a>> = Vec::new();
    for (unit, declared) in each(texts) {
        match declared.space {
            Space::Global | Space::Constant => {
                let known = visible.get(declared.name).copied();
                let own = known.filter(|_| declared.linkage != Linkage::Local);
                let index = own.map_or(in_memory.len(), |own| own as usize);
                match in_memory.get(index).map(|(_, known)| known.linkage) {
                    None => in_memory.push((unit, declared)),
                    Some(Linkage::Visible) if declared.linkage == Linkage::Visible => {
                        let twice = Reason::DefinedTwice(declared.name.to_owned());
                        return Err(PtxError::new(declared.line, twice));
                    }
                    Some(known) if is_stronger(declared.linkage, known) => {
                        in_memory[index] = (unit, declared);
                    }
                    Some(_) => {}
                }
                let index = u32::try_from(index)
                    .map_err(|_| PtxError::new(declared.line, Reason::TooMany("variables")))?;
                if declared.linkage != Linkage::Local {
                    visible.insert(declared.name, index);
                }
                units[unit].variables.insert(declared.name, index);
            }
            Space::Shared => {
                units[unit].shared.insert(declared.name, declared);
            }
            Space::Generic | Space::Local | Space::Parameter | Space::Frame => {
                let what = format!("'{}' outside of a function", declared.name);
                return Err(PtxError::unsupported(declared.line, what));
            }
        }
    }
    Ok((in_memory, units))
}

/// The same with their first values.
pub(crate) fn values<'a>(
    in_memory: &[Placed<'_, 'a>],
    linked: &Linked<'_, 'a>,
) -> Result<Vec<Variable>> {
    in_memory.iter().map(|(unit, declared)| variable(declared, *unit, linked)).collect()
}

fn each<'t, 'a>(texts: &'t [Text<'a>]) -> impl Iterator<Item = (usize, &'t Declared<'a>)> {
    let units = texts.iter().enumerate();
    units.flat_map(|(unit, text)| text.variables.iter().map(move |declared| (unit, declared)))
}

/// Whether a definition replaces the one that is known.
fn is_stronger(new: Linkage, known: Linkage) -> bool {
    match (new, known) {
        (Linkage::Visible, Linkage::Weak | Linkage::External) => true,
        (Linkage::Weak, Linkage::External) => true,
        (Linkage::Local | Linkage::External, _)
        | (Linkage::Visible | Linkage::Weak, Linkage::Local | Linkage::Visible)
        | (Linkage::Weak, Linkage::Weak) => false,
    }
}

fn variable<'a>(declared: &Declared<'a>, unit: usize, linked: &Linked<'_, 'a>) -> Result<Variable> {
    let names = &linked.units[unit];
    let element = declared.ty.bytes() as usize;
    let (mut initial, mut pointers) = (Vec::new(), Vec::new());
    for value in &declared.initial {
        let bits = match value {
            Initial::Bits(bits) => *bits,
            Initial::Address { symbol, addend } => {
                if element != 8 {
                    return Err(PtxError::unsupported(declared.line, "a part of an address"));
                }
                let function = names.functions.get(symbol);
                match (names.variables.get(symbol), function) {
                    (Some(variable), _) => {
                        let (at, variable) = (initial.len() as u64, *variable);
                        pointers.push(Pointer { at, variable, addend: *addend });
                        0
                    }
                    // One without a body has no address.
                    (None, Some(known)) => linked.index_of(known.text).map_or(0, function_address),
                    (None, None) => {
                        let undeclared = Reason::Undeclared((*symbol).to_owned());
                        return Err(PtxError::new(declared.line, undeclared));
                    }
                }
            }
        };
        initial.extend(bits.to_le_bytes().iter().take(element));
    }
    while initial.last() == Some(&0) {
        initial.pop();
    }
    Ok(Variable {
        name: declared.name.to_owned(),
        constant: declared.space == Space::Constant,
        managed: declared.managed,
        external: declared.linkage == Linkage::External,
        bytes: declared.bytes,
        align: declared.align,
        initial,
        pointers,
    })
}

/// The layout of a kernel's parameters, and their bytes together.
pub(crate) fn parameters(declared: &[Declared<'_>]) -> (Vec<Parameter>, u32) {
    let mut end = 0_u32;
    let mut place = |declared: &Declared<'_>| {
        let bytes = u32::try_from(declared.bytes).unwrap_or(u32::MAX);
        let offset = end.checked_next_multiple_of(declared.align).unwrap_or(u32::MAX);
        end = offset.saturating_add(bytes);
        Parameter { offset, bytes }
    };
    let parameters = declared.iter().map(&mut place).collect();
    (parameters, end)
}
