//! CUPTI's range profiler for one context.
//!
//! The order of calls is fixed and was found by trial: availability, host
//! configuration ([`crate::counters`]), enable, size and initialise the image,
//! set the configuration ([`Profiler::open`]), start and stop.
//!
//! Measured on an H200: the first start after enabling takes 140 ms, and 0.9 ms
//! more for each range that the image holds; every later start and stop takes a
//! microsecond. So images are small, the profiler runs only while a launch is
//! measured, and other launches run at full speed. The configuration of the first
//! start stays in force: another one needs disable and enable, or every counter
//! reads NaN. But one configuration may hold several passes that the user runs: each stop
//! goes on to the next of them, and after the last to the first, which takes 7 ms for the
//! stop and up to 50 ms for the next start.

use std::ffi::{CStr, CString, c_char};

use cupti_sys::raw::{
    self, CUcontext, CUpti_ProfilerRange, CUpti_ProfilerReplayMode, CUpti_RangeProfiler_Object,
};
use cupti_sys::{Error, Evaluator, Library, Params, call};

use crate::counters::{Configuration, Reading};

/// One context's profiler. A GPU can have one at a time.
pub(crate) struct Profiler {
    library: &'static Library,
    object: *mut CUpti_RangeProfiler_Object,
    config: Vec<u8>,
    image: Vec<u8>,
    /// The image as it was before anything was counted.
    pristine: Vec<u8>,
    evaluator: Evaluator<'static>,
    /// By replay each launch while the profiler runs is a range. Otherwise everything between
    /// [`Profiler::push`] and [`Profiler::pop`] is one, run once.
    reading: Reading,
    capacity: usize,
    /// Ranges since the image was empty.
    pushed: usize,
    running: bool,
    /// Passes of the configuration by number, and the place of the one that the next start
    /// reads.
    passes: Vec<u32>,
    next_pass: usize,
}

// SAFETY: CUPTI's objects may be used from any thread, one at a time; the
// job's lock sees to that.
unsafe impl Send for Profiler {}

impl Profiler {
    /// Opens the profiler of a context.
    pub(crate) fn open(
        library: &'static Library,
        context: CUcontext,
        configuration: &Configuration,
        capacity: usize,
    ) -> Result<Self, Error> {
        let names = configuration.names();
        let mut enable = raw::CUpti_RangeProfiler_Enable_Params { ctx: context, ..Params::sized() };
        // SAFETY: a parameter structure of the right size, a live context.
        unsafe { call!(library, cuptiRangeProfilerEnable(&raw mut enable)) }?;
        let object = enable.pRangeProfilerObject;
        Self::opened(library, object, configuration, capacity, &names).inspect_err(|_| {
            // The first error is the one to tell.
            let _ = disable(library, object);
        })
    }

    fn opened(
        library: &'static Library,
        object: *mut CUpti_RangeProfiler_Object,
        configuration: &Configuration,
        capacity: usize,
        names: &[&str],
    ) -> Result<Self, Error> {
        let image = new_image(library, object, names, capacity)?;
        let mut profiler = Self {
            library,
            object,
            config: configuration.image.bytes.clone(),
            pristine: image.clone(),
            image,
            evaluator: configuration.evaluator()?,
            reading: configuration.reading,
            capacity,
            pushed: 0,
            running: false,
            passes: configuration.passes(),
            next_pass: 0,
        };
        profiler.configure()?;
        Ok(profiler)
    }

    pub(crate) fn reading(&self) -> Reading {
        self.reading
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running
    }

    /// Whether the image holds no range of the user's.
    pub(crate) fn is_empty(&self) -> bool {
        self.pushed == 0
    }

    /// Whether the image has no room for another range of the user's.
    pub(crate) fn is_full(&self) -> bool {
        self.pushed >= self.capacity
    }

    /// How many ranges the image holds.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Frees the GPU's counters for another context.
    pub(crate) fn close(self) -> Result<(), Error> {
        disable(self.library, self.object)
    }

    /// Gives up after a failure. The image and the configuration are leaked if CUPTI
    /// may still hold pointers to them.
    pub(crate) fn abandon(mut self) {
        let config = std::mem::take(&mut self.config);
        let image = std::mem::take(&mut self.image);
        let stopped = self.stop().is_err();
        if self.close().is_err() || stopped {
            std::mem::forget((config, image));
        }
    }

    /// Measures launches (or ranges) in the context from now on.
    pub(crate) fn start(&mut self) -> Result<(), Error> {
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

    pub(crate) fn stop(&mut self) -> Result<(), Error> {
        if !self.running {
            return Ok(());
        }
        let mut params = raw::CUpti_RangeProfiler_Stop_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object.
        unsafe { call!(self.library, cuptiRangeProfilerStop(&raw mut params)) }?;
        self.running = false;
        self.next_pass = params.passIndex;
        Ok(())
    }

    /// Whether it reads a pass at all.
    pub(crate) fn has(&self, pass: u32) -> bool {
        self.passes.contains(&pass)
    }

    /// Goes on until the next start reads a pass. False if CUPTI never gets there.
    pub(crate) fn turn_to(&mut self, pass: u32) -> Result<bool, Error> {
        for _ in 0..self.passes.len() {
            if self.passes.get(self.next_pass) == Some(&pass) {
                return Ok(true);
            }
            self.start()?;
            self.stop()?;
        }
        Ok(self.passes.get(self.next_pass) == Some(&pass))
    }

    /// Begins a range of a single pass, after everything launched before has run.
    pub(crate) fn push(&mut self, name: &CStr) -> Result<(), Error> {
        let mut params = raw::CUpti_RangeProfiler_PushRange_Params {
            pRangeProfilerObject: self.object,
            pRangeName: name.as_ptr(),
            ..Params::sized()
        };
        // SAFETY: a live object and string; CUPTI copies the name.
        unsafe { call!(self.library, cuptiRangeProfilerPushRange(&raw mut params)) }?;
        self.pushed += 1;
        Ok(())
    }

    /// Ends the range, after everything in it has run.
    pub(crate) fn pop(&self) -> Result<(), Error> {
        let mut params = raw::CUpti_RangeProfiler_PopRange_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object.
        unsafe { call!(self.library, cuptiRangeProfilerPopRange(&raw mut params)) }
    }

    /// Reads all ranges out of the image, and empties it. The values of a range are
    /// in the order of the configuration's counters. Ranges of kernel replay can be
    /// read while the profiler runs, ranges of a single pass only after a stop.
    pub(crate) fn decode(&mut self) -> Result<Decoded, Error> {
        let mut params = raw::CUpti_RangeProfiler_DecodeData_Params {
            pRangeProfilerObject: self.object,
            ..Params::sized()
        };
        // SAFETY: a live object, whose image lives as long as it.
        unsafe { call!(self.library, cuptiRangeProfilerDecodeData(&raw mut params)) }?;
        let ranges = (0..self.ranges()?)
            .map(|range| {
                // SAFETY: CUPTI wrote the image just now.
                let values = unsafe { self.evaluator.values(&self.image, range) }?;
                Ok((self.name_of(range)?, values))
            })
            .collect::<Result<_, Error>>()?;
        self.stop()?;
        self.image.copy_from_slice(&self.pristine);
        self.pushed = 0;
        Ok(Decoded { ranges, dropped: params.numOfRangeDropped })
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

    fn name_of(&self, range: usize) -> Result<String, Error> {
        let mut params = raw::CUpti_RangeProfiler_CounterData_GetRangeInfo_Params {
            pCounterDataImage: self.image.as_ptr(),
            counterDataImageSize: self.image.len(),
            rangeIndex: range,
            rangeDelimiter: c"/".as_ptr(),
            ..Params::sized()
        };
        // SAFETY: the image is CUPTI's, has the stated size and that range.
        unsafe {
            call!(self.library, cuptiRangeProfilerCounterDataGetRangeInfo(&raw mut params))?;
            if params.rangeName.is_null() {
                return Ok(String::new());
            }
            Ok(CStr::from_ptr(params.rangeName).to_string_lossy().into_owned())
        }
    }

    fn configure(&mut self) -> Result<(), Error> {
        let (range, replay, target) = match self.reading {
            Reading::Replay => (
                CUpti_ProfilerRange::CUPTI_AutoRange,
                CUpti_ProfilerReplayMode::CUPTI_KernelReplay,
                0,
            ),
            Reading::Pass(_) | Reading::Turns => (
                CUpti_ProfilerRange::CUPTI_UserRange,
                CUpti_ProfilerReplayMode::CUPTI_UserReplay,
                1,
            ),
        };
        let mut params = raw::CUpti_RangeProfiler_SetConfig_Params {
            pRangeProfilerObject: self.object,
            configSize: self.config.len(),
            pConfig: self.config.as_ptr(),
            counterDataImageSize: self.image.len(),
            pCounterDataImage: self.image.as_mut_ptr(),
            range,
            replayMode: replay,
            maxRangesPerPass: self.capacity,
            numNestingLevels: 1,
            minNestingLevel: 1,
            passIndex: 0,
            targetNestingLevel: target,
            ..Params::sized()
        };
        // SAFETY: config and image live as long as the profiler and do not move.
        unsafe { call!(self.library, cuptiRangeProfilerSetConfig(&raw mut params)) }
    }
}

pub(crate) struct Decoded {
    /// Name and values of each range.
    pub(crate) ranges: Vec<(String, Vec<f64>)>,
    /// Ranges for which the image had no room.
    pub(crate) dropped: usize,
}

fn disable(
    library: &'static Library,
    object: *mut CUpti_RangeProfiler_Object,
) -> Result<(), Error> {
    let mut params =
        raw::CUpti_RangeProfiler_Disable_Params { pRangeProfilerObject: object, ..Params::sized() };
    // SAFETY: a live object, not used again.
    unsafe { call!(library, cuptiRangeProfilerDisable(&raw mut params)) }
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
