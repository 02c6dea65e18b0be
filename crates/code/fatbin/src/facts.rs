//! What a cubin says of itself.

use propp_code_elf::{Header, Sections, text_at, u32_at};

use crate::entry::{Suffix, Target};

/// `e_type` of files that are still to be linked.
const ET_REL: u16 = 1;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CubinFacts {
    pub target: Option<Target>,
    /// Still to be linked: addresses are missing, and what it calls may be elsewhere.
    pub is_relocatable: bool,
    /// The version of the compiler, such as `13.0.88`.
    pub compiler: Option<String>,
    /// The options of ptxas or nvlink.
    pub options: Option<String>,
}

impl CubinFacts {
    /// `None` if the bytes are no cubin.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let header = Header::parse(bytes).ok().filter(Header::is_cubin)?;
        let sections = Sections::read(bytes, &header)?;
        let [version, options] = match toolkit_note(&sections) {
            Some((version, options)) => [Some(version), Some(options)],
            None => [None, None],
        };
        let words = options.iter().flat_map(|options| options.split_whitespace());
        let suffix = words.filter_map(|word| Target::parse(word.trim_start_matches("-arch=")));
        let suffix = suffix.map(|target| target.suffix).next_back().unwrap_or(Suffix::None);
        let compiler = version.and_then(|version| version.rsplit_once(", V"));
        Some(Self {
            target: header.architecture().map(|number| Target { number, suffix }),
            is_relocatable: header.kind == ET_REL,
            compiler: compiler.map(|(_, number)| number.to_owned()),
            options: options.map(|options| options.trim().to_owned()),
        })
    }
}

/// The line of the tool with its version, and its options: the third and fifth string of the
/// note. Strings have their offsets in front, which count from the end of these.
fn toolkit_note<'a>(sections: &Sections<'a>) -> Option<(&'a str, &'a str)> {
    let note = sections.all.iter().find(|section| section.name == ".note.nv.tkinfo")?.bytes;
    let name = (u32_at(note, 0)? as usize).checked_next_multiple_of(4)?;
    let contents = note.get(name.checked_add(12)?..)?;
    if u32_at(contents, 0)? != 2 {
        return None;
    }
    let text = |field: usize| text_at(contents.get(24..)?, u32_at(contents, field)? as usize);
    Some((text(12)?, text(20)?))
}
