//! Opening the driver library and finding functions in it.

use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use crate::CUresult;

/// The driver's library, named as the driver installs it.
const LIBRARY: &str = "libcuda.so.1";

static DRIVER: OnceLock<Result<Library, String>> = OnceLock::new();

fn driver() -> Result<&'static Library, &'static str> {
    DRIVER
        .get_or_init(|| {
            // SAFETY: the driver's library is made to be loaded this way; its
            // initialisers have no preconditions.
            unsafe { Library::open(Some(LIBRARY), RTLD_NOW | RTLD_LOCAL) }.map_err(|error| {
                match std::error::Error::source(&error) {
                    Some(cause) => format!("{LIBRARY} could not be loaded ({cause})"),
                    None => format!("{LIBRARY} could not be loaded ({error})"),
                }
            })
        })
        .as_ref()
        .map_err(String::as_str)
}

/// Why no driver function can be called, or `None` when the driver is there.
pub fn unavailable() -> Option<&'static str> {
    driver().err()
}

/// One driver function, found when first asked for.
pub(crate) struct Symbol {
    name: &'static CStr,
    address: OnceLock<Option<Address>>,
}

/// The address of a function, which any thread may call.
#[derive(Clone, Copy)]
struct Address(*mut c_void);

// SAFETY: the address is of code in a library that is never unloaded.
unsafe impl Send for Address {}
// SAFETY: as above; nothing is written through it.
unsafe impl Sync for Address {}

impl Symbol {
    pub(crate) const fn new(name: &'static CStr) -> Self {
        Self { name, address: OnceLock::new() }
    }

    /// The function's address, or the status that its caller should return.
    pub(crate) fn address(&self) -> Result<*mut c_void, CUresult> {
        let library = driver().map_err(|_| CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED)?;
        let found = self.address.get_or_init(|| {
            // SAFETY: the address is only taken here; the caller of the
            // generated function answers for its type.
            let symbol = unsafe { library.get::<*mut c_void>(self.name.to_bytes_with_nul()) };
            symbol.ok().map(|s| Address(s.into_raw()))
        });
        match found {
            Some(address) if !address.0.is_null() => Ok(address.0),
            _ => Err(CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND),
        }
    }
}
