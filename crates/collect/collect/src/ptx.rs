//! The PTX of a kernel, in the files that a process has mapped: CUPTI gives machine code alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use propp_code_elf::{Header, Sections};
use propp_code_fatbin::{Kind, fatbins, read};
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
    let units: Vec<String> = units.filter_map(|unit| text(unit, capability)).collect();
    if units.iter().any(has_kernel) {
        return Some(units);
    }
    let own = named(".nv_fatbin");
    let own = if own.is_empty() { vec![file] } else { own };
    let mut texts = own.into_iter().filter_map(|fatbin| text(fatbin, capability));
    texts.find(has_kernel).map(|text| vec![text])
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
    let text = contents.ptx_for(capability)?.unpack().ok()?;
    Some(String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned())
}

/// Whether it is CUDA's own unit of programs whose kernels launch others, which has no PTX.
fn is_device_runtime(fatbin: &[u8]) -> bool {
    let Ok(contents) = read(fatbin) else { return false };
    contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin).any(|entry| {
        let bytes = entry.unpack();
        bytes.is_ok_and(|bytes| Cubin::parse(&bytes).is_ok_and(|cubin| cubin.is_device_runtime()))
    })
}

/// The program of a process and the libraries that it has mapped; empty if the process has ended.
pub(crate) fn files_of(pid: u32) -> Vec<PathBuf> {
    let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    let program = fs::read_link(format!("/proc/{pid}/exe")).ok();
    let files: BTreeSet<PathBuf> = maps.lines().filter_map(mapped).collect();
    let libraries = files.into_iter().filter(|file| Some(file) != program.as_ref());
    program.iter().cloned().chain(libraries).collect()
}

/// The same as [`ptx_of`], in the first of these files that has it.
pub(crate) fn ptx_in(files: &[PathBuf], kernel: &str, capability: u32) -> Option<Vec<String>> {
    files.iter().find_map(|file| {
        let length = file.metadata().ok()?.len();
        let bytes = (length <= LONGEST).then(|| fs::read(file).ok())??;
        ptx_of(&bytes, kernel, capability)
    })
}

/// The file of a line of `/proc/PID/maps`, if code of it can run.
fn mapped(line: &str) -> Option<PathBuf> {
    let (words, path) = line.split_once('/')?;
    let is_code = words.split_whitespace().nth(1).is_some_and(|rights| rights.contains('x'));
    let path = Path::new("/").join(path);
    (is_code && !path.starts_with("/dev")).then_some(path)
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

    #[test]
    fn files_with_code_are_found_in_a_map() {
        let line = "7f00-7f10 r-xp 00000000 08:01 12   /usr/lib/with space.so";
        assert_eq!(mapped(line), Some(PathBuf::from("/usr/lib/with space.so")));
        assert_eq!(mapped("7f00-7f10 r--p 00000000 08:01 12   /usr/lib/a.so"), None);
        assert_eq!(mapped("7f00-7f10 r-xp 00000000 00:00 0   [vdso]"), None);
    }
}
