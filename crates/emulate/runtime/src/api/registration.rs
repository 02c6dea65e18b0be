//! What the start-up code of a CUDA program calls, and launches.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use super::memory::symbol;
use super::{call, give};
use crate::modules::Program;
use crate::runtime::{Function, runtime};
use crate::status::{self, Status};
use crate::work::Configuration;

const WRAPPER_MAGIC: u32 = 0x466_243b1;

/// What nvcc puts into `.nvFatBinSegment`.
#[repr(C)]
struct Wrapper {
    magic: u32,
    version: u32,
    fatbin: *const u8,
    /// Of a linked program: the fatbins of its translation units, up to a null pointer.
    units: *const *const u8,
}

/// The wrapper's version for programs that were compiled with `-rdc=true`.
const LINKED: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Dim3 {
    x: c_uint,
    y: c_uint,
    z: c_uint,
}

impl Dim3 {
    pub(super) fn array(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }

    pub(super) fn from_array([x, y, z]: [u32; 3]) -> Self {
        Self { x, y, z }
    }
}

thread_local! {
    /// Between `<<<…>>>` and the call of the kernel's stub.
    static PUSHED: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

/// The handle is the program's number plus one, as a pointer.
#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterFatBinary(wrapper: *const c_void) -> *mut *mut c_void {
    // SAFETY: nvcc's start-up code hands over its wrapper.
    let (fatbin, units) = unsafe { (fatbin(wrapper.cast()), units(wrapper.cast())) };
    let Some(mut runtime) = runtime() else { return std::ptr::null_mut() };
    runtime.programs.push(Program::linked(fatbin.unwrap_or_default(), units));
    runtime.programs.len() as *mut *mut c_void
}

unsafe fn fatbin(wrapper: *const Wrapper) -> Option<&'static [u8]> {
    // SAFETY: the caller's promise; the fatbin is part of the program's file, which stays.
    unsafe {
        let wrapper = wrapper.as_ref().filter(|wrapper| wrapper.magic == WRAPPER_MAGIC)?;
        container(wrapper.fatbin)
    }
}

/// The fatbins of a linked program's translation units; none for any other program.
///
/// # Safety
/// It is null or leads to a wrapper that nvcc made.
unsafe fn units(wrapper: *const Wrapper) -> Vec<&'static [u8]> {
    let mut units = Vec::new();
    // SAFETY: the caller's promise; a null pointer ends the list, whose fatbins are part of the
    // program's file.
    unsafe {
        let Some(wrapper) = wrapper.as_ref() else { return units };
        if wrapper.magic != WRAPPER_MAGIC || wrapper.version != LINKED || wrapper.units.is_null() {
            return units;
        }
        let mut next = wrapper.units;
        while !(*next).is_null() {
            units.extend(container(*next));
            next = next.add(1);
        }
    }
    units
}

/// A fatbin, or the wrapper of one. None if it is neither.
///
/// # Safety
/// It leads to 16 bytes at least, or to a text that ends with a zero.
pub(super) unsafe fn fatbin_at(image: *const u8) -> Option<&'static [u8]> {
    const MAGIC: u32 = 0xba55_ed50;
    // SAFETY: the caller's promise: a text that begins with either magic is none of PTX.
    unsafe {
        let bytes =
            |count: usize| (0..count).map(|at| *image.add(at)).take_while(|byte| *byte != 0);
        let magic: Vec<u8> = bytes(4).collect();
        match u32::from_le_bytes(*magic.first_chunk()?) {
            WRAPPER_MAGIC => fatbin(image.cast()),
            MAGIC => container(image),
            _ => None,
        }
    }
}

unsafe fn container(fatbin: *const u8) -> Option<&'static [u8]> {
    // SAFETY: the caller's promise.
    unsafe {
        let head = std::slice::from_raw_parts(fatbin, 16);
        let header = u16::from_le_bytes(*head.get(6..)?.first_chunk()?);
        let size = u64::from_le_bytes(*head.get(8..)?.first_chunk()?);
        let bytes = usize::try_from(size).ok()?.checked_add(usize::from(header))?;
        Some(std::slice::from_raw_parts(fatbin, bytes))
    }
}

#[unsafe(no_mangle)]
extern "C" fn __cudaRegisterFatBinaryEnd(_: *mut *mut c_void) {}

#[unsafe(no_mangle)]
extern "C" fn __cudaUnregisterFatBinary(_: *mut *mut c_void) {}

/// Places the managed variables of a program, which asks for this before it uses one.
#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaInitModule(handle: *mut *mut c_void) -> c_char {
    let status = call(|runtime| {
        let program = (handle as usize).checked_sub(1).ok_or(status::INVALID_VALUE)?;
        let is_of = |managed: &&Function| managed.program == program;
        let places: Vec<usize> = { runtime.managed.iter() }
            .filter(|(_, managed)| is_of(managed))
            .map(|(place, _)| *place)
            .collect();
        for place in places {
            let (address, _) = symbol(runtime, place as *const c_void)?;
            // SAFETY: nvcc's start-up code has registered its variable, which holds a pointer.
            unsafe { (place as *mut u64).write(address) };
        }
        Ok(())
    });
    c_char::from(status == status::SUCCESS)
}

/// The host's variable holds the address of the managed one.
#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterManagedVar(
    handle: *mut *mut c_void,
    host: *mut *mut c_void,
    _device: *mut c_char,
    name: *const c_char,
    _external: c_int,
    _size: usize,
    _constant: c_int,
    _global: c_int,
) {
    // SAFETY: nvcc's start-up code hands over a text that stays.
    if let Some(variable) = unsafe { named(handle, name) }
        && let Some(mut runtime) = runtime()
    {
        runtime.variables.insert(host as usize, variable.clone());
        runtime.managed.insert(host as usize, variable);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterFunction(
    handle: *mut *mut c_void,
    host: *const c_void,
    _device: *mut c_char,
    name: *const c_char,
    _thread_limit: c_int,
    _thread: *mut c_void,
    _block: *mut c_void,
    _block_size: *mut Dim3,
    _grid_size: *mut Dim3,
    _warp_size: *mut c_int,
) {
    // SAFETY: nvcc's start-up code hands over a text that stays.
    if let Some(function) = unsafe { named(handle, name) }
        && let Some(mut runtime) = runtime()
    {
        runtime.functions.insert(host as usize, function);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaRegisterVar(
    handle: *mut *mut c_void,
    host: *const c_void,
    _device: *mut c_char,
    name: *const c_char,
    _external: c_int,
    _size: usize,
    _constant: c_int,
    _global: c_int,
) {
    // SAFETY: nvcc's start-up code hands over a text that stays.
    if let Some(variable) = unsafe { named(handle, name) }
        && let Some(mut runtime) = runtime()
    {
        runtime.variables.insert(host as usize, variable);
    }
}

unsafe fn named(handle: *mut *mut c_void, name: *const c_char) -> Option<Function> {
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(name) };
    Some(Function {
        program: (handle as usize).checked_sub(1)?,
        name: text.to_string_lossy().into_owned(),
        c_name: name as usize,
        dynamic_shared_limit: 0,
        wide_clusters: false,
    })
}

#[unsafe(no_mangle)]
extern "C" fn __cudaPushCallConfiguration(
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: *mut c_void,
) -> c_uint {
    let configuration = Configuration::new(grid.array(), block.array(), shared, stream);
    PUSHED.with_borrow_mut(|pushed| pushed.push(configuration));
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaPopCallConfiguration(
    grid: *mut Dim3,
    block: *mut Dim3,
    shared: *mut usize,
    stream: *mut *mut c_void,
) -> Status {
    let Some(top) = PUSHED.with_borrow_mut(Vec::pop) else {
        return status::INVALID_CONFIGURATION;
    };
    // SAFETY: the stub that nvcc makes hands over its own variables.
    let given = unsafe {
        give(grid, Dim3::from_array(top.grid))
            .and_then(|()| give(block, Dim3::from_array(top.block)))
            .and_then(|()| give(shared, top.dynamic_shared_bytes))
            .and_then(|()| give(stream, top.stream as *mut c_void))
    };
    given.err().unwrap_or(status::SUCCESS)
}

/// The kernel's handle is the address of its stub.
#[unsafe(no_mangle)]
unsafe extern "C" fn __cudaGetKernel(kernel: *mut *const c_void, host: *const c_void) -> Status {
    call(|runtime| {
        runtime.function(host as usize)?;
        // SAFETY: the stub that nvcc makes hands over its own variable.
        unsafe { give(kernel, host) }
    })
}

macro_rules! launch_calls {
    ($($name:ident, $cooperative:literal;)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(
            host: *const c_void,
            grid: Dim3,
            block: Dim3,
            arguments: *const *const u8,
            shared: usize,
            stream: *mut c_void,
        ) -> Status {
            let asked = Asked { cooperative: $cooperative, cluster: [0; 3] };
            // SAFETY: the same arguments.
            unsafe { launch(host, grid, block, arguments, shared, stream, asked) }
        }
    )+};
}

launch_calls! {
    __cudaLaunchKernel, false;
    cudaLaunchKernel, false;
    cudaLaunchCooperativeKernel, true;
}

unsafe fn launch(
    host: *const c_void,
    grid: Dim3,
    block: Dim3,
    arguments: *const *const u8,
    shared: usize,
    stream: *mut c_void,
    Asked { cooperative, cluster }: Asked,
) -> Status {
    let configuration = Configuration::new(grid.array(), block.array(), shared, stream);
    let configuration = Configuration { cooperative, cluster, ..configuration };
    // SAFETY: the program hands over an argument for each parameter.
    call(|runtime| unsafe { runtime.launch(host as usize, &configuration, arguments) })
}

#[repr(C)]
pub(super) struct LaunchConfig {
    pub(super) grid: Dim3,
    pub(super) block: Dim3,
    pub(super) shared: usize,
    stream: *mut c_void,
    pub(super) attributes: *const LaunchAttribute,
    pub(super) count: c_uint,
}

/// 64 bytes of value behind the number of the attribute.
#[repr(C)]
pub(super) struct LaunchAttribute {
    id: c_int,
    padding: [u8; 4],
    value: [u8; 64],
}

/// Attributes that change neither results nor counts: ignored, the access policy, where clusters
/// run, both kinds of programmatic serialisation (kernels run one after the other), priority, domains of
/// memory, the size of clusters that would be preferred, and the size of L1.
const HARMLESS: [c_int; 10] = [0, 1, 5, 6, 7, 8, 9, 10, 11, 14];

/// `cudaLaunchAttributeCooperative`: a number that is not 0 asks for it.
const COOPERATIVE: c_int = 2;

/// `cudaLaunchAttributeClusterDimension`: blocks along x, y, z.
const CLUSTER: c_int = 4;

/// What a launch asks for beside its sizes.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) cooperative: bool,
    pub(super) cluster: [u32; 3],
}

/// What the attributes ask for. None if one is not supported.
///
/// # Safety
/// `attributes` leads to `count` of them.
pub(super) unsafe fn asked(attributes: *const LaunchAttribute, count: c_uint) -> Option<Asked> {
    let attributes = match count {
        0 => &[],
        // SAFETY: the caller's promise.
        _ => unsafe { std::slice::from_raw_parts(attributes, count as usize) },
    };
    let mut all = Asked { cooperative: false, cluster: [0; 3] };
    for LaunchAttribute { id, value, .. } in attributes {
        let words = value.as_chunks::<4>().0;
        match *id {
            COOPERATIVE => all.cooperative |= words[0] != [0; 4],
            CLUSTER => {
                all.cluster = std::array::from_fn(|axis| u32::from_ne_bytes(words[axis]));
            }
            id if HARMLESS.contains(&id) => {}
            _ => return None,
        }
    }
    Some(all)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaLaunchKernelExC(
    config: *const LaunchConfig,
    host: *const c_void,
    arguments: *const *const u8,
) -> Status {
    // SAFETY: the program hands over a configuration and its attributes.
    unsafe {
        let Some(config) = config.as_ref() else { return status::INVALID_VALUE };
        let Some(asked) = asked(config.attributes, config.count) else {
            return call(|_| Err(status::NOT_SUPPORTED));
        };
        let LaunchConfig { grid, block, shared, stream, .. } = *config;
        launch(host, grid, block, arguments, shared, stream, asked)
    }
}
