//! The parts of an opcode. Each must be taken by the instruction: a modifier that nobody takes
//! makes the instruction unsupported, so none is overlooked.

use crate::text::{Result, Type, Written};

pub(crate) struct Modifiers<'a> {
    pub(crate) name: &'a str,
    rest: Vec<&'a str>,
}

impl<'a> Modifiers<'a> {
    pub(crate) fn new(opcode: &'a str) -> Self {
        let mut parts = opcode.split('.');
        Self { name: parts.next().unwrap_or_default(), rest: parts.collect() }
    }

    pub(crate) fn take(&mut self, modifier: &str) -> bool {
        let found = self.rest.iter().position(|part| *part == modifier);
        if let Some(index) = found {
            self.rest.remove(index);
        }
        found.is_some()
    }

    /// Takes the first that the table has.
    pub(crate) fn take_one<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        table.iter().find(|(name, _)| self.take(name)).map(|(_, value)| *value)
    }

    /// The operation whose text has the most modifiers of those that are there; they are taken.
    pub(crate) fn take_operation<T>(
        &mut self,
        table: impl Iterator<Item = (&'static [&'static str], T)>,
    ) -> Option<T> {
        let fits = |text: &str| {
            let mut parts = text.split('.');
            parts.next() == Some(self.name) && parts.all(|part| self.rest.contains(&part))
        };
        let fitting = table.flat_map(|(texts, operation)| {
            let text =
                texts.iter().copied().filter(|text| fits(text)).max_by_key(|text| text.len());
            text.map(|text| (text, operation))
        });
        let (text, operation) = fitting.max_by_key(|(text, _)| text.split('.').count())?;
        for modifier in text.split('.').skip(1) {
            self.take(modifier);
        }
        Some(operation)
    }

    /// Takes all that are given, present or not.
    pub(crate) fn ignore(&mut self, modifiers: &[&str]) {
        for modifier in modifiers {
            self.take(modifier);
        }
    }

    /// Takes all that begin so.
    pub(crate) fn ignore_prefix(&mut self, prefix: &str) {
        self.rest.retain(|part| !part.starts_with(prefix));
    }

    /// Takes the first type.
    pub(crate) fn ty(&mut self, written: &Written<'_>) -> Result<Type> {
        let found = self.rest.iter().position(|part| Type::from_name(part).is_some());
        let Some(index) = found else { return Err(written.unsupported()) };
        Type::from_name(self.rest.remove(index)).ok_or_else(|| written.unsupported())
    }

    /// Takes the extents of a product, such as `m16n8k16`.
    pub(crate) fn shape(&mut self) -> Option<[u32; 3]> {
        let extents = |part: &str| {
            let (m, rest) = part.strip_prefix('m')?.split_once('n')?;
            let (n, k) = rest.split_once('k')?;
            Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
        };
        let index = self.rest.iter().position(|part| extents(part).is_some())?;
        extents(self.rest.remove(index))
    }

    pub(crate) fn done(&self, written: &Written<'_>) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(written.unsupported()) }
    }
}
