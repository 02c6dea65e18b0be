//! The frames of CPython's interpreter on this thread, read without its lock.
//!
//! A launch comes from a call that the thread is in, so nobody changes the thread's frames meanwhile,
//! whoever holds the lock. Where what lies in a frame depends on the version; what is found there is
//! checked once, by reads that cannot fail, before anything else is read.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::sync::OnceLock;

use libloading::os::unix::Library;

use super::Call;

/// Calls in each other that are looked at.
const MOST: usize = 1 << 12;

/// Words of `PyTypeObject` and `PyObject`.
const TYPE: usize = 8;
const BASIC_SIZE: usize = 32;

/// Bytes of a name that are read.
const LONGEST: usize = 4096;

/// Number of a slot of types: `Py_tp_members`.
const MEMBERS: c_int = 72;

/// Where what lies in the structures of a version, in bytes.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// The innermost frame in `PyThreadState`.
    frame: usize,
    /// In 3.11 and 3.12 that is a structure, and the frame has this place in it.
    within: Option<usize>,
    /// In a frame: its code, the frame that called, and the instruction.
    code: usize,
    caller: usize,
    instruction: usize,
    /// The text of a string of ASCII characters.
    text: usize,
}

const LAYOUTS: [(&str, Layout); 4] = [
    (
        "3.11.",
        Layout { frame: 56, within: Some(8), code: 32, caller: 48, instruction: 56, text: 48 },
    ),
    ("3.12.", Layout { frame: 56, within: Some(0), code: 0, caller: 8, instruction: 56, text: 40 }),
    ("3.13.", Layout { frame: 72, within: None, code: 0, caller: 8, instruction: 56, text: 40 }),
    ("3.14.", Layout { frame: 64, within: None, code: 0, caller: 8, instruction: 56, text: 40 }),
];

/// A pointer of 3.14 may carry marks in its lowest bits.
const MARKS: usize = 0b111;

#[derive(Clone, Copy)]
pub(super) struct Python {
    layout: Layout,
    code_type: usize,
    /// Where the instructions begin in code, and the name of its file and its own.
    instructions: usize,
    /// The code of frames that stand for a call of the interpreter from C.
    entry: usize,
    file: usize,
    name: usize,
    /// Whether the interpreter is ending: states of other threads are gone then.
    is_ending: unsafe extern "C" fn() -> c_int,
    thread: unsafe extern "C" fn() -> *const c_void,
    line: unsafe extern "C" fn(usize, c_int) -> c_int,
    length: unsafe extern "C" fn(usize) -> isize,
}

type Version = unsafe extern "C" fn() -> *const c_char;
type Slot = unsafe extern "C" fn(usize, c_int) -> *const c_void;

/// What there is of Python in this process.
pub(super) enum Found {
    Python(Python),
    /// One whose frames we cannot read.
    Other,
    /// This thread runs none of it.
    NotHere,
    None,
}

pub(super) fn find() -> Found {
    /// What the version of Python says, which is looked for once.
    static PYTHON: OnceLock<Option<Option<Python>>> = OnceLock::new();
    let python = PYTHON.get_or_init(|| {
        let program = Library::this();
        // SAFETY: a name says what a function takes.
        let is_there = unsafe { program.get::<Version>(b"Py_GetVersion\0") }.is_ok();
        is_there.then(|| python(&program))
    });
    let Some(python) = python else { return Found::None };
    let Some(mut python) = *python else { return Found::Other };
    match python.innermost(word) {
        Some(0) => Found::NotHere,
        _ if python.is_as_expected() => {
            python.learn_entry();
            Found::Python(python)
        }
        _ => Found::Other,
    }
}

/// CPython of a version whose frames can be read, as far as its version says.
fn python(program: &Library) -> Option<Python> {
    // SAFETY: a name says what a function takes; these take and give the same in every version.
    unsafe {
        let version: Version = *program.get(b"Py_GetVersion\0").ok()?;
        let slot: Slot = *program.get(b"PyType_GetSlot\0").ok()?;
        let code_type: *const c_void = *program.get(b"PyCode_Type\0").ok()?;
        let version = CStr::from_ptr(version()).to_str().ok()?;
        if version.contains("free-threading") {
            return None;
        }
        let layout = LAYOUTS.iter().find(|(of, _)| version.starts_with(of))?.1;
        let code_type = code_type.expose_provenance();
        let members = slot(code_type, MEMBERS).addr();
        Some(Python {
            layout,
            code_type,
            instructions: word(code_type + BASIC_SIZE)?,
            entry: 0,
            file: member(members, c"co_filename")?,
            name: member(members, c"co_qualname")?,
            is_ending: *program
                .get(b"Py_IsFinalizing\0")
                .or_else(|_| program.get(b"_Py_IsFinalizing\0"))
                .ok()?,
            thread: *program.get(b"PyGILState_GetThisThreadState\0").ok()?,
            line: *program.get(b"PyCode_Addr2Line\0").ok()?,
            length: *program.get(b"PyUnicode_GetLength\0").ok()?,
        })
    }
}

/// A word of this process; nothing if there is no memory.
fn word(address: usize) -> Option<usize> {
    let mut bytes = [0; size_of::<usize>()];
    read(address, &mut bytes).then(|| usize::from_ne_bytes(bytes))
}

/// Reads memory of this process, if it is there.
fn read(address: usize, into: &mut [u8]) -> bool {
    let local = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let there = std::ptr::with_exposed_provenance_mut(address);
    let remote = libc::iovec { iov_base: there, iov_len: into.len() };
    // SAFETY: the kernel writes as many bytes as there is room for, or fails.
    let read = unsafe {
        libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0)
    };
    usize::try_from(read) == Ok(into.len())
}

/// Where a member lies, by the type's own table: its entries have a name, a type, and a place.
fn member(mut table: usize, name: &CStr) -> Option<usize> {
    const ENTRY: usize = 40;
    const PLACE: usize = 16;
    loop {
        let text = word(table)?;
        if text == 0 {
            return None;
        }
        // SAFETY: the tables of the interpreter hold C strings.
        if unsafe { CStr::from_ptr(std::ptr::with_exposed_provenance(text)) } == name {
            return word(table + PLACE);
        }
        table += ENTRY;
    }
}

impl Python {
    /// Whether this thread's frames are what we take them for: one after the other up to the outermost,
    /// and code in at least one.
    fn is_as_expected(&self) -> bool {
        let mut frame = self.innermost(word);
        let mut has_code = false;
        for _ in 0..MOST {
            let Some(now) = frame else { return false };
            if now == 0 {
                return has_code;
            }
            let code = word(now + self.layout.code).map(|code| code & !MARKS);
            has_code |= code.and_then(|code| word(code + TYPE)) == Some(self.code_type);
            frame = word(now + self.layout.caller);
        }
        false
    }

    /// In 3.12 the frames of a thread begin with one that has code of its own, named after what it is.
    fn learn_entry(&mut self) {
        let mut calls = Vec::new();
        self.calls(&mut calls);
        let outermost = calls.first().filter(|call| self.describe(**call).0.contains("trampoline"));
        self.entry = outermost.map_or(0, |call| call.function);
    }

    /// The innermost frame of this thread, 0 for none.
    fn innermost(&self, read: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        // SAFETY: functions without arguments, which need no lock.
        let thread = unsafe { if (self.is_ending)() == 0 { (self.thread)().addr() } else { 0 } };
        if thread == 0 {
            return Some(0);
        }
        let frame = read(thread + self.layout.frame)?;
        match self.layout.within {
            Some(place) if frame != 0 => read(frame + place),
            _ => Some(frame),
        }
    }

    /// The calls of this thread, the outermost first; none in a thread without frames.
    pub(super) fn calls(&self, calls: &mut Vec<Call>) {
        // SAFETY: what is read was found to be there.
        let read =
            |address: usize| unsafe { std::ptr::with_exposed_provenance::<usize>(address).read() };
        let mut frame = self.innermost(|address| Some(read(address))).unwrap_or(0);
        while frame != 0 && calls.len() < MOST {
            let code = read(frame + self.layout.code) & !MARKS;
            // What calls the interpreter has frames with no code of its own.
            if code != 0 && code != self.entry && read(code + TYPE) == self.code_type {
                let instruction = read(frame + self.layout.instruction);
                let position = instruction.wrapping_sub(code + self.instructions);
                calls.push(Call { function: code, position: position as u32 });
            }
            frame = read(frame + self.layout.caller);
        }
        calls.reverse();
    }

    /// File and name of a call's function, and the line of the call. The call is under way.
    pub(super) fn describe(&self, call: Call) -> (String, u32) {
        // SAFETY: live code; the function reads its table of lines.
        let line = unsafe { (self.line)(call.function, call.position as c_int) };
        let text = |place: usize| self.text(call.function + place);
        let name = format!("{}:{}", text(self.file), text(self.name));
        (name, u32::try_from(line).unwrap_or(0))
    }

    /// The text of a string that is a member of code. Others than those of ASCII characters are not read.
    fn text(&self, place: usize) -> String {
        let Some(string) = word(place).filter(|string| *string != 0) else { return String::new() };
        // SAFETY: a live string, whose length is asked.
        let length = usize::try_from(unsafe { (self.length)(string) }).unwrap_or(0);
        let mut bytes = vec![0_u8; length.min(LONGEST)];
        if !read(string + self.layout.text, &mut bytes) {
            return String::new();
        }
        match bytes.iter().all(|byte| byte.is_ascii() && *byte != 0) {
            true => String::from_utf8_lossy(&bytes).into_owned(),
            false => "?".to_owned(),
        }
    }
}
