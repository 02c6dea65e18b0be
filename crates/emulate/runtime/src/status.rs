//! Results of calls, by the numbers of `cudaError_t`.

pub(crate) type Status = i32;

pub(crate) const SUCCESS: Status = 0;
pub(crate) const INVALID_VALUE: Status = 1;
pub(crate) const MEMORY_ALLOCATION: Status = 2;
pub(crate) const INITIALIZATION_ERROR: Status = 3;
pub(crate) const INVALID_CONFIGURATION: Status = 9;
pub(crate) const INVALID_SYMBOL: Status = 13;
pub(crate) const LAUNCH_MAX_DEPTH_EXCEEDED: Status = 65;
pub(crate) const LAUNCH_PENDING_COUNT_EXCEEDED: Status = 69;
pub(crate) const INVALID_CHANNEL_DESCRIPTOR: Status = 20;
pub(crate) const INVALID_FILTER_SETTING: Status = 26;
pub(crate) const INVALID_NORM_SETTING: Status = 27;
pub(crate) const INVALID_DEVICE_FUNCTION: Status = 98;
pub(crate) const INVALID_DEVICE: Status = 101;
pub(crate) const NO_KERNEL_IMAGE: Status = 209;
pub(crate) const INVALID_PTX: Status = 218;
pub(crate) const UNSUPPORTED_LIMIT: Status = 215;
pub(crate) const INVALID_RESOURCE_HANDLE: Status = 400;
pub(crate) const ILLEGAL_STATE: Status = 401;
pub(crate) const ILLEGAL_ADDRESS: Status = 700;
pub(crate) const OUT_OF_RESOURCES: Status = 701;
pub(crate) const PEER_ACCESS_NOT_ENABLED: Status = 705;
pub(crate) const ASSERT: Status = 710;
pub(crate) const ALREADY_REGISTERED: Status = 712;
pub(crate) const NOT_REGISTERED: Status = 713;
pub(crate) const HARDWARE_STACK_ERROR: Status = 714;
pub(crate) const MISALIGNED_ADDRESS: Status = 716;
pub(crate) const INVALID_PC: Status = 718;
pub(crate) const LAUNCH_FAILURE: Status = 719;
pub(crate) const COOPERATIVE_LAUNCH_TOO_LARGE: Status = 720;
pub(crate) const NOT_SUPPORTED: Status = 801;
pub(crate) const STREAM_CAPTURE_UNSUPPORTED: Status = 900;
pub(crate) const GRAPH_EXEC_UPDATE_FAILURE: Status = 910;
pub(crate) const INVALID_CLUSTER_SIZE: Status = 912;

/// Name and words, each with a zero at its end.
pub(crate) fn words(status: Status) -> (&'static [u8], &'static [u8]) {
    match status {
        SUCCESS => (b"cudaSuccess\0", b"no error\0"),
        INVALID_VALUE => (b"cudaErrorInvalidValue\0", b"invalid argument\0"),
        MEMORY_ALLOCATION => (b"cudaErrorMemoryAllocation\0", b"out of memory\0"),
        INITIALIZATION_ERROR => (b"cudaErrorInitializationError\0", b"initialization error\0"),
        INVALID_CONFIGURATION => {
            (b"cudaErrorInvalidConfiguration\0", b"invalid configuration argument\0")
        }
        INVALID_SYMBOL => (b"cudaErrorInvalidSymbol\0", b"invalid device symbol\0"),
        LAUNCH_MAX_DEPTH_EXCEEDED => (
            b"cudaErrorLaunchMaxDepthExceeded\0",
            b"launch would exceed maximum depth of nested launches\0",
        ),
        LAUNCH_PENDING_COUNT_EXCEEDED => (
            b"cudaErrorLaunchPendingCountExceeded\0",
            b"launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount\0",
        ),
        HARDWARE_STACK_ERROR => (b"cudaErrorHardwareStackError\0", b"hardware stack error\0"),
        INVALID_PC => (b"cudaErrorInvalidPc\0", b"invalid program counter\0"),
        INVALID_CHANNEL_DESCRIPTOR => {
            (b"cudaErrorInvalidChannelDescriptor\0", b"invalid channel descriptor\0")
        }
        INVALID_FILTER_SETTING => (
            b"cudaErrorInvalidFilterSetting\0",
            b"linear filtering not supported for non-float type\0",
        ),
        INVALID_NORM_SETTING => (
            b"cudaErrorInvalidNormSetting\0",
            b"read as normalized float not supported for 32-bit non float type\0",
        ),
        INVALID_RESOURCE_HANDLE => {
            (b"cudaErrorInvalidResourceHandle\0", b"invalid resource handle\0")
        }
        INVALID_DEVICE_FUNCTION => {
            (b"cudaErrorInvalidDeviceFunction\0", b"invalid device function\0")
        }
        INVALID_DEVICE => (b"cudaErrorInvalidDevice\0", b"invalid device ordinal\0"),
        NO_KERNEL_IMAGE => (
            b"cudaErrorNoKernelImageForDevice\0",
            b"no kernel image is available for execution on the device\0",
        ),
        INVALID_PTX => (b"cudaErrorInvalidPtx\0", b"a PTX that cannot be emulated\0"),
        ILLEGAL_ADDRESS => {
            (b"cudaErrorIllegalAddress\0", b"an illegal memory access was encountered\0")
        }
        OUT_OF_RESOURCES => {
            (b"cudaErrorLaunchOutOfResources\0", b"too many resources requested for launch\0")
        }
        UNSUPPORTED_LIMIT => {
            (b"cudaErrorUnsupportedLimit\0", b"limit is not supported on this architecture\0")
        }
        PEER_ACCESS_NOT_ENABLED => {
            (b"cudaErrorPeerAccessNotEnabled\0", b"peer access has not been enabled\0")
        }
        ALREADY_REGISTERED => (
            b"cudaErrorHostMemoryAlreadyRegistered\0",
            b"part or all of the requested memory range is already mapped\0",
        ),
        NOT_REGISTERED => (
            b"cudaErrorHostMemoryNotRegistered\0",
            b"pointer does not correspond to a registered memory region\0",
        ),
        ASSERT => (b"cudaErrorAssert\0", b"device-side assert triggered\0"),
        MISALIGNED_ADDRESS => (b"cudaErrorMisalignedAddress\0", b"misaligned address\0"),
        LAUNCH_FAILURE => (b"cudaErrorLaunchFailure\0", b"unspecified launch failure\0"),
        ILLEGAL_STATE => (
            b"cudaErrorIllegalState\0",
            b"the operation cannot be performed in the present state\0",
        ),
        COOPERATIVE_LAUNCH_TOO_LARGE => {
            (b"cudaErrorCooperativeLaunchTooLarge\0", b"too many blocks in cooperative launch\0")
        }
        STREAM_CAPTURE_UNSUPPORTED => (
            b"cudaErrorStreamCaptureUnsupported\0",
            b"operation not permitted when stream is capturing\0",
        ),
        GRAPH_EXEC_UPDATE_FAILURE => (
            b"cudaErrorGraphExecUpdateFailure\0",
            b"the graph update was not performed because it included changes which violated \
              constraints specific to instantiated graph update\0",
        ),
        INVALID_CLUSTER_SIZE => (b"cudaErrorInvalidClusterSize\0", b"cluster misconfiguration\0"),
        NOT_SUPPORTED => (b"cudaErrorNotSupported\0", b"operation not supported\0"),
        _ => (b"cudaErrorUnknown\0", b"unrecognized error code\0"),
    }
}
