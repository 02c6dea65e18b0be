//! The library of probes (`crates/probe/experiments/cuda/probe.h`), which measures on the GPU.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use propp_collect_cuda::{DriverError, MemorySizes};
use propp_probe_experiments::{Facts, Machine, MachineError, Measured};

/// `PROPP_PROBE_ABI`
const ABI: u32 = 1;

/// Status codes of `propp_probe_run`.
const CUDA_FAILED: c_int = 1;
const LACKS: c_int = 3;

/// CUDA's message if device memory is too small.
const OUT_OF_MEMORY: &str = "out of memory";

type AbiFn = unsafe extern "C" fn() -> u32;
type OpenFn = unsafe extern "C" fn(c_int) -> c_int;
type RunFn = unsafe extern "C" fn(*const c_char, *const u64, u64, *mut f64, u64, *mut f64) -> c_int;
type WordsFn = unsafe extern "C" fn() -> *const c_char;

/// Why a library of probes cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    #[error("{path} is not a library of probes: {what}", path = .path.display())]
    Library { path: PathBuf, what: String },
    #[error("{path} has the probe ABI {found}, and this propp needs {ABI}", path = .path.display())]
    Abi { path: PathBuf, found: u32 },
    #[error("the probes cannot use GPU {device}: {words}")]
    Open { device: u32, words: String },
    #[error(transparent)]
    Driver(#[from] DriverError),
}

/// A GPU with the library of probes loaded. It stays on the thread that opened it, where
/// the GPU's context is current.
#[derive(Debug)]
pub struct Probes {
    facts: Facts,
    run: RunFn,
    words: WordsFn,
    // Keeps the functions loaded. Not `Send`, since CUDA's current device belongs to the
    // thread.
    _library: Library,
    _thread: std::marker::PhantomData<*const ()>,
}

impl Probes {
    /// Loads a library and opens a GPU.
    /// Fails when it is no library of probes, of another version, or cannot use the GPU.
    pub fn open(path: &Path, index: u32) -> Result<Self, ProbeError> {
        let other = |what: String| ProbeError::Library { path: path.to_owned(), what };
        // SAFETY: propp compiled it from its own sources, whose constructors only fill a
        // map.
        let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|error| other(error.to_string()))?;
        // SAFETY: probe.h gives the functions these types in every version.
        let found = unsafe { function::<AbiFn>(&library, "propp_probe_abi").map_err(other)?() };
        if found != ABI {
            return Err(ProbeError::Abi { path: path.to_owned(), found });
        }
        // SAFETY: probe.h of this version gives the functions these types.
        let (open, run, words) = unsafe {
            (
                function::<OpenFn>(&library, "propp_probe_open").map_err(other)?,
                function::<RunFn>(&library, "propp_probe_run").map_err(other)?,
                function::<WordsFn>(&library, "propp_probe_words").map_err(other)?,
            )
        };
        let number = c_int::try_from(index).unwrap_or(c_int::MAX);
        // SAFETY: takes any number.
        if unsafe { open(number) } != 0 {
            return Err(ProbeError::Open { device: index, words: error_text(words) });
        }
        let MemorySizes { name, sms, free_bytes, l2_bytes, shared_bytes_per_sm } =
            MemorySizes::of_current(index)?;
        let facts = Facts { name, sms, free_bytes, l2_bytes, shared_bytes_per_sm };
        let _thread = std::marker::PhantomData;
        Ok(Self { facts, run, words, _library: library, _thread })
    }

    fn call(
        &self,
        probe: &str,
        settings: &[u64],
        values: &mut [f64],
    ) -> Result<f64, (c_int, String)> {
        let name = CString::new(probe).map_err(|error| (CUDA_FAILED, error.to_string()))?;
        let mut clock_mhz = 0.0;
        // SAFETY: both lists are as long as their counts say.
        let status = unsafe {
            (self.run)(
                name.as_ptr(),
                settings.as_ptr(),
                settings.len() as u64,
                values.as_mut_ptr(),
                values.len() as u64,
                &raw mut clock_mhz,
            )
        };
        if status == 0 { Ok(clock_mhz) } else { Err((status, error_text(self.words))) }
    }
}

impl Machine for Probes {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn measure(
        &mut self,
        probe: &str,
        settings: &[u64],
        outputs: usize,
    ) -> Result<Measured, MachineError> {
        let mut values = vec![0.0; outputs];
        match self.call(probe, settings, &mut values) {
            Ok(clock_mhz) => Ok(Measured { values, clock_mhz }),
            Err((status, words)) => {
                // CUDA's runtime would report the error again at the next, unrelated launch.
                let _ = self.call("clock", &[1], &mut []);
                Err(MachineError { probe: probe.to_owned(), lacks: lacks(status, &words), words })
            }
        }
    }
}

/// Whether a failure means that this GPU does not support the probe.
fn lacks(status: c_int, words: &str) -> bool {
    status == LACKS || status == CUDA_FAILED && words.ends_with(OUT_OF_MEMORY)
}

/// Why the last call failed.
fn error_text(words: WordsFn) -> String {
    // SAFETY: gives a text that lives until the thread's next call.
    let text = unsafe { words() };
    if text.is_null() {
        return "no reason is known".to_owned();
    }
    // SAFETY: as above; it ends with a zero.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// # Safety
/// `F` must be the type of the function.
unsafe fn function<F: Copy>(library: &Library, name: &str) -> Result<F, String> {
    // SAFETY: the caller answers for the type.
    let symbol = unsafe { library.get::<F>(name.as_bytes()) };
    symbol.map(|symbol| *symbol).map_err(|_| format!("it has no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_library_of_probes_is_told_by_name() {
        let error = Probes::open(Path::new("/no/such/libpropp_probes.so"), 0).unwrap_err();
        assert!(error.to_string().starts_with("/no/such/libpropp_probes.so is not"), "{error}");
        let error = Probes::open(Path::new("libc.so.6"), 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "libc.so.6 is not a library of probes: it has no propp_probe_abi"
        );
    }

    #[test]
    fn a_gpu_that_is_too_small_lacks_and_one_that_fails_does_not() {
        assert!(lacks(3, "no clusters before sm_90"));
        assert!(lacks(1, "cudaMalloc: out of memory"));
        assert!(!lacks(1, "clock: an illegal memory access was encountered"));
        assert!(!lacks(2, "there is no such probe"));
    }
}
