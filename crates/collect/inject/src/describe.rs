//! The key and the description of a launch.

use cupti_sys::raw::{CUfunction, CUfunction_attribute};
use propp_recording_wire::Launch;

use crate::agent::Agent;
use crate::kinds::CallKey;
use crate::launch_call::{LaunchCall, LaunchKind};
use crate::nvtx;

pub(crate) fn key(call: &LaunchCall) -> CallKey {
    let range = nvtx::innermost_number();
    match &call.kind {
        LaunchKind::Kernel { function, grid, block, dynamic_shared_bytes, .. } => CallKey {
            handle: function.addr() as u64,
            is_graph: false,
            context: call.context_id,
            grid: *grid,
            block: *block,
            dynamic_shared_bytes: *dynamic_shared_bytes,
            range,
        },
        LaunchKind::Graph { handle } => CallKey {
            handle: *handle,
            is_graph: true,
            context: call.context_id,
            grid: [0; 3],
            block: [0; 3],
            dynamic_shared_bytes: 0,
            range,
        },
    }
}

/// The properties that all launches of a kind share, with the kernel's resources.
pub(crate) fn describe(
    agent: &Agent,
    call: &LaunchCall,
    device: u32,
    nvtx: u32,
    name: Option<&str>,
) -> Launch {
    let mut launch = Launch {
        name: name.map_or(0, |name| agent.channel.name(name)),
        device,
        context: call.context_id,
        graph: u32::from(matches!(call.kind, LaunchKind::Graph { .. })),
        nvtx,
        ..Launch::default()
    };
    if let LaunchKind::Kernel { grid, block, dynamic_shared_bytes, .. } = call.kind {
        launch.grid = grid;
        launch.block = block;
        launch.dynamic_shared_bytes = dynamic_shared_bytes;
    }
    add_own(agent, call, &mut launch);
    launch
}

/// What launches of a kind need not share: two modules may have a function of the same name.
pub(crate) fn add_own(agent: &Agent, call: &LaunchCall, launch: &mut Launch) {
    launch.context = call.context_id;
    if let LaunchKind::Kernel { function, .. } = call.kind {
        add_resources(agent, function, launch);
    }
}

/// The resources of the code behind a handle.
fn add_resources(agent: &Agent, function: CUfunction, launch: &mut Launch) {
    use CUfunction_attribute as Attribute;
    let attribute = |attribute| agent.driver.function_attribute(function, attribute);
    launch.registers = attribute(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS);
    launch.static_shared_bytes = attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    launch.local_bytes_per_thread = attribute(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
}
