//! The same for the emulated driver: memory of this process at given addresses, and kernels of PTX.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};

use cupti_sys::raw::DriverFns;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::places::{PAGE, Place, map_pages, merged};
use super::watch::Watch;
use super::{DriverError, Loaded, Shape, extend_stack, kernel_of, layout, queue};

/// Behind an allocation, as a GPU's allocator has them: kernels that access them go on.
const PADDING: u64 = 512;

/// Calls that the emulated driver alone has.
struct Own {
    place: unsafe extern "C" fn(u64, usize, u32) -> c_int,
    load: unsafe extern "C" fn(
        *mut *mut c_void,
        *const u8,
        usize,
        *const *const c_char,
        usize,
    ) -> c_int,
}

/// Memory of this process at given addresses, which kernels of the emulated driver reach.
pub struct Placed {
    driver: DriverFns,
    own: Own,
    mapped: Vec<(u64, u64)>,
    // Keeps the functions loaded.
    _library: Library,
}

impl std::fmt::Debug for Placed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Placed").field("mapped", &self.mapped).finish_non_exhaustive()
    }
}

impl Placed {
    /// Takes the addresses; `kinds` has the kind of each place, by the number of captured launches.
    /// Fails with [`DriverError::Taken`] if something has them already, before the driver is asked for
    /// anything.
    pub fn take(places: &[Place], kinds: &[u32]) -> Result<Self, DriverError> {
        let padded = places.iter().map(|place| Place {
            bytes: place.bytes.saturating_add(PADDING),
            is_host: true,
            ..*place
        });
        let mapped = merged(&padded.collect::<Vec<_>>(), true, PAGE);
        for (address, bytes) in &mapped {
            map_pages(*address, *bytes)?;
        }
        let missing = |error: libloading::Error| DriverError::Missing(error.to_string());
        // SAFETY: the emulated driver, whose start does nothing.
        let library = unsafe { Library::open(Some("libcuda.so.1"), RTLD_NOW | RTLD_LOCAL) };
        let library = library.map_err(missing)?;
        // SAFETY: the emulated driver has the two functions with these arguments, and another has
        // none of their names. Each lookup gives null or the function of that name.
        let (own, driver) = unsafe {
            let place = *library.get(b"cuProppPlace\0").map_err(missing)?;
            let load = *library.get(b"cuProppLoad\0").map_err(missing)?;
            let driver = DriverFns::resolve(|name| {
                let symbol = library.get::<*mut c_void>(name.to_bytes_with_nul());
                symbol.map_or(null_mut(), |symbol| symbol.into_raw())
            });
            (Own { place, load }, driver)
        };
        let placed = Self { driver, own, mapped, _library: library };
        for (place, kind) in places.iter().zip(kinds).filter(|(place, _)| place.bytes > 0) {
            let bytes = usize::try_from(place.bytes).unwrap_or(usize::MAX);
            // SAFETY: memory that was mapped above and stays so, with the padding.
            let done = unsafe { (placed.own.place)(place.address, bytes, *kind) };
            own_status("cuProppPlace", done)?;
        }
        Ok(placed)
    }

    /// Gives each thread a stack of so many bytes, unless it has one as large.
    pub fn extend_stack(&self, bytes: u64) {
        extend_stack(&self.driver, bytes);
    }

    /// Loads texts of PTX that have a kernel of this mangled name; the cubin says how many registers
    /// it has.
    pub fn load(
        &self,
        cubin: &[u8],
        texts: &[String],
        kernel: &str,
        dynamic_shared_bytes: u32,
    ) -> Result<Loaded, DriverError> {
        let c_text = |text: &str| CString::new(text.replace('\0', " ")).unwrap_or_default();
        let texts: Vec<CString> = texts.iter().map(|text| c_text(text)).collect();
        let pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let mut module = null_mut();
        // SAFETY: a live pointer, so many bytes, and so many C strings.
        let done = unsafe {
            let (from, list) = (cubin.as_ptr(), pointers.as_ptr());
            (self.own.load)(&raw mut module, from, cubin.len(), list, pointers.len())
        };
        own_status("cuProppLoad", done)?;
        // SAFETY: the module was loaded above, and stays so.
        unsafe { kernel_of(module.cast(), kernel, dynamic_shared_bytes) }
    }

    /// The parameters that a kernel has: offset and bytes of each.
    pub fn layout(&self, kernel: &Loaded) -> Result<Vec<(usize, usize)>, DriverError> {
        layout(&self.driver, kernel)
    }

    /// Runs a launch to its end.
    pub fn launch(
        &self,
        kernel: &Loaded,
        shape: &Shape,
        layout: &[(usize, usize)],
        block: &mut [u8],
    ) -> Result<(), DriverError> {
        queue(&self.driver, null_mut(), kernel, shape, layout, block)
    }

    /// The same, and which pages of the memory that was taken the launch accesses: from and end of each
    /// range.
    pub fn launch_watched(
        &self,
        kernel: &Loaded,
        shape: &Shape,
        layout: &[(usize, usize)],
        block: &mut [u8],
    ) -> Result<Vec<(u64, u64)>, DriverError> {
        let watch = Watch::begin(&self.mapped)?;
        let done = self.launch(kernel, shape, layout, block);
        let touched = watch.end()?;
        done.map(|()| touched)
    }

    /// Copies to an address that was taken.
    pub fn write(&self, address: u64, from: &[u8]) -> Result<(), DriverError> {
        self.check(address, from.len())?;
        let to = with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: memory that was mapped for this, as checked; no kernel runs.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
        Ok(())
    }

    /// Copies from an address that was taken.
    pub fn read(&self, address: u64, to: &mut [u8]) -> Result<(), DriverError> {
        self.check(address, to.len())?;
        let from = with_exposed_provenance::<u8>(address as usize);
        // SAFETY: as above.
        unsafe { std::ptr::copy_nonoverlapping(from, to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    /// Copies to a variable of a module; false if it has none of so many bytes.
    pub fn write_variable(&self, kernel: &Loaded, name: &str, from: &[u8]) -> bool {
        let Some((address, _)) = kernel.variable(name).filter(|(_, all)| *all == from.len()) else {
            return false;
        };
        let to = with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: the emulated driver has so many bytes there, in this process; no kernel runs.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
        true
    }

    /// Copies from a variable; false as above.
    pub fn read_variable(&self, kernel: &Loaded, name: &str, to: &mut [u8]) -> bool {
        let Some((address, _)) = kernel.variable(name).filter(|(_, all)| *all == to.len()) else {
            return false;
        };
        let from = with_exposed_provenance::<u8>(address as usize);
        // SAFETY: as above.
        unsafe { std::ptr::copy_nonoverlapping(from, to.as_mut_ptr(), to.len()) };
        true
    }

    fn check(&self, address: u64, bytes: usize) -> Result<(), DriverError> {
        let end = address.saturating_add(bytes as u64);
        let is_in = |(from, all): &(u64, u64)| *from <= address && end <= from + all;
        match bytes == 0 || self.mapped.iter().any(is_in) {
            true => Ok(()),
            false => own_status("cuMemcpy", 1),
        }
    }
}

fn own_status(call: &'static str, status: c_int) -> Result<(), DriverError> {
    match status {
        0 => Ok(()),
        other => Err(DriverError::Call {
            call,
            status: other.unsigned_abs(),
            name: "emulated".to_owned(),
        }),
    }
}
