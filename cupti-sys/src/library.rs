//! A loaded CUPTI.

use std::ffi::{CStr, c_void};
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};
use propp_code_elf::{Header, NotElf};

use crate::call;
use crate::error::{Error, Status};
use crate::raw::{CUptiResult, CuptiFns};

/// File names of CUPTI itself, the exact one first.
pub const FILE_NAMES: [&str; 2] = ["libcupti.so.13", "libcupti.so"];

/// The library that CUPTI needs for metrics. We load it by full path first, since
/// CUPTI looks for it by bare name.
pub const HOST_LIBRARY: &str = "libnvperf_host.so";

/// The major version that the bindings describe, as `cuptiGetVersion` counts.
const MAJOR: u32 = 13;

/// A loaded CUPTI. It stays loaded until the process ends: its functions may be in
/// callbacks and thread-local destructors.
pub struct Library {
    path: PathBuf,
    version: u32,
    host_library: Option<PathBuf>,
    functions: CuptiFns,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("path", &self.path)
            .field("version", &self.version)
            .field("host_library", &self.host_library)
            .finish_non_exhaustive()
    }
}

impl Library {
    /// Loads CUPTI from a directory.
    /// Fails when there is none, the loader refuses it, or its version is not 13.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let path =
            FILE_NAMES.iter().map(|name| dir.join(name)).find(|path| path.is_file()).ok_or_else(
                || Error::NotFound { dir: dir.into(), looked_for: FILE_NAMES.into() },
            )?;
        let host_library = load_host_library(dir)?;
        let handle = load(&path)?;
        // SAFETY: the lookup returns null or the address of the C function of
        // that name in CUPTI.
        let functions = unsafe { CuptiFns::resolve(|name| address(&handle, name)) };
        std::mem::forget(handle);
        let mut library = Self { path, version: 0, host_library, functions };
        library.version = library.ask_version()?;
        if library.version / 10_000 != MAJOR {
            return Err(Error::WrongVersion { path: library.path, found: library.version });
        }
        Ok(library)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The value of `cuptiGetVersion`, 130001 for CUDA 13.0.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// `libnvperf_host.so`, if it lies beside CUPTI.
    pub fn host_library(&self) -> Option<&Path> {
        self.host_library.as_deref()
    }

    /// All functions of CUPTI; `None` where the library lacks one. Call them with
    /// [`call!`](crate::call).
    pub fn functions(&self) -> &CuptiFns {
        &self.functions
    }

    /// Turns a status into a `Result`.
    pub fn check(call: &'static str, result: CUptiResult) -> Result<(), Error> {
        if result == CUptiResult::CUPTI_SUCCESS {
            Ok(())
        } else {
            Err(Error::Call { call, status: Status(result.0) })
        }
    }

    fn ask_version(&self) -> Result<u32, Error> {
        let mut version = 0;
        // SAFETY: the pointer is to a live integer.
        unsafe { call!(self, cuptiGetVersion(&raw mut version)) }?;
        Ok(version)
    }
}

/// Calls a CUPTI function: `call!(library, cuptiFoo(a, b))` is a
/// `Result<(), Error>`. A function that the library lacks is an error.
#[macro_export]
macro_rules! call {
    ($library:expr, $function:ident ( $($argument:expr),* $(,)? )) => {
        match $library.functions().$function {
            Some(function) => $crate::Library::check(stringify!($function), function($($argument),*)),
            None => Err($crate::Error::MissingSymbol {
                path: $library.path().to_path_buf(),
                name: stringify!($function),
            }),
        }
    };
}

/// Loads the host library from CUPTI's directory so that CUPTI finds it. Some
/// installations keep it elsewhere; then CUPTI may still find it by itself.
fn load_host_library(dir: &Path) -> Result<Option<PathBuf>, Error> {
    let path = dir.join(HOST_LIBRARY);
    if !path.is_file() {
        return Ok(None);
    }
    std::mem::forget(load(&path)?);
    Ok(Some(path))
}

fn load(path: &Path) -> Result<Handle, Error> {
    if let Err(reason) = check_is_whole_elf(path) {
        return Err(Error::CannotLoad { path: path.into(), reason });
    }
    // SAFETY: NVIDIA's libraries are made to be loaded this way; their
    // initialisers have no preconditions.
    unsafe { Handle::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
        .map_err(|error| Error::CannotLoad { path: path.into(), reason: with_cause(&error) })
}

fn address(handle: &Handle, name: &CStr) -> *mut c_void {
    // SAFETY: only the address is taken; the type is the generated table's.
    unsafe { handle.get::<*mut c_void>(name.to_bytes_with_nul()) }
        .map_or(std::ptr::null_mut(), |symbol| symbol.into_raw())
}

/// Checks that an ELF file is complete. The loader maps a truncated library, and the
/// process dies of SIGBUS. In an ELF file the section headers come last.
fn check_is_whole_elf(path: &Path) -> Result<(), String> {
    use std::io::Read;
    let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut header = [0; propp_code_elf::HEADER];
    file.read_exact(&mut header).map_err(|_| "the file is cut".to_owned())?;
    let end = match Header::parse(&header) {
        Ok(header) => header.end_of_table(),
        Err(NotElf::OtherFile | NotElf::CutOff) => return Err("not an ELF library".to_owned()),
        // The loader has words for it.
        Err(NotElf::OtherClass) => 0,
    };
    if end > length {
        return Err(format!("the file is cut: it describes {end} bytes and has {length}"));
    }
    Ok(())
}

/// The loader's own words are in the cause.
fn with_cause(error: &libloading::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => cause.to_string(),
        None => error.to_string(),
    }
}
