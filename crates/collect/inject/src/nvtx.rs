//! NVTX ranges: which ranges are open on a thread, and in which range a launch is.
//!
//! Ranges nest within their domain, and ranges of different domains may overlap. They
//! are kept in the order in which they were opened. The domain of a range is not part
//! of its name.

mod calls;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use cupti_sys::raw::{CUpti_NvtxData, CUpti_nvtx_api_trace_cbid as NvtxId};

use propp_recording_wire::RangePattern;

use crate::agent::{Agent, agent};
use crate::instances;
use calls::{Domain, Event, Handle, Message, RangeId};

/// The calls that open and close ranges, and the call that registers a text under a
/// handle.
pub(crate) const CALLS: [NvtxId; 6] = [
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePushA,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePushEx,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePop,
    NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangePushEx,
    NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangePop,
    NvtxId::CUPTI_CBID_NVTX_nvtxDomainRegisterStringA,
];

/// The same calls with wide characters, and the calls for ranges that need not nest. CUPTI numbers them,
/// but does not document that it reports them.
pub(crate) const OTHER_CALLS: [NvtxId; 8] = [
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePushW,
    NvtxId::CUPTI_CBID_NVTX_nvtxDomainRegisterStringW,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartA,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartW,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangeStartEx,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangeEnd,
    NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangeStartEx,
    NvtxId::CUPTI_CBID_NVTX_nvtxDomainRangeEnd,
];

/// Ranges that were started and not ended, at most: of more, those with the lowest numbers, which are the
/// oldest, are forgotten.
const MOST_STARTED: usize = 1 << 16;

thread_local! {
    static OPEN: RefCell<Ranges> = const { RefCell::new(Ranges(Vec::new())) };
}

static TEXTS: Mutex<BTreeMap<(Domain, Handle), String>> = Mutex::new(BTreeMap::new());

/// The ranges that were started on any thread and not ended. A number may be given twice; the last range
/// that has it ends first.
static STARTED: Mutex<BTreeMap<RangeId, Vec<instances::Key>>> = Mutex::new(BTreeMap::new());

/// The number of the range around a launch, by correlation, until the launch's
/// record arrives in the trace run.
static LAUNCH_RANGES: Mutex<Option<HashMap<u32, u32>>> = Mutex::new(None);

/// The domain of ranges that the program opens by our own calls: no address of NVTX's.
const OURS: Domain = Domain(usize::MAX);

/// The ranges that the user wants.
static INCLUDED: OnceLock<Vec<RangePattern>> = OnceLock::new();

/// The ranges that are open on a thread, outermost first.
struct Ranges(Vec<Range>);

struct Range {
    domain: Domain,
    /// Empty when it is unknown; the range stays listed so that its end finds it.
    name: String,
    /// Of the name; 0 as long as it was not asked for.
    number: u32,
    /// Whether the user wants what is launched in it.
    is_included: bool,
    instance: instances::Key,
}

impl Ranges {
    fn open(&mut self, domain: Domain, name: String, number: u32, instance: instances::Key) {
        let is_included = !name.is_empty() && includes(&name);
        self.0.push(Range { domain, name, number, is_included, instance });
    }

    /// Closes the innermost range of a domain, if it was opened since we listen.
    fn close(&mut self, domain: Domain) -> Option<Range> {
        let index = self.0.iter().rposition(|range| range.domain == domain)?;
        Some(self.0.remove(index))
    }

    fn named(&self) -> impl DoubleEndedIterator<Item = &Range> {
        self.0.iter().filter(|range| !range.name.is_empty())
    }
}

/// Reads the patterns of the ranges that the user wants. propp has checked them.
pub(crate) fn include(patterns: &[String]) {
    INCLUDED.get_or_init(|| patterns.iter().filter_map(|pattern| pattern.parse().ok()).collect());
}

fn includes(name: &str) -> bool {
    INCLUDED.get().is_some_and(|patterns| patterns.iter().any(|pattern| pattern.matches(name)))
}

/// Whether a range that the user wants is open on this thread.
pub(crate) fn is_included() -> bool {
    OPEN.try_with(|ranges| ranges.borrow().0.iter().any(|range| range.is_included)).unwrap_or(false)
}

/// The name of the innermost range that is open on this thread.
pub(crate) fn innermost_name() -> Option<String> {
    OPEN.try_with(|ranges| ranges.borrow().named().next_back().map(|range| range.name.clone()))
        .ok()
        .flatten()
}

/// The number of the innermost range's name, or 0 without a range.
pub(crate) fn innermost_number() -> u32 {
    let number = |range: &Range| match range.number {
        0 => agent().map_or(0, |agent| agent.channel.name(&range.name)),
        number => number,
    };
    OPEN.try_with(|ranges| ranges.borrow().named().next_back().map_or(0, number)).unwrap_or(0)
}

/// Opens a range of ours, which has a domain of its own.
pub(crate) fn push(name: String) {
    let instance = instances::open(&name);
    let _ = OPEN.try_with(|ranges| ranges.borrow_mut().open(OURS, name, 0, instance));
}

/// Closes the innermost range of ours.
pub(crate) fn pop() {
    close(OURS);
}

fn close(domain: Domain) {
    let closed = OPEN.try_with(|ranges| ranges.borrow_mut().close(domain)).ok().flatten();
    if let Some(range) = closed {
        instances::close(range.instance);
    }
}

/// The range may be a step. It is not a range around launches: those of all threads are in it.
fn start(id: RangeId, instance: instances::Key) {
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    started.entry(id).or_default().push(instance);
    if started.len() > MOST_STARTED {
        started.pop_first();
    }
}

fn end(id: RangeId) -> Option<instances::Key> {
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    let same = started.get_mut(&id)?;
    let instance = same.pop();
    if same.is_empty() {
        started.remove(&id);
    }
    instance
}

/// Remembers the range around a launch of the trace run.
pub(crate) fn remember_range(correlation: u32) {
    let number = innermost_number();
    if number != 0 {
        let mut ranges = LAUNCH_RANGES.lock().unwrap_or_else(PoisonError::into_inner);
        ranges.get_or_insert_default().insert(correlation, number);
    }
}

/// The name number of the range around a launch of the trace run, or 0. The entry is
/// removed, except for a graph, whose kernels share a correlation.
pub(crate) fn take_range(correlation: u32, in_graph: bool) -> u32 {
    let mut ranges = LAUNCH_RANGES.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(ranges) = ranges.as_mut() else { return 0 };
    let found =
        if in_graph { ranges.get(&correlation).copied() } else { ranges.remove(&correlation) };
    found.unwrap_or(0)
}

/// # Safety
/// `data` belongs to the NVTX call `id`.
pub(crate) unsafe fn on_call(agent: &Agent, id: NvtxId, data: &CUpti_NvtxData) {
    // SAFETY: the caller's promise.
    match unsafe { calls::event(id, data) } {
        Some(Event::Open { domain, message }) => {
            let name = name_of(domain, message);
            let instance = instances::open(&name);
            // Only steps are wanted otherwise.
            let name = if agent.config.by_range { name } else { String::new() };
            let number = if name.is_empty() { 0 } else { agent.channel.name(&name) };
            let open = |ranges: &RefCell<Ranges>| {
                ranges.borrow_mut().open(domain, name, number, instance);
            };
            let _ = OPEN.try_with(open);
        }
        Some(Event::Close { domain }) => close(domain),
        Some(Event::Start { domain, message, id }) => {
            start(id, instances::open(&name_of(domain, message)));
        }
        Some(Event::End { id }) => {
            if let Some(instance) = end(id) {
                instances::close(instance);
            }
        }
        Some(Event::Register { domain, handle, text }) => {
            let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
            texts.insert((domain, handle), text);
        }
        None => {}
    }
}

/// Empty without a message, or if its text was registered before we listened.
fn name_of(domain: Domain, message: Message) -> String {
    match message {
        Message::Text(text) => text,
        Message::Registered(handle) => {
            let texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
            texts.get(&(domain, handle)).cloned().unwrap_or_default()
        }
        Message::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLOBAL: Domain = Domain(0);
    const OTHER: Domain = Domain(0x50);

    fn open(ranges: &mut Ranges, domain: Domain, name: String, number: u32) {
        ranges.open(domain, name, number, instances::Key::default());
    }

    fn names(ranges: &Ranges) -> Vec<&str> {
        ranges.named().map(|range| range.name.as_str()).collect()
    }

    #[test]
    fn a_range_ends_in_its_own_domain() {
        let mut ranges = Ranges(Vec::new());
        open(&mut ranges, GLOBAL, "step".to_owned(), 1);
        open(&mut ranges, OTHER, "layer".to_owned(), 1);
        open(&mut ranges, GLOBAL, "copy".to_owned(), 1);
        assert_eq!(names(&ranges), ["step", "layer", "copy"]);
        ranges.close(OTHER);
        assert_eq!(names(&ranges), ["step", "copy"]);
        ranges.close(OTHER);
        assert_eq!(names(&ranges), ["step", "copy"]);
        ranges.close(GLOBAL);
        ranges.close(GLOBAL);
        ranges.close(GLOBAL);
        assert!(names(&ranges).is_empty());
    }

    #[test]
    fn a_range_without_a_name_is_not_listed_and_still_ends() {
        let mut ranges = Ranges(Vec::new());
        open(&mut ranges, GLOBAL, "step".to_owned(), 1);
        open(&mut ranges, GLOBAL, String::new(), 0);
        assert_eq!(names(&ranges), ["step"]);
        ranges.close(GLOBAL);
        assert_eq!(names(&ranges), ["step"]);
    }

    #[test]
    fn a_range_that_was_started_ends_by_its_number() {
        let key = |name: &str| instances::open(name);
        let keys = ["a", "b", "c"].map(key);
        let [one, two] = [RangeId(1_000_001), RangeId(1_000_002)];
        start(one, keys[0]);
        start(two, keys[1]);
        start(two, keys[2]);
        assert_eq!(end(one), Some(keys[0]));
        assert_eq!(end(one), None);
        assert_eq!([end(two), end(two), end(two)], [Some(keys[2]), Some(keys[1]), None]);
    }

    #[test]
    fn a_handle_stands_for_its_text_in_its_domain() {
        let handle = Handle(0xabc0);
        TEXTS.lock().unwrap().insert((OTHER, handle), "layer".to_owned());
        assert_eq!(name_of(OTHER, Message::Registered(handle)), "layer");
        assert_eq!(name_of(GLOBAL, Message::Registered(handle)), "");
        assert_eq!(name_of(GLOBAL, Message::Text("step".to_owned())), "step");
        assert_eq!(name_of(GLOBAL, Message::None), "");
    }
}
