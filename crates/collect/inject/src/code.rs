//! The code of the kernels that are measured.
//!
//! CUPTI shows a cubin while its module is loaded, and the bytes are the driver's: they may be
//! gone when the callback returns. So all is done in the callback. The wanted kernels are cut
//! out and sent; what stays is a hash of what was sent and the numbers of modules. Launches
//! have no part in this, but for the first of a kernel that the driver loads with it.
//!
//! Which kernels that the trace run did not have will be measured is not known here. They are
//! mostly of small modules, compiled while the program runs, so small modules are sent whole.

use std::cell::Cell;
use std::collections::HashSet;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};

use cupti_sys::call;
use cupti_sys::raw::{
    CUcontext, CUpti_GetCubinCrcParams, CUpti_GetCubinCrcParamsSize, CUpti_ModuleResourceData,
};
use propp_code_sass::{CubinError, cut_into, kernels};
use propp_recording_wire::{Bytes, Frame, Job, Module, ModuleEnds};

use crate::agent::Agent;
use crate::{pulse, window};

/// The most code of a module that is sent, and of a process. For a moment a module's takes as
/// much memory twice.
const MOST_OF_MODULE: usize = 32 << 20;
const MOST_OF_PROCESS: usize = 256 << 20;

static CODE: OnceLock<Code> = OnceLock::new();

thread_local! {
    /// Whether this thread reads a module. It has no destructor.
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

struct Code {
    /// Mangled names of the wanted kernels.
    kernels: HashSet<String>,
    /// Modules of at most so many bytes are sent whole,
    small: usize,
    /// until it is so many bytes.
    others: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Hashes of the cubins that were sent.
    sent: HashSet<u64>,
    /// Context and number of the loaded modules that propp knows.
    loaded: HashSet<(u32, u32)>,
    bytes: usize,
    /// Of modules that were sent whole.
    others: usize,
    is_refusal_told: bool,
    is_limit_told: bool,
    /// For a cubin and its frame. If each thread allocated them, the allocator would keep as much
    /// for each.
    cut: Vec<u8>,
    frame: Vec<u8>,
}

/// What buffers keep.
const SMALL_BUFFER: usize = 64 << 10;

pub(crate) fn start(agent: &Agent) {
    let wanted = &agent.config.code;
    if wanted.is_wanted {
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        CODE.get_or_init(|| Code {
            kernels: wanted.kernels.iter().cloned().collect(),
            small: size(wanted.small),
            others: size(wanted.others),
            state: Mutex::default(),
        });
    }
}

pub(crate) fn is_wanted() -> bool {
    CODE.get().is_some()
}

/// A module was loaded.
///
/// # Safety
/// `module` is null or what CUPTI passes for a module, live during the call; so is the cubin.
pub(crate) unsafe fn module_begins(agent: &Agent, context: CUcontext, module: *const c_void) {
    let Some(code) = CODE.get() else { return };
    // SAFETY: the caller's promise.
    let Some(module) = (unsafe { module.cast::<CUpti_ModuleResourceData>().as_ref() }) else {
        return;
    };
    if module.pCubin.is_null() || module.cubinSize > isize::MAX.unsigned_abs() {
        return;
    }
    // A call of CUPTI's that is made below, or a signal's handler, may load a module, too.
    if IS_READING.replace(true) {
        return;
    }
    let _standing = window::stands();
    pulse::reads_code(true);
    // SAFETY: the caller's promise; not null, and no longer than any memory.
    let cubin = unsafe { std::slice::from_raw_parts(module.pCubin.cast(), module.cubinSize) };
    code.send(agent, context, module.moduleId, cubin);
    pulse::reads_code(false);
    IS_READING.set(false);
}

/// A module is about to be unloaded.
///
/// # Safety
/// As for [`module_begins`].
pub(crate) unsafe fn module_ends(agent: &Agent, context: CUcontext, module: *const c_void) {
    let Some(code) = CODE.get() else { return };
    // SAFETY: the caller's promise.
    let Some(module) = (unsafe { module.cast::<CUpti_ModuleResourceData>().as_ref() }) else {
        return;
    };
    if IS_READING.get() {
        return;
    }
    let key = (id_of(agent, context), module.moduleId);
    if code.lock().loaded.remove(&key) {
        agent.channel.send(&Frame::ModuleEnds(ModuleEnds { context: key.0, module: key.1 }));
    }
}

impl Code {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, agent: &Agent, context: CUcontext, module: u32, cubin: &[u8]) {
        // Before the lock: CUPTI may have locks of its own.
        let key = (id_of(agent, context), module);
        let crc = self.crc_of(agent, cubin);
        // Locked until it is sent: the code of one module at a time takes memory, and others that
        // load the same cubin refer to it.
        let mut state = self.lock();
        self.send_cut(agent, &mut state, key, crc, cubin);
        let State { cut, frame, .. } = &mut *state;
        for buffer in [cut, frame] {
            buffer.clear();
            buffer.shrink_to(SMALL_BUFFER);
        }
    }

    fn send_cut(
        &self,
        agent: &Agent,
        state: &mut State,
        (context, module): (u32, u32),
        crc: u32,
        cubin: &[u8],
    ) {
        let is_whole =
            cubin.len() <= self.small && cubin.len() <= self.others.saturating_sub(state.others);
        let is_wanted = |name: &str| is_whole || self.kernels.contains(name);
        // A fault of the reader's must cost the code alone, since launches may wait for us.
        let cut = catch_unwind(AssertUnwindSafe(|| {
            cut_into(&mut state.cut, cubin, MOST_OF_MODULE, is_wanted)
        }));
        match cut.unwrap_or(Ok(false)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(CubinError::TooLong { .. }) => return state.tell_limit(agent),
            Err(error) => {
                if !std::mem::replace(&mut state.is_refusal_told, true) {
                    let text = format!("code of the program is missing in the recording: {error}");
                    agent.warn("code-unreadable", text);
                }
                return;
            }
        }
        let hash = hash(&state.cut);
        let is_new = !state.sent.contains(&hash);
        if is_new {
            if state.cut.len() > MOST_OF_PROCESS - state.bytes {
                return state.tell_limit(agent);
            }
            state.bytes += state.cut.len();
            state.others += if is_whole { state.cut.len() } else { 0 };
            state.sent.insert(hash);
        }
        state.loaded.insert((context, module));
        let cubin = Bytes(if is_new { std::mem::take(&mut state.cut) } else { Vec::new() });
        let frame = Frame::Module(Module { context, module, hash, crc, cubin });
        agent.channel.send_by(&mut state.frame, &frame);
        if let (Frame::Module(module), true) = (frame, is_new) {
            state.cut = module.cubin.0;
        }
    }

    /// CUPTI's CRC of a cubin with wanted kernels, by which it names the functions whose
    /// instructions it counts.
    fn crc_of(&self, agent: &Agent, cubin: &[u8]) -> u32 {
        let is_wanted = |name: &&str| self.kernels.contains(*name);
        let has_wanted = || kernels(cubin).is_ok_and(|names| names.iter().any(is_wanted));
        if !matches!(agent.config.job, Job::Lines | Job::Waits)
            || !catch_unwind(has_wanted).unwrap_or(false)
        {
            return 0;
        }
        let mut params = CUpti_GetCubinCrcParams {
            size: CUpti_GetCubinCrcParamsSize as usize,
            cubin: cubin.as_ptr().cast(),
            cubinSize: cubin.len(),
            cubinCrc: 0,
        };
        // SAFETY: the cubin has the stated size.
        let asked = unsafe { call!(agent.cupti, cuptiGetCubinCrc(&raw mut params)) };
        asked.map_or(0, |()| params.cubinCrc as u32)
    }
}

impl State {
    fn tell_limit(&mut self, agent: &Agent) {
        if !std::mem::replace(&mut self.is_limit_told, true) {
            let text = format!(
                "code of the program is missing in the recording: of a module at most {} MiB are \
                 kept, of a process {} MiB",
                MOST_OF_MODULE >> 20,
                MOST_OF_PROCESS >> 20
            );
            agent.warn("code-left-out", text);
        }
    }
}

/// CUPTI's number of a context; 0 if it does not tell.
fn id_of(agent: &Agent, context: CUcontext) -> u32 {
    let mut id = 0;
    if context.is_null() {
        return id;
    }
    // SAFETY: the context is live until the callback returns.
    let asked = unsafe { call!(agent.cupti, cuptiGetContextId(context, &raw mut id)) };
    asked.map_or(0, |()| id)
}

/// Tells the cubins of a process apart.
fn hash(bytes: &[u8]) -> u64 {
    let mix =
        |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash =
        words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let hash = rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)));
    mix(hash, hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn every_byte_and_the_length_count() {
        let bytes: Vec<u8> = (0..27).collect();
        for place in 0..bytes.len() {
            let mut other = bytes.clone();
            other[place] ^= 1;
            assert_ne!(hash(&other), hash(&bytes), "{place}");
        }
        assert_ne!(hash(&[0; 8]), hash(&[0; 16]));
        assert_ne!(hash(&[0; 1]), hash(&[]));
    }
}
