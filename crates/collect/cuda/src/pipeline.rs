//! The host part of `examples/pipeline` with all of its defects, by the driver: what `propp demo` runs.

use std::ffi::c_void;

use cust::context::{Context, CurrentContext};
use cust::memory::{AsyncCopyDestination, CopyDestination, DeviceBuffer};
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};

use super::device::device;
use super::error::{Called, DriverError};

const WIDTH: u32 = 4096;
const HEIGHT: u32 = 4096;
const PIXELS: u32 = WIDTH * HEIGHT;
const LEVELS: u32 = 256;
const THREADS: u32 = 256;

/// What the pipeline computes, by which its versions are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums {
    pub levels: u64,
    pub first_row: f32,
}

/// Works through frames of a film, with the kernels of `pipeline.cu` as a fatbin.
/// Fails if there is no such GPU, it has too little memory, or a call of the driver fails.
pub fn run_pipeline(index: u32, fatbin: &[u8], frames: u32) -> Result<Sums, DriverError> {
    let device = device(index)?;
    let context = Context::new(device).called("cuDevicePrimaryCtxRetain")?;
    CurrentContext::set_current(&context).called("cuCtxSetCurrent")?;
    let stream = Stream::new(StreamFlags::DEFAULT, None).called("cuStreamCreate")?;
    let module = Module::from_fatbin(fatbin, &[]).called("cuModuleLoadDataEx")?;
    let film = film();
    let memory = Memory::new()?;
    let ran = work_through(&module, &stream, &memory, &film, frames);
    // Also after an error nothing may run on buffers that are gone.
    let waited = stream.synchronize().called("cuStreamSynchronize");
    ran.and(waited)?;
    let (mut levels, mut row) = ([0; 8], vec![0; 4 * HEIGHT as usize]);
    memory.sum.copy_to(&mut levels).called("cuMemcpyDtoH")?;
    memory.turned.index(..row.len()).copy_to(&mut row).called("cuMemcpyDtoH")?;
    let row = row.chunks_exact(4).filter_map(|bytes| bytes.first_chunk().copied());
    let first_row = row.map(f32::from_le_bytes).sum();
    Ok(Sums { levels: u64::from_le_bytes(levels), first_row })
}

/// The pixels of a frame, always the same.
fn film() -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 28) as u8
    };
    (0..3 * PIXELS).map(|_| next()).collect()
}

/// As the example allocates it.
struct Memory {
    rgb: DeviceBuffer<u8>,
    gray: DeviceBuffer<u8>,
    smooth: DeviceBuffer<u8>,
    turned: DeviceBuffer<u8>,
    counts: DeviceBuffer<u8>,
    sum: DeviceBuffer<u8>,
}

impl Memory {
    fn new() -> Result<Self, DriverError> {
        let array = |bytes: u32| {
            // SAFETY: kernels, sets and copies write before anything is read.
            unsafe { DeviceBuffer::<u8>::uninitialized(bytes as usize) }.called("cuMemAlloc")
        };
        Ok(Self {
            rgb: array(3 * PIXELS)?,
            gray: array(4 * PIXELS)?,
            smooth: array(4 * PIXELS)?,
            turned: array(4 * PIXELS)?,
            counts: array(4 * LEVELS)?,
            sum: array(8)?,
        })
    }
}

fn work_through(
    module: &Module,
    stream: &Stream,
    memory: &Memory,
    film: &[u8],
    frames: u32,
) -> Result<(), DriverError> {
    let launch = |name: &str, grid: [u32; 2], block: [u32; 2], arguments: [Argument; 2]| {
        let function = module.get_function(name).called("cuModuleGetFunction")?;
        let words = arguments.each_ref().map(|argument| match argument {
            Argument::Array(array) => array.as_device_ptr().as_raw(),
            Argument::Number(number) => u64::from(*number),
        });
        let [a, b] = words.each_ref().map(|word| std::ptr::from_ref(word).cast_mut().cast());
        let pointers: [*mut c_void; 2] = [a, b];
        let (grid, block) = ((grid[0], grid[1]), (block[0], block[1]));
        // SAFETY: each kernel of `pipeline.cu` has two parameters, of 8 bytes or of the first 4 of
        // these, and keeps within arrays of the sizes above. The driver copies the parameters.
        unsafe { stream.launch(&function, grid, block, 0, &pointers) }.called("cuLaunchKernel")
    };
    use Argument::{Array, Number};
    let Memory { rgb, gray, smooth, turned, counts, sum } = memory;
    let set = |array: &DeviceBuffer<u8>| {
        // SAFETY: the array lives until the stream was waited for.
        unsafe { array.index(..).set_8_async(0, stream) }.called("cuMemsetD8Async")
    };
    set(sum)?;
    for _ in 0..frames {
        // SAFETY: the film and the array live until the stream was waited for.
        unsafe { rgb.index(..).async_copy_from(film, stream) }.called("cuMemcpyHtoDAsync")?;
        let runs = PIXELS / 32 / THREADS;
        launch(GRAY_IN_RUNS, [runs, 1], [THREADS, 1], [Array(rgb), Array(gray)])?;
        let (rows, tiles) = ([WIDTH / THREADS, HEIGHT], [WIDTH / 32, HEIGHT / 32]);
        launch(BLUR, rows, [THREADS, 1], [Array(gray), Array(smooth)])?;
        set(counts)?;
        launch(HISTOGRAM, [132 * 8, 1], [THREADS, 1], [Array(smooth), Array(counts)])?;
        launch(TURN, tiles, [32, 8], [Array(smooth), Array(turned)])?;
        for first in (0..WIDTH).step_by(8) {
            launch(SCALE_ROWS, [8, 1], [THREADS, 1], [Array(turned), Number(first)])?;
        }
        launch(SUM_LEVELS, [1, 1], [LEVELS, 1], [Array(counts), Array(sum)])?;
    }
    Ok(())
}

const GRAY_IN_RUNS: &str = "_Z12gray_in_runsPKhPf";
const BLUR: &str = "_Z4blurPKfPf";
const HISTOGRAM: &str = "_Z26histogram_in_global_memoryPKfPj";
const TURN: &str = "_Z19turn_with_conflictsPKfPf";
const SCALE_ROWS: &str = "_Z10scale_rowsPfi";
const SUM_LEVELS: &str = "_Z10sum_levelsPKjPy";

/// An argument of a kernel.
#[derive(Clone, Copy)]
enum Argument<'a> {
    Array(&'a DeviceBuffer<u8>),
    Number(u32),
}
