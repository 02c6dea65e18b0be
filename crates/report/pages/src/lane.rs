//! What the lanes of the timeline are called, and what runs in them.

use std::collections::BTreeMap;

use propp_base_names::{KernelName, shorten};
use propp_base_text::bytes;
use propp_judge_analysis::{Lane, LaneKind, SpanKind, Timeline};

/// Characters of a kernel's name.
const NAME: usize = 60;

pub(super) fn class(lane: &Lane) -> &'static str {
    match lane.kind {
        LaneKind::Steps => "t-step",
        LaneKind::Kernels { .. } => "t-kernel",
        LaneKind::HostWaits => "t-wait",
        _ => "t-copy",
    }
}

pub(super) fn title(lane: &Lane) -> String {
    let process = format!("pid {}:", lane.process);
    match lane.kind {
        LaneKind::Steps => format!("{process} steps"),
        LaneKind::Kernels { device, stream } => {
            format!("{process} GPU {device}, stream {stream}")
        }
        LaneKind::ToDevice { device } => format!("{process} copies to GPU {device}"),
        LaneKind::ToHost { device } => format!("{process} copies from GPU {device}"),
        LaneKind::Within { device } => format!("{process} copies within GPU {device}"),
        LaneKind::HostWaits => format!("{process} host waits"),
    }
}

/// Words for spans. The name of a kernel is shortened once.
pub(super) struct Words<'a> {
    timeline: &'a Timeline,
    names: BTreeMap<usize, String>,
}

impl<'a> Words<'a> {
    pub(super) fn new(timeline: &'a Timeline) -> Self {
        Self { timeline, names: BTreeMap::new() }
    }

    pub(super) fn of(&mut self, what: &SpanKind) -> String {
        match *what {
            SpanKind::Step { kind: 1, number } => format!("step {number}"),
            SpanKind::Step { kind, number } => format!("step {number} of kind {kind}"),
            SpanKind::Kernel { name: Some(name), .. } => self.kernel(name),
            SpanKind::Kernel { .. } => "kernel".to_owned(),
            SpanKind::Copy { bytes: size, pageable } => {
                format!("{} copied{}", bytes(size), if pageable { ", pageable" } else { "" })
            }
            SpanKind::Set { bytes: size } => format!("{} set", bytes(size)),
            SpanKind::Wait { .. } => "the host waits".to_owned(),
        }
    }

    fn kernel(&mut self, name: usize) -> String {
        let short = || {
            let name = self.timeline.names.get(name).map_or("", String::as_str);
            shorten(&KernelName::from_symbol(name).bare, NAME)
        };
        self.names.entry(name).or_insert_with(short).clone()
    }
}
