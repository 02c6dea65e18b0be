//! What is read from which header, and how.

use crate::{Error, Toolkit};

/// How the functions of a header are to be called from Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Calls {
    /// A struct of optional function pointers for each name prefix, the
    /// longer prefix first.
    Tables(&'static [(&'static str, &'static str)]),
    /// A free function each, looked up when first called.
    Functions,
}

pub(crate) struct Binding {
    /// Path of the file in the workspace.
    pub file: &'static str,
    /// The header under `xtask/bindings/` that includes what is needed.
    wrapper: &'static str,
    /// Name patterns to keep: functions, types, macros.
    functions: &'static [&'static str],
    types: &'static [&'static str],
    variables: &'static [&'static str],
    /// C enums become Rust enums (only where a known user needs that; a
    /// newtype is the safe choice, since a newer library may return more).
    rust_enums: bool,
    /// Enums that get only the named variants: their user matches on them
    /// without a default, and newer headers have more.
    pub closed_enums: &'static [(&'static str, &'static [&'static str])],
    pub calls: Calls,
}

/// Driver functions that the injected library and the replay of a captured launch call.
const DRIVER: &str = "cu(Init|DriverGetVersion|GetErrorName|CtxGetCurrent|CtxSynchronize|\
CtxRecordEvent|CtxGetLimit|CtxSetLimit|DeviceGet|DeviceGetCount|DeviceGetName|\
DeviceGetAttribute|DeviceGetUuid_v2|DeviceTotalMem_v2|DeviceGetPCIBusId|StreamIsCapturing|\
StreamSynchronize|FuncGetName|FuncGetAttribute|FuncSetAttribute|FuncGetModule|\
KernelGetFunction|KernelGetName|EventCreate|EventDestroy_v2|EventRecord|EventQuery|\
OccupancyMaxActiveBlocksPerMultiprocessor|FuncGetParamInfo|GraphKernelNodeGetParams_v2|\
PointerGetAttribute|ModuleGetGlobal_v2|MemcpyDtoH_v2|LaunchKernelEx|MemAddressReserve|\
MemAddressFree|MemCreate|MemRelease|MemMap|MemUnmap|MemSetAccess)";

/// The functions that cust 0.3.2 calls, in families.
const CUST: &str = "cu(Init|DriverGetVersion|GetErrorString|GetErrorName|\
Device(Get|GetCount|GetName|GetUuid|GetAttribute|TotalMem_v2|\
PrimaryCtx(Release_v2|Reset_v2|Retain|SetFlags_v2|GetState))|\
Ctx(Create_v2|Destroy_v2|GetApiVersion|GetCacheConfig|GetCurrent|GetDevice|GetFlags|GetLimit|\
GetSharedMemConfig|GetStreamPriorityRange|PopCurrent_v2|PushCurrent_v2|SetCacheConfig|SetCurrent|\
SetLimit|SetSharedMemConfig|Synchronize|ResetPersistingL2Cache)|\
Module(GetFunction|GetGlobal_v2|Load|LoadData|LoadDataEx|LoadFatBinary|Unload)|\
Link(AddData_v2|AddFile_v2|Complete|Create_v2|Destroy)|\
Func(GetAttribute|SetAttribute|SetCacheConfig|SetSharedMemConfig)|\
Launch(Kernel|HostFunc|CooperativeKernel)|\
Mem(Alloc_v2|AllocAsync|AllocHost_v2|AllocManaged|Free_v2|FreeAsync|FreeHost|HostAlloc|\
HostRegister_v2|HostUnregister|Advise|GetInfo_v2|PrefetchAsync|RangeGetAttribute|\
setD8_v2|setD8Async|setD16_v2|setD16Async|setD32_v2|setD32Async)|\
Memcpy(AtoH_v2|HtoA_v2|2D_v2|HtoD_v2|DtoH_v2|DtoD_v2|HtoDAsync_v2|DtoHAsync_v2|DtoDAsync_v2)|\
Array(3DCreate_v2|3DGetDescriptor_v2|Create_v2|Destroy|GetDescriptor_v2)|\
Event(Create|Destroy_v2|ElapsedTime|Query|Record|Synchronize)|\
Stream(AddCallback|Create|CreateWithPriority|Destroy_v2|GetFlags|GetPriority|Query|Synchronize|\
WaitEvent|WaitValue32|IsCapturing)|\
Graph(AddKernelNode|Create|DebugDotPrint|Destroy|DestroyNode|ExecDestroy|GetEdges|GetNodes|\
Instantiate|KernelNodeGetParams|Launch|NodeGetType|Upload)|\
Occupancy(AvailableDynamicSMemPerBlock|MaxActiveBlocksPerMultiprocessor|MaxPotentialBlockSize|\
MaxPotentialBlockSizeWithFlags|MaxActiveBlocksPerMultiprocessorWithFlags)|\
TexObject(Create|Destroy|GetResourceDesc)|SurfObject(Create|Destroy|GetResourceDesc)|PointerGetAttribute|\
ImportExternalMemory|DestroyExternalMemory|ExternalMemoryGetMappedBuffer)";

/// The enums that cust 0.3.2 matches without a default, as it knows them.
const CUST_ENUMS: &[(&str, &[&str])] = &[
    (
        "CUgraphNodeType_enum",
        &[
            "CU_GRAPH_NODE_TYPE_KERNEL",
            "CU_GRAPH_NODE_TYPE_MEMCPY",
            "CU_GRAPH_NODE_TYPE_MEMSET",
            "CU_GRAPH_NODE_TYPE_HOST",
            "CU_GRAPH_NODE_TYPE_GRAPH",
            "CU_GRAPH_NODE_TYPE_EMPTY",
            "CU_GRAPH_NODE_TYPE_WAIT_EVENT",
            "CU_GRAPH_NODE_TYPE_EVENT_RECORD",
            "CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL",
            "CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT",
            "CU_GRAPH_NODE_TYPE_MEM_ALLOC",
            "CU_GRAPH_NODE_TYPE_MEM_FREE",
        ],
    ),
    (
        "CUarray_format_enum",
        &[
            "CU_AD_FORMAT_UNSIGNED_INT8",
            "CU_AD_FORMAT_UNSIGNED_INT16",
            "CU_AD_FORMAT_UNSIGNED_INT32",
            "CU_AD_FORMAT_SIGNED_INT8",
            "CU_AD_FORMAT_SIGNED_INT16",
            "CU_AD_FORMAT_SIGNED_INT32",
            "CU_AD_FORMAT_HALF",
            "CU_AD_FORMAT_FLOAT",
            "CU_AD_FORMAT_NV12",
        ],
    ),
];

pub(crate) const BINDINGS: &[Binding] = &[
    Binding {
        file: "cupti-sys/src/bindings.rs",
        wrapper: "cupti.h",
        functions: &["cupti.*", DRIVER],
        types: &[
            "CUpti.*",
            "cuLaunch(Kernel|KernelEx|CooperativeKernel)(_ptsz)?_params.*",
            "cuGraphLaunch(_ptsz)?_params.*",
            "cuGraphExecDestroy_params.*",
        ],
        variables: &["CUPTI_.*", "CUpti_.*_STRUCT_SIZE", "CUpti_.*ParamsSize"],
        rust_enums: false,
        closed_enums: &[],
        calls: Calls::Tables(&[("cupti", "CuptiFns"), ("cu", "DriverFns")]),
    },
    Binding {
        file: "patches/cust_raw/src/driver.rs",
        wrapper: "driver.h",
        functions: &[CUST],
        types: &[
            "CUDA_.*_v[0-9]+",
            "CUarray_format.*",
            "CUmemAttach_flags.*",
            "CUDA_EXTERNAL_MEMORY.*",
        ],
        variables: &["CU_TRSF_.*", "CUDA_ARRAY3D_.*"],
        rust_enums: true,
        closed_enums: CUST_ENUMS,
        calls: Calls::Functions,
    },
];

/// Says what is missing before libclang or the compiler does.
pub(crate) fn require(toolkit: &Toolkit<'_>) -> Result<(), Error> {
    let needed = [
        ("cupti_range_profiler.h", toolkit.cuda.join("include")),
        ("libclang.so", toolkit.libclang.to_path_buf()),
    ];
    for (what, dir) in needed {
        if !dir.join(what).is_file() {
            return Err(Error::NotSetUp { what, dir });
        }
    }
    Ok(())
}

/// Runs bindgen for one file and returns plain Rust with `extern` blocks.
pub(crate) fn read(binding: &Binding, toolkit: &Toolkit<'_>) -> Result<String, Error> {
    let here = toolkit.root.join("xtask/bindings");
    let scratch = toolkit.root.join("target/bindings");
    std::fs::create_dir_all(&scratch).map_err(|source| Error::File {
        action: "create",
        path: scratch.clone(),
        source,
    })?;
    let mut builder = bindgen::builder()
        .header(here.join(binding.wrapper).display().to_string())
        .clang_args(["-xc", "-std=c11", "--target=x86_64-unknown-linux-gnu", "-nostdinc", "-w"])
        .clang_arg(format!("-I{}", here.join("shim").display()))
        .clang_arg(format!("-I{}", toolkit.cuda.join("include").display()))
        // Records of superseded versions, which no 13.x library delivers.
        .blocklist_file(".*_deprecated\\.h")
        .detect_include_paths(false)
        .clang_macro_fallback()
        .clang_macro_fallback_build_dir(scratch)
        // NVIDIA's comments are not ours to publish.
        .generate_comments(false)
        .disable_header_comment()
        .formatter(bindgen::Formatter::None)
        // Sizes and offsets are asserted when the generated file compiles.
        .layout_tests(true)
        .derive_default(true)
        .prepend_enum_name(false)
        .size_t_is_usize(true);
    for pattern in binding.functions {
        builder = builder.allowlist_function(format!("^{pattern}$"));
    }
    for pattern in binding.types {
        builder = builder.allowlist_type(format!("^{pattern}$"));
    }
    for pattern in binding.variables {
        builder = builder.allowlist_var(format!("^{pattern}$"));
    }
    builder =
        if binding.rust_enums { builder.rustified_enum(".*") } else { builder.newtype_enum(".*") };
    match builder.generate() {
        Ok(bindings) => Ok(bindings.to_string()),
        Err(reason) => Err(Error::Headers { file: binding.file, reason: reason.to_string() }),
    }
}
