//! The driver functions that this library calls, from the driver that the program
//! has loaded.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cupti_sys::raw::{
    CUDA_KERNEL_NODE_PARAMS, CUfunction, CUgraphNode, CUresult, CUstream, CUstreamCaptureStatus,
    DriverFns,
};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use crate::c_text::text;

/// An illegal address or instruction, a time limit, an assertion, a failed launch and the like,
/// of `CUresult`.
pub(crate) const OF_KERNELS: [u32; 9] = [700, 702, 710, 714, 715, 716, 717, 718, 719];

/// A kernel failed, and its context with it.
pub(crate) struct Failed {
    pub(crate) status: u32,
    pub(crate) name: String,
}

/// The driver's functions. Where one is absent, the answer is "unknown".
pub(crate) struct Driver {
    pub(crate) functions: DriverFns,
    /// Whether the program ever began to capture a stream.
    has_captures: AtomicBool,
    /// Streams that it captures, where the job looks at both ends of a capture.
    captures: AtomicU32,
}

impl Driver {
    pub(crate) fn resolve() -> Self {
        // SAFETY: the driver is loaded already: it called us.
        let library = unsafe { Library::open(Some("libcuda.so.1"), RTLD_NOW | RTLD_LOCAL) }.ok();
        // SAFETY: each lookup gives null or the function of that name.
        let functions = unsafe {
            DriverFns::resolve(|name| {
                library
                    .as_ref()
                    .and_then(|l| l.get::<*mut libc::c_void>(name.to_bytes_with_nul()).ok())
                    .map_or(std::ptr::null_mut(), |symbol| symbol.into_raw())
            })
        };
        std::mem::forget(library);
        Self { functions, has_captures: AtomicBool::new(false), captures: AtomicU32::new(0) }
    }

    /// 13000 for CUDA 13.0; 0 when unknown.
    pub(crate) fn cuda_version(&self) -> i32 {
        let mut version = 0;
        if let Some(function) = self.functions.cuDriverGetVersion {
            // SAFETY: a live integer.
            unsafe { function(&raw mut version) };
        }
        version
    }

    /// Waits for everything in the current context. An error is the program's own and will be
    /// reported to it.
    pub(crate) fn wait_for_context(&self) {
        let _: Option<CUresult> = self.synchronise();
    }

    fn synchronise(&self) -> Option<CUresult> {
        // SAFETY: no preconditions.
        self.functions.cuCtxSynchronize.map(|function| unsafe { function() })
    }

    /// What ended the current context: an error of one of its kernels. Waits for all of them; not
    /// while a stream may be captured, which that would end.
    pub(crate) fn failure_of_context(&self) -> Option<Failed> {
        if self.may_capture() {
            return None;
        }
        let status = self.synchronise().filter(|status| OF_KERNELS.contains(&status.0))?;
        let mut name = std::ptr::null();
        if let Some(name_of) = self.functions.cuGetErrorName {
            // SAFETY: a live pointer, which gets null or the driver's string.
            unsafe { name_of(status, &raw mut name) };
        }
        // SAFETY: null or the driver's string.
        Some(Failed { status: status.0, name: unsafe { text(name) } })
    }

    /// What a kernel of a graph is called.
    pub(crate) fn name_of_node(&self, node: CUgraphNode) -> Option<String> {
        let mut name = std::ptr::null();
        // SAFETY: a live node, its parameters, for which zeros are a value, and what they name.
        unsafe {
            let mut parameters = std::mem::zeroed::<CUDA_KERNEL_NODE_PARAMS>();
            let got = self.functions.cuGraphKernelNodeGetParams_v2?(node, &raw mut parameters);
            let named = if got != CUresult::CUDA_SUCCESS {
                got
            } else if parameters.func.is_null() {
                self.functions.cuKernelGetName?(&raw mut name, parameters.kern)
            } else {
                self.functions.cuFuncGetName?(&raw mut name, parameters.func)
            };
            (named == CUresult::CUDA_SUCCESS && !name.is_null()).then(|| text(name))
        }
    }

    /// The program captures streams from now on.
    pub(crate) fn expect_captures(&self) {
        self.has_captures.store(true, Ordering::Relaxed);
    }

    pub(crate) fn capture_begins(&self) {
        self.captures.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn capture_ends(&self) {
        let less = |captures: u32| captures.checked_sub(1);
        let _ = self.captures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
    }

    /// Whether a stream may be captured now: to wait for the context would end the capture.
    pub(crate) fn may_capture(&self) -> bool {
        self.captures.load(Ordering::SeqCst) > 0
    }

    /// Whether work on the stream is being recorded into a graph instead of
    /// run. The driver is asked only in programs that capture at all.
    pub(crate) fn is_capturing(&self, stream: CUstream) -> bool {
        if !self.has_captures.load(Ordering::Relaxed) {
            return false;
        }
        let Some(function) = self.functions.cuStreamIsCapturing else { return false };
        let mut status = CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
        // SAFETY: the stream is the one the program launches on.
        let result = unsafe { function(stream, &raw mut status) };
        result == CUresult::CUDA_SUCCESS
            && status != CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE
    }

    /// An attribute of a function; 0 when the driver does not tell. A handle of the
    /// newer kind, `CUkernel`, has to be turned into a function first.
    pub(crate) fn function_attribute(
        &self,
        function: CUfunction,
        attribute: cupti_sys::raw::CUfunction_attribute,
    ) -> u32 {
        let Some(get) = self.functions.cuFuncGetAttribute else { return 0 };
        let mut value = 0;
        // SAFETY: the handle is the one the program launches.
        if unsafe { get(&raw mut value, attribute, function) } == CUresult::CUDA_SUCCESS {
            return value.unsigned_abs();
        }
        // SAFETY: the driver gave us the function, or refuses the handle.
        let result = unsafe { get(&raw mut value, attribute, self.of_kernel(function)) };
        if result == CUresult::CUDA_SUCCESS { value.unsigned_abs() } else { 0 }
    }

    /// The function behind a handle that a launch takes, whichever of the two kinds it is.
    pub(crate) fn real_function(&self, function: CUfunction) -> CUfunction {
        let Some(module_of) = self.functions.cuFuncGetModule else { return function };
        let mut module = std::ptr::null_mut();
        // SAFETY: a live pointer, and the handle that the program launches.
        let is_function = unsafe { module_of(&raw mut module, function) } == CUresult::CUDA_SUCCESS;
        if is_function { function } else { self.of_kernel(function) }
    }

    /// The function of a kernel in the current context; the handle itself if it is none of a kernel.
    fn of_kernel(&self, kernel: CUfunction) -> CUfunction {
        let Some(to_function) = self.functions.cuKernelGetFunction else { return kernel };
        let mut real = std::ptr::null_mut();
        // SAFETY: a launch takes either kind of handle, so this is a kernel's.
        let status = unsafe { to_function(&raw mut real, kernel.cast()) };
        if status == CUresult::CUDA_SUCCESS { real } else { kernel }
    }
}
