//! CUPTI's range profiler for one context: kernel replay, one range a launch.
//!
//! The order of calls is fixed and was found by trial; each step of
//! [`Profiler::open`] needs the one before.

use std::ffi::{CString, c_char};

use cupti_sys::raw::{
    self, CUcontext, CUpti_ProfilerRange, CUpti_ProfilerReplayMode, CUpti_RangeProfiler_Object,
};
use cupti_sys::{ConfigImage, Error, Evaluator, Host, Library, Params, call, device};
use propp_wire::{CounterNames, Frame};

use crate::agent::Agent;
use crate::device as facts;

/// One context's profiler.
pub(crate) struct Profiler {
    library: &'static Library,
    object: *mut CUpti_RangeProfiler_Object,
    config: ConfigImage,
    image: Vec<u8>,
    /// The image as it was before anything was counted.
    pristine: Vec<u8>,
    evaluator: Evaluator<'static>,
    capacity: usize,
    running: bool,
}

// SAFETY: CUPTI's objects may be used from any thread, one at a time; the
// job's lock sees to that.
unsafe impl Send for Profiler {}

/// What one reading gave.
pub(crate) struct Reading {
    /// Values of each range, in the order of the announced counter names.
    pub(crate) values: Vec<Vec<f64>>,
    /// Launches that found no room in the image.
    pub(crate) dropped: usize,
}

impl Profiler {
    /// Opens the profiler and announces the device and its counters.
    pub(crate) fn open(
        agent: &'static Agent,
        context: CUcontext,
        device_index: u32,
    ) -> Result<Self, Error> {
        let library = agent.cupti;
        let chip = device::chip_name(library, device_index as usize)?;
        // SAFETY: the program launches in this context, so it is live.
        let availability = unsafe { device::counter_availability(library, context.cast()) }?;
        let host = Host::for_device(library, &chip, availability)?;
        let (wanted, absent) = available(agent, &host, &chip)?;
        let names: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let config = host.config(&names)?;
        announce(agent, device_index, &names, &config, &absent);

        let mut enable = raw::CUpti_RangeProfiler_Enable_Params { ctx: context, ..Params::sized() };
        // SAFETY: a parameter structure of the right size, a live context.
        unsafe { call!(library, cuptiRangeProfilerEnable(&raw mut enable)) }?;
        let capacity = agent.config.ranges_per_image as usize;
        let image = new_image(library, enable.pRangeProfilerObject, &names, capacity)?;
        let mut profiler = Self {
            library,
            object: enable.pRangeProfilerObject,
            config,
            pristine: image.clone(),
            image,
            evaluator: host.evaluator(&names)?,
            capacity,
            running: false,
        };
        profiler.configure()?;
        Ok(profiler)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running
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

    /// Stops, takes the values out of the image, and empties it.
    pub(crate) fn read(&mut self) -> Result<Reading, Error> {
        let mut stop = raw::CUpti_RangeProfiler_Stop_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object.
        unsafe { call!(self.library, cuptiRangeProfilerStop(&raw mut stop)) }?;
        self.running = false;
        let mut decode = raw::CUpti_RangeProfiler_DecodeData_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object, whose image lives as long as it.
        unsafe { call!(self.library, cuptiRangeProfilerDecodeData(&raw mut decode)) }?;
        let values = (0..self.ranges()?)
            // SAFETY: CUPTI wrote the image just now.
            .map(|range| unsafe { self.evaluator.values(&self.image, range) })
            .collect::<Result<Vec<_>, Error>>()?;
        self.image.copy_from_slice(&self.pristine);
        Ok(Reading { values, dropped: decode.numOfRangeDropped })
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
            configSize: self.config.bytes.len(),
            pConfig: self.config.bytes.as_ptr(),
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
