//! The PTX that lies beside a cubin, in the files that a process has mapped. It is of the same
//! source, which a kernel's name alone does not tell, and finding it unpacks no other PTX.

use std::fs;
use std::path::PathBuf;

use propp_code_elf::{Header, Sections};
use propp_code_fatbin::{Contents, Kind, fatbins, read};

use super::ptx::{LONGEST, ptx_in, ptx_of};

/// The most bytes that fill a cubin up in its fatbin.
const PADDING: usize = 64;

/// The PTX of a kernel whose machine code is this cubin; of any file that has a kernel of its name if
/// no file has the cubin.
pub(crate) fn ptx_beside(
    files: &[PathBuf],
    cubin: &[u8],
    kernel: &str,
    capability: u32,
) -> Option<Vec<String>> {
    let files_of_it = if cubin.is_empty() { &[] } else { files };
    for path in files_of_it {
        let is_searched = path.metadata().is_ok_and(|facts| facts.len() <= LONGEST);
        let Some(file) = is_searched.then(|| fs::read(path).ok()).flatten() else { continue };
        if let Some(text) = text_beside(&file, cubin, capability) {
            // A program of several units has their PTX elsewhere in the file.
            return text.map_or_else(|| ptx_of(&file, kernel, capability), |text| Some(vec![text]));
        }
    }
    ptx_in(files, kernel, capability)
}

/// The PTX in the fatbin that has this cubin, which may have none. `None` if no fatbin of the file
/// has it.
fn text_beside(file: &[u8], cubin: &[u8], capability: u32) -> Option<Option<String>> {
    let header = Header::parse(file).ok()?;
    let sections = Sections::read(file, &header)?;
    let of_programs = sections.all.iter().filter(|section| section.name == ".nv_fatbin");
    let mut all = of_programs.flat_map(|section| fatbins(section.bytes)).map(read);
    let contents = all.find_map(|contents| contents.ok().filter(|one| holds(one, cubin)))?;
    Some(contents.ptx_for(capability).and_then(|entry| {
        let text = entry.unpack().ok()?;
        Some(String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned())
    }))
}

fn holds(contents: &Contents<'_>, cubin: &[u8]) -> bool {
    let sizes = cubin.len() as u64..=(cubin.len() + PADDING) as u64;
    contents.entries.iter().any(|entry| {
        let is_alike = entry.kind == Kind::Cubin && sizes.contains(&entry.size);
        is_alike && entry.unpack().is_ok_and(|bytes| bytes.starts_with(cubin))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// A library of two units for two GPUs.
    fn library() -> Vec<u8> {
        let packed = include_bytes!("../../../code/fatbin/tests/fixtures/both.so.gz");
        let mut bytes = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn the_ptx_beside_a_cubin_is_of_its_unit() {
        let file = library();
        let contents = read(&file).unwrap();
        let of_kind = |kind: Kind| {
            let all = contents.entries.iter().filter(move |entry| entry.kind == kind);
            all.map(|entry| entry.unpack().unwrap().into_owned()).collect::<Vec<_>>()
        };
        let (cubins, texts) = (of_kind(Kind::Cubin), of_kind(Kind::Ptx));
        assert_eq!((cubins.len(), texts.len()), (2, 2));
        for (cubin, text) in cubins.iter().zip(&texts) {
            let text = String::from_utf8_lossy(text).trim_end_matches('\0').to_owned();
            assert_eq!(text_beside(&file, cubin, 90), Some(Some(text)));
        }
        // Of PTX for sm_90 nothing is for older GPUs, and code that is not in the file has none.
        assert_eq!(text_beside(&file, &cubins[1], 80), Some(None));
        let mut other = cubins[0].clone();
        *other.last_mut().unwrap() ^= 1;
        assert_eq!(text_beside(&file, &other, 90), None);
    }
}
