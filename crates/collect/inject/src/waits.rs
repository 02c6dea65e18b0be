//! Where the warps of a launch wait, and for what: CUPTI's PC sampling.
//!
//! Each SM notes, every so many cycles, where one of its warps is and why it does not issue. Seen on
//! an H100 with CUDA 13.0 (serialized mode, started and stopped around a launch):
//!
//! - To enable takes 0.1 s in each context, the first sampled launch 0.1 to 0.3 s, each later one 1 ms
//!   at 5,000 samples and 2 to 4 ms at 40,000. With a sample every 32 cycles of each SM most are lost.
//! - Between a stop and the next start, launches take as long as without sampling.
//! - Stall reasons can be asked for only after it was enabled.
//! - In the continuous mode a stop takes 2 to 7 ms, and records name no launch.

use std::collections::{HashMap, HashSet};
use std::ffi::{c_char, c_void};
use std::ptr;
use std::time::Instant;

use cupti_sys::raw::{
    self, CUcontext, CUpti_PCSamplingCollectionMode as Mode,
    CUpti_PCSamplingConfigurationAttributeType as Attribute, CUpti_PCSamplingConfigurationInfo,
    CUptiResult,
};
use cupti_sys::{Error, call};

use crate::agent::Agent;
use crate::c_text::text;
use crate::instrument::Instrument;
use crate::launch_call::LaunchCall;
use crate::session::ActiveLaunch;

mod data;

use data::{Buffer, Samples};

/// Of the GPU's memory, for samples that CUPTI has not fetched yet.
const BUFFER_BYTES: usize = 64 << 20;

/// Names of stall reasons have so many bytes at most, and their end.
const NAME_BYTES: usize = raw::CUPTI_STALL_REASON_STRING_SIZE as usize;

/// What CUPTI gives if that is not enough.
const OUT_OF_MEMORY: u32 = CUptiResult::CUPTI_ERROR_OUT_OF_MEMORY.0;

/// Between two samples of an SM, if the plan does not say: 2048 cycles.
const PERIOD: u32 = 11;

/// The same number of samples with this ending counts those in whose cycle no other warp issued.
const NOT_ISSUED: &str = "_not_issued";

/// What every reason's name begins with. Other names are of all samples, and of lost ones.
const OF_REASONS: &str = "smsp__pcsamp_warps_issue_stalled_";

/// A context in which sampling is enabled.
struct Sampler {
    device: u32,
    context: CUcontext,
    /// The place of a reason among the names that are sent, by CUPTI's number.
    reasons: HashMap<u32, u32>,
    names: Vec<String>,
    period: u32,
    /// CUPTI keeps a pointer to the first, for what is left at the end.
    left: Box<Buffer>,
    read: Box<Buffer>,
}

#[derive(Default)]
pub(crate) struct Waits {
    /// By the number of the context.
    samplers: HashMap<u32, Sampler>,
    refused: HashSet<u32>,
    active: Option<(u32, ActiveLaunch)>,
    measured: u64,
}

// SAFETY: the pointers are into boxes that move with it, and contexts are used while they live.
unsafe impl Send for Waits {}

impl Instrument for Waits {
    fn begin(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        mut active: ActiveLaunch,
        _stage: u32,
        _pass: u32,
    ) -> bool {
        let (id, device) = (call.context_id, active.launch.device);
        // Samples name no kernels of graphs.
        if active.launch.graph != 0 || self.refused.contains(&device) {
            return false;
        }
        let started = self.sampler(agent, call, device).and_then(|sampler| {
            let period = period(agent, call, &active);
            if sampler.period != period {
                sampler.configure(agent, &[of_period(period)])?;
                sampler.period = period;
            }
            // What runs still would be sampled, too.
            agent.driver.wait_for_context();
            sampler.start(agent)
        });
        match started {
            Ok(()) => {
                active.begun = Instant::now();
                self.active = Some((id, active));
                true
            }
            Err(error) => {
                self.refuse(agent, device, &error);
                false
            }
        }
    }

    fn end(&mut self, agent: &'static Agent, succeeded: bool) {
        let Some((id, mut active)) = self.active.take() else { return };
        agent.driver.wait_for_context();
        let Some(sampler) = self.samplers.get_mut(&id) else { return };
        let stopped = sampler.stop(agent);
        active.duration = active.begun.elapsed();
        match stopped.and_then(|()| sampler.read(agent)) {
            Ok(samples) if succeeded => {
                samples.send(agent, &active, &sampler.names);
                self.measured += 1;
            }
            Ok(_) => {}
            Err(error) if error.status().map(|status| status.0) == Some(OUT_OF_MEMORY) => {
                let text =
                    format!("launch {} gave more samples than there is room", active.ordinal);
                agent.warn("samples-lost", text);
            }
            Err(error) => self.refuse(agent, active.launch.device, &error),
        }
    }

    fn measured(&self) -> u64 {
        self.measured
    }

    fn close(&mut self, agent: &'static Agent, context: u32) {
        if let Some(sampler) = self.samplers.remove(&context) {
            sampler.disable(agent);
        }
    }

    fn close_all(&mut self, agent: &'static Agent) {
        self.samplers.drain().for_each(|(_, sampler)| sampler.disable(agent));
    }
}

impl Waits {
    /// That of the launch's context, enabled and configured.
    fn sampler(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        device: u32,
    ) -> Result<&mut Sampler, Error> {
        use std::collections::hash_map::Entry;
        Ok(match self.samplers.entry(call.context_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(vacant) => {
                crate::device::want(std::iter::once(device));
                crate::device::send_wanted(agent);
                vacant.insert(Sampler::enable(agent, call.context, device)?)
            }
        })
    }

    fn refuse(&mut self, agent: &'static Agent, device: u32, error: &Error) {
        agent.refuse("waits-refused", error);
        self.refused.insert(device);
        let of_device = |_: &u32, sampler: &mut Sampler| sampler.device == device;
        let ended: Vec<Sampler> =
            self.samplers.extract_if(of_device).map(|(_, sampler)| sampler).collect();
        ended.into_iter().for_each(|sampler| sampler.disable(agent));
    }
}

/// What the plan says of the launch's kind.
fn period(agent: &Agent, call: &LaunchCall, active: &ActiveLaunch) -> u32 {
    let (launch, name) = (&active.launch, call.name());
    let range = crate::nvtx::innermost_name().unwrap_or_default();
    let planned = agent.config.selection.planned.iter().find(|planned| {
        (planned.device, planned.grid, planned.block) == (launch.device, launch.grid, launch.block)
            && planned.dynamic_shared_bytes == launch.dynamic_shared_bytes
            && planned.nvtx == range
            && name.as_ref().is_some_and(|name| *name == planned.name)
    });
    planned.map(|planned| planned.period).filter(|period| *period > 0).unwrap_or(PERIOD)
}

impl Sampler {
    fn enable(agent: &Agent, context: CUcontext, device: u32) -> Result<Self, Error> {
        let mut params = raw::CUpti_PCSamplingEnableParams {
            size: raw::CUpti_PCSamplingEnableParamsSize as usize,
            pPriv: ptr::null_mut(),
            ctx: context,
        };
        // SAFETY: a live context.
        unsafe { call!(agent.cupti, cuptiPCSamplingEnable(&raw mut params)) }?;
        let known = stall_reasons(agent, context).inspect_err(|_| {
            disable(agent, context);
        })?;
        let is_kept = |name: &str| name.starts_with(OF_REASONS) && !name.ends_with(NOT_ISSUED);
        let kept: Vec<(u32, String)> =
            known.into_iter().filter(|(_, name)| is_kept(name)).collect();
        let mut sampler = Self {
            device,
            context,
            reasons: (0..).zip(&kept).map(|(place, (number, _))| (*number, place)).collect(),
            names: kept.iter().map(|(_, name)| name.clone()).collect(),
            period: PERIOD,
            left: Buffer::new(kept.len()),
            read: Buffer::new(kept.len()),
        };
        let mut numbers: Vec<u32> = kept.iter().map(|(number, _)| *number).collect();
        let mut mode =
            attribute(Attribute::CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE);
        mode.attributeData.collectionModeData.collectionMode =
            Mode::CUPTI_PC_SAMPLING_COLLECTION_MODE_KERNEL_SERIALIZED;
        let mut wanted =
            attribute(Attribute::CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON);
        wanted.attributeData.stallReasonData.stallReasonCount = numbers.len();
        wanted.attributeData.stallReasonData.pStallReasonIndex = numbers.as_mut_ptr();
        let mut room =
            attribute(Attribute::CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE);
        room.attributeData.hardwareBufferSizeData.hardwareBufferSize = BUFFER_BYTES;
        let mut left =
            attribute(Attribute::CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER);
        left.attributeData.samplingDataBufferData.samplingDataBuffer =
            (&raw mut sampler.left.data).cast::<c_void>();
        let mut control = attribute(
            Attribute::CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL,
        );
        control.attributeData.enableStartStopControlData.enableStartStopControl = 1;
        match sampler.configure(agent, &[mode, wanted, of_period(PERIOD), room, left, control]) {
            Ok(()) => Ok(sampler),
            Err(error) => {
                sampler.disable(agent);
                Err(error)
            }
        }
    }

    fn configure(
        &self,
        agent: &Agent,
        attributes: &[CUpti_PCSamplingConfigurationInfo],
    ) -> Result<(), Error> {
        let mut attributes = attributes.to_vec();
        let mut params = raw::CUpti_PCSamplingConfigurationInfoParams {
            size: raw::CUpti_PCSamplingConfigurationInfoParamsSize as usize,
            pPriv: ptr::null_mut(),
            ctx: self.context,
            numAttributes: attributes.len(),
            pPCSamplingConfigurationInfo: attributes.as_mut_ptr(),
        };
        // SAFETY: a live context, and as many attributes as is said; what they point to lives.
        unsafe { call!(agent.cupti, cuptiPCSamplingSetConfigurationAttribute(&raw mut params)) }
    }

    fn start(&self, agent: &Agent) -> Result<(), Error> {
        let mut params = raw::CUpti_PCSamplingStartParams {
            size: raw::CUpti_PCSamplingStartParamsSize as usize,
            pPriv: ptr::null_mut(),
            ctx: self.context,
        };
        // SAFETY: a context in which sampling is enabled.
        unsafe { call!(agent.cupti, cuptiPCSamplingStart(&raw mut params)) }
    }

    fn stop(&self, agent: &Agent) -> Result<(), Error> {
        let mut params = raw::CUpti_PCSamplingStopParams {
            size: raw::CUpti_PCSamplingStopParamsSize as usize,
            pPriv: ptr::null_mut(),
            ctx: self.context,
        };
        // SAFETY: a context in which sampling was started.
        unsafe { call!(agent.cupti, cuptiPCSamplingStop(&raw mut params)) }
    }

    fn disable(self, agent: &Agent) {
        if !disable(agent, self.context) {
            // CUPTI may write to it still.
            Box::leak(self.left);
        }
    }

    /// All samples since the start.
    fn read(&mut self, agent: &Agent) -> Result<Samples, Error> {
        /// CUPTI says how much is left; should it never end, this does.
        const MOST_READS: usize = 1000;
        let mut samples = Samples::default();
        for _ in 0..MOST_READS {
            let mut params = raw::CUpti_PCSamplingGetDataParams {
                size: raw::CUpti_PCSamplingGetDataParamsSize as usize,
                pPriv: ptr::null_mut(),
                ctx: self.context,
                pcSamplingData: (&raw mut self.read.data).cast::<c_void>(),
            };
            // SAFETY: a context in which sampling is enabled, and room for as many instructions as
            // the buffer says.
            unsafe { call!(agent.cupti, cuptiPCSamplingGetData(&raw mut params)) }?;
            let data = &self.read.data;
            samples.lost += data.droppedSamples;
            samples.all += data.totalSamples;
            let count = data.totalNumPcs.min(self.read.instructions.len());
            for instruction in &self.read.instructions[..count] {
                samples.add(instruction, &self.reasons);
            }
            if data.remainingNumPcs == 0 {
                break;
            }
        }
        Ok(samples)
    }
}

/// Ends sampling in a context. Whether CUPTI says that it did.
fn disable(agent: &Agent, context: CUcontext) -> bool {
    let mut params = raw::CUpti_PCSamplingDisableParams {
        size: raw::CUpti_PCSamplingDisableParamsSize as usize,
        pPriv: ptr::null_mut(),
        ctx: context,
    };
    // SAFETY: a context that lives still.
    let disabled = unsafe { call!(agent.cupti, cuptiPCSamplingDisable(&raw mut params)) };
    disabled.inspect_err(|error| agent.warn("cannot-close", error.to_string())).is_ok()
}

fn attribute(kind: Attribute) -> CUpti_PCSamplingConfigurationInfo {
    let invalid =
        raw::CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1 { data: [0; 3] };
    CUpti_PCSamplingConfigurationInfo {
        attributeType: kind,
        attributeStatus: CUptiResult(0),
        attributeData: raw::CUpti_PCSamplingConfigurationInfo__bindgen_ty_1 {
            invalidData: invalid,
        },
    }
}

fn of_period(period: u32) -> CUpti_PCSamplingConfigurationInfo {
    let mut info = attribute(Attribute::CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD);
    info.attributeData.samplingPeriodData.samplingPeriod = period;
    info
}

/// What a context's GPU can say of a warp, by CUPTI's number.
fn stall_reasons(agent: &Agent, context: CUcontext) -> Result<Vec<(u32, String)>, Error> {
    let mut count = 0;
    let mut params = raw::CUpti_PCSamplingGetNumStallReasonsParams {
        size: raw::CUpti_PCSamplingGetNumStallReasonsParamsSize as usize,
        pPriv: ptr::null_mut(),
        ctx: context,
        numStallReasons: &raw mut count,
    };
    // SAFETY: a context in which sampling is enabled, and a live number.
    unsafe { call!(agent.cupti, cuptiPCSamplingGetNumStallReasons(&raw mut params)) }?;
    let mut numbers = vec![0_u32; count];
    let mut texts: Vec<[c_char; NAME_BYTES + 1]> = vec![[0; NAME_BYTES + 1]; count];
    let mut pointers: Vec<*mut c_char> = texts.iter_mut().map(|text| text.as_mut_ptr()).collect();
    let mut params = raw::CUpti_PCSamplingGetStallReasonsParams {
        size: raw::CUpti_PCSamplingGetStallReasonsParamsSize as usize,
        pPriv: ptr::null_mut(),
        ctx: context,
        numStallReasons: count,
        stallReasonIndex: numbers.as_mut_ptr(),
        stallReasons: pointers.as_mut_ptr(),
    };
    // SAFETY: room for as many numbers and names as CUPTI said that there are.
    unsafe { call!(agent.cupti, cuptiPCSamplingGetStallReasons(&raw mut params)) }?;
    // SAFETY: each is a string of CUPTI's, or empty.
    let names = pointers.iter().map(|name| unsafe { text(*name) });
    Ok(numbers.iter().copied().zip(names).collect())
}
