//! A minimal use of a GPU: context, memory, copies, stream, events.

use std::time::Duration;

use cust::context::{Context, CurrentContext};
use cust::device::Device;
use cust::event::{Event, EventFlags};
use cust::memory::{AsyncCopyDestination, CopyDestination, DeviceBuffer};
use cust::stream::{Stream, StreamFlags};

use super::error::{Called, DriverError};

/// The result of a round trip of data through the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    pub words: usize,
    pub different: usize,
    /// Time between events around the copies on the device.
    pub device_time: Duration,
}

/// Sends words to a GPU, copies them there between buffers, and compares the words that
/// come back.
pub fn round_trip(index: u32, words: usize) -> Result<RoundTrip, DriverError> {
    cust::init(cust::CudaFlags::empty()).called("cuInit")?;
    let device = Device::get_device(index).called("cuDeviceGet")?;
    let context = Context::new(device).called("cuDevicePrimaryCtxRetain")?;
    CurrentContext::set_current(&context).called("cuCtxSetCurrent")?;
    let stream = Stream::new(StreamFlags::DEFAULT, None).called("cuStreamCreate")?;

    let sent: Vec<u32> = (0..words).map(scrambled).collect();
    let source = DeviceBuffer::from_slice(&sent).called("cuMemAlloc")?;
    let mut target = DeviceBuffer::from_slice(&vec![0_u32; words]).called("cuMemAlloc")?;
    let device_time = timed(&stream, || {
        // SAFETY: both buffers live until the stream has been synchronised.
        unsafe { target.async_copy_from(&source, &stream) }.called("cuMemcpyDtoDAsync")
    })?;
    let mut received = vec![0; words];
    target.copy_to(&mut received).called("cuMemcpyDtoH")?;
    let different = sent.iter().zip(&received).filter(|(a, b)| a != b).count();
    Ok(RoundTrip { words, different, device_time })
}

/// Runs work on a stream between two events and waits for it.
fn timed(
    stream: &Stream,
    work: impl FnOnce() -> Result<(), DriverError>,
) -> Result<Duration, DriverError> {
    let event = || Event::new(EventFlags::DEFAULT).called("cuEventCreate");
    let (start, end) = (event()?, event()?);
    start.record(stream).called("cuEventRecord")?;
    work()?;
    end.record(stream).called("cuEventRecord")?;
    stream.synchronize().called("cuStreamSynchronize")?;
    let milliseconds = end.elapsed_time_f32(&start).called("cuEventElapsedTime")?;
    Ok(Duration::from_secs_f32(milliseconds.max(0.0) / 1000.0))
}

/// A different word for each index, to detect a shifted copy.
fn scrambled(index: usize) -> u32 {
    (index as u32).wrapping_mul(0x9E37_79B9) ^ 0x5bd1_e995
}
