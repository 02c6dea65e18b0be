//! Finding CUPTI from inside a program.

use std::collections::BTreeSet;
use std::ffi::{c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cupti_sys::raw::CUptiResult;
use cupti_sys::{FILE_NAMES, Library};
use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};

use crate::agent::installed;

/// The major version whose records we can read. `cuptiGetVersion` returns it times
/// `MAJOR_UNIT`.
const MAJOR: u32 = 13;
const MAJOR_UNIT: u32 = 10_000;

/// Why there is no CUPTI to work with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: &'static str,
    pub(crate) text: String,
}

/// The CUPTI that NVTX reports ranges to, once the program has used NVTX.
static OF_RANGES: OnceLock<PathBuf> = OnceLock::new();

/// Opens the CUPTI that the program already has (PyTorch brings its own), or
/// else the one in `dir`. Two of them in one process do not work.
pub(crate) fn open(dir: &str) -> Result<Library, Refusal> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let loaded = loaded(&maps);
    for path in &loaded {
        check(path, version_of(path))?;
    }
    Library::open(folder(&loaded, dir))
        .map_err(|error| Refusal { code: "cupti-missing", text: error.to_string() })
}

fn folder<'a>(loaded: &'a BTreeSet<PathBuf>, otherwise: &'a str) -> &'a Path {
    loaded.first().and_then(|path| path.parent()).unwrap_or(Path::new(otherwise))
}

/// Has NVTX report to the CUPTI that [`open`] would open now. Returns what that one returns, and 0
/// without one.
///
/// # Safety
/// `tables` is what NVTX gives to what it loads.
pub(crate) unsafe fn hand_nvtx_on(dir: &str, tables: *const c_void) -> c_int {
    type Initialize = unsafe extern "C" fn(*const c_void) -> c_int;
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let loaded = loaded(&maps);
    // Once we use one, it is that one.
    let used = installed().and_then(|agent| agent.cupti.path().parent());
    let dir = used.unwrap_or_else(|| folder(&loaded, dir));
    let Some(path) = FILE_NAMES.iter().map(|name| dir.join(name)).find(|path| path.is_file())
    else {
        return 0;
    };
    // SAFETY: CUPTI may be loaded into any process.
    let Ok(handle) = (unsafe { Handle::open(Some(&path), RTLD_NOW | RTLD_LOCAL) }) else {
        return 0;
    };
    // SAFETY: the function has this type in every CUPTI that has it.
    let found = unsafe { handle.get::<Initialize>(b"InitializeInjectionNvtx2\0") };
    let initialize = found.map(|function| *function).ok();
    std::mem::forget(handle); // NVTX calls it until the program ends.
    let Some(initialize) = initialize else { return 0 };
    let _ = OF_RANGES.set(path);
    // SAFETY: the caller's promise.
    unsafe { initialize(tables) }
}

/// NVTX reports to one CUPTI. A program that uses it before it loads a CUPTI of its own is profiled by
/// that one, which then sees no ranges.
pub(crate) fn unseen_ranges(used: &Library) -> Option<String> {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let of_ranges = OF_RANGES.get()?;
    (whole(of_ranges) != whole(used.path())).then(|| {
        format!(
            "NVTX ranges are not seen: the program used NVTX before it loaded a CUPTI of its own, \
             {}, and ranges were reported to {}; import the framework before the first range",
            used.path().display(),
            of_ranges.display()
        )
    })
}

/// Every CUPTI in `/proc/self/maps`. Old wheels gave it names like
/// `libcupti-753aaea5.so.11.7`.
fn loaded(maps: &str) -> BTreeSet<PathBuf> {
    maps.lines()
        .filter_map(|line| line.get(line.find('/')?..))
        .map(Path::new)
        .filter(|path| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
                name.starts_with("libcupti.so") || name.starts_with("libcupti-")
            })
        })
        .map(Path::to_path_buf)
        .collect()
}

/// The program and the libraries that it has mapped, for which code may be looked through.
pub(crate) fn files() -> Vec<String> {
    let maps = std::fs::read("/proc/self/maps").unwrap_or_default();
    let program = std::fs::read_link("/proc/self/exe").ok();
    let program = program.as_deref().and_then(Path::to_str);
    // Of files whose names are no UTF-8, propp knows nothing.
    let lines = maps.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    let libraries: BTreeSet<&str> = lines.filter_map(mapped).collect();
    let libraries = libraries.into_iter().filter(|file| Some(*file) != program);
    program.into_iter().chain(libraries).map(str::to_owned).collect()
}

/// The file of a line of `/proc/self/maps`, if code of it can run.
fn mapped(line: &str) -> Option<&str> {
    let path = line.get(line.find('/')?..)?;
    let is_code = line.split_whitespace().nth(1).is_some_and(|rights| rights.contains('x'));
    (is_code && !path.starts_with("/dev/")).then_some(path)
}

/// The version of a loaded CUPTI. Its file name does not tell: toolkits of all
/// versions have a `libcupti.so.YEAR.X.Y`.
fn version_of(path: &Path) -> Option<u32> {
    type GetVersion = unsafe extern "C" fn(*mut u32) -> CUptiResult;
    // SAFETY: nothing is loaded, so no initialiser runs.
    let handle =
        unsafe { Handle::open(Some(path), RTLD_NOW | RTLD_LOCAL | libc::RTLD_NOLOAD) }.ok()?;
    let mut version = 0;
    // SAFETY: the function has had this type in every CUPTI; the pointer is to
    // a live integer.
    let result = unsafe { handle.get::<GetVersion>(b"cuptiGetVersion\0").ok()?(&raw mut version) };
    (result == CUptiResult::CUPTI_SUCCESS).then_some(version)
}

/// Refuses the program's CUPTI if its major version differs: its records have
/// another layout.
fn check(path: &Path, version: Option<u32>) -> Result<(), Refusal> {
    let described = match version {
        Some(version) if version / MAJOR_UNIT == MAJOR => return Ok(()),
        // Versions were counted 1, 2, 3 before CUDA 13.
        Some(version) if version < MAJOR_UNIT => {
            format!("API version {version}, of CUDA 12 or older")
        }
        Some(version) => format!("version {version}"),
        None => "of unknown version".to_owned(),
    };
    Err(Refusal {
        code: "cupti-of-program",
        text: format!(
            "the program has loaded a CUPTI of its own, {} ({described}), and propp needs CUPTI \
             {MAJOR} in that process, which cannot have two; install the build of the program, or \
             of the framework that it uses (PyTorch, JAX), for CUDA {MAJOR}",
            path.display()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: &str = "\
7f00-7f01 r--p 00000000 08:01 11 /usr/lib/libc.so.6
7f01-7f02 r--p 00000000 08:01 12 /env of me/nvidia/cuda_cupti/lib/libcupti.so.12
7f02-7f03 r-xp 00001000 08:01 12 /env of me/nvidia/cuda_cupti/lib/libcupti.so.12
7f03-7f04 rw-p 00000000 00:00 0
7f04-7f05 r-xp 00001000 08:01 13 /opt/tau/lib/libcupti_plugin.so
7f05-7f06 r-xp 00001000 08:01 14 /opt/cuda/lib64/libcupti.so.2025.3.1
7f06-7f07 r-xp 00001000 08:01 15 /torch/lib/libcupti-753aaea5.so.11.7
";

    #[test]
    fn every_cupti_in_the_process_is_found() {
        let found: Vec<_> = loaded(MAPS).into_iter().collect();
        assert_eq!(
            found,
            [
                "/env of me/nvidia/cuda_cupti/lib/libcupti.so.12",
                "/opt/cuda/lib64/libcupti.so.2025.3.1",
                "/torch/lib/libcupti-753aaea5.so.11.7",
            ]
            .map(PathBuf::from)
        );
    }

    #[test]
    fn files_with_code_are_found() {
        let found: Vec<_> = MAPS.lines().filter_map(mapped).collect();
        assert_eq!(found.len(), 4);
        assert_eq!(found[0], "/env of me/nvidia/cuda_cupti/lib/libcupti.so.12");
        assert_eq!(mapped("7f00-7f10 r-xp 00000000 00:00 0   [vdso]"), None);
        assert_eq!(mapped("7f00-7f10 r-xs 00000000 00:06 1   /dev/nvidiactl"), None);
        let beside = "7f00-7f10 r-xp 00000000 08:01 9   /devel/lib.so";
        assert_eq!(mapped(beside), Some("/devel/lib.so"));
        let own = files();
        assert_eq!(Some(own[0].as_str()), std::env::current_exe().unwrap().to_str());
        assert!(own[1..].iter().any(|file| file.contains("libc")));
        assert!(!own[1..].contains(&own[0]));
    }

    #[test]
    fn only_cupti_13_is_accepted() {
        let path = Path::new("/torch/libcupti.so.12");
        let text = |version| check(path, version).unwrap_err().text;
        assert_eq!(check(path, Some(130_001)), Ok(()));
        assert!(
            text(Some(26)).contains("/torch/libcupti.so.12 (API version 26, of CUDA 12 or older)")
        );
        assert!(text(Some(26)).contains("needs CUPTI 13"));
        assert!(text(Some(140_000)).contains("(version 140000)"));
        assert!(text(None).contains("(of unknown version)"));
    }

    #[test]
    fn what_is_not_loaded_has_no_version() {
        assert_eq!(version_of(Path::new("/nowhere/libcupti.so.13")), None);
    }
}
