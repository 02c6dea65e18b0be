//! The shared libraries that a program names.

use propp_code_elf::{Header, Sections, text_at, u64_at};

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
