//! The header of a line program: its parameters, directories and files.

use propp_code_elf::Reader;

use super::{NoLines, SourceFile};

pub(super) struct Header<'a> {
    pub(super) step: u64,
    pub(super) line_base: i8,
    pub(super) line_range: u8,
    pub(super) opcode_base: u8,
    /// Arguments of the standard opcodes.
    pub(super) arguments: &'a [u8],
    /// Where the program ends in the section.
    pub(super) end: usize,
    directories: Vec<&'a str>,
    files: Vec<File<'a>>,
}

struct File<'a> {
    name: &'a str,
    directory: u64,
    bytes: u64,
}

impl<'a> Header<'a> {
    /// The header at an offset, and where its program begins.
    pub(super) fn parse(bytes: &'a [u8], at: usize) -> Result<(Self, usize), NoLines> {
        let damaged = NoLines::Damaged(at);
        let mut reader = Reader::new(bytes.get(at..).unwrap_or_default());
        let mut start = || {
            let length = reader.u32()? as usize;
            let end = reader.offset().checked_add(length)?;
            let version = reader.u16()?;
            let program = reader.u32()? as usize;
            Some((end, version, reader.offset().checked_add(program)?))
        };
        let (end, version, program) = start().ok_or(damaged.clone())?;
        if !(2..=4).contains(&version) {
            return Err(NoLines::UnknownVersion(version));
        }
        let end = at + end.min(bytes.len() - at);
        let program = at.checked_add(program).filter(|&program| program <= end);
        let program = program.ok_or(damaged.clone())?;
        let mut reader = Reader::new(&bytes[at + 10..program.max(at + 10)]);
        let mut header = fields(&mut reader, version).ok_or(damaged)?;
        header.end = end;
        Ok((header, program))
    }

    pub(super) fn file(&self, number: u32) -> Option<SourceFile<'a>> {
        let file = self.files.get((number as usize).checked_sub(1)?)?;
        let directory = usize::try_from(file.directory).ok()?.checked_sub(1);
        let directory = directory.and_then(|number| self.directories.get(number)).copied();
        Some(SourceFile { directory, name: file.name, bytes: file.bytes })
    }
}

fn fields<'a>(reader: &mut Reader<'a>, version: u16) -> Option<Header<'a>> {
    let step = reader.u8()?.into();
    if version >= 4 {
        reader.u8()?;
    }
    reader.u8()?;
    let (line_base, line_range) = (reader.u8()?.cast_signed(), reader.u8()?);
    let opcode_base = reader.u8()?;
    let arguments = reader.take(usize::from(opcode_base).saturating_sub(1))?;
    let mut directories = Vec::new();
    while let Some(directory) = reader.text().filter(|text| !text.is_empty()) {
        directories.push(directory);
    }
    let mut files = Vec::new();
    while let Some(file) = file(reader) {
        files.push(file);
    }
    let valid = line_range > 0 && opcode_base > 0;
    let header =
        Header { step, line_base, line_range, opcode_base, arguments, end: 0, directories, files };
    valid.then_some(header)
}

fn file<'a>(reader: &mut Reader<'a>) -> Option<File<'a>> {
    let name = reader.text().filter(|name| !name.is_empty())?;
    let (directory, _modified, bytes) = (reader.uleb()?, reader.uleb()?, reader.uleb()?);
    Some(File { name, directory, bytes })
}
