//! Names of kernels in records, in programs that unload code. The driver gives a function of other code the
//! handle of one that is gone, and CUPTI 13.0 then writes the name of that one into the records
//! (`tests/programs/libraries/nvrtc.cu`: of eight kernels, records named four to six). From the first
//! unloading on, the right names are kept until the records come: of a launch as its callback has it, of a
//! graph's kernels as the driver has it when the graph is made ready to run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cupti_sys::call;
use cupti_sys::raw::{CUgraphNode, CUgraphNodeType, CUpti_GraphData};

use crate::agent::Agent;
use crate::c_text::text;

/// Names that are kept at most, of launches and of nodes. A launch into a graph has no record of its own, and
/// the nodes of a graph that is gone have none any more; the oldest are forgotten.
const MOST: usize = 1 << 20;

/// Whether code was unloaded, and names are kept.
static ARE_KEPT: AtomicBool = AtomicBool::new(false);

/// Numbers of names, of what has no record yet.
static NAMES: Mutex<Option<Names>> = Mutex::new(None);

#[derive(Default)]
struct Names {
    by_correlation: HashMap<u32, u32>,
    /// By CUPTI's number of a node.
    by_node: HashMap<u64, u32>,
}

fn names() -> MutexGuard<'static, Option<Names>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Code is about to be unloaded. Returns whether it is the first.
pub(crate) fn code_ends() -> bool {
    !ARE_KEPT.swap(true, Ordering::Relaxed)
}

/// A launch begins, and its name is kept if names are.
///
/// # Safety
/// `symbol` is null or a C string.
pub(crate) unsafe fn launched(agent: &Agent, correlation: u32, symbol: *const c_char) {
    if ARE_KEPT.load(Ordering::Relaxed) && !symbol.is_null() {
        // SAFETY: the caller's promise.
        let number = agent.channel.name(&unsafe { text(symbol) });
        let mut names = names();
        let by_correlation = &mut names.get_or_insert_default().by_correlation;
        if by_correlation.len() >= MOST {
            let is_new = |other: &u32| correlation.wrapping_sub(*other) < MOST as u32 / 2;
            by_correlation.retain(|other, _| is_new(other));
        }
        by_correlation.insert(correlation, number);
    }
}

/// The number of the name that a launch was called by, if it was kept.
pub(crate) fn take(correlation: u32) -> Option<u32> {
    let is_kept = ARE_KEPT.load(Ordering::Relaxed);
    is_kept.then(|| names().as_mut()?.by_correlation.remove(&correlation)).flatten()
}

/// The number of the name of a graph's kernel, if it was kept.
pub(crate) fn of_node(node: u64) -> Option<u32> {
    let is_kept = ARE_KEPT.load(Ordering::Relaxed);
    is_kept.then(|| names().as_ref()?.by_node.get(&node).copied()).flatten()
}

thread_local! {
    /// The kernels that the present call puts into a graph that can run: their numbers, and the nodes that
    /// tell their names. The driver is asked when the call has ended, as it may hold a lock until then.
    static NAMED: RefCell<Option<Vec<(u64, CUgraphNode)>>> = const { RefCell::new(None) };
}

/// A call begins that makes a graph ready to run, or gives one other kernels.
pub(crate) fn graph_begins() {
    if ARE_KEPT.load(Ordering::Relaxed) {
        let _ = NAMED.try_with(|named| *named.borrow_mut() = Some(Vec::new()));
    }
}

fn will_be_named(number: u64, by: CUgraphNode) {
    let _ = NAMED.try_with(|named| {
        if let Some(named) = &mut *named.borrow_mut() {
            named.push((number, by));
        }
    });
}

/// A node was copied, perhaps into a graph that can run.
///
/// # Safety
/// `data` is null or what CUPTI passes for a node.
pub(crate) unsafe fn node_was_copied(agent: &Agent, data: *const c_void) {
    // SAFETY: the caller's promise.
    if let Some((node, number)) = unsafe { kernel_node(agent, data) } {
        will_be_named(number, node.originalNode);
    }
}

/// A node gets another kernel, perhaps: what is known of it is forgotten. When the call has ended, a node
/// of a graph that can run has the new one.
///
/// # Safety
/// `data` is null or what CUPTI passes for a node.
pub(crate) unsafe fn node_was_changed(agent: &Agent, data: *const c_void) {
    // SAFETY: the caller's promise.
    let Some((node, number)) = (unsafe { kernel_node(agent, data) }) else { return };
    if let Some(names) = &mut *names() {
        names.by_node.remove(&number);
    }
    will_be_named(number, node.node);
}

/// A node that is a kernel, with CUPTI's number of it.
///
/// # Safety
/// `data` is null or what CUPTI passes for a node.
unsafe fn kernel_node<'d>(
    agent: &Agent,
    data: *const c_void,
) -> Option<(&'d CUpti_GraphData, u64)> {
    // SAFETY: the caller's promise.
    let node = unsafe { data.cast::<CUpti_GraphData>().as_ref() }?;
    if node.nodeType != CUgraphNodeType::CU_GRAPH_NODE_TYPE_KERNEL {
        return None;
    }
    let mut number = 0;
    // SAFETY: a live node and a live location.
    unsafe { call!(agent.cupti, cuptiGetGraphNodeId(node.node, &raw mut number)) }.ok()?;
    Some((node, number))
}

/// The call has ended: the driver is asked for the names.
pub(crate) fn graph_ends(agent: &Agent) {
    let Ok(Some(named)) = NAMED.try_with(RefCell::take) else { return };
    for (number, node) in named {
        let Some(name) = agent.driver.name_of_node(node) else { continue };
        let name = agent.channel.name(&name);
        let mut names = names();
        let by_node = &mut names.get_or_insert_default().by_node;
        if by_node.len() >= MOST {
            by_node.retain(|other, _| number.saturating_sub(*other) < MOST as u64 / 2);
        }
        by_node.insert(number, name);
    }
}
