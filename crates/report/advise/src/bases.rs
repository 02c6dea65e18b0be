//! Which array an access touches: by the registers of its address, or by the names in its line.

use std::collections::BTreeSet;

use propp_code_lines::{Instruction, Place};
use propp_code_sass::Space;

use crate::arrays::Base;
use crate::code::Code;
use crate::origin::Origin;
use crate::signature::{Argument, Pointer};

/// Parameters that the words at these offsets belong to and that may be pointers: if some are
/// certainly, only these.
pub(crate) fn parameters(code: &Code<'_>, offsets: impl Iterator<Item = u16>) -> Vec<usize> {
    let holds = |argument: &Argument, offset: u16| {
        (u32::from(argument.offset)..u32::from(argument.offset) + argument.bytes)
            .contains(&offset.into())
    };
    let found: BTreeSet<usize> = offsets
        .filter_map(|offset| code.arguments.iter().position(|argument| holds(argument, offset)))
        .collect();
    let of = |wanted: Pointer| -> Vec<usize> {
        found.iter().copied().filter(|one| code.arguments[*one].pointer() == wanted).collect()
    };
    let certain = of(Pointer::Yes);
    if certain.is_empty() { of(Pointer::Perhaps) } else { certain }
}

pub(crate) fn global_base(code: &Code<'_>, origin: Option<&Origin>) -> Base {
    let Some(origin) = origin else { return Base::Unknown };
    let own = parameters(code, origin.offsets());
    match own.is_empty() {
        false => Base::Parameters(own),
        true if origin.is_loaded => Base::Loaded,
        true => Base::Unknown,
    }
}

/// The only array in shared memory, or those that the line names.
pub(crate) fn shared_base(code: &Code<'_>, one: &Instruction) -> Base {
    if let [only] = &code.shared[..] {
        return Base::Shared(vec![only.name.clone()]);
    }
    let all: Vec<&str> = code.shared.iter().map(|one| one.name.as_str()).collect();
    named(code, one, &all).map_or(Base::Unknown, Base::Shared)
}

pub(crate) fn constant_base(code: &Code<'_>, one: &Instruction) -> Base {
    let all: Vec<&str> = code.declared_constants.keys().map(String::as_str).collect();
    named(code, one, &all).map_or(Base::Unknown, Base::Constant)
}

/// Those of some names that the line has; of inlined code the innermost line that has one.
fn named(code: &Code<'_>, one: &Instruction, names: &[&str]) -> Option<Vec<String>> {
    let of_line = |place: &Place| -> Vec<String> {
        let Some(file) = code.files.get(&place.file) else { return Vec::new() };
        let line = file.source.line(place.line);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = line.split(|c| !is_part(c)).collect();
        names.iter().filter(|name| words.contains(**name)).map(|name| (*name).to_owned()).collect()
    };
    one.places.iter().map(of_line).find(|names| !names.is_empty())
}

/// The name of an array, and how it is declared where it is one alone.
pub(crate) fn described(base: &Base, space: Space, code: &Code<'_>) -> (String, Option<String>) {
    let (names, declared) = match base {
        Base::Parameters(all) => {
            let names = all.iter().map(|one| code.arguments[*one].label()).collect();
            (names, only(all).and_then(|one| code.arguments[*one].declared.clone()))
        }
        Base::Shared(names) => {
            let own = |name: &String| code.shared.iter().find(|one| one.name == *name);
            let declared = only(names).and_then(own).map(|one| one.declared.clone());
            (names.clone(), declared)
        }
        Base::Constant(names) => {
            let declared = only(names).and_then(|name| code.declared_constants.get(name));
            (names.clone(), declared.cloned())
        }
        Base::Loaded => (vec!["by a pointer from memory".to_owned()], None),
        Base::Frame => (vec!["arrays and spills of a thread".to_owned()], None),
        Base::Unknown => (vec![format!("unknown ({})", space.name())], None),
    };
    (names.join(" or "), declared)
}

fn only<T>(all: &[T]) -> Option<&T> {
    if let [one] = all { Some(one) } else { None }
}
