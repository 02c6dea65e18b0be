//! One implementation of a primitive, and calls into it.

use std::ffi::c_void;
use std::ptr;

use propp_collect_cuda::StreamHandle;

use crate::raw::{self, Problem, Sizes};

/// The status that a function of a library returned, other than `PROPP_OK`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub i32);

fn check(status: i32) -> Result<(), Status> {
    if status == raw::OK { Ok(()) } else { Err(Status(status)) }
}

/// An entry's private state between `prepare` and `release`.
#[derive(Debug)]
pub struct State(*mut c_void);

/// The functions that an entry must have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions {
    pub(crate) sizes: raw::SizesFn,
    pub(crate) prepare: raw::PrepareFn,
    pub(crate) run: raw::RunFn,
}

/// One implementation of one primitive, in a library that is never unloaded.
#[derive(Debug)]
pub struct Entry {
    pub(crate) table: *const raw::Entry,
    pub(crate) fields: raw::Entry,
    pub(crate) functions: Functions,
    /// The primitive, as the header spells it. A library may have others, too.
    pub primitive: String,
    /// The implementation's name, unique for its primitive in its library.
    pub variant: String,
    pub description: String,
    /// Minimum compute capability, ten times the major number plus the minor.
    pub min_compute: u32,
    /// Maximum number of elements; 0 for any.
    pub max_elements: u64,
}

impl Entry {
    /// Whether it works on elements of a type ([`raw::I32`] and so on).
    pub fn takes(&self, element_type: u32) -> bool {
        element_type < raw::TYPES && self.fields.types & (1 << element_type) != 0
    }

    /// Whether it has a flag ([`raw::SYNCHRONISES`] and so on).
    pub fn has(&self, flag: u32) -> bool {
        self.fields.flags & flag != 0
    }

    /// The memory that a problem needs. The problem's pointers may be null.
    pub fn sizes(&self, problem: &Problem) -> Result<Sizes, Status> {
        let struct_size = size_of::<Sizes>() as u32;
        let mut sizes = Sizes { struct_size, ..Sizes::default() };
        // SAFETY: the table lives as long as the process, and the structs have the
        // sizes that the library was found to expect.
        check(unsafe { (self.functions.sizes)(self.table, problem, &raw mut sizes) })?;
        Ok(sizes)
    }

    /// Prepares runs of a problem whose data are on the device.
    pub fn prepare(&self, problem: &Problem) -> Result<State, Status> {
        let mut state = ptr::null_mut();
        // SAFETY: as in `sizes`; the library writes one pointer to `state`.
        check(unsafe { (self.functions.prepare)(self.table, problem, &raw mut state) })?;
        Ok(State(state))
    }

    /// Undoes what a run changed, if the entry needs that.
    pub fn reset(
        &self,
        problem: &Problem,
        state: &State,
        stream: StreamHandle,
    ) -> Result<(), Status> {
        match self.fields.reset {
            // SAFETY: as in `run`.
            Some(reset) => check(unsafe { reset(self.table, problem, state.0, stream.as_raw()) }),
            None => Ok(()),
        }
    }

    /// Starts the work on a stream.
    pub fn run(
        &self,
        problem: &Problem,
        state: &State,
        stream: StreamHandle,
    ) -> Result<(), Status> {
        // SAFETY: as in `sizes`; the state is this entry's own, and the stream is
        // handed on to CUDA.
        check(unsafe { (self.functions.run)(self.table, problem, state.0, stream.as_raw()) })
    }

    /// Releases the state that `prepare` made.
    pub fn release(&self, state: State) -> Result<(), Status> {
        match self.fields.release {
            // SAFETY: the state is this entry's own and is used up here.
            Some(release) => check(unsafe { release(self.table, state.0) }),
            None => Ok(()),
        }
    }
}
