//! The shared libraries that a program names.

use propp_code_elf::{Header, Sections, text_at, u16_at, u32_at, u64_at};

const DYNAMIC: u32 = 6;
const NEEDED: u64 = 1;

/// The names of libraries that the ELF file asks the loader for; none if it is damaged, or
/// linked statically.
pub(super) fn needed(file: &[u8]) -> Vec<String> {
    let header = Header::parse(file).ok();
    let sections = header.and_then(|header| Sections::read(file, &header));
    let sections = sections.map_or_else(Vec::new, |sections| sections.all);
    let Some(dynamic) = sections.iter().find(|section| section.kind == DYNAMIC) else {
        return Vec::new();
    };
    let texts = sections.get(dynamic.link as usize).map_or(&[][..], |texts| texts.bytes);
    let entries = dynamic.bytes.chunks_exact(16);
    let needed = entries.filter(|entry| u64_at(entry, 0) == Some(NEEDED));
    let names = needed.filter_map(|entry| {
        let start = usize::try_from(u64_at(entry, 8)?).ok()?;
        text_at(texts, start).map(str::to_owned)
    });
    names.collect()
}

/// A dynamic symbol: its name, and the section that defines it; None if another file must.
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) section: Option<&'a str>,
}

/// The symbols that an ELF file asks the loader for, or offers to other files; none if it is
/// damaged, or linked statically.
pub(super) fn symbols(file: &[u8]) -> Vec<Symbol<'_>> {
    const DYNAMIC_SYMBOLS: u32 = 11;
    const ENTRY: usize = 24;
    let header = Header::parse(file).ok();
    let sections = header.and_then(|header| Sections::read(file, &header));
    let sections = sections.map_or_else(Vec::new, |sections| sections.all);
    let Some(table) = sections.iter().find(|section| section.kind == DYNAMIC_SYMBOLS) else {
        return Vec::new();
    };
    let texts = sections.get(table.link as usize).map_or(&[][..], |texts| texts.bytes);
    let entries = table.bytes.chunks_exact(ENTRY).skip(1);
    let symbols = entries.filter_map(|entry| {
        let name = text_at(texts, u32_at(entry, 0)? as usize)?;
        let number = usize::from(u16_at(entry, 6)?);
        let section = sections.get(number).filter(|_| number != 0).map(|section| section.name);
        Some(Symbol { name, section })
    });
    symbols.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_needs_the_c_library() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(needed(&own).iter().any(|name| name == "libc.so.6"), "{:?}", needed(&own));
    }

    #[test]
    fn cut_files_need_nothing() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        for length in (0..own.len()).step_by(own.len() / 50 + 1).chain(0..128) {
            assert!(needed(&own[..length]).len() < 100);
        }
    }
}
