//! Whether a program loads the emulated runtime.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::super::error::{CollectError, Result};
use super::super::{program, shared_libraries};

/// Whether the program can be emulated, as far as its file tells: false if it has no device code
/// itself.
/// The error says why not, and what to do about it.
pub fn can_emulate(command: &[OsString]) -> Result<bool> {
    check(&program::find(command)?)
}

/// Refuses a program whose runtime cannot be replaced.
pub(super) fn check(file: &Path) -> Result<bool> {
    // propp itself runs the suite's workers. Texts of PTX in it are no kernels of its own.
    if std::env::current_exe().is_ok_and(|own| own == file) {
        return Ok(true);
    }
    let bytes = fs::read(file)?;
    let program = || file.display().to_string();
    let needed = shared_libraries::needed(&bytes);
    let runtime = needed.iter().find(|name| name.starts_with("libcudart.so"));
    match runtime {
        Some(name) if name == "libcudart.so.13" => Ok(true),
        Some(name) => Err(CollectError::OtherRuntime { program: program(), library: name.clone() }),
        // The driver is replaced, and the runtime is not there.
        None if needed.iter().any(|name| name == "libcuda.so.1") => Ok(true),
        None if propp_code_fatbin::read(&bytes).is_ok() => {
            Err(CollectError::StaticRuntime { program: program() })
        }
        // Its libraries may have kernels.
        None => Ok(false),
    }
}

/// Why a program that has run has not loaded it, as far as its file tells.
pub(super) fn why_not(file: &Path) -> &'static str {
    if program::has_other_rights(file) {
        "the program did not load the emulated runtime: it runs with the rights of another user \
         (setuid or setgid), so the loader ignores LD_LIBRARY_PATH; run a copy without that mark \
         (cp)"
    } else {
        "the program did not load libcudart.so.13, so nothing was counted; if it has kernels, \
         link it with NVCC_APPEND_FLAGS=\"-cudart shared\" (nvcc of pip needs other flags: \
         propp doctor)"
    }
}
