//! The PTX of a kernel, in the files that a process has mapped: CUPTI gives machine code alone.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;

use propp_code_elf::{Header, Sections};
use propp_code_fatbin::{Kind, Target, fatbins, read};
use propp_code_sass::Cubin;

/// Longer files are not searched.
pub(super) const LONGEST: u64 = 1 << 30;

/// The texts of PTX from which a kernel of a file was made, one for each translation unit of programs
/// that were compiled with `-rdc=true`. The file is a program, a library, a fatbin or PTX. `None` if it
/// has none of that kernel for a GPU of this compute capability.
pub fn ptx_of(file: &[u8], kernel: &str, capability: u32) -> Option<Vec<String>> {
    let sections = Header::parse(file).ok().and_then(|header| Sections::read(file, &header));
    let named = |name: &str| -> Vec<&[u8]> {
        let all = sections.iter().flat_map(|sections| &sections.all);
        all.filter(|section| section.name == name).flat_map(|one| fatbins(one.bytes)).collect()
    };
    let has_kernel = |text: &String| declares(text, kernel);
    let units = named("__nv_relfatbin");
    let units = units.into_iter().filter(|unit| !is_device_runtime(unit));
    let units: Vec<Option<String>> = units.map(|unit| text(unit, capability)).collect();
    if units.iter().flatten().any(has_kernel) {
        // Without one of the units, the others may lack what it defines.
        return units.into_iter().collect();
    }
    let own = named(".nv_fatbin");
    let own = if own.is_empty() { vec![file] } else { own };
    let mut all = own.into_iter().flat_map(|fatbin| texts(fatbin, Some(capability)));
    all.find(has_kernel).map(|text| vec![text])
}

/// Whether a file has PTX of a kernel, for whatever GPU.
pub fn has_ptx_of(file: &[u8], kernel: &str) -> bool {
    texts(file, None).iter().any(|text| declares(text, kernel))
}

/// Whether a GPU of this compute capability can run a text of PTX.
pub fn runs_on(ptx: &[u8], capability: u32) -> bool {
    text(ptx, capability).is_some()
}

/// Whether a text has the code of a kernel: the name is not part of a longer one.
fn declares(text: &str, kernel: &str) -> bool {
    let is_whole = |rest: &str| {
        !rest.starts_with(|letter: char| letter.is_alphanumeric() || "_$".contains(letter))
    };
    let declared = text.split(".entry").skip(1).map(str::trim_start);
    declared.filter_map(|rest| rest.strip_prefix(kernel)).any(is_whole)
}

fn text(fatbin: &[u8], capability: u32) -> Option<String> {
    let contents = read(fatbin).ok()?;
    Some(words(&contents.ptx_for(capability)?.unpack().ok()?))
}

/// All PTX that GPUs of a compute capability can run, the newest first: an archive has some of each of
/// its members.
fn texts(file: &[u8], capability: Option<u32>) -> Vec<String> {
    let Ok(contents) = read(file) else { return Vec::new() };
    let fits = |target: Target| capability.is_none_or(|capability| target.runs_on(capability));
    let all = contents.entries.iter().filter(|entry| entry.kind == Kind::Ptx);
    let mut all: Vec<_> = all.filter(|entry| entry.target.is_some_and(fits)).collect();
    all.sort_by_key(|entry| Reverse(entry.target.map_or(0, |target| target.number)));
    let unpacked = all.into_iter().filter_map(|entry| entry.unpack().ok());
    unpacked.map(|bytes| words(&bytes)).collect()
}

fn words(text: &[u8]) -> String {
    String::from_utf8_lossy(text).trim_end_matches('\0').to_owned()
}

/// Whether it is CUDA's own unit of programs whose kernels launch others, which has no PTX.
fn is_device_runtime(fatbin: &[u8]) -> bool {
    let Ok(contents) = read(fatbin) else { return false };
    contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin).any(|entry| {
        let bytes = entry.unpack();
        bytes.is_ok_and(|bytes| Cubin::parse(&bytes).is_ok_and(|cubin| cubin.is_device_runtime()))
    })
}

/// The same as [`ptx_of`], in the first of these files that has it.
pub(crate) fn ptx_in(files: &[PathBuf], kernel: &str, capability: u32) -> Option<Vec<String>> {
    files.iter().find_map(|file| {
        let length = file.metadata().ok()?.len();
        let bytes = (length <= LONGEST).then(|| fs::read(file).ok())??;
        ptx_of(&bytes, kernel, capability)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_the_beginning_of_another() {
        let text = ".visible .entry _Z3addPf(\n.param .u64 p)";
        assert!(declares(text, "_Z3addPf"));
        assert!(!declares(text, "_Z3addP"));
        assert!(!declares("call _Z3addPf", "_Z3addPf"));
    }

    #[test]
    fn ptx_is_found_in_a_text_for_gpus_that_can_run_it() {
        let text =
            b".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry one() { ret; }\n";
        assert_eq!(ptx_of(text, "one", 90).map(|texts| texts.len()), Some(1));
        assert_eq!(ptx_of(text, "one", 80), None);
        assert_eq!(ptx_of(text, "two", 90), None);
        assert_eq!(ptx_of(b"no code", "one", 90), None);
    }

    /// An archive as `ar` writes it.
    fn archive(members: &[(&str, &str)]) -> Vec<u8> {
        let mut all = b"!<arch>\n".to_vec();
        for (name, text) in members {
            let length = text.len();
            all.extend(
                format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, 0, 644).bytes(),
            );
            all.extend(text.bytes());
            all.resize(all.len().next_multiple_of(2), b'\n');
        }
        all
    }

    #[test]
    fn each_member_of_an_archive_is_looked_at() {
        let of = |target: &str, kernel: &str| {
            format!(
                ".version 8.0\n.target {target}\n.address_size 64\n.visible .entry {kernel}() {{ ret; }}\n"
            )
        };
        let texts =
            [of("sm_90", "one"), of("sm_90", "two"), of("sm_80", "three"), of("sm_100", "four")];
        let names = ["a.ptx/", "b.ptx/", "c.ptx/", "d.ptx/"];
        let members: Vec<_> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
        let file = archive(&members);
        for (kernel, text) in ["one", "two", "three"].into_iter().zip(&texts) {
            assert_eq!(ptx_of(&file, kernel, 90), Some(vec![text.clone()]), "{kernel}");
        }
        assert_eq!(ptx_of(&file, "four", 90), None);
        assert!(has_ptx_of(&file, "four") && !has_ptx_of(&file, "five"));
        assert!(runs_on(texts[0].as_bytes(), 90) && !runs_on(texts[0].as_bytes(), 80));
    }
}
