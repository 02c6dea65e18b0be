//! The stack of this thread, unwound by the tables that compilers write for exceptions.
//!
//! Unwinding takes microseconds. But a stack that was unwound is known again by its return addresses: if they
//! are still in their places, it is the same.

use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};

use super::Call;

/// Calls that are unwound, at most.
const MOST: usize = 256;

/// Stacks that are known again, and those that begin at one address.
const KEPT: usize = 1 << 12;
const KEPT_AT: usize = 64;

#[repr(C)]
struct Context {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn _Unwind_Backtrace(
        each: extern "C" fn(*mut Context, *mut c_void) -> c_int,
        with: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIP(context: *mut Context) -> usize;
    fn _Unwind_GetCFA(context: *mut Context) -> usize;
    fn _Unwind_GetRegionStart(context: *mut Context) -> usize;
}

/// A return address, and where it lies.
#[derive(Clone, Copy)]
struct Return {
    place: usize,
    address: usize,
}

struct Stack {
    returns: Vec<Return>,
    calls: Vec<Call>,
}

/// Stacks of this thread, by the address at which they begin.
#[derive(Default)]
pub(super) struct Stacks {
    kept: HashMap<usize, Vec<Stack>>,
    count: usize,
    /// Whether an address is the program's, by the library that it is in.
    own: HashMap<usize, bool>,
}

impl Stacks {
    /// The calls of this thread, the outermost first.
    #[inline(never)]
    pub(super) fn calls(&mut self, calls: &mut Vec<Call>) {
        let marker = 0_u8;
        let begin = (&raw const marker).addr();
        let of_place = self.kept.get(&begin);
        if let Some(stack) = of_place.and_then(|all| all.iter().rev().find(|stack| stack.is_here()))
        {
            calls.extend_from_slice(&stack.calls);
            return;
        }
        let (stack, is_whole) = self.unwound(begin);
        calls.extend_from_slice(&stack.calls);
        // It is known again by all of its return addresses or not at all.
        if !is_whole {
            return;
        }
        if self.count >= KEPT {
            self.kept.clear();
            self.count = 0;
        }
        let of_place = self.kept.entry(begin).or_default();
        if of_place.len() >= KEPT_AT {
            self.count -= of_place.len();
            of_place.clear();
        }
        of_place.push(stack);
        self.count += 1;
    }

    /// Without what lies below the beginning, which belongs to calls of our own that return.
    fn unwound(&mut self, begin: usize) -> (Stack, bool) {
        let mut all: Vec<(Return, usize)> = Vec::with_capacity(64);
        // SAFETY: the function gets the vector for as long as the call lasts.
        unsafe { _Unwind_Backtrace(each, (&raw mut all).cast()) };
        // The outer end of a deeper stack is not known, nor what called code without tables.
        let has_end = all.len() < MOST && all.last().is_some_and(|(_, function)| *function != 0);
        if !has_end {
            return (Stack { returns: Vec::new(), calls: Vec::new() }, false);
        }
        let is_below = |back: &Return| back.place != 0 && back.place <= begin;
        let outer = all.iter().skip_while(|(back, _)| is_below(back));
        let returns: Vec<Return> = outer.map(|(back, _)| *back).collect();
        let is_whole = !returns.is_empty() && returns.iter().all(|back| back.place > begin);
        let is_own = |(back, _): &&(Return, usize)| {
            *self.own.entry(back.address).or_insert_with(|| is_own(back.address))
        };
        let call = |(back, function): &(Return, usize)| Call {
            function: *function,
            position: back.address.wrapping_sub(*function) as u32,
        };
        let mut calls: Vec<Call> = all.iter().filter(is_own).map(call).collect();
        calls.reverse();
        (Stack { returns, calls }, is_whole)
    }
}

impl Stack {
    fn is_here(&self) -> bool {
        let is = |back: &Return| {
            // SAFETY: a place on this thread's own stack, beyond the present call.
            let now =
                unsafe { std::ptr::with_exposed_provenance::<usize>(back.place).read_volatile() };
            now == back.address
        };
        self.returns.iter().all(is)
    }
}

extern "C" fn each(context: *mut Context, with: *mut c_void) -> c_int {
    const GO_ON: c_int = 0;
    const ENOUGH: c_int = 5;
    // SAFETY: what `unwound` gave, and a live context. The canonical frame address of a context is the stack
    // pointer before the call that it made, below which its return address lies.
    unsafe {
        let all = &mut *with.cast::<Vec<(Return, usize)>>();
        let (address, frame) = (_Unwind_GetIP(context), _Unwind_GetCFA(context));
        if address == 0 {
            return ENOUGH;
        }
        let place = frame.wrapping_sub(size_of::<usize>());
        let lies_there =
            std::ptr::with_exposed_provenance::<usize>(place).read_volatile() == address;
        let place = if lies_there { place } else { 0 };
        all.push((Return { place, address }, _Unwind_GetRegionStart(context)));
        if all.len() < MOST { GO_ON } else { ENOUGH }
    }
}

/// The library of an address: its file and where it begins.
fn library(address: usize) -> Option<(String, usize)> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: a live location; a name that is there is a C string.
    unsafe {
        if libc::dladdr(std::ptr::with_exposed_provenance(address), info.as_mut_ptr()) == 0 {
            return None;
        }
        let info = info.assume_init();
        let file = if info.dli_fname.is_null() { c"" } else { CStr::from_ptr(info.dli_fname) };
        Some((file.to_string_lossy().into_owned(), info.dli_fbase.addr()))
    }
}

/// Whether a call is the program's and not of the driver, CUPTI or this library.
fn is_own(address: usize) -> bool {
    const OTHERS: [&str; 3] = ["libcuda.so", "libcupti.so", "libpropp"];
    library(address).is_some_and(|(file, _)| {
        let name = file.rsplit('/').next().unwrap_or(&file);
        !OTHERS.iter().any(|other| name.starts_with(other))
    })
}

/// Library and place of a call's function. There is no line.
pub(super) fn describe(call: Call) -> (String, u32) {
    let place = match library(call.function) {
        Some((file, begin)) => format!("{file}:+{:#x}", call.function - begin),
        None => format!(":{:#x}", call.function),
    };
    (place, 0)
}
