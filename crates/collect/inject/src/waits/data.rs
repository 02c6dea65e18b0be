//! Samples as CUPTI writes them, and as they are sent.

use std::collections::HashMap;
use std::ptr;

use cupti_sys::raw::{CUpti_PCSamplingData, CUpti_PCSamplingPCData, CUpti_PCSamplingStallReason};
use propp_recording_wire::{Frame, InstructionValue, Instructions as Sampled};

use crate::agent::Agent;
use crate::c_text::text;
use crate::session::ActiveLaunch;

/// Instructions that are read at a time.
const ROOM: usize = 4096;

/// Room for samples as CUPTI writes them.
pub(super) struct Buffer {
    pub(super) data: CUpti_PCSamplingData,
    pub(super) instructions: Vec<CUpti_PCSamplingPCData>,
    _reasons: Vec<CUpti_PCSamplingStallReason>,
}

impl Buffer {
    pub(super) fn new(reasons: usize) -> Box<Self> {
        let none = CUpti_PCSamplingStallReason::default();
        let mut of_all = vec![none; ROOM * reasons.max(1)];
        let instruction = |room: &mut [CUpti_PCSamplingStallReason]| CUpti_PCSamplingPCData {
            size: size_of::<CUpti_PCSamplingPCData>(),
            cubinCrc: 0,
            pcOffset: 0,
            functionIndex: 0,
            pad: 0,
            functionName: ptr::null_mut(),
            stallReasonCount: 0,
            stallReason: room.as_mut_ptr(),
            correlationId: 0,
        };
        let mut instructions: Vec<CUpti_PCSamplingPCData> =
            of_all.chunks_exact_mut(reasons.max(1)).map(instruction).collect();
        let data = CUpti_PCSamplingData {
            size: size_of::<CUpti_PCSamplingData>(),
            collectNumPcs: instructions.len(),
            totalSamples: 0,
            droppedSamples: 0,
            totalNumPcs: 0,
            remainingNumPcs: 0,
            rangeId: 0,
            pPcData: instructions.as_mut_ptr(),
            nonUsrKernelsTotalSamples: 0,
            hardwareBufferFull: 0,
        };
        Box::new(Self { data, instructions, _reasons: of_all })
    }
}

/// What was sampled in one launch.
#[derive(Default)]
pub(super) struct Samples {
    functions: Vec<(u32, String)>,
    values: Vec<InstructionValue>,
    pub(super) all: u64,
    pub(super) lost: u64,
}

impl Samples {
    pub(super) fn add(
        &mut self,
        instruction: &CUpti_PCSamplingPCData,
        reasons: &HashMap<u32, u32>,
    ) {
        let CUpti_PCSamplingPCData { cubinCrc, pcOffset, functionName, .. } = *instruction;
        let (stalls, count) = (instruction.stallReason, instruction.stallReasonCount);
        // The CRC that CUPTI gives of a cubin has 32 bits.
        // SAFETY: null or CUPTI's string.
        let key = (cubinCrc as u32, unsafe { text(functionName) });
        let place = self.functions.iter().rposition(|known| *known == key);
        let function = place.unwrap_or_else(|| {
            self.functions.push(key);
            self.functions.len() - 1
        });
        // SAFETY: CUPTI wrote so many, into the room for all reasons.
        let stalls = unsafe { std::slice::from_raw_parts(stalls, count.min(reasons.len())) };
        for stall in stalls.iter().filter(|stall| stall.samples > 0) {
            if let Some(counter) = reasons.get(&stall.pcSamplingStallReasonIndex) {
                self.values.push(InstructionValue {
                    function: u32::try_from(function).unwrap_or(u32::MAX),
                    offset: u32::try_from(pcOffset).unwrap_or(u32::MAX),
                    counter: *counter,
                    value: u64::from(stall.samples),
                });
            }
        }
    }

    pub(super) fn send(self, agent: &Agent, active: &ActiveLaunch, names: &[String]) {
        /// Of the samples, more than this may not be lost.
        const MOST_LOST: f64 = 0.1;
        if self.lost as f64 > MOST_LOST * self.all as f64 {
            let text = format!(
                "the GPU lost {} of {} samples of launch {}",
                self.lost, self.all, active.ordinal
            );
            agent.warn("samples-lost", text);
        }
        // A launch may end before the first sample.
        if self.values.is_empty() {
            return;
        }
        agent.channel.send(&Frame::Instructions(Sampled {
            launch: active.launch.clone(),
            ordinal: active.ordinal,
            ordinal_in_signature: active.ordinal_in_kind,
            took_ns: u64::try_from(active.duration.as_nanos()).unwrap_or(u64::MAX),
            functions: self.functions,
            counters: names.to_vec(),
            values: self.values,
        }));
    }
}
