//! Variables of the module, and where parameters lie.

use std::collections::HashMap;

use crate::text::{Declared, Initial, PtxError, Reason, Result, Space, Text};

use super::Names;
use crate::module::{Parameter, Pointer, Variable};

pub(crate) fn variables<'t, 'a>(text: &'t Text<'a>) -> Result<(Vec<Variable>, Names<'t, 'a>)> {
    let mut names =
        Names { variables: HashMap::new(), shared: HashMap::new(), functions: HashMap::new() };
    let mut in_memory = Vec::new();
    for declared in &text.variables {
        match declared.space {
            Space::Global | Space::Constant => {
                let index = u32::try_from(in_memory.len())
                    .map_err(|_| PtxError::new(declared.line, Reason::TooMany("variables")))?;
                names.variables.insert(declared.name, index);
                in_memory.push(declared);
            }
            Space::Shared => {
                names.shared.insert(declared.name, declared);
            }
            Space::Generic | Space::Local | Space::Parameter | Space::Frame => {
                let what = format!("'{}' outside of a function", declared.name);
                return Err(PtxError::unsupported(declared.line, what));
            }
        }
    }
    let variables = in_memory.iter().map(|declared| variable(declared, &names.variables));
    Ok((variables.collect::<Result<_, _>>()?, names))
}

fn variable(declared: &Declared<'_>, names: &HashMap<&str, u32>) -> Result<Variable> {
    let element = declared.ty.bytes() as usize;
    let (mut initial, mut pointers) = (Vec::new(), Vec::new());
    for value in &declared.initial {
        let bits = match value {
            Initial::Bits(bits) => *bits,
            Initial::Address { symbol, addend } => {
                let undeclared = Reason::Undeclared((*symbol).to_owned());
                let variable =
                    *names.get(symbol).ok_or(PtxError::new(declared.line, undeclared))?;
                if element != 8 {
                    return Err(PtxError::unsupported(declared.line, "a part of an address"));
                }
                pointers.push(Pointer { at: initial.len() as u64, variable, addend: *addend });
                0
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
        external: declared.external,
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
