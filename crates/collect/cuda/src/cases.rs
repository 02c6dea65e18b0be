//! Runs short kernels of PTX, each in several rounds, for a profiler to watch.

use std::ffi::c_void;

use cust::context::{Context, CurrentContext};
use cust::device::DeviceAttribute;
use cust::memory::DeviceBuffer;
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};

use super::device::{attribute_of, device};
use super::error::{Called, DriverError};

/// A launch of a kernel with the parameters (array, array, number, number).
#[derive(Clone, Copy, Debug)]
pub struct ShortKernel {
    pub name: &'static str,
    pub grid: [u32; 2],
    pub threads: u32,
    pub numbers: [u32; 2],
    /// Whether the second array has to be zero before.
    pub zeroed: bool,
}

/// Runs each kernel so many times on two arrays of `words` words, with an empty L2 cache. `fill`
/// is run first.
/// Fails if there is no such GPU, it has too little memory, or a call of the driver fails.
pub fn run_short_kernels(
    index: u32,
    ptx: &str,
    words: u32,
    fill: &ShortKernel,
    kernels: &[ShortKernel],
    rounds: u32,
) -> Result<(), DriverError> {
    let device = device(index)?;
    let context = Context::new(device).called("cuDevicePrimaryCtxRetain")?;
    CurrentContext::set_current(&context).called("cuCtxSetCurrent")?;
    let stream = Stream::new(StreamFlags::DEFAULT, None).called("cuStreamCreate")?;
    let module = Module::from_ptx(ptx, &[]).called("cuModuleLoadDataEx")?;
    let l2 = attribute_of(&device, DeviceAttribute::L2CacheSize)?.max(1) as usize;
    // SAFETY: kernels write before anything is read: `fill` writes both arrays.
    let array = |bytes| unsafe { DeviceBuffer::<u8>::uninitialized(bytes) }.called("cuMemAlloc");
    let bytes = 4 * words as usize;
    let (first, mut second, mut flushed) = (array(bytes)?, array(bytes)?, array(2 * l2)?);
    let mut pointers = [first.as_device_ptr().as_raw(), second.as_device_ptr().as_raw()];
    let mut launch = |kernel: &ShortKernel| {
        let function = module.get_function(kernel.name).called("cuModuleGetFunction")?;
        let mut numbers = kernel.numbers;
        let [a, b] = &mut pointers;
        let [n, m] = &mut numbers;
        let args: [*mut c_void; 4] = [
            std::ptr::from_mut(a).cast(),
            std::ptr::from_mut(b).cast(),
            std::ptr::from_mut(n).cast(),
            std::ptr::from_mut(m).cast(),
        ];
        let [blocks, rows] = kernel.grid;
        // SAFETY: the kernels of `cases.cu` have these four parameters, and their numbers keep within
        // arrays of so many words. The driver copies the parameters.
        unsafe { stream.launch(&function, (blocks, rows), kernel.threads, 0, &args) }
            .called("cuLaunchKernel")
    };
    let mut run = || -> Result<(), DriverError> {
        launch(fill)?;
        for kernel in kernels {
            for _ in 0..rounds {
                // SAFETY: the buffers live until the stream was waited for, below.
                unsafe { flushed.set_8_async(0, &stream) }.called("cuMemsetD8Async")?;
                if kernel.zeroed {
                    // SAFETY: as above.
                    unsafe { second.set_8_async(0, &stream) }.called("cuMemsetD8Async")?;
                }
                launch(kernel)?;
            }
            stream.synchronize().called("cuStreamSynchronize")?;
        }
        Ok(())
    };
    let ran = run();
    // Also after an error nothing may run on buffers that are gone.
    let waited = stream.synchronize().called("cuStreamSynchronize");
    ran.and(waited)
}
