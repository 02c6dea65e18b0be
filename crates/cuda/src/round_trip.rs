//! A minimal use of a GPU: context, memory, copies, stream, events.

use std::time::Duration;

use cust::context::{Context, CurrentContext};
use cust::device::Device;
use cust::event::{Event, EventFlags};
use cust::memory::{AsyncCopyDestination, CopyDestination, DeviceBuffer};
use cust::stream::{Stream, StreamFlags};

use super::error::DriverError;

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
///
/// # Errors
/// When any call of the driver fails.
pub fn round_trip(index: u32, words: usize) -> Result<RoundTrip, DriverError> {
    cust::init(cust::CudaFlags::empty()).map_err(DriverError::in_call("cuInit"))?;
    let device = Device::get_device(index).map_err(DriverError::in_call("cuDeviceGet"))?;
    let context = Context::new(device).map_err(DriverError::in_call("cuDevicePrimaryCtxRetain"))?;
    CurrentContext::set_current(&context).map_err(DriverError::in_call("cuCtxSetCurrent"))?;
    let stream =
        Stream::new(StreamFlags::DEFAULT, None).map_err(DriverError::in_call("cuStreamCreate"))?;

    let sent: Vec<u32> = (0..words).map(scrambled).collect();
    let source = DeviceBuffer::from_slice(&sent).map_err(DriverError::in_call("cuMemAlloc"))?;
    let mut target = DeviceBuffer::from_slice(&vec![0_u32; words])
        .map_err(DriverError::in_call("cuMemAlloc"))?;
    let device_time = timed(&stream, || {
        // SAFETY: both buffers live until the stream has been synchronised.
        unsafe { target.async_copy_from(&source, &stream) }
            .map_err(DriverError::in_call("cuMemcpyDtoDAsync"))
    })?;
    let mut received = vec![0; words];
    target.copy_to(&mut received).map_err(DriverError::in_call("cuMemcpyDtoH"))?;
    let different = sent.iter().zip(&received).filter(|(a, b)| a != b).count();
    Ok(RoundTrip { words, different, device_time })
}

/// Runs work on a stream between two events and waits for it.
fn timed(
    stream: &Stream,
    work: impl FnOnce() -> Result<(), DriverError>,
) -> Result<Duration, DriverError> {
    let event = || Event::new(EventFlags::DEFAULT).map_err(DriverError::in_call("cuEventCreate"));
    let (start, end) = (event()?, event()?);
    start.record(stream).map_err(DriverError::in_call("cuEventRecord"))?;
    work()?;
    end.record(stream).map_err(DriverError::in_call("cuEventRecord"))?;
    stream.synchronize().map_err(DriverError::in_call("cuStreamSynchronize"))?;
    let milliseconds =
        end.elapsed_time_f32(&start).map_err(DriverError::in_call("cuEventElapsedTime"))?;
    Ok(Duration::from_secs_f32(milliseconds.max(0.0) / 1000.0))
}

/// A different word for each index, to detect a shifted copy.
fn scrambled(index: usize) -> u32 {
    (index as u32).wrapping_mul(0x9E37_79B9) ^ 0x5bd1_e995
}
