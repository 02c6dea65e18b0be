//! The structs of `propp_primitive.h`, version 1. The header documents the fields.

use std::ffi::{c_char, c_void};

pub const ABI_VERSION: u32 = 1;

/// Element types. An entry's `types` has the bit `1 << type` for each.
pub const I32: u32 = 0;
pub const U32: u32 = 1;
pub const F32: u32 = 2;
pub const I64: u32 = 3;
pub const F64: u32 = 4;
pub const TYPES: u32 = 5;

/// Flags of an entry.
pub const SYNCHRONISES: u32 = 1;
pub const RESULT_ON_HOST: u32 = 2;
pub const USES_STREAMS: u32 = 4;
pub const NAIVE: u32 = 8;

pub const OK: i32 = 0;
pub const E_TYPE: i32 = 1;
pub const E_SIZE: i32 = 2;
pub const E_ARGUMENT: i32 = 3;
pub const E_MEMORY: i32 = 4;
pub const E_INTERNAL: i32 = 5;
pub const E_LIBRARY: i32 = 6;
pub const E_CUDA: i32 = 1000;

pub const SIZE_UNKNOWN: u64 = u64::MAX;
pub const HOST_RESULT_BYTES: usize = 64;
pub const LIBRARY_SYMBOL: &str = "propp_primitive_library";

/// `propp_scalar`, a union in C: eight bytes, of which a type uses the first.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalar(u64);

impl Scalar {
    /// At most the first eight bytes; missing bytes are 0.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut all = [0; 8];
        for (to, from) in all.iter_mut().zip(bytes) {
            *to = *from;
        }
        Self(u64::from_ne_bytes(all))
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    pub struct_size: u32,
    pub element_type: u32,
    pub n: u64,
    pub m: u64,
    pub a: Scalar,
    pub b: Scalar,
    pub result_n: u64,
    pub input: *const c_void,
    pub second: *const c_void,
    pub aux: *const u32,
    pub index: *const u32,
    pub flags: *const u8,
    pub out: *mut c_void,
    pub out_aux: *mut u32,
    pub out_count: *mut u64,
    pub temp: *mut c_void,
    pub temp_bytes: u64,
    pub host: *mut c_void,
    pub host_bytes: u64,
    pub host_result: *mut c_void,
}

impl Default for Problem {
    /// All fields zero, except for the struct's size and the unknown result size.
    fn default() -> Self {
        // SAFETY: numbers and pointers may be zero.
        let zeros: Self = unsafe { std::mem::zeroed() };
        Self { struct_size: size_of::<Self>() as u32, result_n: SIZE_UNKNOWN, ..zeros }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub struct_size: u32,
    pub reserved: u32,
    pub temp_bytes: u64,
    pub host_bytes: u64,
    pub out_elements: u64,
    pub out_aux_elements: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    pub struct_size: u32,
    pub reserved: u32,
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub operations: u64,
}

pub type SizesFn = unsafe extern "C" fn(*const Entry, *const Problem, *mut Sizes) -> i32;
pub type PrepareFn = unsafe extern "C" fn(*const Entry, *const Problem, *mut *mut c_void) -> i32;
pub type RunFn =
    unsafe extern "C" fn(*const Entry, *const Problem, *mut c_void, *mut c_void) -> i32;
pub type ReleaseFn = unsafe extern "C" fn(*const Entry, *mut c_void) -> i32;
pub type WorkFn = unsafe extern "C" fn(*const Entry, *const Problem, *mut Work) -> i32;
pub type MessageFn = unsafe extern "C" fn(i32) -> *const c_char;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub primitive: *const c_char,
    pub variant: *const c_char,
    pub description: *const c_char,
    pub types: u32,
    pub flags: u32,
    pub min_compute: u32,
    pub reserved: u32,
    pub max_elements: u64,
    pub user: *const c_void,
    pub sizes: Option<SizesFn>,
    pub prepare: Option<PrepareFn>,
    pub reset: Option<RunFn>,
    pub run: Option<RunFn>,
    pub release: Option<ReleaseFn>,
    pub work: Option<WorkFn>,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Library {
    pub abi_version: u32,
    pub library_size: u32,
    pub entry_size: u32,
    pub problem_size: u32,
    pub sizes_size: u32,
    pub work_size: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub count: u64,
    pub entries: *const Entry,
    pub message: Option<MessageFn>,
}

pub type LibraryFn = unsafe extern "C" fn(u32) -> *const Library;
