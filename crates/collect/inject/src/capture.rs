//! A launch with everything that it can reach: code, parameters, memory before and after.
//!
//! Memory is found from the parameters: each word that is an address of an allocation leads to that
//! allocation, and so do the words in it. What the launch changed is found by comparing, so a copy of
//! the memory stays in the process until the launch has ended.

mod beyond;
mod claim;
mod memory;
mod parameters;

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cupti_sys::raw::{
    CUfunction, CUlaunchAttributeID, CUlimit, CUpti_ModuleResourceData, CUresult,
};
use propp_code_sass::{Cubin, kernels, variables};
use propp_recording_wire::{
    Bytes, CaptureEnds, Captured, Contents, Frame, Launch, MOST_STACK, Part, Variable, has_parts,
};

use crate::agent::Agent;
use crate::events::NoMark;
use crate::instrument::Instrument;
use crate::launch_call::{Arguments, LaunchCall, LaunchKind};
use crate::library;
use crate::session::ActiveLaunch;
use beyond::beyond_a_file;
use claim::Claim;
use memory::{Found, Kept, PAGE};
use parameters::parameters;

/// Bytes of contents in a frame. propp may hold some thousand frames back.
const PIECE: usize = 64 << 10;

/// The most code that is kept for launches to come.
const MOST_CODE: usize = 1 << 30;

/// Cubins with a wanted kernel, in the order in which they were loaded.
static CODE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// Whether nothing more will be captured.
static IS_OVER: AtomicBool = AtomicBool::new(false);

fn code() -> MutexGuard<'static, Vec<Vec<u8>>> {
    CODE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A module was loaded: its code is kept if it has a wanted kernel, because the driver's copy may be
/// gone later.
///
/// # Safety
/// `module` is null or what CUPTI passes for a module, live during the call; so is the cubin.
pub(crate) unsafe fn module_begins(agent: &Agent, module: *const c_void) {
    // SAFETY: the caller's promise.
    let Some(module) = (unsafe { module.cast::<CUpti_ModuleResourceData>().as_ref() }) else {
        return;
    };
    if module.pCubin.is_null() || module.cubinSize > isize::MAX.unsigned_abs() {
        return;
    }
    // SAFETY: the caller's promise; not null, and no longer than any memory.
    let cubin = unsafe { std::slice::from_raw_parts(module.pCubin.cast(), module.cubinSize) };
    let parts = &agent.config.selection.name_parts;
    let is_wanted = |name: &&str| has_parts(name, parts);
    if IS_OVER.load(Ordering::Relaxed)
        || !kernels(cubin).is_ok_and(|names| names.iter().any(is_wanted))
    {
        return;
    }
    let mut code = code();
    if let Some(place) = code.iter().position(|known| known == cubin) {
        // The one that was loaded last is the last.
        let known = code.remove(place);
        code.push(known);
        return;
    }
    let all: usize = code.iter().map(Vec::len).sum();
    let mut kept = Vec::new();
    if all + cubin.len() <= MOST_CODE && kept.try_reserve_exact(cubin.len()).is_ok() {
        kept.extend_from_slice(cubin);
        code.push(kept);
    }
}

const RECORDS_A_GRAPH: &str = "the program records a CUDA graph at the moment of the launch";

/// What is kept of a launch that is under way.
#[derive(Default)]
struct UnderWay {
    memory: Vec<Kept>,
    variables: Vec<Kept>,
    /// Variables that pointers lead to, by their places. A replay has two of each: one at the captured
    /// address, and that of its module. They are alike as long as the launch writes neither.
    by_pointer: Vec<(u32, String)>,
}

impl UnderWay {
    fn send_changes(&self, agent: &Agent) -> Result<(), String> {
        send_changes(agent, Part::MemoryAfter, &self.memory)?;
        let written = send_changes(agent, Part::VariableAfter, &self.variables)?;
        two_would_differ(&self.by_pointer, &written)
    }
}

/// Refuses a launch that writes a variable to which a pointer leads.
fn two_would_differ(by_pointer: &[(u32, String)], written: &[u32]) -> Result<(), String> {
    match by_pointer.iter().find(|(index, _)| written.contains(index)) {
        Some((_, name)) => Err(format!(
            "the launch writes the variable '{name}' of its module and reaches it by a pointer, too; in \
             another process the variable has another address"
        )),
        None => Ok(()),
    }
}

#[derive(Default)]
pub(crate) struct Capture {
    under_way: Option<UnderWay>,
    captured: u64,
}

impl Instrument for Capture {
    fn begin(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        active: ActiveLaunch,
        _stage: u32,
        _pass: u32,
    ) -> bool {
        if self.captured > 0 {
            return false;
        }
        let claim = Claim::of(agent);
        if !claim.claim() {
            // Another process has its launch captured. This one keeps nothing for it.
            self.captured = 1;
            forget_code();
            return false;
        }
        match capture(agent, call, active) {
            Ok(under_way) => self.under_way = Some(under_way),
            Err(refused) => {
                claim.give_up();
                // Another launch would most likely be refused for the same reason.
                self.captured = 1;
                let end = CaptureEnds { has_succeeded: false, refused };
                agent.channel.send(&Frame::CaptureEnds(end));
            }
        }
        self.under_way.is_some()
    }

    fn end(&mut self, agent: &'static Agent, has_succeeded: bool) {
        let Some(under_way) = self.under_way.take() else { return };
        let sent = if agent.driver.may_capture() {
            // To wait would end the recording.
            Err(RECORDS_A_GRAPH.to_owned())
        } else {
            wait(agent, "the launch").and_then(|()| under_way.send_changes(agent))
        };
        let refused = sent.err().unwrap_or_default();
        self.captured = 1;
        agent.channel.send(&Frame::CaptureEnds(CaptureEnds { has_succeeded, refused }));
    }

    fn measured(&self) -> u64 {
        self.captured
    }
}

/// Sends the launch and what it can reach, or says why not.
fn capture(
    agent: &'static Agent,
    call: &LaunchCall,
    active: ActiveLaunch,
) -> Result<UnderWay, String> {
    let LaunchKind::Kernel { function, arguments, .. } = call.kind else {
        return Err("the launch is one of a whole graph".to_owned());
    };
    if agent.driver.may_capture() {
        return Err(RECORDS_A_GRAPH.to_owned());
    }
    crate::device::want(std::iter::once(active.launch.device));
    crate::device::send_wanted(agent);
    let name = call.name().unwrap_or_default();
    let cubin = code_of(agent, &name, &active.launch)?;
    if let Some(why) = Cubin::parse(&cubin).ok().and_then(|cubin| beyond_a_file(&cubin, &name)) {
        return Err(why);
    }
    wait(agent, "the work before the launch")?;
    let function = agent.driver.real_function(function);
    let parameters = parameters(agent, function, arguments)?;
    let variables = variables_of(agent, function, &cubin)?;
    let values = parameters.iter().map(|parameter| parameter.value.0.as_slice());
    let contents = variables.iter().map(|(_, kept)| kept.before.as_slice());
    let found = Found::from(agent, active.launch.device, values.chain(contents))?;
    let is_reached = |kept: &Kept| found.memory.iter().any(|(reached, _)| kept.is_in(reached));
    let by_pointer = (0..).zip(&variables).filter(|(_, (_, kept))| is_reached(kept));
    let by_pointer = by_pointer.map(|(index, (name, _))| (index, name.clone())).collect();
    let (mut launch, mut is_cooperative) = (active.launch, arguments.is_cooperative);
    add_attributes(arguments, &mut launch.cluster, &mut is_cooperative);
    agent.channel.send(&Frame::Files(library::files()));
    agent.channel.send(&Frame::Captured(Box::new(Captured {
        launch,
        name,
        ordinal: active.ordinal,
        before: agent.config.selection.launch_skip,
        is_cooperative,
        parameters,
        memory: found.memory.iter().map(|(reached, _)| reached.clone()).collect(),
        variables: variables
            .iter()
            .map(|(name, kept)| Variable { name: name.clone(), bytes: kept.before.len() as u64 })
            .collect(),
        code_bytes: cubin.len() as u64,
    })));
    send_all(agent, Part::Code, 0, &cubin);
    drop(cubin);
    if let Some(stack) = stack_of(agent) {
        send_all(agent, Part::Stack, 0, &stack.to_le_bytes());
    }
    let under_way = UnderWay {
        memory: found.memory.into_iter().map(|(_, kept)| kept).collect(),
        variables: variables.into_iter().map(|(_, kept)| kept).collect(),
        by_pointer,
    };
    let parts = [(Part::Memory, &under_way.memory), (Part::Variable, &under_way.variables)];
    for (part, kept) in parts {
        (0..).zip(kept).for_each(|(index, kept)| send_all(agent, part, index, &kept.before));
    }
    Ok(under_way)
}

/// Waits for the GPU, as long as the program may be held.
fn wait(agent: &'static Agent, what: &str) -> Result<(), String> {
    let seconds = agent.config.longest_captured_s;
    match agent.driver.context_ends_within(Duration::from_secs_f64(seconds)) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!(
            "{what} did not end within {seconds} s; if it waits for the host, it cannot be captured, and \
             if it takes longer, --launch-timeout gives it more time"
        )),
        Err(NoMark::TooOld) => {
            Err(format!("propp cannot wait for {what}: the driver is older than CUDA 12.5"))
        }
        Err(NoMark::Failed(status)) => Err(format!(
            "propp cannot wait for {what}: no event can be recorded in its context (CUDA error {status})"
        )),
    }
}

/// The cubins that were kept; no further ones are.
fn forget_code() -> Vec<Vec<u8>> {
    IS_OVER.store(true, Ordering::Relaxed);
    std::mem::take(&mut *code())
}

/// The code that was loaded last with a kernel of this name and of the launch's registers.
fn code_of(agent: &Agent, name: &str, launch: &Launch) -> Result<Vec<u8>, String> {
    let mut code = forget_code();
    code.retain(|cubin| {
        let registers = Cubin::parse(cubin)
            .ok()
            .and_then(|cubin| cubin.function(name).map(|function| function.resources.registers));
        let is_like = |registers: u32| launch.registers == 0 || registers == launch.registers;
        registers.is_some_and(|registers| registers.is_none_or(is_like))
    });
    if code.len() > 1 {
        let text = format!(
            "{} modules have a kernel {name} with as many registers; the one that was loaded last is \
             captured",
            code.len()
        );
        agent.warn("several-modules", text);
    }
    code.pop().ok_or_else(|| "the code of the kernel was not seen when it was loaded".to_owned())
}

/// The variables of the kernel's module that have contents, with these.
fn variables_of(
    agent: &Agent,
    function: CUfunction,
    cubin: &[u8],
) -> Result<Vec<(String, Kept)>, String> {
    let functions = &agent.driver.functions;
    let (Some(module_of), Some(place_of)) =
        (functions.cuFuncGetModule, functions.cuModuleGetGlobal_v2)
    else {
        return Ok(Vec::new());
    };
    let mut module = std::ptr::null_mut();
    // SAFETY: a live pointer, and a function of the current context.
    if unsafe { module_of(&raw mut module, function) } != CUresult::CUDA_SUCCESS {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for name in variables(cubin).unwrap_or_default() {
        let Ok(text) = std::ffi::CString::new(name) else { continue };
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: live numbers, a module of this context, and a C string.
        let status = unsafe { place_of(&raw mut address, &raw mut bytes, module, text.as_ptr()) };
        if status == CUresult::CUDA_SUCCESS && bytes > 0 {
            found.push((name.to_owned(), Kept::read(agent, address, bytes)?));
        }
    }
    Ok(found)
}

/// Bytes of stack of a thread.
fn stack_of(agent: &Agent) -> Option<u64> {
    let mut bytes = 0;
    let limit_of = agent.driver.functions.cuCtxGetLimit?;
    // SAFETY: a live number.
    let status = unsafe { limit_of(&raw mut bytes, CUlimit::CU_LIMIT_STACK_SIZE) };
    (status == CUresult::CUDA_SUCCESS).then_some((bytes as u64).min(MOST_STACK))
}

/// What the attributes of a launch say of it.
fn add_attributes(arguments: Arguments, cluster: &mut [u32; 3], is_cooperative: &mut bool) {
    if arguments.attributes.is_null() {
        return;
    }
    for index in 0..arguments.attribute_count as usize {
        // SAFETY: the launch gives so many attributes; the number of each says which field it has.
        unsafe {
            let attribute = &*arguments.attributes.add(index);
            if attribute.id == CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION {
                let size = attribute.value.clusterDim;
                *cluster = [size.x, size.y, size.z];
            } else if attribute.id == CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE {
                *is_cooperative |= attribute.value.cooperative != 0;
            }
        }
    }
}

fn send_all(agent: &Agent, part: Part, index: u32, bytes: &[u8]) {
    let mut frame = Vec::new();
    for (number, piece) in (0..).zip(bytes.chunks(PIECE)) {
        let offset = number * PIECE as u64;
        let contents = Contents { part, index, offset, bytes: Bytes(piece.to_vec()) };
        agent.channel.send_by(&mut frame, &Frame::Contents(contents));
    }
}

/// Sends the pages that are not what they were. Returns of which places.
fn send_changes(agent: &Agent, part: Part, all: &[Kept]) -> Result<Vec<u32>, String> {
    let mut places = Vec::new();
    let mut now = Vec::new();
    let mut frame = Vec::new();
    for (index, kept) in (0..).zip(all) {
        for start in (0..kept.before.len()).step_by(PIECE) {
            let before = &kept.before[start..kept.before.len().min(start + PIECE)];
            now.clear();
            now.resize(before.len(), 0);
            kept.read_now(agent, start, &mut now)?;
            for (from, to) in changed(before, &now) {
                places.push(index);
                let offset = (start + from) as u64;
                let bytes = Bytes(now[from..to].to_vec());
                let contents = Contents { part, index, offset, bytes };
                agent.channel.send_by(&mut frame, &Frame::Contents(contents));
            }
        }
    }
    Ok(places)
}

fn changed(before: &[u8], now: &[u8]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (page, (old, new)) in before.chunks(PAGE).zip(now.chunks(PAGE)).enumerate() {
        if old == new {
            continue;
        }
        let (from, to) = (page * PAGE, page * PAGE + new.len());
        match runs.last_mut() {
            Some(run) if run.1 == from => run.1 = to,
            _ => runs.push((from, to)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{PAGE, changed, two_would_differ};

    #[test]
    fn neighbouring_pages_that_differ_are_one_run() {
        let before = vec![0; 5 * PAGE + 7];
        let mut now = before.clone();
        assert!(changed(&before, &now).is_empty());
        (now[PAGE], now[3 * PAGE - 1], now[5 * PAGE + 6]) = (1, 1, 1);
        assert_eq!(changed(&before, &now), [(PAGE, 3 * PAGE), (5 * PAGE, 5 * PAGE + 7)]);
    }

    #[test]
    fn a_variable_that_a_pointer_leads_to_may_be_read_and_not_written() {
        let by_pointer = [(1, "table".to_owned()), (4, "flags".to_owned())];
        assert_eq!(two_would_differ(&by_pointer, &[]), Ok(()));
        assert_eq!(two_would_differ(&by_pointer, &[0, 2]), Ok(()));
        let refused = two_would_differ(&by_pointer, &[0, 4]).unwrap_err();
        assert!(refused.contains("writes the variable 'flags'"), "{refused}");
    }
}
