//! NVTX calls, read from their parameters as CUPTI passes them. The layouts are from
//! NVTX, a published C interface that does not change, and from CUPTI's
//! `generated_nvtx_meta.h`.

use std::ffi::{c_char, c_void};

use cupti_sys::raw::{CUpti_NvtxData, CUpti_nvtx_api_trace_cbid as NvtxId};

use crate::c_text::{text, wide_text};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Domain(pub(super) usize);

/// The domain of calls that name none.
const GLOBAL: Domain = Domain(0);

/// The handle of a registered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Handle(pub(super) usize);

/// What NVTX returns for a range that is started, and takes to end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RangeId(pub(super) u64);

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Open {
        domain: Domain,
        message: Message,
    },
    Close {
        domain: Domain,
    },
    /// A range that may end on another thread, and need not nest.
    Start {
        domain: Domain,
        message: Message,
        id: RangeId,
    },
    End {
        id: RangeId,
    },
    Register {
        domain: Domain,
        handle: Handle,
        text: String,
    },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    Text(String),
    Registered(Handle),
    None,
}

#[repr(C)]
struct RangePushA {
    message: *const c_char,
}

#[repr(C)]
struct RangePushW {
    message: *const libc::wchar_t,
}

#[repr(C)]
struct RangePushEx {
    attributes: *const EventAttributes,
}

#[repr(C)]
struct DomainRangePushEx {
    domain: *const c_void,
    attributes: *const EventAttributes,
}

#[repr(C)]
struct DomainRangePop {
    domain: *const c_void,
}

#[repr(C)]
struct RangeEnd {
    id: u64,
}

#[repr(C)]
struct DomainRangeEnd {
    domain: *const c_void,
    id: u64,
}

#[repr(C)]
struct DomainRegisterString {
    domain: *const c_void,
    /// `char`, or `wchar_t` in the call whose name ends in W.
    string: *const c_void,
}

/// `nvtxEventAttributes_t`, version 3.
#[repr(C)]
struct EventAttributes {
    version: u16,
    size: u16,
    category: u32,
    color_type: i32,
    color: u32,
    payload_type: i32,
    reserved: i32,
    payload: u64,
    message_type: i32,
    message: *const c_void,
}

const _: () = assert!(std::mem::size_of::<EventAttributes>() == 48);

impl EventAttributes {
    const ASCII: i32 = 1;
    const UNICODE: i32 = 2;
    const REGISTERED: i32 = 3;

    /// # Safety
    /// The message is what its type says.
    unsafe fn message(&self) -> Message {
        if usize::from(self.size) < std::mem::size_of::<Self>() {
            return Message::None;
        }
        // SAFETY: the caller's promise.
        unsafe {
            match self.message_type {
                Self::ASCII => Message::Text(text(self.message.cast())),
                Self::UNICODE => Message::Text(wide_text(self.message.cast())),
                Self::REGISTERED => Message::Registered(Handle(self.message.addr())),
                _ => Message::None,
            }
        }
    }
}

/// What the call does; `None` for other calls and for null parameters.
///
/// # Safety
/// `data` belongs to the NVTX call `id`.
pub(super) unsafe fn event(id: NvtxId, data: &CUpti_NvtxData) -> Option<Event> {
    let parameters = data.functionParams;
    // SAFETY: each call's parameters are the structure named after it.
    unsafe {
        match id {
            NvtxId::CUPTI_CBID_NVTX_nvtxRangePushA => {
                let p = parameters.cast::<RangePushA>().as_ref()?;
                Some(Event::Open { domain: GLOBAL, message: Message::Text(text(p.message)) })
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangePushW => {
                let p = parameters.cast::<RangePushW>().as_ref()?;
                Some(Event::Open { domain: GLOBAL, message: Message::Text(wide_text(p.message)) })
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangePushEx => {
                let p = parameters.cast::<RangePushEx>().as_ref()?;
                Some(Event::Open { domain: GLOBAL, message: message(p.attributes) })
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangePushEx => {
                let p = parameters.cast::<DomainRangePushEx>().as_ref()?;
                let domain = Domain(p.domain.addr());
                Some(Event::Open { domain, message: message(p.attributes) })
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangePop => Some(Event::Close { domain: GLOBAL }),
            NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangePop => {
                let p = parameters.cast::<DomainRangePop>().as_ref()?;
                Some(Event::Close { domain: Domain(p.domain.addr()) })
            }
            // They have the parameters of the calls that push a range.
            NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartA => {
                let p = parameters.cast::<RangePushA>().as_ref()?;
                started(data, GLOBAL, Message::Text(text(p.message)))
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartW => {
                let p = parameters.cast::<RangePushW>().as_ref()?;
                started(data, GLOBAL, Message::Text(wide_text(p.message)))
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartEx => {
                let p = parameters.cast::<RangePushEx>().as_ref()?;
                started(data, GLOBAL, message(p.attributes))
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangeStartEx => {
                let p = parameters.cast::<DomainRangePushEx>().as_ref()?;
                started(data, Domain(p.domain.addr()), message(p.attributes))
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangeEnd => {
                Some(Event::End { id: RangeId(parameters.cast::<RangeEnd>().as_ref()?.id) })
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangeEnd => {
                Some(Event::End { id: RangeId(parameters.cast::<DomainRangeEnd>().as_ref()?.id) })
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxDomainRegisterStringA => {
                registration(data, |string| text(string.cast()))
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxDomainRegisterStringW => {
                registration(data, |string| wide_text(string.cast()))
            }
            _ => None,
        }
    }
}

/// # Safety
/// `data` belongs to a call that starts a range.
unsafe fn started(data: &CUpti_NvtxData, domain: Domain, message: Message) -> Option<Event> {
    // SAFETY: the caller's promise; the call returns a number.
    let id = unsafe { *data.functionReturnValue.cast::<u64>().as_ref()? };
    Some(Event::Start { domain, message, id: RangeId(id) })
}

/// # Safety
/// `data` belongs to a call that registers a text, which `read` can read.
unsafe fn registration(
    data: &CUpti_NvtxData,
    read: impl FnOnce(*const c_void) -> String,
) -> Option<Event> {
    // SAFETY: the caller's promise; the call returns a handle.
    let (p, handle) = unsafe {
        let p = data.functionParams.cast::<DomainRegisterString>().as_ref()?;
        (p, *data.functionReturnValue.cast::<usize>().as_ref()?)
    };
    let (domain, text) = (Domain(p.domain.addr()), read(p.string));
    Some(Event::Register { domain, handle: Handle(handle), text })
}

/// # Safety
/// Null, or attributes whose message is what its type says.
unsafe fn message(attributes: *const EventAttributes) -> Message {
    // SAFETY: the caller's promise.
    unsafe { attributes.as_ref().map_or(Message::None, |attributes| attributes.message()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: [libc::wchar_t; 5] = ['é' as i32, 0x1F600, 0x11_0000, 'x' as i32, 0];

    fn read<P>(id: NvtxId, parameters: &P, returned: *const c_void) -> Option<Event> {
        let data = CUpti_NvtxData {
            functionName: c"".as_ptr(),
            functionParams: (&raw const *parameters).cast(),
            functionReturnValue: returned,
        };
        // SAFETY: every test passes the structure of its call.
        unsafe { event(id, &data) }
    }

    fn attributes(message_type: i32, message: *const c_void) -> EventAttributes {
        EventAttributes {
            version: 3,
            size: 48,
            category: 0,
            color_type: 0,
            color: 0,
            payload_type: 0,
            reserved: 0,
            payload: 0,
            message_type,
            message,
        }
    }

    fn domain_push(attributes: &EventAttributes) -> Option<Event> {
        let parameters =
            DomainRangePushEx { domain: std::ptr::without_provenance(0x50), attributes };
        read(NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangePushEx, &parameters, std::ptr::null())
    }

    fn opened(domain: usize, message: Message) -> Option<Event> {
        Some(Event::Open { domain: Domain(domain), message })
    }

    fn words(text: &str) -> Message {
        Message::Text(text.to_owned())
    }

    #[test]
    fn ranges_of_no_domain() {
        let null = std::ptr::null();
        let push = RangePushA { message: c"step".as_ptr() };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangePushA, &push, null);
        assert_eq!(event, opened(0, words("step")));
        let push = RangePushW { message: WIDE.as_ptr() };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangePushW, &push, null);
        assert_eq!(event, opened(0, words("é😀\u{fffd}x")));
        let push = RangePushEx { attributes: &attributes(1, c"step".as_ptr().cast()) };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangePushEx, &push, null);
        assert_eq!(event, opened(0, words("step")));
        let push = RangePushEx { attributes: std::ptr::null() };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangePushEx, &push, null);
        assert_eq!(event, opened(0, Message::None));
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangePop, &(), null);
        assert_eq!(event, Some(Event::Close { domain: GLOBAL }));
    }

    #[test]
    fn ranges_of_a_domain() {
        let event = domain_push(&attributes(1, c"layer".as_ptr().cast()));
        assert_eq!(event, opened(0x50, words("layer")));
        let event = domain_push(&attributes(2, WIDE.as_ptr().cast()));
        assert_eq!(event, opened(0x50, words("é😀\u{fffd}x")));
        let event = domain_push(&attributes(3, std::ptr::without_provenance(0xabc0)));
        assert_eq!(event, opened(0x50, Message::Registered(Handle(0xabc0))));
        let event = domain_push(&attributes(0, std::ptr::null()));
        assert_eq!(event, opened(0x50, Message::None));
        let pop = DomainRangePop { domain: std::ptr::without_provenance(0x50) };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangePop, &pop, std::ptr::null());
        assert_eq!(event, Some(Event::Close { domain: Domain(0x50) }));
    }

    #[test]
    fn ranges_that_start_and_end() {
        let (number, null) = (7_u64, std::ptr::null());
        let returned = (&raw const number).cast();
        let id = RangeId(number);
        let start = |domain, message| Some(Event::Start { domain: Domain(domain), message, id });
        let narrow = RangePushA { message: c"step".as_ptr() };
        let call = NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartA;
        assert_eq!(read(call, &narrow, returned), start(0, words("step")));
        assert_eq!(read(call, &narrow, null), None);
        let wide = RangePushW { message: WIDE.as_ptr() };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartW, &wide, returned);
        assert_eq!(event, start(0, words("é😀\u{fffd}x")));
        let attributes = attributes(1, c"step".as_ptr().cast());
        let extended = RangePushEx { attributes: &attributes };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartEx, &extended, returned);
        assert_eq!(event, start(0, words("step")));
        let domain = std::ptr::without_provenance(0x50);
        let extended = DomainRangePushEx { domain, attributes: &attributes };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangeStartEx, &extended, returned);
        assert_eq!(event, start(0x50, words("step")));
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxRangeEnd, &RangeEnd { id: number }, null);
        assert_eq!(event, Some(Event::End { id }));
        let end = DomainRangeEnd { domain, id: number };
        let event = read(NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangeEnd, &end, null);
        assert_eq!(event, Some(Event::End { id }));
    }

    #[test]
    fn attributes_of_an_older_shorter_kind_have_no_message() {
        let short = EventAttributes { size: 40, ..attributes(1, c"layer".as_ptr().cast()) };
        assert_eq!(domain_push(&short), opened(0x50, Message::None));
    }

    #[test]
    fn registered_texts() {
        let handle: usize = 0xabc0;
        let returned = (&raw const handle).cast();
        let domain = std::ptr::without_provenance(0x50);
        let registered = |text: &str| {
            let text = text.to_owned();
            Some(Event::Register { domain: Domain(0x50), handle: Handle(handle), text })
        };
        let narrow = DomainRegisterString { domain, string: c"layer".as_ptr().cast() };
        let id = NvtxId::CUPTI_CBID_NVTX_nvtxDomainRegisterStringA;
        assert_eq!(read(id, &narrow, returned), registered("layer"));
        assert_eq!(read(id, &narrow, std::ptr::null()), None);
        let wide = DomainRegisterString { domain, string: WIDE.as_ptr().cast() };
        let id = NvtxId::CUPTI_CBID_NVTX_nvtxDomainRegisterStringW;
        assert_eq!(read(id, &wide, returned), registered("é😀\u{fffd}x"));
    }
}
