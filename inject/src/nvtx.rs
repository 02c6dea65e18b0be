//! The parameters of the NVTX calls whose callbacks we take. NVTX is a
//! published C interface that does not change; these are its layouts, as far
//! as they are read here.

use std::ffi::c_char;

/// What CUPTI passes for `nvtxRangePushA`.
#[repr(C)]
pub(crate) struct RangePushA {
    pub(crate) message: *const c_char,
}

/// What CUPTI passes for `nvtxRangePushEx`.
#[repr(C)]
pub(crate) struct RangePushEx {
    pub(crate) attributes: *const EventAttributes,
}

/// `nvtxEventAttributes_t`, version 3.
#[repr(C)]
pub(crate) struct EventAttributes {
    version: u16,
    size: u16,
    category: u32,
    color_type: i32,
    color: u32,
    payload_type: i32,
    reserved: i32,
    payload: u64,
    message_type: i32,
    message: *const c_char,
}

/// `NVTX_MESSAGE_TYPE_ASCII`.
const ASCII: i32 = 1;

impl EventAttributes {
    /// The message, when it is plain text and not wide or registered.
    pub(crate) fn ascii(&self) -> Option<*const c_char> {
        let whole = usize::from(self.size) >= std::mem::size_of::<Self>();
        (whole && self.message_type == ASCII).then_some(self.message)
    }
}

const _: () = assert!(std::mem::size_of::<EventAttributes>() == 48);
