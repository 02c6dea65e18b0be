//! The shared libraries that a program names.

const DYNAMIC: u32 = 6;
const NEEDED: u64 = 1;

/// The names of libraries that the ELF file asks the loader for; none if it is damaged, or
/// linked statically.
pub(super) fn needed(file: &[u8]) -> Vec<String> {
    names(file).unwrap_or_default()
}

fn names(file: &[u8]) -> Option<Vec<String>> {
    // 64 bits, little endian.
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let table = usize::try_from(u64_at(file, 0x28)?).ok()?;
    let size = usize::from(u16_at(file, 0x3a)?);
    let count = usize::from(u16_at(file, 0x3c)?);
    let section = |index: usize| {
        let start = table.checked_add(index.checked_mul(size)?)?;
        file.get(start..)?.get(..64)
    };
    let dynamic = (0..count).find_map(|index| {
        let header = section(index)?;
        (u32_at(header, 4)? == DYNAMIC).then_some(header)
    })?;
    let texts = section(usize::try_from(u32_at(dynamic, 0x28)?).ok()?)?;
    let texts = contents(file, texts)?;
    let entries = contents(file, dynamic)?.chunks_exact(16);
    let needed = entries.filter(|entry| u64_at(entry, 0) == Some(NEEDED));
    let names = needed.filter_map(|entry| {
        let start = usize::try_from(u64_at(entry, 8)?).ok()?;
        let text = texts.get(start..)?;
        let end = text.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&text[..end]).into_owned())
    });
    Some(names.collect())
}

/// Of the section with this header.
fn contents<'a>(file: &'a [u8], header: &[u8]) -> Option<&'a [u8]> {
    let start = usize::try_from(u64_at(header, 0x18)?).ok()?;
    let bytes = usize::try_from(u64_at(header, 0x20)?).ok()?;
    file.get(start..start.checked_add(bytes)?)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|chunk| u32::from_le_bytes(*chunk))
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|chunk| u16::from_le_bytes(*chunk))
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
