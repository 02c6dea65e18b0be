//! A GPU to time work on: context, stream, two events, and two kernels of our own.

use std::ffi::c_void;
use std::time::Duration;

use cust::context::{Context, ContextFlags, CurrentContext};
use cust::device::{Device, DeviceAttribute};
use cust::event::{Event, EventFlags};
use cust::memory::{DeviceBuffer, LockedBuffer, mem_get_info};
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};

use super::device::{attribute_of, bus_id_of};
use super::error::{Called, DriverError};
use super::page_locked::page_locked;

/// The kernels, as PTX that every driver compiles for its GPU.
const KERNELS: &str = include_str!("bench.ptx");

/// Size of the staging buffer for copies between host and device.
const STAGE: usize = 32 << 20;

/// A CUDA stream on its way to a library.
#[derive(Clone, Copy, Debug)]
pub struct StreamHandle(*mut c_void);

impl StreamHandle {
    /// The default stream of the context that is current.
    pub const DEFAULT: Self = Self(std::ptr::null_mut());

    pub fn as_raw(self) -> *mut c_void {
        self.0
    }
}

/// A GPU to time work on. Its context is current on the thread that opened it.
pub struct Bench {
    pub(super) staging: LockedBuffer<u8>,
    pub(super) stream: Stream,
    begin: Event,
    end: Event,
    kernels: Module,
    /// Twice the size of the L2 cache; made when first needed.
    flush: Option<DeviceBuffer<u8>>,
    device: Device,
    // Dropped last.
    _context: Context,
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bench").field("device", &self.device).finish_non_exhaustive()
    }
}

impl Bench {
    /// Makes a GPU's primary context, which CUDA's runtime uses, too, current on this
    /// thread.
    pub fn open(index: u32) -> Result<Self, DriverError> {
        cust::init(cust::CudaFlags::empty()).called("cuInit")?;
        let device = Device::get_device(index).called("cuDeviceGet")?;
        let context = Context::new(device).called("cuDevicePrimaryCtxRetain")?;
        // Spin while waiting, if the driver allows to change the flags. Otherwise waits
        // end a little later.
        let _ = context.set_flags(ContextFlags::SCHED_SPIN);
        CurrentContext::set_current(&context).called("cuCtxSetCurrent")?;
        let stream = Stream::new(StreamFlags::DEFAULT, None).called("cuStreamCreate")?;
        let event = || Event::new(EventFlags::DEFAULT).called("cuEventCreate");
        let kernels = Module::from_ptx(KERNELS, &[]).called("cuModuleLoadDataEx")?;
        let staging = page_locked(STAGE, 0)?;
        Ok(Self {
            staging,
            stream,
            begin: event()?,
            end: event()?,
            kernels,
            flush: None,
            device,
            _context: context,
        })
    }

    fn attribute(&self, attribute: DeviceAttribute) -> Result<u32, DriverError> {
        attribute_of(&self.device, attribute)
    }

    /// Compute capability, ten times the major number plus the minor.
    pub fn compute_capability(&self) -> Result<u32, DriverError> {
        let major = self.attribute(DeviceAttribute::ComputeCapabilityMajor)?;
        Ok(10 * major + self.attribute(DeviceAttribute::ComputeCapabilityMinor)?)
    }

    /// The GPU's PCI bus id, as NVML spells it.
    pub fn bus_id(&self) -> Result<String, DriverError> {
        bus_id_of(self.device)
    }

    /// Free device memory in bytes.
    pub fn free_memory(&self) -> Result<u64, DriverError> {
        let (free, _total) = mem_get_info().called("cuMemGetInfo")?;
        Ok(free as u64)
    }

    /// Bytes of device memory that the first [`Bench::flush_l2`] allocates.
    pub fn flush_bytes(&self) -> Result<u64, DriverError> {
        if self.flush.is_some() {
            return Ok(0);
        }
        Ok(2 * u64::from(self.attribute(DeviceAttribute::L2CacheSize)?))
    }

    /// The stream, for a library's calls while the bench lives.
    pub fn stream(&self) -> StreamHandle {
        StreamHandle(self.stream.as_inner().cast::<c_void>())
    }

    /// Waits for everything on the stream.
    /// Fails with any error on the device since the last call.
    pub fn wait(&self) -> Result<(), DriverError> {
        self.stream.synchronize().called("cuStreamSynchronize")
    }

    /// Waits for everything in the context.
    /// Fails with any error on the device. An error that every call repeats has broken the
    /// context.
    pub fn wait_for_all(&self) -> Result<(), DriverError> {
        CurrentContext::synchronize().called("cuCtxSynchronize")
    }

    /// Writes over twice the size of the L2 cache, on the stream.
    pub fn flush_l2(&mut self) -> Result<(), DriverError> {
        let flush = match self.flush.take() {
            Some(flush) => flush,
            None => {
                let bytes = self.flush_bytes()?.max(1) as usize;
                // SAFETY: it is only ever written.
                unsafe { DeviceBuffer::uninitialized(bytes) }.called("cuMemAlloc")?
            }
        };
        let flush = self.flush.insert(flush);
        // SAFETY: the buffer lives as long as the stream.
        unsafe { flush.set_8_async(0, &self.stream) }.called("cuMemsetD8Async")
    }

    /// Keeps the stream busy for a while.
    pub fn hold(&self, time: Duration) -> Result<(), DriverError> {
        let mut nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.launch("propp_hold", (1, 1), &[(&raw mut nanoseconds).cast()])
    }

    /// Launches the kernel `propp_case_marker` with `blocks` blocks in a row: one row before
    /// a case, two rows after it.
    pub fn mark(&self, blocks: u32, rows: u32) -> Result<(), DriverError> {
        self.launch("propp_case_marker", (blocks, rows), &[])
    }

    /// Launches a kernel of ours with one thread in a block. The arguments match its
    /// `.param`s.
    fn launch(
        &self,
        name: &str,
        blocks: (u32, u32),
        args: &[*mut c_void],
    ) -> Result<(), DriverError> {
        let kernel = self.kernels.get_function(name).called("cuModuleGetFunction")?;
        // SAFETY: the callers above pass what bench.ptx declares; the driver copies it.
        unsafe { self.stream.launch(&kernel, blocks, 1, 0, args) }.called("cuLaunchKernel")
    }

    /// Records the begin of the timed work.
    pub fn begin(&self) -> Result<(), DriverError> {
        self.begin.record(&self.stream).called("cuEventRecord")
    }

    /// Records the end of the timed work.
    pub fn end(&self) -> Result<(), DriverError> {
        self.end.record(&self.stream).called("cuEventRecord")
    }

    /// Nanoseconds between begin and end.
    /// Fails when the device has not passed both, or a call of the driver fails.
    pub fn elapsed_ns(&self) -> Result<u64, DriverError> {
        let milliseconds = self.end.elapsed_time_f32(&self.begin);
        let milliseconds = milliseconds.called("cuEventElapsedTime")?;
        Ok((f64::from(milliseconds).max(0.0) * 1e6).round() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    #[test]
    fn the_kernels_assemble() {
        let ptxas =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/cuda-13.0/bin/ptxas");
        if !ptxas.is_file() && std::env::var_os("PROPP_REQUIRE_REDISTRIBUTABLES").is_none() {
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("bench.ptx");
        std::fs::write(&source, KERNELS).unwrap();
        for chip in ["sm_75", "sm_90", "sm_100"] {
            let status = Command::new(&ptxas)
                .args(["-arch", chip])
                .arg(&source)
                .arg("-o")
                .arg(dir.path().join("bench.cubin"))
                .status()
                .unwrap();
            assert!(status.success(), "{chip}");
        }
    }
}
