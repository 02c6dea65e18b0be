//! Device code in files: what `nvcc` puts into executables, shared libraries, objects, archives
//! and fatbins, and bare cubins and PTX. Bytes in, entries out.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = std::fs::read("a.out")?;
//! let contents = propp_code_fatbin::read(&bytes)?;
//! for entry in &contents.entries {
//!     let code = entry.unpack()?;
//!     println!("{} {:?}: {} bytes", entry.kind, entry.target, code.len());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Nothing is unpacked before it is asked for. Hostile bytes give errors, or entries that are
//! left out with a reason: no panic, work and memory in proportion to the bytes.

mod archive;
mod container;
mod entry;
mod error;
mod facts;
mod ptx;
mod unpack;

pub use container::{Skipped, fatbins};
pub use entry::{Entry, Kind, Place, Suffix, Target};
pub use error::NoDeviceCode;
pub use facts::CubinFacts;
pub use unpack::Compression;

use propp_code_elf::{Header, NotElf, Sections};

/// The device code of a file.
#[derive(Clone, Debug, Default)]
pub struct Contents<'a> {
    /// In the order of the file.
    pub entries: Vec<Entry<'a>>,
    /// What could not be read.
    pub skipped: Vec<Skipped<'a>>,
}

impl<'a> Contents<'a> {
    /// The newest PTX that a GPU of this compute capability can run, such as 90 for 9.0.
    pub fn ptx_for(&self, capability: u32) -> Option<&Entry<'a>> {
        let fitting = self.entries.iter().filter(|entry| {
            entry.kind == Kind::Ptx && entry.target.is_some_and(|t| t.runs_on(capability))
        });
        fitting.max_by_key(|entry| entry.target.map_or(0, |target| target.number))
    }
}

/// Sections with fatbins: linked code, and code that is still to be linked (`-dc`). clang writes
/// the same names.
const SECTIONS: [&str; 2] = [".nv_fatbin", "__nv_relfatbin"];

/// Finds the device code in the bytes of a file.
/// Fails if the file is of no known kind, or has no device code.
pub fn read(bytes: &[u8]) -> Result<Contents<'_>, NoDeviceCode> {
    let mut contents = Contents::default();
    if bytes.starts_with(archive::MAGIC) {
        read_archive(bytes, &mut contents)?;
    } else if bytes.starts_with(archive::THIN_MAGIC) {
        return Err(NoDeviceCode::ThinArchive);
    } else {
        let origin = Place { member: None, section: None, offset: 0 };
        read_file(bytes, &origin, &mut contents)?;
    }
    Ok(contents)
}

fn read_archive<'a>(bytes: &'a [u8], contents: &mut Contents<'a>) -> Result<(), NoDeviceCode> {
    let (members, wrong) = archive::members(bytes);
    let count = members.len();
    for member in members {
        let origin = Place { member: Some(member.name), section: None, offset: member.offset };
        // Members without device code are ordinary.
        if let Err(NoDeviceCode::Damaged(reason)) = read_file(member.bytes, &origin, contents) {
            contents.skipped.push(Skipped { place: origin, reason });
        }
    }
    if contents.entries.is_empty() && contents.skipped.is_empty() {
        return Err(wrong.map_or(NoDeviceCode::NoMember { members: count }, NoDeviceCode::Damaged));
    }
    let place = Place { member: None, section: None, offset: 0 };
    contents.skipped.extend(wrong.map(|reason| Skipped { place, reason }));
    Ok(())
}

fn read_file<'a>(
    bytes: &'a [u8],
    origin: &Place<'a>,
    contents: &mut Contents<'a>,
) -> Result<(), NoDeviceCode> {
    let Contents { entries, skipped } = contents;
    if bytes.is_empty() {
        return Err(NoDeviceCode::Empty);
    }
    if bytes.starts_with(container::MAGIC) {
        container::entries(bytes, origin, entries, skipped);
        let is_empty = entries.is_empty() && skipped.is_empty();
        let empty = || NoDeviceCode::Damaged("a fatbin without entries".to_owned());
        return if is_empty { Err(empty()) } else { Ok(()) };
    }
    if bytes.starts_with(propp_code_elf::MAGIC) {
        let (header, sections) = elf(bytes)?;
        if header.is_cubin() {
            entries.push(bare_cubin(bytes, origin.clone()));
            return Ok(());
        }
        return read_sections(bytes, &sections, origin, contents);
    }
    let head = ptx::head(bytes).ok_or_else(|| NoDeviceCode::UnknownFile(beginning(bytes)))?;
    entries.push(Entry {
        kind: Kind::Ptx,
        target: head.target,
        ptx_version: Some(head.version),
        ..bare(bytes, origin.clone())
    });
    Ok(())
}

fn elf(bytes: &[u8]) -> Result<(Header, Sections<'_>), NoDeviceCode> {
    let header = Header::parse(bytes).map_err(|error| match error {
        NotElf::OtherFile | NotElf::OtherClass => NoDeviceCode::OtherElf,
        NotElf::CutOff => NoDeviceCode::Damaged("the ELF header is cut off".to_owned()),
    })?;
    let outside = || {
        let (table, length) = (header.table, bytes.len());
        NoDeviceCode::Damaged(format!(
            "the ELF section headers at {table:#x} are outside of the file's {length} bytes"
        ))
    };
    let sections = Sections::read(bytes, &header).ok_or_else(outside)?;
    Ok((header, sections))
}

/// Reads the fatbins in the sections for them. Programs that load a fatbin themselves may have
/// it anywhere: without such a section the whole file is searched.
fn read_sections<'a>(
    bytes: &'a [u8],
    sections: &Sections<'a>,
    origin: &Place<'a>,
    contents: &mut Contents<'a>,
) -> Result<(), NoDeviceCode> {
    let Contents { entries, skipped } = contents;
    let sections = sections.all.iter().filter(|section| SECTIONS.contains(&section.name));
    let mut sections: Vec<_> = sections.collect();
    sections.sort_by_key(|section| section.offset);
    let mut read_up_to = 0;
    for section in &sections {
        let offset = origin.offset.saturating_add(section.offset);
        let place = Place { section: Some(section.name), offset, ..origin.clone() };
        if section.offset < read_up_to {
            let reason = "the section overlaps another".to_owned();
            skipped.push(Skipped { place, reason });
            continue;
        }
        read_up_to = section.offset.saturating_add(section.bytes.len() as u64);
        if section.is_cut_off {
            let reason = "the section is outside of the file".to_owned();
            skipped.push(Skipped { place, reason });
            continue;
        }
        container::entries(section.bytes, &place, entries, skipped);
    }
    if sections.is_empty() {
        let before = entries.len();
        // Other data may look like the start of a fatbin.
        container::entries(bytes, origin, entries, &mut Vec::new());
        if entries.len() == before {
            return Err(NoDeviceCode::NoSection);
        }
    }
    Ok(())
}

fn bare_cubin<'a>(bytes: &'a [u8], place: Place<'a>) -> Entry<'a> {
    let target = CubinFacts::of(bytes).and_then(|facts| facts.target);
    Entry { target, ..bare(bytes, place) }
}

fn bare<'a>(bytes: &'a [u8], place: Place<'a>) -> Entry<'a> {
    Entry {
        place,
        kind: Kind::Cubin,
        target: None,
        ptx_version: None,
        name: None,
        options: None,
        compression: Compression::None,
        size: bytes.len() as u64,
        stored: bytes,
    }
}

/// The first bytes, for a message.
fn beginning(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(12)];
    let is_text = |byte: &u8| (b' '..=b'~').contains(byte) || byte.is_ascii_whitespace();
    if start.iter().all(is_text) {
        format!("{:?}", String::from_utf8_lossy(start))
    } else {
        let hex: Vec<String> = start.iter().map(|byte| format!("{byte:02x}")).collect();
        hex.join(" ")
    }
}
