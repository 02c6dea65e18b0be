//! CUPTI's facts about a GPU of this machine.

use std::ffi::{CStr, c_void};

use crate::call;
use crate::error::Error;
use crate::library::Library;
use crate::{Params, raw};

/// The chip of a device, by index, as the host interface spells it. The driver must
/// be initialised.
pub fn chip_name(library: &Library, device: usize) -> Result<String, Error> {
    initialize(library);
    let mut params =
        raw::CUpti_Device_GetChipName_Params { deviceIndex: device, ..Params::sized() };
    // SAFETY: a parameter structure of the right size.
    unsafe { call!(library, cuptiDeviceGetChipName(&raw mut params)) }?;
    if params.pChipName.is_null() {
        return Ok(String::new());
    }
    // SAFETY: not null, and CUPTI owns the string for the process's life.
    Ok(unsafe { CStr::from_ptr(params.pChipName) }.to_string_lossy().into_owned())
}

/// Which counters the driver lets this process read, as an image for
/// [`crate::Host::for_device`].
///
/// Only this call tests the permission: enabling and configuring the profiler succeed
/// without it. It takes about 0.1 s.
/// Fails with the status that says why counters cannot be read.
///
/// # Safety
/// `context` is a live `CUcontext`.
pub unsafe fn counter_availability(
    library: &Library,
    context: *mut c_void,
) -> Result<Vec<u8>, Error> {
    initialize(library);
    let mut params = raw::CUpti_Profiler_GetCounterAvailability_Params {
        ctx: context.cast(),
        ..Params::sized()
    };
    // SAFETY: without a buffer the call only tells the size.
    unsafe { call!(library, cuptiProfilerGetCounterAvailability(&raw mut params)) }?;
    let mut image = vec![0; params.counterAvailabilityImageSize];
    params.pCounterAvailabilityImage = image.as_mut_ptr();
    // SAFETY: a buffer of the size just told.
    unsafe { call!(library, cuptiProfilerGetCounterAvailability(&raw mut params)) }?;
    Ok(image)
}

/// Initialises the profiler interface. Inside an injected process this returns 999
/// and everything works all the same, so the status is ignored: a real problem shows
/// in the next call.
fn initialize(library: &Library) {
    let mut params = raw::CUpti_Profiler_Initialize_Params::sized();
    // SAFETY: a parameter structure of the right size.
    let _ = unsafe { call!(library, cuptiProfilerInitialize(&raw mut params)) };
}
