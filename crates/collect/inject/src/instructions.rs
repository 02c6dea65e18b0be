//! The counters of single instructions of a launch: CUPTI's SASS metrics.
//!
//! CUPTI patches the code of a function when it is first launched between enable and disable,
//! and counts for each instruction. Seen on an H200 with CUDA 13.0:
//!
//! - CUPTI records the first launch of a process only, unless somebody subscribes to the
//!   callback `MODULE_PROFILED` ([`crate::callbacks`] does): then every launch, as often as it is
//!   enabled.
//! - A device can be configured once. After `UnsetConfig`, `SetConfig` gives 8, out of memory.
//! - A process that ends while a device is configured, and a context that was measured in is gone,
//!   is killed in CUPTI's own end (signal 11). So the configuration ends with the first such context.
//! - To configure a device takes 70 ms. Enable, disable and the patched launch of a small kernel
//!   take 1 ms together; afterwards the kernel runs at full speed again.

use std::collections::{HashMap, HashSet};
use std::ffi::CString;
use std::time::Instant;

use cupti_sys::raw::{
    self, CUcontext, CUpti_SassMetrics_Config, CUpti_SassMetrics_Data,
    CUpti_SassMetrics_InstanceValue, CUpti_SassMetrics_OutputGranularity,
};
use cupti_sys::{Error, Params, call, device};
use propp_recording_wire::{Frame, InstructionValue, Instructions as Counted};

use crate::agent::Agent;
use crate::c_text::text;
use crate::instrument::Instrument;
use crate::launch_call::LaunchCall;
use crate::session::ActiveLaunch;

/// Values of a launch at most: a frame has a limit, and no kernel comes near it.
const MOST_VALUES: usize = 2_000_000;

/// The counters that a device has, by CUPTI's number.
type Counters = HashMap<u64, u32>;

#[derive(Default)]
pub(crate) struct Instructions {
    /// Those that are configured, by index.
    devices: HashMap<u32, Counters>,
    refused: HashSet<u32>,
    /// The devices of contexts in which launches were measured.
    contexts: HashMap<u32, u32>,
    active: Option<(CUcontext, ActiveLaunch)>,
    measured: u64,
}

// SAFETY: the context is used while the launch that names it is under way, by its thread.
unsafe impl Send for Instructions {}

impl Instrument for Instructions {
    fn begin(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        mut active: ActiveLaunch,
        _stage: u32,
        _pass: u32,
    ) -> bool {
        let device = active.launch.device;
        // CUPTI names no instructions of kernels in graphs.
        if active.launch.graph != 0 || !self.prepare(agent, device) {
            return false;
        }
        // What runs still would be patched, too.
        agent.driver.wait_for_context();
        active.begun = Instant::now();
        let mut params = raw::CUpti_SassMetricsEnable_Params {
            ctx: call.context,
            enableLazyPatching: 1,
            ..Params::sized()
        };
        // SAFETY: a live context.
        match unsafe { call!(agent.cupti, cuptiSassMetricsEnable(&raw mut params)) } {
            Ok(()) => {
                self.contexts.insert(call.context_id, device);
                self.active = Some((call.context, active));
                true
            }
            Err(error) => {
                self.refuse(agent, device, &error);
                false
            }
        }
    }

    fn end(&mut self, agent: &'static Agent, succeeded: bool) {
        let Some((context, mut active)) = self.active.take() else { return };
        agent.driver.wait_for_context();
        let counters = self.devices.get(&active.launch.device);
        let read = counters.map_or(Ok(None), |counters| read(agent, context, counters));
        let disabled = disable(agent, context);
        active.duration = active.begun.elapsed();
        match read.and_then(|read| disabled.map(|()| read)) {
            Ok(Some(read)) if succeeded => {
                send(agent, &active, read);
                self.measured += 1;
            }
            Ok(_) => {}
            Err(error) => self.refuse(agent, active.launch.device, &error),
        }
    }

    fn measured(&self) -> u64 {
        self.measured
    }

    fn close(&mut self, agent: &'static Agent, context: u32) {
        if let Some(device) = self.contexts.remove(&context) {
            self.unset(agent, device);
        }
    }

    fn close_all(&mut self, agent: &'static Agent) {
        let devices: Vec<u32> = self.devices.keys().copied().collect();
        devices.into_iter().for_each(|device| self.unset(agent, device));
    }
}

impl Instructions {
    /// Makes sure that the device is configured.
    fn prepare(&mut self, agent: &'static Agent, index: u32) -> bool {
        if self.refused.contains(&index) || self.devices.contains_key(&index) {
            return !self.refused.contains(&index);
        }
        match configure(agent, index) {
            Ok(counters) => {
                self.devices.insert(index, counters);
                true
            }
            Err(error) => {
                self.refuse(agent, index, &error);
                false
            }
        }
    }

    /// Ends the configuration of a device. The next launch there needs a new one, which CUPTI may
    /// refuse.
    fn unset(&mut self, agent: &Agent, device: u32) {
        if self.devices.remove(&device).is_some() {
            let mut params =
                raw::CUpti_SassMetricsUnsetConfig_Params { deviceIndex: device, ..Params::sized() };
            // SAFETY: a device that was configured.
            let unset = unsafe { call!(agent.cupti, cuptiSassMetricsUnsetConfig(&raw mut params)) };
            if let Err(error) = unset {
                agent.warn("cannot-close", error.to_string());
            }
        }
    }

    fn refuse(&mut self, agent: &Agent, device: u32, error: &Error) {
        agent.refuse("instructions-refused", error);
        self.refused.insert(device);
    }
}

fn configure(agent: &'static Agent, index: u32) -> Result<Counters, Error> {
    crate::device::want(std::iter::once(index));
    crate::device::send_wanted(agent);
    let chip = device::chip_name(agent.cupti, index as usize)?;
    let wanted = &agent.config.instruction_counters;
    let chip = CString::new(chip.as_str()).map_err(|_| Error::ZeroByte(chip))?;
    let mut counters = Counters::new();
    let mut missing = Vec::new();
    for (number, name) in (0..).zip(wanted) {
        match number_of(agent, &chip, name) {
            Ok(id) => drop(counters.insert(id, number)),
            Err(_) => missing.push(name.as_str()),
        }
    }
    if !missing.is_empty() {
        let text = format!("device {index} does not count {} of instructions", missing.join(", "));
        agent.warn("counters-absent", text);
    }
    let granularity =
        CUpti_SassMetrics_OutputGranularity::CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU;
    let mut configs: Vec<CUpti_SassMetrics_Config> = counters
        .keys()
        .map(|id| CUpti_SassMetrics_Config {
            metricId: *id,
            outputGranularity: granularity.0 as u8,
        })
        .collect();
    let mut params = raw::CUpti_SassMetricsSetConfig_Params {
        numOfMetricConfig: configs.len(),
        pConfigs: configs.as_mut_ptr(),
        deviceIndex: index,
        ..Params::sized()
    };
    // SAFETY: an array of that many configurations, live during the call.
    unsafe { call!(agent.cupti, cuptiSassMetricsSetConfig(&raw mut params)) }?;
    Ok(counters)
}

fn number_of(agent: &Agent, chip: &CString, name: &str) -> Result<u64, Error> {
    let name = CString::new(name).map_err(|_| Error::ZeroByte(name.to_owned()))?;
    let mut params = raw::CUpti_SassMetrics_GetProperties_Params {
        pChipName: chip.as_ptr(),
        pMetricName: name.as_ptr(),
        ..Params::sized()
    };
    // SAFETY: two live strings.
    unsafe { call!(agent.cupti, cuptiSassMetricsGetProperties(&raw mut params)) }?;
    Ok(params.metric.metricId)
}

fn disable(agent: &Agent, context: CUcontext) -> Result<(), Error> {
    let mut params = raw::CUpti_SassMetricsDisable_Params { ctx: context, ..Params::sized() };
    // SAFETY: the context of the launch that has just returned.
    unsafe { call!(agent.cupti, cuptiSassMetricsDisable(&raw mut params)) }
}

#[derive(Default)]
struct Read {
    functions: Vec<(u32, String)>,
    values: Vec<InstructionValue>,
}

/// Reads what was counted since it was enabled. `None` if that is more than is sent.
fn read(agent: &Agent, context: CUcontext, counters: &Counters) -> Result<Option<Read>, Error> {
    let mut properties =
        raw::CUpti_SassMetricsGetDataProperties_Params { ctx: context, ..Params::sized() };
    // SAFETY: the context of the launch that has just returned.
    unsafe { call!(agent.cupti, cuptiSassMetricsGetDataProperties(&raw mut properties)) }?;
    let records = properties.numOfPatchedInstructionRecords;
    let each = properties.numOfInstances;
    if records == 0 {
        return Ok(Some(Read::default()));
    }
    if each == 0 || records.saturating_mul(each) > MOST_VALUES {
        let text = format!("a launch has {records} values of instructions, which is too many");
        agent.warn("instructions-left-out", text);
        return Ok(None);
    }
    let mut params = raw::CUpti_SassMetricsFlushData_Params {
        ctx: context,
        numOfPatchedInstructionRecords: records,
        numOfInstances: each,
        ..Params::sized()
    };
    let none = CUpti_SassMetrics_InstanceValue { metricId: 0, value: 0 };
    let mut values = vec![none; records * each];
    let mut data: Vec<CUpti_SassMetrics_Data> = values
        .chunks_exact_mut(each)
        .map(|values| CUpti_SassMetrics_Data {
            // CUPTI wants that of the call here.
            structSize: params.structSize,
            pPriv: std::ptr::null_mut(),
            cubinCrc: 0,
            functionIndex: 0,
            functionName: std::ptr::null(),
            pcOffset: 0,
            pInstanceValues: values.as_mut_ptr(),
        })
        .collect();
    params.pMetricsData = data.as_mut_ptr();
    // SAFETY: as many records as CUPTI has, each with room for its values.
    unsafe { call!(agent.cupti, cuptiSassMetricsFlushData(&raw mut params)) }?;
    let mut read = Read::default();
    for record in &data {
        // SAFETY: null or CUPTI's string.
        let key = (record.cubinCrc, unsafe { text(record.functionName) });
        // Records of a function stand together.
        let place = read.functions.iter().rposition(|known| *known == key);
        let function = place.unwrap_or_else(|| {
            read.functions.push(key);
            read.functions.len() - 1
        });
        // SAFETY: the pointer into `values` that was set above.
        let of_record = unsafe { std::slice::from_raw_parts(record.pInstanceValues, each) };
        for one in of_record.iter().filter(|one| one.value != 0) {
            if let Some(counter) = counters.get(&one.metricId) {
                read.values.push(InstructionValue {
                    function: u32::try_from(function).unwrap_or(u32::MAX),
                    offset: record.pcOffset,
                    counter: *counter,
                    value: one.value,
                });
            }
        }
    }
    Ok(Some(read))
}

fn send(agent: &Agent, active: &ActiveLaunch, read: Read) {
    if read.values.is_empty() {
        let text = format!("CUPTI counted no instruction of launch {}", active.ordinal);
        return agent.warn("instructions-missing", text);
    }
    agent.channel.send(&Frame::Instructions(Counted {
        launch: active.launch.clone(),
        ordinal: active.ordinal,
        ordinal_in_signature: active.ordinal_in_kind,
        took_ns: u64::try_from(active.duration.as_nanos()).unwrap_or(u64::MAX),
        functions: read.functions,
        counters: agent.config.instruction_counters.clone(),
        values: read.values,
    }));
}
