// Written by `cargo xtask bindings`; do not edit. CI checks that it is current.

pub const CUDA_ARRAY3D_LAYERED: u32 = 1;
pub const CUDA_ARRAY3D_2DARRAY: u32 = 1;
pub const CUDA_ARRAY3D_SURFACE_LDST: u32 = 2;
pub const CUDA_ARRAY3D_CUBEMAP: u32 = 4;
pub const CUDA_ARRAY3D_TEXTURE_GATHER: u32 = 8;
pub const CUDA_ARRAY3D_DEPTH_TEXTURE: u32 = 16;
pub const CUDA_ARRAY3D_COLOR_ATTACHMENT: u32 = 32;
pub const CUDA_ARRAY3D_SPARSE: u32 = 64;
pub const CUDA_ARRAY3D_DEFERRED_MAPPING: u32 = 128;
pub const CUDA_ARRAY3D_VIDEO_ENCODE_DECODE: u32 = 256;
pub const CU_TRSF_READ_AS_INTEGER: u32 = 1;
pub const CU_TRSF_NORMALIZED_COORDINATES: u32 = 2;
pub const CU_TRSF_SRGB: u32 = 16;
pub const CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION: u32 = 32;
pub const CU_TRSF_SEAMLESS_CUBEMAP: u32 = 64;
pub type cuuint32_t = u32;
pub type cuuint64_t = u64;
pub type CUdeviceptr_v2 = ::std::os::raw::c_ulonglong;
pub type CUdeviceptr = CUdeviceptr_v2;
pub type CUdevice_v1 = ::std::os::raw::c_int;
pub type CUdevice = CUdevice_v1;
#[repr(C)]
#[derive(Debug)]
pub struct CUctx_st {
    _unused: [u8; 0],
}
pub type CUcontext = *mut CUctx_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmod_st {
    _unused: [u8; 0],
}
pub type CUmodule = *mut CUmod_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUfunc_st {
    _unused: [u8; 0],
}
pub type CUfunction = *mut CUfunc_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUkern_st {
    _unused: [u8; 0],
}
pub type CUkernel = *mut CUkern_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUarray_st {
    _unused: [u8; 0],
}
pub type CUarray = *mut CUarray_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmipmappedArray_st {
    _unused: [u8; 0],
}
pub type CUmipmappedArray = *mut CUmipmappedArray_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUevent_st {
    _unused: [u8; 0],
}
pub type CUevent = *mut CUevent_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUstream_st {
    _unused: [u8; 0],
}
pub type CUstream = *mut CUstream_st;
pub type CUtexObject_v1 = ::std::os::raw::c_ulonglong;
pub type CUtexObject = CUtexObject_v1;
pub type CUsurfObject_v1 = ::std::os::raw::c_ulonglong;
pub type CUsurfObject = CUsurfObject_v1;
#[repr(C)]
#[derive(Debug)]
pub struct CUextMemory_st {
    _unused: [u8; 0],
}
pub type CUexternalMemory = *mut CUextMemory_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUextSemaphore_st {
    _unused: [u8; 0],
}
pub type CUexternalSemaphore = *mut CUextSemaphore_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraph_st {
    _unused: [u8; 0],
}
pub type CUgraph = *mut CUgraph_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphNode_st {
    _unused: [u8; 0],
}
pub type CUgraphNode = *mut CUgraphNode_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphExec_st {
    _unused: [u8; 0],
}
pub type CUgraphExec = *mut CUgraphExec_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUuuid_st {
    pub bytes: [::std::os::raw::c_char; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUuuid_st"][::std::mem::size_of::<CUuuid_st>() - 16usize];
    ["Alignment of CUuuid_st"][::std::mem::align_of::<CUuuid_st>() - 1usize];
    [
        "Offset of field: CUuuid_st::bytes",
    ][::std::mem::offset_of!(CUuuid_st, bytes) - 0usize];
};
pub type CUuuid = CUuuid_st;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemAttach_flags_enum {
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEM_ATTACH_SINGLE = 4,
}
pub use self::CUmemAttach_flags_enum as CUmemAttach_flags;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUstreamBatchMemOpType_enum {
    CU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
    CU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
    CU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
    CU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
    CU_STREAM_MEM_OP_BARRIER = 6,
    CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
}
pub use self::CUstreamBatchMemOpType_enum as CUstreamBatchMemOpType;
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUstreamBatchMemOpParams_union {
    pub operation: CUstreamBatchMemOpType,
    pub waitValue: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st,
    pub writeValue: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st,
    pub flushRemoteWrites: CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st,
    pub memoryBarrier: CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st,
    pub pad: [cuuint64_t; 6usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub __bindgen_anon_1: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub alias: CUdeviceptr,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1 {
    pub value: cuuint32_t,
    pub value64: cuuint64_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1::value",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
        value
    ) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1::value64",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
        value64
    ) - 0usize];
};
impl Default
for CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st",
    ][::std::mem::size_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st,
    >() - 40usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st",
    ][::std::mem::align_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st,
    >() - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st::operation",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st, operation
    ) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st::address",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st, address
    ) - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st::flags",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st, flags
    ) - 24usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st::alias",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st, alias
    ) - 32usize];
};
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub __bindgen_anon_1: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub alias: CUdeviceptr,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1 {
    pub value: cuuint32_t,
    pub value64: cuuint64_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1::value",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
        value
    ) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1::value64",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
        value64
    ) - 0usize];
};
impl Default
for CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st",
    ][::std::mem::size_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st,
    >() - 40usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st",
    ][::std::mem::align_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st,
    >() - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st::operation",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st, operation
    ) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st::address",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st, address
    ) - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st::flags",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st, flags
    ) - 24usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st::alias",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st, alias
    ) - 32usize];
};
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st",
    ][::std::mem::size_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st,
    >() - 8usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st",
    ][::std::mem::align_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st,
    >() - 4usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st::operation",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st, operation
    ) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st::flags",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st, flags
    ) - 4usize];
};
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st",
    ][::std::mem::size_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st,
    >() - 8usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st",
    ][::std::mem::align_of::<
        CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st,
    >() - 4usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st::operation",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st, operation
    ) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st::flags",
    ][::std::mem::offset_of!(
        CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st, flags
    ) - 4usize];
};
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUstreamBatchMemOpParams_union",
    ][::std::mem::size_of::<CUstreamBatchMemOpParams_union>() - 48usize];
    [
        "Alignment of CUstreamBatchMemOpParams_union",
    ][::std::mem::align_of::<CUstreamBatchMemOpParams_union>() - 8usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union::operation",
    ][::std::mem::offset_of!(CUstreamBatchMemOpParams_union, operation) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union::waitValue",
    ][::std::mem::offset_of!(CUstreamBatchMemOpParams_union, waitValue) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union::writeValue",
    ][::std::mem::offset_of!(CUstreamBatchMemOpParams_union, writeValue) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union::flushRemoteWrites",
    ][::std::mem::offset_of!(CUstreamBatchMemOpParams_union, flushRemoteWrites)
        - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union::memoryBarrier",
    ][::std::mem::offset_of!(CUstreamBatchMemOpParams_union, memoryBarrier) - 0usize];
    [
        "Offset of field: CUstreamBatchMemOpParams_union::pad",
    ][::std::mem::offset_of!(CUstreamBatchMemOpParams_union, pad) - 0usize];
};
impl Default for CUstreamBatchMemOpParams_union {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUstreamBatchMemOpParams_v1 = CUstreamBatchMemOpParams_union;
pub type CUstreamBatchMemOpParams = CUstreamBatchMemOpParams_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st {
    pub ctx: CUcontext,
    pub count: ::std::os::raw::c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st",
    ][::std::mem::size_of::<CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st>() - 32usize];
    [
        "Alignment of CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st",
    ][::std::mem::align_of::<CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st>() - 8usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st::ctx",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st, ctx) - 0usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st::count",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st, count) - 8usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st::paramArray",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st, paramArray) - 16usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st::flags",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st, flags) - 24usize];
};
impl Default for CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
    pub ctx: CUcontext,
    pub count: ::std::os::raw::c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st>() - 32usize];
    [
        "Alignment of CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st::ctx",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st, ctx) - 0usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st::count",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st, count) - 8usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st::paramArray",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st, paramArray) - 16usize];
    [
        "Offset of field: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st::flags",
    ][::std::mem::offset_of!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st, flags) - 24usize];
};
impl Default for CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 = CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUarray_format_enum {
    CU_AD_FORMAT_UNSIGNED_INT8 = 1,
    CU_AD_FORMAT_UNSIGNED_INT16 = 2,
    CU_AD_FORMAT_UNSIGNED_INT32 = 3,
    CU_AD_FORMAT_SIGNED_INT8 = 8,
    CU_AD_FORMAT_SIGNED_INT16 = 9,
    CU_AD_FORMAT_SIGNED_INT32 = 10,
    CU_AD_FORMAT_HALF = 16,
    CU_AD_FORMAT_FLOAT = 32,
    CU_AD_FORMAT_NV12 = 176,
}
pub use self::CUarray_format_enum as CUarray_format;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUaddress_mode_enum {
    CU_TR_ADDRESS_MODE_WRAP = 0,
    CU_TR_ADDRESS_MODE_CLAMP = 1,
    CU_TR_ADDRESS_MODE_MIRROR = 2,
    CU_TR_ADDRESS_MODE_BORDER = 3,
}
pub use self::CUaddress_mode_enum as CUaddress_mode;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUfilter_mode_enum {
    CU_TR_FILTER_MODE_POINT = 0,
    CU_TR_FILTER_MODE_LINEAR = 1,
}
pub use self::CUfilter_mode_enum as CUfilter_mode;
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK;
}
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK: CUdevice_attribute_enum = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK;
}
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH: CUdevice_attribute_enum = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH;
}
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT: CUdevice_attribute_enum = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT;
}
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES: CUdevice_attribute_enum = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS;
}
impl CUdevice_attribute_enum {
    pub const CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED;
}
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
    CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = 44,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
    CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 = 92,
    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 = 93,
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1 = 94,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES = 98,
    CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
    CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107,
    CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
    CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED = 110,
    CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
    CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED = 112,
    CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
    CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED = 114,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS = 117,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING = 118,
    CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES = 119,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
    CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED = 121,
    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 122,
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR = 123,
    CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,
    CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED = 125,
    CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT = 126,
    CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED = 127,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED = 128,
    CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS = 129,
    CU_DEVICE_ATTRIBUTE_NUMA_CONFIG = 130,
    CU_DEVICE_ATTRIBUTE_NUMA_ID = 131,
    CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 132,
    CU_DEVICE_ATTRIBUTE_MPS_ENABLED = 133,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 134,
    CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED = 135,
    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK = 136,
    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH = 137,
    CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED = 138,
    CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID = 139,
    CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID = 140,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 141,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED = 142,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED = 143,
    CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED = 144,
    CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 145,
    CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED = 146,
    CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED = 147,
    CU_DEVICE_ATTRIBUTE_MAX = 148,
}
pub use self::CUdevice_attribute_enum as CUdevice_attribute;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUpointer_attribute_enum {
    CU_POINTER_ATTRIBUTE_CONTEXT = 1,
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
    CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
    CU_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
    CU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
    CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE = 10,
    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
    CU_POINTER_ATTRIBUTE_MAPPED = 13,
    CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
    CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
    CU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
    CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
    CU_POINTER_ATTRIBUTE_MAPPING_SIZE = 18,
    CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR = 19,
    CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID = 20,
    CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE = 21,
}
pub use self::CUpointer_attribute_enum as CUpointer_attribute;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
    CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET = 10,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
    CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
    CU_FUNC_ATTRIBUTE_MAX = 16,
}
pub use self::CUfunction_attribute_enum as CUfunction_attribute;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUfunc_cache_enum {
    CU_FUNC_CACHE_PREFER_NONE = 0,
    CU_FUNC_CACHE_PREFER_SHARED = 1,
    CU_FUNC_CACHE_PREFER_L1 = 2,
    CU_FUNC_CACHE_PREFER_EQUAL = 3,
}
pub use self::CUfunc_cache_enum as CUfunc_cache;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUsharedconfig_enum {
    CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0,
    CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 1,
    CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 2,
}
pub use self::CUsharedconfig_enum as CUsharedconfig;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemorytype_enum {
    CU_MEMORYTYPE_HOST = 1,
    CU_MEMORYTYPE_DEVICE = 2,
    CU_MEMORYTYPE_ARRAY = 3,
    CU_MEMORYTYPE_UNIFIED = 4,
}
pub use self::CUmemorytype_enum as CUmemorytype;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmem_advise_enum {
    CU_MEM_ADVISE_SET_READ_MOSTLY = 1,
    CU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
    CU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
    CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
    CU_MEM_ADVISE_SET_ACCESSED_BY = 5,
    CU_MEM_ADVISE_UNSET_ACCESSED_BY = 6,
}
pub use self::CUmem_advise_enum as CUmem_advise;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmem_range_attribute_enum {
    CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
    CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 5,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 6,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8,
}
pub use self::CUmem_range_attribute_enum as CUmem_range_attribute;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8,
    CU_JIT_TARGET = 9,
    CU_JIT_FALLBACK_STRATEGY = 10,
    CU_JIT_GENERATE_DEBUG_INFO = 11,
    CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_GENERATE_LINE_INFO = 13,
    CU_JIT_CACHE_MODE = 14,
    CU_JIT_NEW_SM3X_OPT = 15,
    CU_JIT_FAST_COMPILE = 16,
    CU_JIT_GLOBAL_SYMBOL_NAMES = 17,
    CU_JIT_GLOBAL_SYMBOL_ADDRESSES = 18,
    CU_JIT_GLOBAL_SYMBOL_COUNT = 19,
    CU_JIT_LTO = 20,
    CU_JIT_FTZ = 21,
    CU_JIT_PREC_DIV = 22,
    CU_JIT_PREC_SQRT = 23,
    CU_JIT_FMA = 24,
    CU_JIT_REFERENCED_KERNEL_NAMES = 25,
    CU_JIT_REFERENCED_KERNEL_COUNT = 26,
    CU_JIT_REFERENCED_VARIABLE_NAMES = 27,
    CU_JIT_REFERENCED_VARIABLE_COUNT = 28,
    CU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES = 29,
    CU_JIT_POSITION_INDEPENDENT_CODE = 30,
    CU_JIT_MIN_CTA_PER_SM = 31,
    CU_JIT_MAX_THREADS_PER_BLOCK = 32,
    CU_JIT_OVERRIDE_DIRECTIVE_VALUES = 33,
    CU_JIT_SPLIT_COMPILE = 34,
    CU_JIT_NUM_OPTIONS = 35,
}
pub use self::CUjit_option_enum as CUjit_option;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUjitInputType_enum {
    CU_JIT_INPUT_CUBIN = 0,
    CU_JIT_INPUT_PTX = 1,
    CU_JIT_INPUT_FATBINARY = 2,
    CU_JIT_INPUT_OBJECT = 3,
    CU_JIT_INPUT_LIBRARY = 4,
    CU_JIT_INPUT_NVVM = 5,
    CU_JIT_NUM_INPUT_TYPES = 6,
}
pub use self::CUjitInputType_enum as CUjitInputType;
#[repr(C)]
#[derive(Debug)]
pub struct CUlinkState_st {
    _unused: [u8; 0],
}
pub type CUlinkState = *mut CUlinkState_st;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUlimit_enum {
    CU_LIMIT_STACK_SIZE = 0,
    CU_LIMIT_PRINTF_FIFO_SIZE = 1,
    CU_LIMIT_MALLOC_HEAP_SIZE = 2,
    CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 3,
    CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
    CU_LIMIT_MAX_L2_FETCH_GRANULARITY = 5,
    CU_LIMIT_PERSISTING_L2_CACHE_SIZE = 6,
    CU_LIMIT_SHMEM_SIZE = 7,
    CU_LIMIT_CIG_ENABLED = 8,
    CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED = 9,
    CU_LIMIT_MAX = 10,
}
pub use self::CUlimit_enum as CUlimit;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUresourcetype_enum {
    CU_RESOURCE_TYPE_ARRAY = 0,
    CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
    CU_RESOURCE_TYPE_LINEAR = 2,
    CU_RESOURCE_TYPE_PITCH2D = 3,
}
pub use self::CUresourcetype_enum as CUresourcetype;
pub type CUhostFn = ::std::option::Option<
    unsafe extern "C" fn(userData: *mut ::std::os::raw::c_void),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_KERNEL_NODE_PARAMS_st",
    ][::std::mem::size_of::<CUDA_KERNEL_NODE_PARAMS_st>() - 56usize];
    [
        "Alignment of CUDA_KERNEL_NODE_PARAMS_st",
    ][::std::mem::align_of::<CUDA_KERNEL_NODE_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::func",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, func) - 0usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::gridDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, gridDimX) - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::gridDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, gridDimY) - 12usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::gridDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, gridDimZ) - 16usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::blockDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, blockDimX) - 20usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::blockDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, blockDimY) - 24usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::blockDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, blockDimZ) - 28usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::sharedMemBytes",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::kernelParams",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, kernelParams) - 40usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_st::extra",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_st, extra) - 48usize];
};
impl Default for CUDA_KERNEL_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v1 = CUDA_KERNEL_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_v2_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_KERNEL_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_KERNEL_NODE_PARAMS_v2_st>() - 72usize];
    [
        "Alignment of CUDA_KERNEL_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_KERNEL_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::func",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, func) - 0usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::gridDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, gridDimX) - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::gridDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, gridDimY) - 12usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::gridDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, gridDimZ) - 16usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::blockDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, blockDimX) - 20usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::blockDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, blockDimY) - 24usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::blockDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, blockDimZ) - 28usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::sharedMemBytes",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::kernelParams",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, kernelParams) - 40usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::extra",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, extra) - 48usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::kern",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, kern) - 56usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v2_st::ctx",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v2_st, ctx) - 64usize];
};
impl Default for CUDA_KERNEL_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v2 = CUDA_KERNEL_NODE_PARAMS_v2_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_v3_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_KERNEL_NODE_PARAMS_v3_st",
    ][::std::mem::size_of::<CUDA_KERNEL_NODE_PARAMS_v3_st>() - 72usize];
    [
        "Alignment of CUDA_KERNEL_NODE_PARAMS_v3_st",
    ][::std::mem::align_of::<CUDA_KERNEL_NODE_PARAMS_v3_st>() - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::func",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, func) - 0usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::gridDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, gridDimX) - 8usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::gridDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, gridDimY) - 12usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::gridDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, gridDimZ) - 16usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::blockDimX",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, blockDimX) - 20usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::blockDimY",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, blockDimY) - 24usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::blockDimZ",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, blockDimZ) - 28usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::sharedMemBytes",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::kernelParams",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, kernelParams) - 40usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::extra",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, extra) - 48usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::kern",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, kern) - 56usize];
    [
        "Offset of field: CUDA_KERNEL_NODE_PARAMS_v3_st::ctx",
    ][::std::mem::offset_of!(CUDA_KERNEL_NODE_PARAMS_v3_st, ctx) - 64usize];
};
impl Default for CUDA_KERNEL_NODE_PARAMS_v3_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v3 = CUDA_KERNEL_NODE_PARAMS_v3_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_MEMSET_NODE_PARAMS_st {
    pub dst: CUdeviceptr,
    pub pitch: usize,
    pub value: ::std::os::raw::c_uint,
    pub elementSize: ::std::os::raw::c_uint,
    pub width: usize,
    pub height: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEMSET_NODE_PARAMS_st",
    ][::std::mem::size_of::<CUDA_MEMSET_NODE_PARAMS_st>() - 40usize];
    [
        "Alignment of CUDA_MEMSET_NODE_PARAMS_st",
    ][::std::mem::align_of::<CUDA_MEMSET_NODE_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_st::dst",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_st, dst) - 0usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_st::pitch",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_st, pitch) - 8usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_st::value",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_st, value) - 16usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_st::elementSize",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_st, elementSize) - 20usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_st::width",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_st, width) - 24usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_st::height",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_st, height) - 32usize];
};
pub type CUDA_MEMSET_NODE_PARAMS_v1 = CUDA_MEMSET_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMSET_NODE_PARAMS_v2_st {
    pub dst: CUdeviceptr,
    pub pitch: usize,
    pub value: ::std::os::raw::c_uint,
    pub elementSize: ::std::os::raw::c_uint,
    pub width: usize,
    pub height: usize,
    pub ctx: CUcontext,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEMSET_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_MEMSET_NODE_PARAMS_v2_st>() - 48usize];
    [
        "Alignment of CUDA_MEMSET_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_MEMSET_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::dst",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, dst) - 0usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::pitch",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, pitch) - 8usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::value",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, value) - 16usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::elementSize",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, elementSize) - 20usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::width",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, width) - 24usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::height",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, height) - 32usize];
    [
        "Offset of field: CUDA_MEMSET_NODE_PARAMS_v2_st::ctx",
    ][::std::mem::offset_of!(CUDA_MEMSET_NODE_PARAMS_v2_st, ctx) - 40usize];
};
impl Default for CUDA_MEMSET_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMSET_NODE_PARAMS_v2 = CUDA_MEMSET_NODE_PARAMS_v2_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_HOST_NODE_PARAMS_st {
    pub fn_: CUhostFn,
    pub userData: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_HOST_NODE_PARAMS_st",
    ][::std::mem::size_of::<CUDA_HOST_NODE_PARAMS_st>() - 16usize];
    [
        "Alignment of CUDA_HOST_NODE_PARAMS_st",
    ][::std::mem::align_of::<CUDA_HOST_NODE_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_HOST_NODE_PARAMS_st::fn_",
    ][::std::mem::offset_of!(CUDA_HOST_NODE_PARAMS_st, fn_) - 0usize];
    [
        "Offset of field: CUDA_HOST_NODE_PARAMS_st::userData",
    ][::std::mem::offset_of!(CUDA_HOST_NODE_PARAMS_st, userData) - 8usize];
};
impl Default for CUDA_HOST_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_HOST_NODE_PARAMS_v1 = CUDA_HOST_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_HOST_NODE_PARAMS_v2_st {
    pub fn_: CUhostFn,
    pub userData: *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_HOST_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_HOST_NODE_PARAMS_v2_st>() - 16usize];
    [
        "Alignment of CUDA_HOST_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_HOST_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_HOST_NODE_PARAMS_v2_st::fn_",
    ][::std::mem::offset_of!(CUDA_HOST_NODE_PARAMS_v2_st, fn_) - 0usize];
    [
        "Offset of field: CUDA_HOST_NODE_PARAMS_v2_st::userData",
    ][::std::mem::offset_of!(CUDA_HOST_NODE_PARAMS_v2_st, userData) - 8usize];
};
impl Default for CUDA_HOST_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_HOST_NODE_PARAMS_v2 = CUDA_HOST_NODE_PARAMS_v2_st;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUgraphNodeType_enum {
    CU_GRAPH_NODE_TYPE_KERNEL = 0,
    CU_GRAPH_NODE_TYPE_MEMCPY = 1,
    CU_GRAPH_NODE_TYPE_MEMSET = 2,
    CU_GRAPH_NODE_TYPE_HOST = 3,
    CU_GRAPH_NODE_TYPE_GRAPH = 4,
    CU_GRAPH_NODE_TYPE_EMPTY = 5,
    CU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
    CU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
    CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
    CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
    CU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
    CU_GRAPH_NODE_TYPE_MEM_FREE = 11,
}
pub use self::CUgraphNodeType_enum as CUgraphNodeType;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUstreamCaptureStatus_enum {
    CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
    CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2,
}
pub use self::CUstreamCaptureStatus_enum as CUstreamCaptureStatus;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_DEVICE_NOT_LICENSED = 102,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224,
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225,
    CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_LOSSY_QUERY = 402,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_TENSOR_MEMORY_LEAK = 721,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_NOT_READY = 802,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    CUDA_ERROR_MPS_CONNECTION_FAILED = 805,
    CUDA_ERROR_MPS_RPC_FAILURE = 806,
    CUDA_ERROR_MPS_SERVER_NOT_READY = 807,
    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809,
    CUDA_ERROR_MPS_CLIENT_TERMINATED = 810,
    CUDA_ERROR_CDP_NOT_SUPPORTED = 811,
    CUDA_ERROR_CDP_VERSION_MISMATCH = 812,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUDA_ERROR_STREAM_CAPTURE_MERGE = 902,
    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUDA_ERROR_CAPTURED_EVENT = 907,
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUDA_ERROR_TIMEOUT = 909,
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    CUDA_ERROR_EXTERNAL_DEVICE = 911,
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,
    CUDA_ERROR_FUNCTION_NOT_LOADED = 913,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_KEY_ROTATION = 916,
    CUDA_ERROR_UNKNOWN = 999,
}
pub use self::cudaError_enum as CUresult;
pub type CUstreamCallback = ::std::option::Option<
    unsafe extern "C" fn(
        hStream: CUstream,
        status: CUresult,
        userData: *mut ::std::os::raw::c_void,
    ),
>;
pub type CUoccupancyB2DSize = ::std::option::Option<
    unsafe extern "C" fn(blockSize: ::std::os::raw::c_int) -> usize,
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY2D_st {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUDA_MEMCPY2D_st"][::std::mem::size_of::<CUDA_MEMCPY2D_st>() - 128usize];
    [
        "Alignment of CUDA_MEMCPY2D_st",
    ][::std::mem::align_of::<CUDA_MEMCPY2D_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcXInBytes) - 0usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcY",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcY) - 8usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcMemoryType) - 16usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcHost) - 24usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcDevice) - 32usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcArray) - 40usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::srcPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, srcPitch) - 48usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstXInBytes) - 56usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstY",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstY) - 64usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstMemoryType) - 72usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstHost) - 80usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstDevice) - 88usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstArray) - 96usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::dstPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, dstPitch) - 104usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::WidthInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, WidthInBytes) - 112usize];
    [
        "Offset of field: CUDA_MEMCPY2D_st::Height",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_st, Height) - 120usize];
};
impl Default for CUDA_MEMCPY2D_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY2D_v2 = CUDA_MEMCPY2D_st;
pub type CUDA_MEMCPY2D = CUDA_MEMCPY2D_v2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY3D_st {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub reserved1: *mut ::std::os::raw::c_void,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUDA_MEMCPY3D_st"][::std::mem::size_of::<CUDA_MEMCPY3D_st>() - 200usize];
    [
        "Alignment of CUDA_MEMCPY3D_st",
    ][::std::mem::align_of::<CUDA_MEMCPY3D_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcXInBytes) - 0usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcY",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcY) - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcZ",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcZ) - 16usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcLOD",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcLOD) - 24usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcMemoryType) - 32usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcHost) - 40usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcDevice) - 48usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcArray) - 56usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::reserved0",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, reserved0) - 64usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcPitch) - 72usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::srcHeight",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, srcHeight) - 80usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstXInBytes) - 88usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstY",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstY) - 96usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstZ",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstZ) - 104usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstLOD",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstLOD) - 112usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstMemoryType) - 120usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstHost) - 128usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstDevice) - 136usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstArray) - 144usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::reserved1",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, reserved1) - 152usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstPitch) - 160usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::dstHeight",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, dstHeight) - 168usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::WidthInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, WidthInBytes) - 176usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::Height",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, Height) - 184usize];
    [
        "Offset of field: CUDA_MEMCPY3D_st::Depth",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_st, Depth) - 192usize];
};
impl Default for CUDA_MEMCPY3D_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_v2 = CUDA_MEMCPY3D_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY3D_PEER_st {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcContext: CUcontext,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstContext: CUcontext,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEMCPY3D_PEER_st",
    ][::std::mem::size_of::<CUDA_MEMCPY3D_PEER_st>() - 200usize];
    [
        "Alignment of CUDA_MEMCPY3D_PEER_st",
    ][::std::mem::align_of::<CUDA_MEMCPY3D_PEER_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcXInBytes) - 0usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcY",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcY) - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcZ",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcZ) - 16usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcLOD",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcLOD) - 24usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcMemoryType) - 32usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcHost) - 40usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcDevice) - 48usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcArray) - 56usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcContext",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcContext) - 64usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcPitch) - 72usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::srcHeight",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, srcHeight) - 80usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstXInBytes) - 88usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstY",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstY) - 96usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstZ",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstZ) - 104usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstLOD",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstLOD) - 112usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstMemoryType) - 120usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstHost) - 128usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstDevice) - 136usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstArray) - 144usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstContext",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstContext) - 152usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstPitch) - 160usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::dstHeight",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, dstHeight) - 168usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::WidthInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, WidthInBytes) - 176usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::Height",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, Height) - 184usize];
    [
        "Offset of field: CUDA_MEMCPY3D_PEER_st::Depth",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_PEER_st, Depth) - 192usize];
};
impl Default for CUDA_MEMCPY3D_PEER_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_PEER_v1 = CUDA_MEMCPY3D_PEER_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY_DESCRIPTOR_st {
    pub Width: usize,
    pub Height: usize,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY_DESCRIPTOR_st",
    ][::std::mem::size_of::<CUDA_ARRAY_DESCRIPTOR_st>() - 24usize];
    [
        "Alignment of CUDA_ARRAY_DESCRIPTOR_st",
    ][::std::mem::align_of::<CUDA_ARRAY_DESCRIPTOR_st>() - 8usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_st::Width",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_st, Width) - 0usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_st::Height",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_st, Height) - 8usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_st::Format",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_st, Format) - 16usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_st::NumChannels",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_st, NumChannels) - 20usize];
};
impl Default for CUDA_ARRAY_DESCRIPTOR_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY_DESCRIPTOR_v2 = CUDA_ARRAY_DESCRIPTOR_st;
pub type CUDA_ARRAY_DESCRIPTOR = CUDA_ARRAY_DESCRIPTOR_v2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY3D_DESCRIPTOR_st {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
    pub Flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY3D_DESCRIPTOR_st",
    ][::std::mem::size_of::<CUDA_ARRAY3D_DESCRIPTOR_st>() - 40usize];
    [
        "Alignment of CUDA_ARRAY3D_DESCRIPTOR_st",
    ][::std::mem::align_of::<CUDA_ARRAY3D_DESCRIPTOR_st>() - 8usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_st::Width",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_st, Width) - 0usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_st::Height",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_st, Height) - 8usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_st::Depth",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_st, Depth) - 16usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_st::Format",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_st, Format) - 24usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_st::NumChannels",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_st, NumChannels) - 28usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_st::Flags",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_st, Flags) - 32usize];
};
impl Default for CUDA_ARRAY3D_DESCRIPTOR_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY3D_DESCRIPTOR_v2 = CUDA_ARRAY3D_DESCRIPTOR_st;
pub type CUDA_ARRAY3D_DESCRIPTOR = CUDA_ARRAY3D_DESCRIPTOR_v2;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES_st {
    pub tileExtent: CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1,
    pub miptailFirstLevel: ::std::os::raw::c_uint,
    pub miptailSize: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 4usize],
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1 {
    pub width: ::std::os::raw::c_uint,
    pub height: ::std::os::raw::c_uint,
    pub depth: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1>() - 12usize];
    [
        "Alignment of CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1::width",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1, width)
        - 0usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1::height",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1, height)
        - 4usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1::depth",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1, depth)
        - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY_SPARSE_PROPERTIES_st",
    ][::std::mem::size_of::<CUDA_ARRAY_SPARSE_PROPERTIES_st>() - 48usize];
    [
        "Alignment of CUDA_ARRAY_SPARSE_PROPERTIES_st",
    ][::std::mem::align_of::<CUDA_ARRAY_SPARSE_PROPERTIES_st>() - 8usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st::tileExtent",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st, tileExtent) - 0usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st::miptailFirstLevel",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st, miptailFirstLevel)
        - 12usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st::miptailSize",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st, miptailSize) - 16usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st::flags",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st, flags) - 24usize];
    [
        "Offset of field: CUDA_ARRAY_SPARSE_PROPERTIES_st::reserved",
    ][::std::mem::offset_of!(CUDA_ARRAY_SPARSE_PROPERTIES_st, reserved) - 28usize];
};
pub type CUDA_ARRAY_SPARSE_PROPERTIES_v1 = CUDA_ARRAY_SPARSE_PROPERTIES_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st {
    pub size: usize,
    pub alignment: usize,
    pub reserved: [::std::os::raw::c_uint; 4usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY_MEMORY_REQUIREMENTS_st",
    ][::std::mem::size_of::<CUDA_ARRAY_MEMORY_REQUIREMENTS_st>() - 32usize];
    [
        "Alignment of CUDA_ARRAY_MEMORY_REQUIREMENTS_st",
    ][::std::mem::align_of::<CUDA_ARRAY_MEMORY_REQUIREMENTS_st>() - 8usize];
    [
        "Offset of field: CUDA_ARRAY_MEMORY_REQUIREMENTS_st::size",
    ][::std::mem::offset_of!(CUDA_ARRAY_MEMORY_REQUIREMENTS_st, size) - 0usize];
    [
        "Offset of field: CUDA_ARRAY_MEMORY_REQUIREMENTS_st::alignment",
    ][::std::mem::offset_of!(CUDA_ARRAY_MEMORY_REQUIREMENTS_st, alignment) - 8usize];
    [
        "Offset of field: CUDA_ARRAY_MEMORY_REQUIREMENTS_st::reserved",
    ][::std::mem::offset_of!(CUDA_ARRAY_MEMORY_REQUIREMENTS_st, reserved) - 16usize];
};
pub type CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 = CUDA_ARRAY_MEMORY_REQUIREMENTS_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st {
    pub resType: CUresourcetype,
    pub res: CUDA_RESOURCE_DESC_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_RESOURCE_DESC_st__bindgen_ty_1 {
    pub array: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    pub mipmap: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2,
    pub linear: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3,
    pub pitch2D: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4,
    pub reserved: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    pub hArray: CUarray,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1::hArray",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1, hArray)
        - 0usize];
};
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2 {
    pub hMipmappedArray: CUmipmappedArray,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2>()
        - 8usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2>()
        - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2::hMipmappedArray",
    ][::std::mem::offset_of!(
        CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2, hMipmappedArray
    ) - 0usize];
};
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3 {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: ::std::os::raw::c_uint,
    pub sizeInBytes: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3>()
        - 24usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3>()
        - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3::devPtr",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3, devPtr)
        - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3::format",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3, format)
        - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3::numChannels",
    ][::std::mem::offset_of!(
        CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3, numChannels
    ) - 12usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3::sizeInBytes",
    ][::std::mem::offset_of!(
        CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3, sizeInBytes
    ) - 16usize];
};
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4 {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: ::std::os::raw::c_uint,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4>()
        - 40usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4>()
        - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4::devPtr",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4, devPtr)
        - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4::format",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4, format)
        - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4::numChannels",
    ][::std::mem::offset_of!(
        CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4, numChannels
    ) - 12usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4::width",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4, width)
        - 16usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4::height",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4, height)
        - 24usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4::pitchInBytes",
    ][::std::mem::offset_of!(
        CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4, pitchInBytes
    ) - 32usize];
};
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5 {
    pub reserved: [::std::os::raw::c_int; 32usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5>()
        - 128usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5>()
        - 4usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5::reserved",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5, reserved)
        - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1>() - 128usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1::array",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1, array) - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1::mipmap",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1, mipmap) - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1::linear",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1, linear) - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1::pitch2D",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1, pitch2D) - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st__bindgen_ty_1::reserved",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st__bindgen_ty_1, reserved) - 0usize];
};
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_DESC_st",
    ][::std::mem::size_of::<CUDA_RESOURCE_DESC_st>() - 144usize];
    [
        "Alignment of CUDA_RESOURCE_DESC_st",
    ][::std::mem::align_of::<CUDA_RESOURCE_DESC_st>() - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st::resType",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st, resType) - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st::res",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st, res) - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_DESC_st::flags",
    ][::std::mem::offset_of!(CUDA_RESOURCE_DESC_st, flags) - 136usize];
};
impl Default for CUDA_RESOURCE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_RESOURCE_DESC_v1 = CUDA_RESOURCE_DESC_st;
pub type CUDA_RESOURCE_DESC = CUDA_RESOURCE_DESC_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_TEXTURE_DESC_st {
    pub addressMode: [CUaddress_mode; 3usize],
    pub filterMode: CUfilter_mode,
    pub flags: ::std::os::raw::c_uint,
    pub maxAnisotropy: ::std::os::raw::c_uint,
    pub mipmapFilterMode: CUfilter_mode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4usize],
    pub reserved: [::std::os::raw::c_int; 12usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_TEXTURE_DESC_st",
    ][::std::mem::size_of::<CUDA_TEXTURE_DESC_st>() - 104usize];
    [
        "Alignment of CUDA_TEXTURE_DESC_st",
    ][::std::mem::align_of::<CUDA_TEXTURE_DESC_st>() - 4usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::addressMode",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, addressMode) - 0usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::filterMode",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, filterMode) - 12usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::flags",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, flags) - 16usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::maxAnisotropy",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, maxAnisotropy) - 20usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::mipmapFilterMode",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, mipmapFilterMode) - 24usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::mipmapLevelBias",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, mipmapLevelBias) - 28usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::minMipmapLevelClamp",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, minMipmapLevelClamp) - 32usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::maxMipmapLevelClamp",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, maxMipmapLevelClamp) - 36usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::borderColor",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, borderColor) - 40usize];
    [
        "Offset of field: CUDA_TEXTURE_DESC_st::reserved",
    ][::std::mem::offset_of!(CUDA_TEXTURE_DESC_st, reserved) - 56usize];
};
impl Default for CUDA_TEXTURE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_TEXTURE_DESC_v1 = CUDA_TEXTURE_DESC_st;
pub type CUDA_TEXTURE_DESC = CUDA_TEXTURE_DESC_v1;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUresourceViewFormat_enum {
    CU_RES_VIEW_FORMAT_NONE = 0,
    CU_RES_VIEW_FORMAT_UINT_1X8 = 1,
    CU_RES_VIEW_FORMAT_UINT_2X8 = 2,
    CU_RES_VIEW_FORMAT_UINT_4X8 = 3,
    CU_RES_VIEW_FORMAT_SINT_1X8 = 4,
    CU_RES_VIEW_FORMAT_SINT_2X8 = 5,
    CU_RES_VIEW_FORMAT_SINT_4X8 = 6,
    CU_RES_VIEW_FORMAT_UINT_1X16 = 7,
    CU_RES_VIEW_FORMAT_UINT_2X16 = 8,
    CU_RES_VIEW_FORMAT_UINT_4X16 = 9,
    CU_RES_VIEW_FORMAT_SINT_1X16 = 10,
    CU_RES_VIEW_FORMAT_SINT_2X16 = 11,
    CU_RES_VIEW_FORMAT_SINT_4X16 = 12,
    CU_RES_VIEW_FORMAT_UINT_1X32 = 13,
    CU_RES_VIEW_FORMAT_UINT_2X32 = 14,
    CU_RES_VIEW_FORMAT_UINT_4X32 = 15,
    CU_RES_VIEW_FORMAT_SINT_1X32 = 16,
    CU_RES_VIEW_FORMAT_SINT_2X32 = 17,
    CU_RES_VIEW_FORMAT_SINT_4X32 = 18,
    CU_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
    CU_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
    CU_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
    CU_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
    CU_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
    CU_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
    CU_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
    CU_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
    CU_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34,
}
pub use self::CUresourceViewFormat_enum as CUresourceViewFormat;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_VIEW_DESC_st {
    pub format: CUresourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: ::std::os::raw::c_uint,
    pub lastMipmapLevel: ::std::os::raw::c_uint,
    pub firstLayer: ::std::os::raw::c_uint,
    pub lastLayer: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_RESOURCE_VIEW_DESC_st",
    ][::std::mem::size_of::<CUDA_RESOURCE_VIEW_DESC_st>() - 112usize];
    [
        "Alignment of CUDA_RESOURCE_VIEW_DESC_st",
    ][::std::mem::align_of::<CUDA_RESOURCE_VIEW_DESC_st>() - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::format",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, format) - 0usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::width",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, width) - 8usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::height",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, height) - 16usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::depth",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, depth) - 24usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::firstMipmapLevel",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, firstMipmapLevel) - 32usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::lastMipmapLevel",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, lastMipmapLevel) - 36usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::firstLayer",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, firstLayer) - 40usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::lastLayer",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, lastLayer) - 44usize];
    [
        "Offset of field: CUDA_RESOURCE_VIEW_DESC_st::reserved",
    ][::std::mem::offset_of!(CUDA_RESOURCE_VIEW_DESC_st, reserved) - 48usize];
};
impl Default for CUDA_RESOURCE_VIEW_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_RESOURCE_VIEW_DESC_v1 = CUDA_RESOURCE_VIEW_DESC_st;
pub type CUDA_RESOURCE_VIEW_DESC = CUDA_RESOURCE_VIEW_DESC_v1;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st {
    pub p2pToken: ::std::os::raw::c_ulonglong,
    pub vaSpaceToken: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st",
    ][::std::mem::size_of::<CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st>() - 16usize];
    [
        "Alignment of CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st",
    ][::std::mem::align_of::<CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st>() - 8usize];
    [
        "Offset of field: CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st::p2pToken",
    ][::std::mem::offset_of!(CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st, p2pToken) - 0usize];
    [
        "Offset of field: CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st::vaSpaceToken",
    ][::std::mem::offset_of!(CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st, vaSpaceToken)
        - 8usize];
};
pub type CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_LAUNCH_PARAMS_st {
    pub function: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_LAUNCH_PARAMS_st",
    ][::std::mem::size_of::<CUDA_LAUNCH_PARAMS_st>() - 56usize];
    [
        "Alignment of CUDA_LAUNCH_PARAMS_st",
    ][::std::mem::align_of::<CUDA_LAUNCH_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::function",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, function) - 0usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::gridDimX",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, gridDimX) - 8usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::gridDimY",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, gridDimY) - 12usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::gridDimZ",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, gridDimZ) - 16usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::blockDimX",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, blockDimX) - 20usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::blockDimY",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, blockDimY) - 24usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::blockDimZ",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, blockDimZ) - 28usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::sharedMemBytes",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, sharedMemBytes) - 32usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::hStream",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, hStream) - 40usize];
    [
        "Offset of field: CUDA_LAUNCH_PARAMS_st::kernelParams",
    ][::std::mem::offset_of!(CUDA_LAUNCH_PARAMS_st, kernelParams) - 48usize];
};
impl Default for CUDA_LAUNCH_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_LAUNCH_PARAMS_v1 = CUDA_LAUNCH_PARAMS_st;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUexternalMemoryHandleType_enum {
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF = 8,
    CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD = 9,
}
pub use self::CUexternalMemoryHandleType_enum as CUexternalMemoryHandleType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st {
    pub type_: CUexternalMemoryHandleType,
    pub handle: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1,
    pub size: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1 {
    pub fd: ::std::os::raw::c_int,
    pub win32: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciBufObject: *const ::std::os::raw::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut ::std::os::raw::c_void,
    pub name: *const ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    >() - 16usize];
    [
        "Alignment of CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1::handle",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1, handle
    ) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1::name",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1, name
    ) - 8usize];
};
impl Default for CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1>()
        - 16usize];
    [
        "Alignment of CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1::fd",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1, fd)
        - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1::win32",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1, win32)
        - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1::nvSciBufObject",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1, nvSciBufObject
    ) - 0usize];
};
impl Default for CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st",
    ][::std::mem::size_of::<CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st>() - 104usize];
    [
        "Alignment of CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st",
    ][::std::mem::align_of::<CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st>() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st::type_",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st, type_) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st::handle",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st, handle) - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st::size",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st, size) - 24usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st::flags",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st, flags) - 32usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st::reserved",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st, reserved) - 36usize];
};
impl Default for CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st;
pub type CUDA_EXTERNAL_MEMORY_HANDLE_DESC = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st {
    pub offset: ::std::os::raw::c_ulonglong,
    pub size: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st",
    ][::std::mem::size_of::<CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st>() - 88usize];
    [
        "Alignment of CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st",
    ][::std::mem::align_of::<CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st>() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st::offset",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st, offset) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st::size",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st, size) - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st::flags",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st, flags) - 16usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st::reserved",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st, reserved) - 20usize];
};
pub type CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 = CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st;
pub type CUDA_EXTERNAL_MEMORY_BUFFER_DESC = CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
    pub offset: ::std::os::raw::c_ulonglong,
    pub arrayDesc: CUDA_ARRAY3D_DESCRIPTOR,
    pub numLevels: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st",
    ][::std::mem::size_of::<CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st>() - 120usize];
    [
        "Alignment of CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st",
    ][::std::mem::align_of::<CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st>() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st::offset",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st, offset)
        - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st::arrayDesc",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st, arrayDesc)
        - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st::numLevels",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st, numLevels)
        - 48usize];
    [
        "Offset of field: CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st::reserved",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st, reserved)
        - 52usize];
};
impl Default for CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st;
pub type CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUexternalSemaphoreHandleType_enum {
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC = 6,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9,
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10,
}
pub use self::CUexternalSemaphoreHandleType_enum as CUexternalSemaphoreHandleType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
    pub type_: CUexternalSemaphoreHandleType,
    pub handle: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1 {
    pub fd: ::std::os::raw::c_int,
    pub win32: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSyncObj: *const ::std::os::raw::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut ::std::os::raw::c_void,
    pub name: *const ::std::os::raw::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    >() - 16usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1::handle",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1, handle
    ) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1::name",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1, name
    ) - 8usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1>()
        - 16usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1::fd",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1, fd)
        - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1::win32",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1, win32)
        - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1::nvSciSyncObj",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1, nvSciSyncObj
    ) - 0usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st",
    ][::std::mem::size_of::<CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st>() - 96usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st",
    ][::std::mem::align_of::<CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st>() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st::type_",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st, type_) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st::handle",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st, handle) - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st::flags",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st, flags) - 24usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st::reserved",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st, reserved)
        - 28usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
    pub params: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1 {
    pub fence: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [::std::os::raw::c_uint; 12usize],
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1 {
    pub value: ::std::os::raw::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1::value",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1, value
    ) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut ::std::os::raw::c_void,
    pub reserved: ::std::os::raw::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2::fence",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2, fence
    ) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2::reserved",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2, reserved
    ) - 0usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3 {
    pub key: ::std::os::raw::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3::key",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3, key
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1>()
        - 72usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1::fence",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1, fence
    ) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1::nvSciSync",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1, nvSciSync
    ) - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1::keyedMutex",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1, keyedMutex
    ) - 16usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1::reserved",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1, reserved
    ) - 24usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st",
    ][::std::mem::size_of::<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st>() - 144usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st",
    ][::std::mem::align_of::<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st::params",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st, params) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st::flags",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st, flags) - 72usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st::reserved",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st, reserved)
        - 76usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st;
pub type CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
    pub params: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1 {
    pub fence: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [::std::os::raw::c_uint; 10usize],
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1 {
    pub value: ::std::os::raw::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1::value",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1, value
    ) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut ::std::os::raw::c_void,
    pub reserved: ::std::os::raw::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2::fence",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2, fence
    ) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2::reserved",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2, reserved
    ) - 0usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3 {
    pub key: ::std::os::raw::c_ulonglong,
    pub timeoutMs: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::size_of::<
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    >() - 16usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3",
    ][::std::mem::align_of::<
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3::key",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3, key
    ) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3::timeoutMs",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3, timeoutMs
    ) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1>()
        - 72usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1::fence",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1, fence)
        - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1::nvSciSync",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1, nvSciSync
    ) - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1::keyedMutex",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1, keyedMutex
    ) - 16usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1::reserved",
    ][::std::mem::offset_of!(
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1, reserved
    ) - 32usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st",
    ][::std::mem::size_of::<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st>() - 144usize];
    [
        "Alignment of CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st",
    ][::std::mem::align_of::<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st::params",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st, params) - 0usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st::flags",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st, flags) - 72usize];
    [
        "Offset of field: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st::reserved",
    ][::std::mem::offset_of!(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st, reserved)
        - 76usize];
};
impl Default for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st;
pub type CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st",
    ][::std::mem::size_of::<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st>() - 24usize];
    [
        "Alignment of CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st",
    ][::std::mem::align_of::<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st::extSemArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st, extSemArray) - 0usize];
    [
        "Offset of field: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st::paramsArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st, paramsArray) - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st::numExtSems",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st, numExtSems) - 16usize];
};
impl Default for CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st>() - 24usize];
    [
        "Alignment of CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st::extSemArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st, extSemArray)
        - 0usize];
    [
        "Offset of field: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st::paramsArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st, paramsArray)
        - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st::numExtSems",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st, numExtSems)
        - 16usize];
};
impl Default for CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXT_SEM_WAIT_NODE_PARAMS_st",
    ][::std::mem::size_of::<CUDA_EXT_SEM_WAIT_NODE_PARAMS_st>() - 24usize];
    [
        "Alignment of CUDA_EXT_SEM_WAIT_NODE_PARAMS_st",
    ][::std::mem::align_of::<CUDA_EXT_SEM_WAIT_NODE_PARAMS_st>() - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_WAIT_NODE_PARAMS_st::extSemArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_WAIT_NODE_PARAMS_st, extSemArray) - 0usize];
    [
        "Offset of field: CUDA_EXT_SEM_WAIT_NODE_PARAMS_st::paramsArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_WAIT_NODE_PARAMS_st, paramsArray) - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_WAIT_NODE_PARAMS_st::numExtSems",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_WAIT_NODE_PARAMS_st, numExtSems) - 16usize];
};
impl Default for CUDA_EXT_SEM_WAIT_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 = CUDA_EXT_SEM_WAIT_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st>() - 24usize];
    [
        "Alignment of CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st::extSemArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st, extSemArray) - 0usize];
    [
        "Offset of field: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st::paramsArray",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st, paramsArray) - 8usize];
    [
        "Offset of field: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st::numExtSems",
    ][::std::mem::offset_of!(CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st, numExtSems) - 16usize];
};
impl Default for CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 = CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemAllocationHandleType_enum {
    CU_MEM_HANDLE_TYPE_NONE = 0,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
    CU_MEM_HANDLE_TYPE_WIN32 = 2,
    CU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
    CU_MEM_HANDLE_TYPE_FABRIC = 8,
    CU_MEM_HANDLE_TYPE_MAX = 2147483647,
}
pub use self::CUmemAllocationHandleType_enum as CUmemAllocationHandleType;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemAccess_flags_enum {
    CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
    CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    CU_MEM_ACCESS_FLAGS_PROT_MAX = 2147483647,
}
pub use self::CUmemAccess_flags_enum as CUmemAccess_flags;
impl CUmemLocationType_enum {
    pub const CU_MEM_LOCATION_TYPE_NONE: CUmemLocationType_enum = CUmemLocationType_enum::CU_MEM_LOCATION_TYPE_INVALID;
}
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemLocationType_enum {
    CU_MEM_LOCATION_TYPE_INVALID = 0,
    CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CU_MEM_LOCATION_TYPE_HOST = 2,
    CU_MEM_LOCATION_TYPE_HOST_NUMA = 3,
    CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT = 4,
    CU_MEM_LOCATION_TYPE_MAX = 2147483647,
}
pub use self::CUmemLocationType_enum as CUmemLocationType;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemAllocationType_enum {
    CU_MEM_ALLOCATION_TYPE_INVALID = 0,
    CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CU_MEM_ALLOCATION_TYPE_MANAGED = 2,
    CU_MEM_ALLOCATION_TYPE_MAX = 2147483647,
}
pub use self::CUmemAllocationType_enum as CUmemAllocationType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemLocation_st {
    pub type_: CUmemLocationType,
    pub id: ::std::os::raw::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUmemLocation_st"][::std::mem::size_of::<CUmemLocation_st>() - 8usize];
    [
        "Alignment of CUmemLocation_st",
    ][::std::mem::align_of::<CUmemLocation_st>() - 4usize];
    [
        "Offset of field: CUmemLocation_st::type_",
    ][::std::mem::offset_of!(CUmemLocation_st, type_) - 0usize];
    [
        "Offset of field: CUmemLocation_st::id",
    ][::std::mem::offset_of!(CUmemLocation_st, id) - 4usize];
};
impl Default for CUmemLocation_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemLocation_v1 = CUmemLocation_st;
pub type CUmemLocation = CUmemLocation_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemAccessDesc_st {
    pub location: CUmemLocation,
    pub flags: CUmemAccess_flags,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemAccessDesc_st",
    ][::std::mem::size_of::<CUmemAccessDesc_st>() - 12usize];
    [
        "Alignment of CUmemAccessDesc_st",
    ][::std::mem::align_of::<CUmemAccessDesc_st>() - 4usize];
    [
        "Offset of field: CUmemAccessDesc_st::location",
    ][::std::mem::offset_of!(CUmemAccessDesc_st, location) - 0usize];
    [
        "Offset of field: CUmemAccessDesc_st::flags",
    ][::std::mem::offset_of!(CUmemAccessDesc_st, flags) - 8usize];
};
impl Default for CUmemAccessDesc_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemAccessDesc_v1 = CUmemAccessDesc_st;
pub type CUmemAccessDesc = CUmemAccessDesc_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemPoolProps_st {
    pub allocType: CUmemAllocationType,
    pub handleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32SecurityAttributes: *mut ::std::os::raw::c_void,
    pub maxSize: usize,
    pub usage: ::std::os::raw::c_ushort,
    pub reserved: [::std::os::raw::c_uchar; 54usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUmemPoolProps_st"][::std::mem::size_of::<CUmemPoolProps_st>() - 88usize];
    [
        "Alignment of CUmemPoolProps_st",
    ][::std::mem::align_of::<CUmemPoolProps_st>() - 8usize];
    [
        "Offset of field: CUmemPoolProps_st::allocType",
    ][::std::mem::offset_of!(CUmemPoolProps_st, allocType) - 0usize];
    [
        "Offset of field: CUmemPoolProps_st::handleTypes",
    ][::std::mem::offset_of!(CUmemPoolProps_st, handleTypes) - 4usize];
    [
        "Offset of field: CUmemPoolProps_st::location",
    ][::std::mem::offset_of!(CUmemPoolProps_st, location) - 8usize];
    [
        "Offset of field: CUmemPoolProps_st::win32SecurityAttributes",
    ][::std::mem::offset_of!(CUmemPoolProps_st, win32SecurityAttributes) - 16usize];
    [
        "Offset of field: CUmemPoolProps_st::maxSize",
    ][::std::mem::offset_of!(CUmemPoolProps_st, maxSize) - 24usize];
    [
        "Offset of field: CUmemPoolProps_st::usage",
    ][::std::mem::offset_of!(CUmemPoolProps_st, usage) - 32usize];
    [
        "Offset of field: CUmemPoolProps_st::reserved",
    ][::std::mem::offset_of!(CUmemPoolProps_st, reserved) - 34usize];
};
impl Default for CUmemPoolProps_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemPoolProps_v1 = CUmemPoolProps_st;
pub type CUmemPoolProps = CUmemPoolProps_v1;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemcpySrcAccessOrder_enum {
    CU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0,
    CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1,
    CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 2,
    CU_MEMCPY_SRC_ACCESS_ORDER_ANY = 3,
    CU_MEMCPY_SRC_ACCESS_ORDER_MAX = 2147483647,
}
pub use self::CUmemcpySrcAccessOrder_enum as CUmemcpySrcAccessOrder;
#[repr(u32)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CUmemcpy3DOperandType_enum {
    CU_MEMCPY_OPERAND_TYPE_POINTER = 1,
    CU_MEMCPY_OPERAND_TYPE_ARRAY = 2,
    CU_MEMCPY_OPERAND_TYPE_MAX = 2147483647,
}
pub use self::CUmemcpy3DOperandType_enum as CUmemcpy3DOperandType;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUoffset3D_st {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUoffset3D_st"][::std::mem::size_of::<CUoffset3D_st>() - 24usize];
    ["Alignment of CUoffset3D_st"][::std::mem::align_of::<CUoffset3D_st>() - 8usize];
    [
        "Offset of field: CUoffset3D_st::x",
    ][::std::mem::offset_of!(CUoffset3D_st, x) - 0usize];
    [
        "Offset of field: CUoffset3D_st::y",
    ][::std::mem::offset_of!(CUoffset3D_st, y) - 8usize];
    [
        "Offset of field: CUoffset3D_st::z",
    ][::std::mem::offset_of!(CUoffset3D_st, z) - 16usize];
};
pub type CUoffset3D_v1 = CUoffset3D_st;
pub type CUoffset3D = CUoffset3D_v1;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUextent3D_st {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUextent3D_st"][::std::mem::size_of::<CUextent3D_st>() - 24usize];
    ["Alignment of CUextent3D_st"][::std::mem::align_of::<CUextent3D_st>() - 8usize];
    [
        "Offset of field: CUextent3D_st::width",
    ][::std::mem::offset_of!(CUextent3D_st, width) - 0usize];
    [
        "Offset of field: CUextent3D_st::height",
    ][::std::mem::offset_of!(CUextent3D_st, height) - 8usize];
    [
        "Offset of field: CUextent3D_st::depth",
    ][::std::mem::offset_of!(CUextent3D_st, depth) - 16usize];
};
pub type CUextent3D_v1 = CUextent3D_st;
pub type CUextent3D = CUextent3D_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemcpy3DOperand_st {
    pub type_: CUmemcpy3DOperandType,
    pub op: CUmemcpy3DOperand_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUmemcpy3DOperand_st__bindgen_ty_1 {
    pub ptr: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1,
    pub array: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1 {
    pub ptr: CUdeviceptr,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: CUmemLocation,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::size_of::<CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1>()
        - 32usize];
    [
        "Alignment of CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1",
    ][::std::mem::align_of::<CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1::ptr",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1, ptr)
        - 0usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1::rowLength",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1, rowLength)
        - 8usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1::layerHeight",
    ][::std::mem::offset_of!(
        CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1, layerHeight
    ) - 16usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1::locHint",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1, locHint)
        - 24usize];
};
impl Default for CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2 {
    pub array: CUarray,
    pub offset: CUoffset3D,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::size_of::<CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2>()
        - 32usize];
    [
        "Alignment of CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2",
    ][::std::mem::align_of::<CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2>()
        - 8usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2::array",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2, array)
        - 0usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2::offset",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2, offset)
        - 8usize];
};
impl Default for CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemcpy3DOperand_st__bindgen_ty_1",
    ][::std::mem::size_of::<CUmemcpy3DOperand_st__bindgen_ty_1>() - 32usize];
    [
        "Alignment of CUmemcpy3DOperand_st__bindgen_ty_1",
    ][::std::mem::align_of::<CUmemcpy3DOperand_st__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1::ptr",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1, ptr) - 0usize];
    [
        "Offset of field: CUmemcpy3DOperand_st__bindgen_ty_1::array",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st__bindgen_ty_1, array) - 0usize];
};
impl Default for CUmemcpy3DOperand_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUmemcpy3DOperand_st",
    ][::std::mem::size_of::<CUmemcpy3DOperand_st>() - 40usize];
    [
        "Alignment of CUmemcpy3DOperand_st",
    ][::std::mem::align_of::<CUmemcpy3DOperand_st>() - 8usize];
    [
        "Offset of field: CUmemcpy3DOperand_st::type_",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st, type_) - 0usize];
    [
        "Offset of field: CUmemcpy3DOperand_st::op",
    ][::std::mem::offset_of!(CUmemcpy3DOperand_st, op) - 8usize];
};
impl Default for CUmemcpy3DOperand_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemcpy3DOperand_v1 = CUmemcpy3DOperand_st;
pub type CUmemcpy3DOperand = CUmemcpy3DOperand_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_MEMCPY3D_BATCH_OP_st {
    pub src: CUmemcpy3DOperand,
    pub dst: CUmemcpy3DOperand,
    pub extent: CUextent3D,
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEMCPY3D_BATCH_OP_st",
    ][::std::mem::size_of::<CUDA_MEMCPY3D_BATCH_OP_st>() - 112usize];
    [
        "Alignment of CUDA_MEMCPY3D_BATCH_OP_st",
    ][::std::mem::align_of::<CUDA_MEMCPY3D_BATCH_OP_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_BATCH_OP_st::src",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_BATCH_OP_st, src) - 0usize];
    [
        "Offset of field: CUDA_MEMCPY3D_BATCH_OP_st::dst",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_BATCH_OP_st, dst) - 40usize];
    [
        "Offset of field: CUDA_MEMCPY3D_BATCH_OP_st::extent",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_BATCH_OP_st, extent) - 80usize];
    [
        "Offset of field: CUDA_MEMCPY3D_BATCH_OP_st::srcAccessOrder",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_BATCH_OP_st, srcAccessOrder) - 104usize];
    [
        "Offset of field: CUDA_MEMCPY3D_BATCH_OP_st::flags",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_BATCH_OP_st, flags) - 108usize];
};
impl Default for CUDA_MEMCPY3D_BATCH_OP_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_BATCH_OP_v1 = CUDA_MEMCPY3D_BATCH_OP_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v1_st {
    pub poolProps: CUmemPoolProps,
    pub accessDescs: *const CUmemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: CUdeviceptr,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEM_ALLOC_NODE_PARAMS_v1_st",
    ][::std::mem::size_of::<CUDA_MEM_ALLOC_NODE_PARAMS_v1_st>() - 120usize];
    [
        "Alignment of CUDA_MEM_ALLOC_NODE_PARAMS_v1_st",
    ][::std::mem::align_of::<CUDA_MEM_ALLOC_NODE_PARAMS_v1_st>() - 8usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v1_st::poolProps",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v1_st, poolProps) - 0usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v1_st::accessDescs",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v1_st, accessDescs) - 88usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v1_st::accessDescCount",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v1_st, accessDescCount)
        - 96usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v1_st::bytesize",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v1_st, bytesize) - 104usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v1_st::dptr",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v1_st, dptr) - 112usize];
};
impl Default for CUDA_MEM_ALLOC_NODE_PARAMS_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEM_ALLOC_NODE_PARAMS_v1 = CUDA_MEM_ALLOC_NODE_PARAMS_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
    pub poolProps: CUmemPoolProps,
    pub accessDescs: *const CUmemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: CUdeviceptr,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEM_ALLOC_NODE_PARAMS_v2_st",
    ][::std::mem::size_of::<CUDA_MEM_ALLOC_NODE_PARAMS_v2_st>() - 120usize];
    [
        "Alignment of CUDA_MEM_ALLOC_NODE_PARAMS_v2_st",
    ][::std::mem::align_of::<CUDA_MEM_ALLOC_NODE_PARAMS_v2_st>() - 8usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v2_st::poolProps",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v2_st, poolProps) - 0usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v2_st::accessDescs",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v2_st, accessDescs) - 88usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v2_st::accessDescCount",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v2_st, accessDescCount)
        - 96usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v2_st::bytesize",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v2_st, bytesize) - 104usize];
    [
        "Offset of field: CUDA_MEM_ALLOC_NODE_PARAMS_v2_st::dptr",
    ][::std::mem::offset_of!(CUDA_MEM_ALLOC_NODE_PARAMS_v2_st, dptr) - 112usize];
};
impl Default for CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEM_ALLOC_NODE_PARAMS_v2 = CUDA_MEM_ALLOC_NODE_PARAMS_v2_st;
pub type CUdeviceptr_v1 = ::std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY2D_v1_st {
    pub srcXInBytes: ::std::os::raw::c_uint,
    pub srcY: ::std::os::raw::c_uint,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr_v1,
    pub srcArray: CUarray,
    pub srcPitch: ::std::os::raw::c_uint,
    pub dstXInBytes: ::std::os::raw::c_uint,
    pub dstY: ::std::os::raw::c_uint,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr_v1,
    pub dstArray: CUarray,
    pub dstPitch: ::std::os::raw::c_uint,
    pub WidthInBytes: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEMCPY2D_v1_st",
    ][::std::mem::size_of::<CUDA_MEMCPY2D_v1_st>() - 96usize];
    [
        "Alignment of CUDA_MEMCPY2D_v1_st",
    ][::std::mem::align_of::<CUDA_MEMCPY2D_v1_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcXInBytes) - 0usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcY",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcY) - 4usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcMemoryType) - 8usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcHost) - 16usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcDevice) - 24usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcArray) - 32usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::srcPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, srcPitch) - 40usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstXInBytes) - 44usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstY",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstY) - 48usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstMemoryType) - 52usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstHost) - 56usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstDevice) - 64usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstArray) - 72usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::dstPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, dstPitch) - 80usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::WidthInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, WidthInBytes) - 84usize];
    [
        "Offset of field: CUDA_MEMCPY2D_v1_st::Height",
    ][::std::mem::offset_of!(CUDA_MEMCPY2D_v1_st, Height) - 88usize];
};
impl Default for CUDA_MEMCPY2D_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY2D_v1 = CUDA_MEMCPY2D_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY3D_v1_st {
    pub srcXInBytes: ::std::os::raw::c_uint,
    pub srcY: ::std::os::raw::c_uint,
    pub srcZ: ::std::os::raw::c_uint,
    pub srcLOD: ::std::os::raw::c_uint,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr_v1,
    pub srcArray: CUarray,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub srcPitch: ::std::os::raw::c_uint,
    pub srcHeight: ::std::os::raw::c_uint,
    pub dstXInBytes: ::std::os::raw::c_uint,
    pub dstY: ::std::os::raw::c_uint,
    pub dstZ: ::std::os::raw::c_uint,
    pub dstLOD: ::std::os::raw::c_uint,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr_v1,
    pub dstArray: CUarray,
    pub reserved1: *mut ::std::os::raw::c_void,
    pub dstPitch: ::std::os::raw::c_uint,
    pub dstHeight: ::std::os::raw::c_uint,
    pub WidthInBytes: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
    pub Depth: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_MEMCPY3D_v1_st",
    ][::std::mem::size_of::<CUDA_MEMCPY3D_v1_st>() - 144usize];
    [
        "Alignment of CUDA_MEMCPY3D_v1_st",
    ][::std::mem::align_of::<CUDA_MEMCPY3D_v1_st>() - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcXInBytes) - 0usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcY",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcY) - 4usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcZ",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcZ) - 8usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcLOD",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcLOD) - 12usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcMemoryType) - 16usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcHost) - 24usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcDevice) - 32usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcArray) - 40usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::reserved0",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, reserved0) - 48usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcPitch) - 56usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::srcHeight",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, srcHeight) - 60usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstXInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstXInBytes) - 64usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstY",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstY) - 68usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstZ",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstZ) - 72usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstLOD",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstLOD) - 76usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstMemoryType",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstMemoryType) - 80usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstHost",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstHost) - 88usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstDevice",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstDevice) - 96usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstArray",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstArray) - 104usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::reserved1",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, reserved1) - 112usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstPitch",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstPitch) - 120usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::dstHeight",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, dstHeight) - 124usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::WidthInBytes",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, WidthInBytes) - 128usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::Height",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, Height) - 132usize];
    [
        "Offset of field: CUDA_MEMCPY3D_v1_st::Depth",
    ][::std::mem::offset_of!(CUDA_MEMCPY3D_v1_st, Depth) - 136usize];
};
impl Default for CUDA_MEMCPY3D_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_v1 = CUDA_MEMCPY3D_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY_DESCRIPTOR_v1_st {
    pub Width: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY_DESCRIPTOR_v1_st",
    ][::std::mem::size_of::<CUDA_ARRAY_DESCRIPTOR_v1_st>() - 16usize];
    [
        "Alignment of CUDA_ARRAY_DESCRIPTOR_v1_st",
    ][::std::mem::align_of::<CUDA_ARRAY_DESCRIPTOR_v1_st>() - 4usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_v1_st::Width",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_v1_st, Width) - 0usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_v1_st::Height",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_v1_st, Height) - 4usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_v1_st::Format",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_v1_st, Format) - 8usize];
    [
        "Offset of field: CUDA_ARRAY_DESCRIPTOR_v1_st::NumChannels",
    ][::std::mem::offset_of!(CUDA_ARRAY_DESCRIPTOR_v1_st, NumChannels) - 12usize];
};
impl Default for CUDA_ARRAY_DESCRIPTOR_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY_DESCRIPTOR_v1 = CUDA_ARRAY_DESCRIPTOR_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY3D_DESCRIPTOR_v1_st {
    pub Width: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
    pub Depth: ::std::os::raw::c_uint,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
    pub Flags: ::std::os::raw::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of CUDA_ARRAY3D_DESCRIPTOR_v1_st",
    ][::std::mem::size_of::<CUDA_ARRAY3D_DESCRIPTOR_v1_st>() - 24usize];
    [
        "Alignment of CUDA_ARRAY3D_DESCRIPTOR_v1_st",
    ][::std::mem::align_of::<CUDA_ARRAY3D_DESCRIPTOR_v1_st>() - 4usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_v1_st::Width",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_v1_st, Width) - 0usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_v1_st::Height",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_v1_st, Height) - 4usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_v1_st::Depth",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_v1_st, Depth) - 8usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_v1_st::Format",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_v1_st, Format) - 12usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_v1_st::NumChannels",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_v1_st, NumChannels) - 16usize];
    [
        "Offset of field: CUDA_ARRAY3D_DESCRIPTOR_v1_st::Flags",
    ][::std::mem::offset_of!(CUDA_ARRAY3D_DESCRIPTOR_v1_st, Flags) - 20usize];
};
impl Default for CUDA_ARRAY3D_DESCRIPTOR_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY3D_DESCRIPTOR_v1 = CUDA_ARRAY3D_DESCRIPTOR_v1_st;
pub unsafe fn cuArray3DCreate_v2(
    pHandle: *mut CUarray,
    pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuArray3DCreate_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUarray,
                *const CUDA_ARRAY3D_DESCRIPTOR,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pHandle, pAllocateArray) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuArray3DGetDescriptor_v2(
    pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR,
    hArray: CUarray,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuArray3DGetDescriptor_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUDA_ARRAY3D_DESCRIPTOR,
                CUarray,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pArrayDescriptor, hArray) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuArrayCreate_v2(
    pHandle: *mut CUarray,
    pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuArrayCreate_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUarray,
                *const CUDA_ARRAY_DESCRIPTOR,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pHandle, pAllocateArray) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuArrayDestroy(hArray: CUarray) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuArrayDestroy");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUarray) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hArray) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuArrayGetDescriptor_v2(
    pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR,
    hArray: CUarray,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuArrayGetDescriptor_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUDA_ARRAY_DESCRIPTOR,
                CUarray,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pArrayDescriptor, hArray) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxCreate_v2(
    pctx: *mut CUcontext,
    flags: ::std::os::raw::c_uint,
    dev: CUdevice,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuCtxCreate_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUcontext,
                ::std::os::raw::c_uint,
                CUdevice,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pctx, flags, dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxDestroy_v2(ctx: CUcontext) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxDestroy_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUcontext) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(ctx) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetApiVersion(
    ctx: CUcontext,
    version: *mut ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxGetApiVersion",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUcontext,
                *mut ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(ctx, version) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetCacheConfig(pconfig: *mut CUfunc_cache) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxGetCacheConfig",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUfunc_cache) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pconfig) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetCurrent(pctx: *mut CUcontext) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxGetCurrent",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUcontext) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pctx) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetDevice(device: *mut CUdevice) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuCtxGetDevice");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUdevice) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(device) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetFlags(flags: *mut ::std::os::raw::c_uint) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuCtxGetFlags");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut ::std::os::raw::c_uint) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetLimit(pvalue: *mut usize, limit: CUlimit) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuCtxGetLimit");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut usize, CUlimit) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pvalue, limit) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetSharedMemConfig(pConfig: *mut CUsharedconfig) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxGetSharedMemConfig",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUsharedconfig) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pConfig) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxGetStreamPriorityRange(
    leastPriority: *mut ::std::os::raw::c_int,
    greatestPriority: *mut ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxGetStreamPriorityRange",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                *mut ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(leastPriority, greatestPriority) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxPopCurrent_v2(pctx: *mut CUcontext) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxPopCurrent_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUcontext) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pctx) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxPushCurrent_v2(ctx: CUcontext) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxPushCurrent_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUcontext) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(ctx) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxResetPersistingL2Cache() -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxResetPersistingL2Cache",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn() -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function() })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxSetCacheConfig(config: CUfunc_cache) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxSetCacheConfig",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUfunc_cache) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(config) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxSetCurrent(ctx: CUcontext) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxSetCurrent",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUcontext) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(ctx) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxSetLimit(limit: CUlimit, value: usize) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuCtxSetLimit");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUlimit, usize) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(limit, value) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxSetSharedMemConfig(config: CUsharedconfig) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxSetSharedMemConfig",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUsharedconfig) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(config) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuCtxSynchronize() -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuCtxSynchronize",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn() -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function() })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDestroyExternalMemory(extMem: CUexternalMemory) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDestroyExternalMemory",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUexternalMemory) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(extMem) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDeviceGet(
    device: *mut CUdevice,
    ordinal: ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuDeviceGet");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUdevice,
                ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(device, ordinal) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDeviceGetAttribute(
    pi: *mut ::std::os::raw::c_int,
    attrib: CUdevice_attribute,
    dev: CUdevice,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDeviceGetAttribute",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                CUdevice_attribute,
                CUdevice,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pi, attrib, dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDeviceGetCount(count: *mut ::std::os::raw::c_int) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDeviceGetCount",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut ::std::os::raw::c_int) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(count) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDeviceGetName(
    name: *mut ::std::os::raw::c_char,
    len: ::std::os::raw::c_int,
    dev: CUdevice,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDeviceGetName",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_char,
                ::std::os::raw::c_int,
                CUdevice,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(name, len, dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDeviceGetUuid(uuid: *mut CUuuid, dev: CUdevice) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDeviceGetUuid",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUuuid, CUdevice) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(uuid, dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDevicePrimaryCtxGetState(
    dev: CUdevice,
    flags: *mut ::std::os::raw::c_uint,
    active: *mut ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDevicePrimaryCtxGetState",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdevice,
                *mut ::std::os::raw::c_uint,
                *mut ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dev, flags, active) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDevicePrimaryCtxRelease_v2(dev: CUdevice) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDevicePrimaryCtxRelease_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUdevice) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDevicePrimaryCtxReset_v2(dev: CUdevice) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDevicePrimaryCtxReset_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUdevice) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDevicePrimaryCtxRetain(pctx: *mut CUcontext, dev: CUdevice) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDevicePrimaryCtxRetain",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUcontext, CUdevice) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pctx, dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDevicePrimaryCtxSetFlags_v2(
    dev: CUdevice,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDevicePrimaryCtxSetFlags_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdevice,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dev, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDeviceTotalMem_v2(bytes: *mut usize, dev: CUdevice) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDeviceTotalMem_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut usize, CUdevice) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(bytes, dev) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuDriverGetVersion(driverVersion: *mut ::std::os::raw::c_int) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuDriverGetVersion",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut ::std::os::raw::c_int) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(driverVersion) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuEventCreate(
    phEvent: *mut CUevent,
    Flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuEventCreate");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUevent,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(phEvent, Flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuEventDestroy_v2(hEvent: CUevent) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuEventDestroy_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUevent) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hEvent) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuEventElapsedTime(
    pMilliseconds: *mut f32,
    hStart: CUevent,
    hEnd: CUevent,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuEventElapsedTime",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut f32, CUevent, CUevent) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pMilliseconds, hStart, hEnd) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuEventQuery(hEvent: CUevent) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuEventQuery");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUevent) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hEvent) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuEventRecord(hEvent: CUevent, hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuEventRecord");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUevent, CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hEvent, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuEventSynchronize(hEvent: CUevent) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuEventSynchronize",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUevent) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hEvent) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuExternalMemoryGetMappedBuffer(
    devPtr: *mut CUdeviceptr,
    extMem: CUexternalMemory,
    bufferDesc: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuExternalMemoryGetMappedBuffer",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUdeviceptr,
                CUexternalMemory,
                *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(devPtr, extMem, bufferDesc) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuFuncGetAttribute(
    pi: *mut ::std::os::raw::c_int,
    attrib: CUfunction_attribute,
    hfunc: CUfunction,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuFuncGetAttribute",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                CUfunction_attribute,
                CUfunction,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pi, attrib, hfunc) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuFuncSetAttribute(
    hfunc: CUfunction,
    attrib: CUfunction_attribute,
    value: ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuFuncSetAttribute",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUfunction,
                CUfunction_attribute,
                ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hfunc, attrib, value) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuFuncSetCacheConfig(hfunc: CUfunction, config: CUfunc_cache) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuFuncSetCacheConfig",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUfunction, CUfunc_cache) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hfunc, config) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuFuncSetSharedMemConfig(
    hfunc: CUfunction,
    config: CUsharedconfig,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuFuncSetSharedMemConfig",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUfunction, CUsharedconfig) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hfunc, config) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGetErrorName(
    error: CUresult,
    pStr: *mut *const ::std::os::raw::c_char,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuGetErrorName");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUresult,
                *mut *const ::std::os::raw::c_char,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(error, pStr) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGetErrorString(
    error: CUresult,
    pStr: *mut *const ::std::os::raw::c_char,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGetErrorString",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUresult,
                *mut *const ::std::os::raw::c_char,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(error, pStr) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphAddKernelNode(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphAddKernelNode",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUgraphNode,
                CUgraph,
                *const CUgraphNode,
                usize,
                *const CUDA_KERNEL_NODE_PARAMS_v1,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphCreate(
    phGraph: *mut CUgraph,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuGraphCreate");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUgraph,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(phGraph, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphDebugDotPrint(
    hGraph: CUgraph,
    path: *const ::std::os::raw::c_char,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphDebugDotPrint",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUgraph,
                *const ::std::os::raw::c_char,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hGraph, path, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphDestroy(hGraph: CUgraph) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuGraphDestroy");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUgraph) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hGraph) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphDestroyNode(hNode: CUgraphNode) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphDestroyNode",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUgraphNode) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hNode) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphExecDestroy(hGraphExec: CUgraphExec) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphExecDestroy",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUgraphExec) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hGraphExec) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphGetEdges(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    numEdges: *mut usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphGetEdges",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUgraph,
                *mut CUgraphNode,
                *mut CUgraphNode,
                *mut usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hGraph, from, to, numEdges) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphGetNodes(
    hGraph: CUgraph,
    nodes: *mut CUgraphNode,
    numNodes: *mut usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphGetNodes",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUgraph,
                *mut CUgraphNode,
                *mut usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hGraph, nodes, numNodes) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphInstantiate(
    phGraphExec: *mut CUgraphExec,
    hGraph: CUgraph,
    phErrorNode: *mut CUgraphNode,
    logBuffer: *mut ::std::os::raw::c_char,
    bufferSize: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphInstantiate",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUgraphExec,
                CUgraph,
                *mut CUgraphNode,
                *mut ::std::os::raw::c_char,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphKernelNodeGetParams(
    hNode: CUgraphNode,
    nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v1,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphKernelNodeGetParams",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUgraphNode,
                *mut CUDA_KERNEL_NODE_PARAMS_v1,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hNode, nodeParams) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphLaunch(hGraph: CUgraphExec, hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuGraphLaunch");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUgraphExec, CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hGraph, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphNodeGetType(
    hNode: CUgraphNode,
    type_: *mut CUgraphNodeType,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuGraphNodeGetType",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUgraphNode,
                *mut CUgraphNodeType,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hNode, type_) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuGraphUpload(hGraph: CUgraphExec, hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuGraphUpload");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUgraphExec, CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hGraph, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuImportExternalMemory(
    extMem_out: *mut CUexternalMemory,
    memHandleDesc: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuImportExternalMemory",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUexternalMemory,
                *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(extMem_out, memHandleDesc) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuInit(Flags: ::std::os::raw::c_uint) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuInit");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(::std::os::raw::c_uint) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(Flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLaunchCooperativeKernel(
    f: CUfunction,
    gridDimX: ::std::os::raw::c_uint,
    gridDimY: ::std::os::raw::c_uint,
    gridDimZ: ::std::os::raw::c_uint,
    blockDimX: ::std::os::raw::c_uint,
    blockDimY: ::std::os::raw::c_uint,
    blockDimZ: ::std::os::raw::c_uint,
    sharedMemBytes: ::std::os::raw::c_uint,
    hStream: CUstream,
    kernelParams: *mut *mut ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuLaunchCooperativeKernel",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUfunction,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                CUstream,
                *mut *mut ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(
                    f,
                    gridDimX,
                    gridDimY,
                    gridDimZ,
                    blockDimX,
                    blockDimY,
                    blockDimZ,
                    sharedMemBytes,
                    hStream,
                    kernelParams,
                )
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLaunchHostFunc(
    hStream: CUstream,
    fn_: CUhostFn,
    userData: *mut ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuLaunchHostFunc",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                CUhostFn,
                *mut ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hStream, fn_, userData) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLaunchKernel(
    f: CUfunction,
    gridDimX: ::std::os::raw::c_uint,
    gridDimY: ::std::os::raw::c_uint,
    gridDimZ: ::std::os::raw::c_uint,
    blockDimX: ::std::os::raw::c_uint,
    blockDimY: ::std::os::raw::c_uint,
    blockDimZ: ::std::os::raw::c_uint,
    sharedMemBytes: ::std::os::raw::c_uint,
    hStream: CUstream,
    kernelParams: *mut *mut ::std::os::raw::c_void,
    extra: *mut *mut ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuLaunchKernel");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUfunction,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_uint,
                CUstream,
                *mut *mut ::std::os::raw::c_void,
                *mut *mut ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(
                    f,
                    gridDimX,
                    gridDimY,
                    gridDimZ,
                    blockDimX,
                    blockDimY,
                    blockDimZ,
                    sharedMemBytes,
                    hStream,
                    kernelParams,
                    extra,
                )
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLinkAddData_v2(
    state: CUlinkState,
    type_: CUjitInputType,
    data: *mut ::std::os::raw::c_void,
    size: usize,
    name: *const ::std::os::raw::c_char,
    numOptions: ::std::os::raw::c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuLinkAddData_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUlinkState,
                CUjitInputType,
                *mut ::std::os::raw::c_void,
                usize,
                *const ::std::os::raw::c_char,
                ::std::os::raw::c_uint,
                *mut CUjit_option,
                *mut *mut ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(
                    state,
                    type_,
                    data,
                    size,
                    name,
                    numOptions,
                    options,
                    optionValues,
                )
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLinkAddFile_v2(
    state: CUlinkState,
    type_: CUjitInputType,
    path: *const ::std::os::raw::c_char,
    numOptions: ::std::os::raw::c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuLinkAddFile_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUlinkState,
                CUjitInputType,
                *const ::std::os::raw::c_char,
                ::std::os::raw::c_uint,
                *mut CUjit_option,
                *mut *mut ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(state, type_, path, numOptions, options, optionValues)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLinkComplete(
    state: CUlinkState,
    cubinOut: *mut *mut ::std::os::raw::c_void,
    sizeOut: *mut usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuLinkComplete");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUlinkState,
                *mut *mut ::std::os::raw::c_void,
                *mut usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(state, cubinOut, sizeOut) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLinkCreate_v2(
    numOptions: ::std::os::raw::c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut ::std::os::raw::c_void,
    stateOut: *mut CUlinkState,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuLinkCreate_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                ::std::os::raw::c_uint,
                *mut CUjit_option,
                *mut *mut ::std::os::raw::c_void,
                *mut CUlinkState,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(numOptions, options, optionValues, stateOut)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuLinkDestroy(state: CUlinkState) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuLinkDestroy");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUlinkState) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(state) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemAdvise(
    devPtr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    device: CUdevice,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemAdvise");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                usize,
                CUmem_advise,
                CUdevice,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(devPtr, count, advice, device) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemAllocAsync(
    dptr: *mut CUdeviceptr,
    bytesize: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemAllocAsync",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUdeviceptr,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dptr, bytesize, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemAllocHost_v2(
    pp: *mut *mut ::std::os::raw::c_void,
    bytesize: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemAllocHost_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut *mut ::std::os::raw::c_void,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pp, bytesize) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemAllocManaged(
    dptr: *mut CUdeviceptr,
    bytesize: usize,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemAllocManaged",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUdeviceptr,
                usize,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dptr, bytesize, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemAlloc_v2(dptr: *mut CUdeviceptr, bytesize: usize) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemAlloc_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut CUdeviceptr, usize) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(dptr, bytesize) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemFreeAsync(dptr: CUdeviceptr, hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemFreeAsync");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUdeviceptr, CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(dptr, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemFreeHost(p: *mut ::std::os::raw::c_void) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemFreeHost");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut ::std::os::raw::c_void) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(p) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemFree_v2(dptr: CUdeviceptr) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemFree_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUdeviceptr) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(dptr) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemGetInfo_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut usize, *mut usize) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(free, total) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemHostAlloc(
    pp: *mut *mut ::std::os::raw::c_void,
    bytesize: usize,
    Flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemHostAlloc");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut *mut ::std::os::raw::c_void,
                usize,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pp, bytesize, Flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemHostRegister_v2(
    p: *mut ::std::os::raw::c_void,
    bytesize: usize,
    Flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemHostRegister_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_void,
                usize,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(p, bytesize, Flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemHostUnregister(p: *mut ::std::os::raw::c_void) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemHostUnregister",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*mut ::std::os::raw::c_void) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(p) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemPrefetchAsync(
    devPtr: CUdeviceptr,
    count: usize,
    dstDevice: CUdevice,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemPrefetchAsync",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                usize,
                CUdevice,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(devPtr, count, dstDevice, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemRangeGetAttribute(
    data: *mut ::std::os::raw::c_void,
    dataSize: usize,
    attribute: CUmem_range_attribute,
    devPtr: CUdeviceptr,
    count: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemRangeGetAttribute",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_void,
                usize,
                CUmem_range_attribute,
                CUdeviceptr,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(data, dataSize, attribute, devPtr, count) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpy2D_v2(pCopy: *const CUDA_MEMCPY2D) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemcpy2D_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(*const CUDA_MEMCPY2D) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(pCopy) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyAtoH_v2(
    dstHost: *mut ::std::os::raw::c_void,
    srcArray: CUarray,
    srcOffset: usize,
    ByteCount: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyAtoH_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_void,
                CUarray,
                usize,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstHost, srcArray, srcOffset, ByteCount) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyDtoDAsync_v2(
    dstDevice: CUdeviceptr,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyDtoDAsync_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                CUdeviceptr,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, srcDevice, ByteCount, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyDtoD_v2(
    dstDevice: CUdeviceptr,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyDtoD_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUdeviceptr, CUdeviceptr, usize) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(dstDevice, srcDevice, ByteCount) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyDtoHAsync_v2(
    dstHost: *mut ::std::os::raw::c_void,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyDtoHAsync_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_void,
                CUdeviceptr,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstHost, srcDevice, ByteCount, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyDtoH_v2(
    dstHost: *mut ::std::os::raw::c_void,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyDtoH_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_void,
                CUdeviceptr,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstHost, srcDevice, ByteCount) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyHtoA_v2(
    dstArray: CUarray,
    dstOffset: usize,
    srcHost: *const ::std::os::raw::c_void,
    ByteCount: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyHtoA_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUarray,
                usize,
                *const ::std::os::raw::c_void,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstArray, dstOffset, srcHost, ByteCount) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyHtoDAsync_v2(
    dstDevice: CUdeviceptr,
    srcHost: *const ::std::os::raw::c_void,
    ByteCount: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyHtoDAsync_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                *const ::std::os::raw::c_void,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, srcHost, ByteCount, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemcpyHtoD_v2(
    dstDevice: CUdeviceptr,
    srcHost: *const ::std::os::raw::c_void,
    ByteCount: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemcpyHtoD_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                *const ::std::os::raw::c_void,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, srcHost, ByteCount) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemsetD16Async(
    dstDevice: CUdeviceptr,
    us: ::std::os::raw::c_ushort,
    N: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemsetD16Async",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                ::std::os::raw::c_ushort,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, us, N, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemsetD16_v2(
    dstDevice: CUdeviceptr,
    us: ::std::os::raw::c_ushort,
    N: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemsetD16_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                ::std::os::raw::c_ushort,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, us, N) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemsetD32Async(
    dstDevice: CUdeviceptr,
    ui: ::std::os::raw::c_uint,
    N: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemsetD32Async",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                ::std::os::raw::c_uint,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, ui, N, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemsetD32_v2(
    dstDevice: CUdeviceptr,
    ui: ::std::os::raw::c_uint,
    N: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemsetD32_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                ::std::os::raw::c_uint,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, ui, N) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemsetD8Async(
    dstDevice: CUdeviceptr,
    uc: ::std::os::raw::c_uchar,
    N: usize,
    hStream: CUstream,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuMemsetD8Async",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                ::std::os::raw::c_uchar,
                usize,
                CUstream,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, uc, N, hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuMemsetD8_v2(
    dstDevice: CUdeviceptr,
    uc: ::std::os::raw::c_uchar,
    N: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuMemsetD8_v2");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUdeviceptr,
                ::std::os::raw::c_uchar,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dstDevice, uc, N) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleGetFunction(
    hfunc: *mut CUfunction,
    hmod: CUmodule,
    name: *const ::std::os::raw::c_char,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuModuleGetFunction",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUfunction,
                CUmodule,
                *const ::std::os::raw::c_char,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hfunc, hmod, name) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleGetGlobal_v2(
    dptr: *mut CUdeviceptr,
    bytes: *mut usize,
    hmod: CUmodule,
    name: *const ::std::os::raw::c_char,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuModuleGetGlobal_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUdeviceptr,
                *mut usize,
                CUmodule,
                *const ::std::os::raw::c_char,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(dptr, bytes, hmod, name) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleLoad(
    module: *mut CUmodule,
    fname: *const ::std::os::raw::c_char,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuModuleLoad");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUmodule,
                *const ::std::os::raw::c_char,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(module, fname) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleLoadData(
    module: *mut CUmodule,
    image: *const ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuModuleLoadData",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUmodule,
                *const ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(module, image) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleLoadDataEx(
    module: *mut CUmodule,
    image: *const ::std::os::raw::c_void,
    numOptions: ::std::os::raw::c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuModuleLoadDataEx",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUmodule,
                *const ::std::os::raw::c_void,
                ::std::os::raw::c_uint,
                *mut CUjit_option,
                *mut *mut ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(module, image, numOptions, options, optionValues)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleLoadFatBinary(
    module: *mut CUmodule,
    fatCubin: *const ::std::os::raw::c_void,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuModuleLoadFatBinary",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUmodule,
                *const ::std::os::raw::c_void,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(module, fatCubin) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuModuleUnload(hmod: CUmodule) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuModuleUnload");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUmodule) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hmod) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuOccupancyAvailableDynamicSMemPerBlock(
    dynamicSmemSize: *mut usize,
    func: CUfunction,
    numBlocks: ::std::os::raw::c_int,
    blockSize: ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuOccupancyAvailableDynamicSMemPerBlock",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut usize,
                CUfunction,
                ::std::os::raw::c_int,
                ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(dynamicSmemSize, func, numBlocks, blockSize)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
    numBlocks: *mut ::std::os::raw::c_int,
    func: CUfunction,
    blockSize: ::std::os::raw::c_int,
    dynamicSMemSize: usize,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuOccupancyMaxActiveBlocksPerMultiprocessor",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                CUfunction,
                ::std::os::raw::c_int,
                usize,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(numBlocks, func, blockSize, dynamicSMemSize)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    numBlocks: *mut ::std::os::raw::c_int,
    func: CUfunction,
    blockSize: ::std::os::raw::c_int,
    dynamicSMemSize: usize,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                CUfunction,
                ::std::os::raw::c_int,
                usize,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(numBlocks, func, blockSize, dynamicSMemSize, flags)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuOccupancyMaxPotentialBlockSize(
    minGridSize: *mut ::std::os::raw::c_int,
    blockSize: *mut ::std::os::raw::c_int,
    func: CUfunction,
    blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
    dynamicSMemSize: usize,
    blockSizeLimit: ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuOccupancyMaxPotentialBlockSize",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                *mut ::std::os::raw::c_int,
                CUfunction,
                CUoccupancyB2DSize,
                usize,
                ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(
                    minGridSize,
                    blockSize,
                    func,
                    blockSizeToDynamicSMemSize,
                    dynamicSMemSize,
                    blockSizeLimit,
                )
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuOccupancyMaxPotentialBlockSizeWithFlags(
    minGridSize: *mut ::std::os::raw::c_int,
    blockSize: *mut ::std::os::raw::c_int,
    func: CUfunction,
    blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
    dynamicSMemSize: usize,
    blockSizeLimit: ::std::os::raw::c_int,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuOccupancyMaxPotentialBlockSizeWithFlags",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_int,
                *mut ::std::os::raw::c_int,
                CUfunction,
                CUoccupancyB2DSize,
                usize,
                ::std::os::raw::c_int,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(
                    minGridSize,
                    blockSize,
                    func,
                    blockSizeToDynamicSMemSize,
                    dynamicSMemSize,
                    blockSizeLimit,
                    flags,
                )
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuPointerGetAttribute(
    data: *mut ::std::os::raw::c_void,
    attribute: CUpointer_attribute,
    ptr: CUdeviceptr,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuPointerGetAttribute",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut ::std::os::raw::c_void,
                CUpointer_attribute,
                CUdeviceptr,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(data, attribute, ptr) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamAddCallback(
    hStream: CUstream,
    callback: CUstreamCallback,
    userData: *mut ::std::os::raw::c_void,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamAddCallback",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                CUstreamCallback,
                *mut ::std::os::raw::c_void,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hStream, callback, userData, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamCreate(
    phStream: *mut CUstream,
    Flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuStreamCreate");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUstream,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(phStream, Flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamCreateWithPriority(
    phStream: *mut CUstream,
    flags: ::std::os::raw::c_uint,
    priority: ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamCreateWithPriority",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUstream,
                ::std::os::raw::c_uint,
                ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(phStream, flags, priority) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamDestroy_v2(hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamDestroy_v2",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamGetFlags(
    hStream: CUstream,
    flags: *mut ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamGetFlags",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                *mut ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hStream, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamGetPriority(
    hStream: CUstream,
    priority: *mut ::std::os::raw::c_int,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamGetPriority",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                *mut ::std::os::raw::c_int,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hStream, priority) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamIsCapturing(
    hStream: CUstream,
    captureStatus: *mut CUstreamCaptureStatus,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamIsCapturing",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                *mut CUstreamCaptureStatus,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hStream, captureStatus) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamQuery(hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(c"cuStreamQuery");
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamSynchronize(hStream: CUstream) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamSynchronize",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUstream) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(hStream) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamWaitEvent(
    hStream: CUstream,
    hEvent: CUevent,
    Flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamWaitEvent",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                CUevent,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(hStream, hEvent, Flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuStreamWaitValue32(
    stream: CUstream,
    addr: CUdeviceptr,
    value: cuuint32_t,
    flags: ::std::os::raw::c_uint,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuStreamWaitValue32",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                CUstream,
                CUdeviceptr,
                cuuint32_t,
                ::std::os::raw::c_uint,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(stream, addr, value, flags) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuSurfObjectCreate(
    pSurfObject: *mut CUsurfObject,
    pResDesc: *const CUDA_RESOURCE_DESC,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuSurfObjectCreate",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUsurfObject,
                *const CUDA_RESOURCE_DESC,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pSurfObject, pResDesc) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuSurfObjectDestroy(surfObject: CUsurfObject) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuSurfObjectDestroy",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUsurfObject) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(surfObject) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuSurfObjectGetResourceDesc(
    pResDesc: *mut CUDA_RESOURCE_DESC,
    surfObject: CUsurfObject,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuSurfObjectGetResourceDesc",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUDA_RESOURCE_DESC,
                CUsurfObject,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pResDesc, surfObject) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuTexObjectCreate(
    pTexObject: *mut CUtexObject,
    pResDesc: *const CUDA_RESOURCE_DESC,
    pTexDesc: *const CUDA_TEXTURE_DESC,
    pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuTexObjectCreate",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUtexObject,
                *const CUDA_RESOURCE_DESC,
                *const CUDA_TEXTURE_DESC,
                *const CUDA_RESOURCE_VIEW_DESC,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe {
                function(pTexObject, pResDesc, pTexDesc, pResViewDesc)
            })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuTexObjectDestroy(texObject: CUtexObject) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuTexObjectDestroy",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(CUtexObject) -> u32 = unsafe {
                ::std::mem::transmute(address)
            };
            known_status(unsafe { function(texObject) })
        }
        Err(status) => status,
    }
}
pub unsafe fn cuTexObjectGetResourceDesc(
    pResDesc: *mut CUDA_RESOURCE_DESC,
    texObject: CUtexObject,
) -> CUresult {
    static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(
        c"cuTexObjectGetResourceDesc",
    );
    match SYMBOL.address() {
        Ok(address) => {
            let function: unsafe extern "C" fn(
                *mut CUDA_RESOURCE_DESC,
                CUtexObject,
            ) -> u32 = unsafe { ::std::mem::transmute(address) };
            known_status(unsafe { function(pResDesc, texObject) })
        }
        Err(status) => status,
    }
}
pub(crate) fn known_status(number: u32) -> cudaError_enum {
    match number {
        0 => cudaError_enum::CUDA_SUCCESS,
        1 => cudaError_enum::CUDA_ERROR_INVALID_VALUE,
        2 => cudaError_enum::CUDA_ERROR_OUT_OF_MEMORY,
        3 => cudaError_enum::CUDA_ERROR_NOT_INITIALIZED,
        4 => cudaError_enum::CUDA_ERROR_DEINITIALIZED,
        5 => cudaError_enum::CUDA_ERROR_PROFILER_DISABLED,
        6 => cudaError_enum::CUDA_ERROR_PROFILER_NOT_INITIALIZED,
        7 => cudaError_enum::CUDA_ERROR_PROFILER_ALREADY_STARTED,
        8 => cudaError_enum::CUDA_ERROR_PROFILER_ALREADY_STOPPED,
        34 => cudaError_enum::CUDA_ERROR_STUB_LIBRARY,
        36 => cudaError_enum::CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER,
        46 => cudaError_enum::CUDA_ERROR_DEVICE_UNAVAILABLE,
        100 => cudaError_enum::CUDA_ERROR_NO_DEVICE,
        101 => cudaError_enum::CUDA_ERROR_INVALID_DEVICE,
        102 => cudaError_enum::CUDA_ERROR_DEVICE_NOT_LICENSED,
        200 => cudaError_enum::CUDA_ERROR_INVALID_IMAGE,
        201 => cudaError_enum::CUDA_ERROR_INVALID_CONTEXT,
        202 => cudaError_enum::CUDA_ERROR_CONTEXT_ALREADY_CURRENT,
        205 => cudaError_enum::CUDA_ERROR_MAP_FAILED,
        206 => cudaError_enum::CUDA_ERROR_UNMAP_FAILED,
        207 => cudaError_enum::CUDA_ERROR_ARRAY_IS_MAPPED,
        208 => cudaError_enum::CUDA_ERROR_ALREADY_MAPPED,
        209 => cudaError_enum::CUDA_ERROR_NO_BINARY_FOR_GPU,
        210 => cudaError_enum::CUDA_ERROR_ALREADY_ACQUIRED,
        211 => cudaError_enum::CUDA_ERROR_NOT_MAPPED,
        212 => cudaError_enum::CUDA_ERROR_NOT_MAPPED_AS_ARRAY,
        213 => cudaError_enum::CUDA_ERROR_NOT_MAPPED_AS_POINTER,
        214 => cudaError_enum::CUDA_ERROR_ECC_UNCORRECTABLE,
        215 => cudaError_enum::CUDA_ERROR_UNSUPPORTED_LIMIT,
        216 => cudaError_enum::CUDA_ERROR_CONTEXT_ALREADY_IN_USE,
        217 => cudaError_enum::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
        218 => cudaError_enum::CUDA_ERROR_INVALID_PTX,
        219 => cudaError_enum::CUDA_ERROR_INVALID_GRAPHICS_CONTEXT,
        220 => cudaError_enum::CUDA_ERROR_NVLINK_UNCORRECTABLE,
        221 => cudaError_enum::CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
        222 => cudaError_enum::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
        223 => cudaError_enum::CUDA_ERROR_JIT_COMPILATION_DISABLED,
        224 => cudaError_enum::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
        225 => cudaError_enum::CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC,
        226 => cudaError_enum::CUDA_ERROR_CONTAINED,
        300 => cudaError_enum::CUDA_ERROR_INVALID_SOURCE,
        301 => cudaError_enum::CUDA_ERROR_FILE_NOT_FOUND,
        302 => cudaError_enum::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
        303 => cudaError_enum::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
        304 => cudaError_enum::CUDA_ERROR_OPERATING_SYSTEM,
        400 => cudaError_enum::CUDA_ERROR_INVALID_HANDLE,
        401 => cudaError_enum::CUDA_ERROR_ILLEGAL_STATE,
        402 => cudaError_enum::CUDA_ERROR_LOSSY_QUERY,
        500 => cudaError_enum::CUDA_ERROR_NOT_FOUND,
        600 => cudaError_enum::CUDA_ERROR_NOT_READY,
        700 => cudaError_enum::CUDA_ERROR_ILLEGAL_ADDRESS,
        701 => cudaError_enum::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        702 => cudaError_enum::CUDA_ERROR_LAUNCH_TIMEOUT,
        703 => cudaError_enum::CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING,
        704 => cudaError_enum::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
        705 => cudaError_enum::CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
        708 => cudaError_enum::CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE,
        709 => cudaError_enum::CUDA_ERROR_CONTEXT_IS_DESTROYED,
        710 => cudaError_enum::CUDA_ERROR_ASSERT,
        711 => cudaError_enum::CUDA_ERROR_TOO_MANY_PEERS,
        712 => cudaError_enum::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
        713 => cudaError_enum::CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
        714 => cudaError_enum::CUDA_ERROR_HARDWARE_STACK_ERROR,
        715 => cudaError_enum::CUDA_ERROR_ILLEGAL_INSTRUCTION,
        716 => cudaError_enum::CUDA_ERROR_MISALIGNED_ADDRESS,
        717 => cudaError_enum::CUDA_ERROR_INVALID_ADDRESS_SPACE,
        718 => cudaError_enum::CUDA_ERROR_INVALID_PC,
        719 => cudaError_enum::CUDA_ERROR_LAUNCH_FAILED,
        720 => cudaError_enum::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        721 => cudaError_enum::CUDA_ERROR_TENSOR_MEMORY_LEAK,
        800 => cudaError_enum::CUDA_ERROR_NOT_PERMITTED,
        801 => cudaError_enum::CUDA_ERROR_NOT_SUPPORTED,
        802 => cudaError_enum::CUDA_ERROR_SYSTEM_NOT_READY,
        803 => cudaError_enum::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
        804 => cudaError_enum::CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,
        805 => cudaError_enum::CUDA_ERROR_MPS_CONNECTION_FAILED,
        806 => cudaError_enum::CUDA_ERROR_MPS_RPC_FAILURE,
        807 => cudaError_enum::CUDA_ERROR_MPS_SERVER_NOT_READY,
        808 => cudaError_enum::CUDA_ERROR_MPS_MAX_CLIENTS_REACHED,
        809 => cudaError_enum::CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED,
        810 => cudaError_enum::CUDA_ERROR_MPS_CLIENT_TERMINATED,
        811 => cudaError_enum::CUDA_ERROR_CDP_NOT_SUPPORTED,
        812 => cudaError_enum::CUDA_ERROR_CDP_VERSION_MISMATCH,
        900 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        901 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
        902 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_MERGE,
        903 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
        904 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
        905 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
        906 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
        907 => cudaError_enum::CUDA_ERROR_CAPTURED_EVENT,
        908 => cudaError_enum::CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
        909 => cudaError_enum::CUDA_ERROR_TIMEOUT,
        910 => cudaError_enum::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
        911 => cudaError_enum::CUDA_ERROR_EXTERNAL_DEVICE,
        912 => cudaError_enum::CUDA_ERROR_INVALID_CLUSTER_SIZE,
        913 => cudaError_enum::CUDA_ERROR_FUNCTION_NOT_LOADED,
        914 => cudaError_enum::CUDA_ERROR_INVALID_RESOURCE_TYPE,
        915 => cudaError_enum::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION,
        916 => cudaError_enum::CUDA_ERROR_KEY_ROTATION,
        999 => cudaError_enum::CUDA_ERROR_UNKNOWN,
        _ => cudaError_enum::CUDA_ERROR_UNKNOWN,
    }
}
