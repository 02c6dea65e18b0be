//! Memory at given addresses, and kernels of a given cubin: what a captured launch needs to run again.

mod placed;
mod places;
mod range;
mod saved;
mod watch;

use std::ffi::{CString, c_void};
use std::time::Duration;

use cupti_sys::raw::{
    self, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchConfig, CUlimit, CUmemAccessDesc,
    CUmemAllocationProp, DriverFns,
};
use cust::context::{Context, CurrentContext};
use cust::device::Device;
use cust::sys;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::bench::Bench;
use super::error::{Called, DriverError};
pub use placed::Placed;
pub use places::Place;
use places::{PAGE, UNIT, map_pages, merged, without_overlap};
pub use saved::Saved;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Blocks of a cluster; zero without clusters.
    pub cluster: [u32; 3],
    pub dynamic_shared_bytes: u32,
    pub is_cooperative: bool,
}

/// A GPU with memory at given addresses. Its context is current on the thread that made it.
pub struct Fixed {
    driver: DriverFns,
    mapped: Vec<Mapped>,
    of_host: Vec<(u64, u64)>,
    moved: u64,
    // Keeps the functions loaded.
    library: Library,
    // Dropped last.
    _context: Context,
}

struct Mapped {
    address: u64,
    bytes: usize,
    handle: raw::CUmemGenericAllocationHandle,
}

/// A kernel of a cubin that was loaded.
pub struct Loaded {
    module: sys::CUmodule,
    function: sys::CUfunction,
}

impl std::fmt::Debug for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fixed").field("ranges", &self.mapped.len()).finish_non_exhaustive()
    }
}

impl Fixed {
    /// Takes the addresses, before anything else in this process asks for memory of the GPU.
    /// Fails with [`DriverError::Taken`] if something has them already.
    pub fn take(index: u32, places: &[Place]) -> Result<Self, DriverError> {
        cust::init(cust::CudaFlags::empty()).called("cuInit")?;
        let device = Device::get_device(index).called("cuDeviceGet")?;
        let context = Context::new(device).called("cuDevicePrimaryCtxRetain")?;
        CurrentContext::set_current(&context).called("cuCtxSetCurrent")?;
        let missing = |error: libloading::Error| DriverError::Missing(error.to_string());
        // SAFETY: part of the driver, which is loaded already.
        let library = unsafe { Library::open(Some("libcuda.so.1"), RTLD_NOW | RTLD_LOCAL) };
        let library = library.map_err(missing)?;
        // SAFETY: each lookup gives null or the function of that name.
        let driver = unsafe {
            DriverFns::resolve(|name| {
                let symbol = library.get::<*mut c_void>(name.to_bytes_with_nul());
                symbol.map_or(std::ptr::null_mut(), |symbol| symbol.into_raw())
            })
        };
        let moved = without_overlap(places).1;
        let (mapped, of_host) = (Vec::new(), Vec::new());
        let mut fixed = Self { driver, mapped, of_host, moved, library, _context: context };
        for Place { address, bytes, is_host } in Self::ranges(places) {
            match is_host {
                false => fixed.map(index, address, bytes)?,
                true => fixed.map_host(address, bytes)?,
            }
        }
        Ok(fixed)
    }

    /// Gives each thread a stack of so many bytes, if there is memory for it: a kernel that needs less runs
    /// without.
    pub fn extend_stack(&self, bytes: u64) {
        extend_stack(&self.driver, bytes);
    }

    /// Bytes of GPU memory that such places take.
    pub fn needed(places: &[Place]) -> u64 {
        let ranges = Self::ranges(places);
        let of_gpu = ranges.iter().filter(|range| !range.is_host);
        of_gpu.fold(0, |all, range| all.saturating_add(range.bytes))
    }

    /// The ranges of addresses that are taken for such places.
    pub fn ranges(places: &[Place]) -> Vec<Place> {
        let (places, _) = without_overlap(places);
        let of = |is_host: bool, unit: u64| {
            let ranges = merged(&places, is_host, unit).into_iter();
            ranges.map(move |(address, bytes)| Place { address, bytes, is_host })
        };
        of(false, UNIT).chain(of(true, PAGE)).collect()
    }

    /// Bytes of memory that was the host's and is the GPU's here, because it lies in a unit of
    /// addresses with memory of the GPU.
    pub fn moved_bytes(&self) -> u64 {
        self.moved
    }

    fn map(&mut self, index: u32, address: u64, bytes: u64) -> Result<(), DriverError> {
        let bytes = usize::try_from(bytes).map_err(|_| DriverError::Taken { address })?;
        let (mut got, mut handle) = (0, 0);
        // SAFETY: a live integer.
        unsafe {
            asked("cuMemAddressReserve", self.driver.cuMemAddressReserve, |reserve| {
                reserve(&raw mut got, bytes, 0, address, 0)
            })?;
        }
        if got != address {
            // SAFETY: what was just reserved.
            unsafe {
                asked("cuMemAddressFree", self.driver.cuMemAddressFree, |free| free(got, bytes))?;
            }
            return Err(DriverError::Taken { address });
        }
        let mut kind = CUmemAllocationProp {
            type_: raw::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            ..CUmemAllocationProp::default()
        };
        kind.location.type_ = raw::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        kind.location.id = index.cast_signed();
        let access = CUmemAccessDesc {
            location: kind.location,
            flags: raw::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: live structures, and a range that was reserved. What was made is freed with `self`.
        unsafe {
            asked("cuMemCreate", self.driver.cuMemCreate, |create| {
                create(&raw mut handle, bytes, &raw const kind, 0)
            })?;
            self.mapped.push(Mapped { address, bytes, handle });
            asked("cuMemMap", self.driver.cuMemMap, |map| map(address, bytes, 0, handle, 0))?;
            asked("cuMemSetAccess", self.driver.cuMemSetAccess, |set| {
                set(address, bytes, &raw const access, 1)
            })
        }
    }

    fn map_host(&mut self, address: u64, bytes: u64) -> Result<(), DriverError> {
        // `CU_MEMHOSTREGISTER_PORTABLE` and `CU_MEMHOSTREGISTER_DEVICEMAP`.
        const FLAGS: u32 = 1 | 2;
        let (place, length) = map_pages(address, bytes)?;
        self.of_host.push((address, bytes));
        // SAFETY: memory that was just mapped and stays so while the context lives.
        status("cuMemHostRegister", unsafe { sys::cuMemHostRegister_v2(place, length, FLAGS) })
    }

    /// Copies to an address that was taken, or to a variable.
    pub fn write(&self, address: u64, from: &[u8]) -> Result<(), DriverError> {
        if from.is_empty() {
            return Ok(());
        }
        // SAFETY: the slice has so many bytes; the driver checks the address.
        let done = unsafe { sys::cuMemcpyHtoD_v2(address, from.as_ptr().cast(), from.len()) };
        status("cuMemcpyHtoD", done)
    }

    /// Copies from there, after all work of the context.
    pub fn read(&self, address: u64, to: &mut [u8]) -> Result<(), DriverError> {
        CurrentContext::synchronize().called("cuCtxSynchronize")?;
        if to.is_empty() {
            return Ok(());
        }
        // SAFETY: the slice has so many bytes; the driver checks the address.
        let done = unsafe { sys::cuMemcpyDtoH_v2(to.as_mut_ptr().cast(), address, to.len()) };
        status("cuMemcpyDtoH", done)
    }

    /// Loads a cubin with a kernel of this mangled name.
    pub fn load(
        &self,
        cubin: &[u8],
        kernel: &str,
        dynamic_shared_bytes: u32,
    ) -> Result<Loaded, DriverError> {
        let mut module = std::ptr::null_mut();
        // The driver may look for the end of what it takes for a text.
        let cubin = [cubin, &[0]].concat();
        // SAFETY: a live pointer, and a cubin, which names its own length.
        let done = unsafe { sys::cuModuleLoadData(&raw mut module, cubin.as_ptr().cast()) };
        status("cuModuleLoadData", done)?;
        // SAFETY: the module was loaded above, and stays so.
        let loaded = unsafe { kernel_of(module, kernel, dynamic_shared_bytes)? };
        let attribute =
            sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
        // Only clusters of more than 8 blocks need it, and only GPUs that have clusters know it.
        // SAFETY: as above.
        let _ = unsafe { sys::cuFuncSetAttribute(loaded.function, attribute, 1) };
        Ok(loaded)
    }

    /// The parameters that a kernel has: offset and bytes of each.
    pub fn layout(&self, kernel: &Loaded) -> Result<Vec<(usize, usize)>, DriverError> {
        layout(&self.driver, kernel)
    }

    /// Runs the launch once and returns the nanoseconds between its begin and end on the GPU. The
    /// block has each parameter at its offset. `prepare` queues what comes before.
    pub fn launch(
        &self,
        bench: &mut Bench,
        kernel: &Loaded,
        shape: &Shape,
        layout: &[(usize, usize)],
        block: &mut [u8],
        is_cold: bool,
    ) -> Result<u64, DriverError> {
        /// Until the launch and its two events are queued.
        const HOLD: Duration = Duration::from_micros(60);
        if is_cold {
            bench.flush_l2()?;
        }
        bench.hold(HOLD)?;
        bench.begin()?;
        queue(&self.driver, bench.stream().as_raw().cast(), kernel, shape, layout, block)?;
        bench.end()?;
        bench.wait()?;
        bench.elapsed_ns()
    }
}

fn extend_stack(driver: &DriverFns, bytes: u64) {
    let (Some(limit_of), Some(set)) = (driver.cuCtxGetLimit, driver.cuCtxSetLimit) else { return };
    let wanted = usize::try_from(bytes).unwrap_or(usize::MAX);
    let (mut now, limit) = (0, CUlimit::CU_LIMIT_STACK_SIZE);
    // SAFETY: a live number.
    let known = unsafe { limit_of(&raw mut now, limit) };
    if known == raw::CUresult::CUDA_SUCCESS && now < wanted {
        // SAFETY: no preconditions. The driver leaves it as it is if it has no memory.
        unsafe { set(limit, wanted) };
    }
}

fn layout(driver: &DriverFns, kernel: &Loaded) -> Result<Vec<(usize, usize)>, DriverError> {
    let Some(layout_of) = driver.cuFuncGetParamInfo else {
        return Err(DriverError::Missing("it is older than CUDA 12.4".to_owned()));
    };
    let mut parameters = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        let (function, index) = (kernel.function.cast(), parameters.len());
        // SAFETY: live integers, and a function of a module that lives.
        let got = unsafe { layout_of(function, index, &raw mut offset, &raw mut size) };
        if got != raw::CUresult::CUDA_SUCCESS {
            return Ok(parameters);
        }
        parameters.push((offset, size));
    }
}

fn queue(
    driver: &DriverFns,
    stream: raw::CUstream,
    kernel: &Loaded,
    shape: &Shape,
    layout: &[(usize, usize)],
    block: &mut [u8],
) -> Result<(), DriverError> {
    let mut parameters: Vec<*mut c_void> = Vec::new();
    for (offset, size) in layout {
        let Some(value) = block.get_mut(*offset..offset + size) else {
            let name = "a parameter is missing".to_owned();
            return Err(DriverError::Call { call: "cuLaunchKernelEx", status: 1, name });
        };
        parameters.push(value.as_mut_ptr().cast());
    }
    let mut attributes = Vec::new();
    if shape.cluster.iter().all(|size| *size > 0) {
        let mut attribute = CUlaunchAttribute {
            id: CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
            ..CUlaunchAttribute::default()
        };
        let [x, y, z] = shape.cluster;
        // SAFETY: the field of this attribute.
        unsafe {
            let size = &mut attribute.value.clusterDim;
            (size.x, size.y, size.z) = (x, y, z);
        }
        attributes.push(attribute);
    }
    if shape.is_cooperative {
        let mut attribute = CUlaunchAttribute {
            id: CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
            ..CUlaunchAttribute::default()
        };
        attribute.value.cooperative = 1;
        attributes.push(attribute);
    }
    let [grid, threads] = [shape.grid, shape.block];
    let config = CUlaunchConfig {
        gridDimX: grid[0],
        gridDimY: grid[1],
        gridDimZ: grid[2],
        blockDimX: threads[0],
        blockDimY: threads[1],
        blockDimZ: threads[2],
        sharedMemBytes: shape.dynamic_shared_bytes,
        hStream: stream,
        attrs: attributes.as_mut_ptr(),
        numAttrs: u32::try_from(attributes.len()).unwrap_or(0),
    };
    // SAFETY: the kernel has these parameters by its own layout; the driver copies all of it.
    unsafe {
        asked("cuLaunchKernelEx", driver.cuLaunchKernelEx, |launch| {
            let function = kernel.function.cast();
            launch(&raw const config, function, parameters.as_mut_ptr(), std::ptr::null_mut())
        })
    }
}

impl Loaded {
    /// Where a variable of the module is, and its bytes; `None` if there is none of that name.
    pub fn variable(&self, name: &str) -> Option<(u64, usize)> {
        let name = CString::new(name).ok()?;
        let (mut address, mut bytes) = (0, 0);
        let (to, size) = (&raw mut address, &raw mut bytes);
        // SAFETY: live numbers, a module that lives, and a C string.
        let found = unsafe { sys::cuModuleGetGlobal_v2(to, size, self.module, name.as_ptr()) };
        (found == sys::CUresult::CUDA_SUCCESS).then_some((address, bytes))
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        if !self.module.is_null() {
            // SAFETY: it was loaded here, and its kernel runs no more: launches are waited for.
            let _ = unsafe { sys::cuModuleUnload(self.module) };
        }
    }
}

impl Drop for Fixed {
    fn drop(&mut self) {
        // Errors are of launches that failed, which were told; the process ends soon.
        let _ = CurrentContext::synchronize();
        for Mapped { address, bytes, handle } in self.mapped.drain(..) {
            // SAFETY: what `map` made, each once; nothing runs any more.
            unsafe {
                let _ = self.driver.cuMemUnmap.map(|unmap| unmap(address, bytes));
                let _ = self.driver.cuMemRelease.map(|release| release(handle));
                let _ = self.driver.cuMemAddressFree.map(|free| free(address, bytes));
            }
        }
        for (address, bytes) in self.of_host.drain(..) {
            let place = std::ptr::with_exposed_provenance_mut::<c_void>(address as usize);
            // SAFETY: what `map_host` made.
            unsafe {
                let _ = sys::cuMemHostUnregister(place);
                libc::munmap(place, bytes as usize);
            }
        }
    }
}

/// Calls a function of the driver that may be missing in older ones.
unsafe fn asked<F>(
    call: &'static str,
    function: Option<F>,
    with: impl FnOnce(F) -> raw::CUresult,
) -> Result<(), DriverError> {
    let Some(function) = function else {
        return Err(DriverError::Missing(format!("it has no {call}")));
    };
    match with(function) {
        raw::CUresult::CUDA_SUCCESS => Ok(()),
        raw::CUresult(status) => Err(DriverError::Call { call, status, name: "driver".to_owned() }),
    }
}

fn status(call: &'static str, status: sys::CUresult) -> Result<(), DriverError> {
    match status {
        sys::CUresult::CUDA_SUCCESS => Ok(()),
        other => Err(DriverError::Call { call, status: other as u32, name: format!("{other:?}") }),
    }
}

/// A kernel of a module, which may have so much dynamic shared memory.
///
/// # Safety
/// The module is loaded.
unsafe fn kernel_of(
    module: sys::CUmodule,
    kernel: &str,
    dynamic_shared_bytes: u32,
) -> Result<Loaded, DriverError> {
    let name = CString::new(kernel).unwrap_or_default();
    let mut loaded = Loaded { module, function: std::ptr::null_mut() };
    let function = &raw mut loaded.function;
    // SAFETY: a live pointer, the caller's promise, and a C string.
    let done = unsafe { sys::cuModuleGetFunction(function, module, name.as_ptr()) };
    status("cuModuleGetFunction", done)?;
    let shared = dynamic_shared_bytes.cast_signed();
    let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    // SAFETY: a function of this module.
    let set = unsafe { sys::cuFuncSetAttribute(loaded.function, attribute, shared) };
    status("cuFuncSetAttribute", set)?;
    Ok(loaded)
}
