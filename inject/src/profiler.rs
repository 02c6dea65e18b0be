//! CUPTI's range profiler for one context: kernel replay, one range a launch.
//!
//! The order of calls is fixed and was found by trial: availability, host
//! configuration ([`DeviceCounters::find`]), enable, size and initialise the
//! image, set the configuration ([`Profiler::open`]), start and stop.

use std::ffi::{CString, c_char};

use cupti_sys::raw::{
    self, CUcontext, CUpti_ProfilerRange, CUpti_ProfilerReplayMode, CUpti_RangeProfiler_Object,
};
use cupti_sys::{ConfigImage, Error, Evaluator, Host, Library, Params, call, device};
use propp_wire::{CounterNames, Frame};

use crate::agent::Agent;
use crate::device as facts;

/// What is the same for every context of a device: found once, since asking
/// takes a tenth of a second.
pub(crate) struct DeviceCounters {
    names: Vec<String>,
    config: ConfigImage,
    host: Host<'static>,
}

impl DeviceCounters {
    /// Finds out which counters the device has, and announces it and them.
    pub(crate) fn find(
        agent: &'static Agent,
        context: CUcontext,
        device_index: u32,
    ) -> Result<Self, Error> {
        let chip = device::chip_name(agent.cupti, device_index as usize)?;
        // SAFETY: the program launches in this context, so it is live.
        let availability = unsafe { device::counter_availability(agent.cupti, context.cast()) }?;
        let host = Host::for_device(agent.cupti, &chip, availability)?;
        let (names, absent) = available(agent, &host, &chip)?;
        let config = host.config(&borrowed(&names))?;
        announce(agent, device_index, &borrowed(&names), &config, &absent);
        Ok(Self { names, config, host })
    }
}

fn borrowed(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// One context's profiler. A GPU can have one at a time.
pub(crate) struct Profiler {
    library: &'static Library,
    object: *mut CUpti_RangeProfiler_Object,
    config: Vec<u8>,
    image: Vec<u8>,
    /// The image as it was before anything was counted.
    pristine: Vec<u8>,
    evaluator: Evaluator<'static>,
    capacity: usize,
    /// Ranges that are in the image and were given out.
    given_out: usize,
    running: bool,
}

// SAFETY: CUPTI's objects may be used from any thread, one at a time; the
// job's lock sees to that.
unsafe impl Send for Profiler {}
// SAFETY: as above.
unsafe impl Send for DeviceCounters {}

impl Profiler {
    /// Opens the profiler of a context.
    pub(crate) fn open(
        agent: &'static Agent,
        context: CUcontext,
        counters: &DeviceCounters,
    ) -> Result<Self, Error> {
        let library = agent.cupti;
        let names = borrowed(&counters.names);
        let mut enable = raw::CUpti_RangeProfiler_Enable_Params { ctx: context, ..Params::sized() };
        // SAFETY: a parameter structure of the right size, a live context.
        unsafe { call!(library, cuptiRangeProfilerEnable(&raw mut enable)) }?;
        let capacity = agent.config.ranges_per_image as usize;
        let image = new_image(library, enable.pRangeProfilerObject, &names, capacity)?;
        let mut profiler = Self {
            library,
            object: enable.pRangeProfilerObject,
            config: counters.config.bytes.clone(),
            pristine: image.clone(),
            image,
            evaluator: counters.host.evaluator(&names)?,
            capacity,
            given_out: 0,
            running: false,
        };
        profiler.configure()?;
        Ok(profiler)
    }

    /// Frees the GPU's counters for another context.
    pub(crate) fn close(self) -> Result<(), Error> {
        let mut params = raw::CUpti_RangeProfiler_Disable_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object, not used again.
        unsafe { call!(self.library, cuptiRangeProfilerDisable(&raw mut params)) }
    }

    /// Gives up after a failure. CUPTI may still hold pointers to the image
    /// and the configuration; then they stay where they are.
    pub(crate) fn abandon(mut self) {
        let kept = std::mem::take(&mut self.config);
        let image = std::mem::take(&mut self.image);
        let stopped = self.running && self.stop_only().is_err();
        if self.close().is_err() || stopped {
            std::mem::forget((kept, image));
        }
    }

    /// From now on every launch in the context is measured.
    pub(crate) fn run(&mut self) -> Result<(), Error> {
        if self.running {
            return Ok(());
        }
        let mut params = raw::CUpti_RangeProfiler_Start_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object.
        unsafe { call!(self.library, cuptiRangeProfilerStart(&raw mut params)) }?;
        self.running = true;
        Ok(())
    }

    /// The values of the launches since the last call, each in the order of
    /// the announced counter names. The profiler goes on running: what a
    /// launch counted can be read as soon as the launch has returned.
    pub(crate) fn take(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        let mut params = raw::CUpti_RangeProfiler_DecodeData_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object, whose image lives as long as it.
        unsafe { call!(self.library, cuptiRangeProfilerDecodeData(&raw mut params)) }?;
        let ranges = self.ranges()?;
        let values = (self.given_out..ranges)
            // SAFETY: CUPTI wrote the image just now.
            .map(|range| unsafe { self.evaluator.values(&self.image, range) })
            .collect();
        self.given_out = ranges;
        values
    }

    /// Launches that the image still has room for.
    pub(crate) fn room(&self) -> usize {
        self.capacity.saturating_sub(self.given_out)
    }

    /// Stops and empties the image. What was not taken is lost.
    pub(crate) fn stop(&mut self) -> Result<(), Error> {
        if !self.running {
            return Ok(());
        }
        self.stop_only()?;
        self.running = false;
        self.given_out = 0;
        self.image.copy_from_slice(&self.pristine);
        Ok(())
    }

    fn stop_only(&mut self) -> Result<(), Error> {
        let mut params = raw::CUpti_RangeProfiler_Stop_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object.
        unsafe { call!(self.library, cuptiRangeProfilerStop(&raw mut params)) }
    }

    fn ranges(&self) -> Result<usize, Error> {
        let mut params = raw::CUpti_RangeProfiler_GetCounterDataInfo_Params {
            pCounterDataImage: self.image.as_ptr(),
            counterDataImageSize: self.image.len(),
            ..Params::sized()
        };
        // SAFETY: the image is CUPTI's and has the stated size.
        unsafe { call!(self.library, cuptiRangeProfilerGetCounterDataInfo(&raw mut params)) }?;
        Ok(params.numTotalRanges)
    }

    fn configure(&mut self) -> Result<(), Error> {
        let mut params = raw::CUpti_RangeProfiler_SetConfig_Params {
            pRangeProfilerObject: self.object,
            configSize: self.config.len(),
            pConfig: self.config.as_ptr(),
            counterDataImageSize: self.image.len(),
            pCounterDataImage: self.image.as_mut_ptr(),
            range: CUpti_ProfilerRange::CUPTI_AutoRange,
            replayMode: CUpti_ProfilerReplayMode::CUPTI_KernelReplay,
            maxRangesPerPass: self.capacity,
            numNestingLevels: 1,
            minNestingLevel: 1,
            passIndex: 0,
            targetNestingLevel: 0,
            ..Params::sized()
        };
        // SAFETY: config and image live as long as the profiler and do not move.
        unsafe { call!(self.library, cuptiRangeProfilerSetConfig(&raw mut params)) }
    }
}

/// The counters that were asked for and that this device can count, and those
/// that it cannot.
fn available(
    agent: &Agent,
    host: &Host<'_>,
    chip: &str,
) -> Result<(Vec<String>, Vec<String>), Error> {
    let asked = agent.config.counters.iter().find(|(name, _)| name == chip);
    let asked = asked.map(|(_, counters)| counters.as_slice()).unwrap_or_default();
    let names: Vec<&str> = asked.iter().map(String::as_str).collect();
    let missing = host.missing(&names)?;
    let (absent, wanted) = asked.iter().cloned().partition(|n| missing.contains(&n.as_str()));
    Ok((wanted, absent))
}

fn announce(agent: &Agent, device: u32, names: &[&str], config: &ConfigImage, absent: &[String]) {
    facts::send(agent, device);
    agent.channel.send(&Frame::CounterNames(CounterNames {
        device,
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        passes: u32::try_from(config.passes).unwrap_or(u32::MAX),
    }));
    if !absent.is_empty() {
        agent.warn(
            "counters-absent",
            format!("device {device} has no counter {}", absent.join(", ")),
        );
    }
}

fn new_image(
    library: &Library,
    object: *mut CUpti_RangeProfiler_Object,
    names: &[&str],
    capacity: usize,
) -> Result<Vec<u8>, Error> {
    let names: Vec<CString> = names
        .iter()
        .map(|name| CString::new(*name).map_err(|_| Error::ZeroByte((*name).to_owned())))
        .collect::<Result<_, _>>()?;
    let mut pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    let mut size = raw::CUpti_RangeProfiler_GetCounterDataSize_Params {
        pRangeProfilerObject: object,
        pMetricNames: pointers.as_mut_ptr(),
        numMetrics: pointers.len(),
        maxNumOfRanges: capacity,
        maxNumRangeTreeNodes: u32::try_from(capacity).unwrap_or(u32::MAX),
        ..Params::sized()
    };
    // SAFETY: a live object, and an array of that many strings.
    unsafe { call!(library, cuptiRangeProfilerGetCounterDataSize(&raw mut size)) }?;
    let mut image = vec![0; size.counterDataSize];
    let mut params = raw::CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
        pRangeProfilerObject: object,
        counterDataSize: image.len(),
        pCounterData: image.as_mut_ptr(),
        ..Params::sized()
    };
    // SAFETY: a live object, and a buffer of the size that it asked for.
    unsafe { call!(library, cuptiRangeProfilerCounterDataImageInitialize(&raw mut params)) }?;
    Ok(image)
}
